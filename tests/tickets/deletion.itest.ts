import type { MessagePage, Ticket, TicketLogEntry, TicketPage } from '@recado/contracts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eventually, testApp, type Person, type TestApp } from '../harness/app.ts'
import { Visitor } from '../plugins/webchat.rig.ts'
import { foundInFiles } from '../privacy/canary.ts'

let node: TestApp
let admin: Person
let ugo: Person
beforeAll(async () => {
  node = await testApp({ channel: 'webchat' })
  admin = await node.signIn(node.a.admin)
  ugo = await node.signIn(node.a.user)
})
afterAll(() => node.close())

/** A visitor's ticket with a file in it. */
async function ticketWith(name: string, content: string): Promise<Ticket> {
  const visitor = new Visitor(node.base, node.a.connection)
  await visitor.session({ profile: { name, email: `${name.toLowerCase()}@exemplo.test` } })
  await visitor.say(`Sou ${name}`)
  await visitor.attach(`${name}.txt`, content, 'text/plain')
  const found = await eventually(
    async () =>
      (await admin.ok<TicketPage>('GET', '/tickets?status[]=pending')).tickets.find((ticket) => ticket.name === name),
    (ticket) => ticket !== undefined,
  )
  return admin.ok('PUT', `/tickets/${found!.id}`, { status: 'open' })
}
const thread = async (ticket: Ticket) => (await admin.ok<MessagePage>('GET', `/messages/${ticket.id}`)).messages
const mediaOf = async (name: string) =>
  (await node.database.owner`select 1 from core.media where tenant_id = ${node.a.id} and name = ${name}`).length

describe('deleting a ticket', () => {
  it('S4-020 S4-024 S7-054 takes its messages, notes and files with it; the log stays, for administrators', async () => {
    const ticket = await ticketWith('Iara', 'um segredo da Iara')
    await eventually(() => mediaOf('Iara.txt'))
    await admin.ok('POST', `/tickets/${ticket.id}/transfer`, { queueId: node.a.sales, note: 'Mora na rua das Flores' })
    expect(await ugo.refused('DELETE', `/tickets/${ticket.id}`)).toBe('403 ERR_NO_PERMISSION')

    await admin.ok('DELETE', `/tickets/${ticket.id}`)
    expect(await admin.refused('GET', `/messages/${ticket.id}`)).toBe('404 ERR_NO_TICKET_FOUND')
    await eventually(async () => (await mediaOf('Iara.txt')) === 0)
    expect(foundInFiles(node.dataDir, ['um segredo da Iara'])).toEqual([])
    const log = await admin.ok<TicketLogEntry[]>('GET', `/tickets/${ticket.id}/logs`)
    expect(log.at(-1)).toMatchObject({ type: 'delete', user: { name: node.a.admin.name } })
    expect(log.filter(({ note }) => note !== null)).toEqual([])
    expect(await ugo.refused('GET', `/tickets/${ticket.id}/logs`)).toBe('404 ERR_NO_TICKET_FOUND')
  })

  it('leaves a file that another message holds, until that goes too', async () => {
    const [one, other] = [await ticketWith('Nilo', 'de Nilo para dois'), await ticketWith('Olga', 'da Olga')]
    const own = new FormData()
    own.set('medias', new File(['só de Nilo'], 'so.txt', { type: 'text/plain' }))
    await admin.ok('POST', `/messages/${one.id}`, own)
    const shared = await eventually(
      async () => (await thread(one)).find((message) => message.media[0]?.name === 'Nilo.txt'),
      (message) => message !== undefined,
    )
    await admin.ok('POST', '/forward-messages', {
      messages: [shared!.id],
      contact: other.contactId,
      channelId: other.channelId,
    })
    await admin.ok('DELETE', `/tickets/${one.id}`)
    // Both files are of one job: when the one is gone, the other has been decided about.
    await eventually(async () => (await mediaOf('so.txt')) === 0)
    expect(await mediaOf('Nilo.txt')).toBe(1)
    await admin.ok('DELETE', `/tickets/${other.id}`)
    await eventually(async () => (await mediaOf('Nilo.txt')) === 0)
    expect(await mediaOf('Olga.txt')).toBe(0)
  })
})

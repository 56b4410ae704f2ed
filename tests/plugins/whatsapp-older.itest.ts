import { randomInt, randomUUID } from 'node:crypto'
import type { Ticket } from '@recado/contracts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { phoneWith } from '../../plugins/whatsapp/simulator/past.ts'
import { whatsappWorld, type WhatsappWorld } from './whatsapp.rig.ts'

let world: WhatsappWorld
beforeAll(async () => {
  world = await whatsappWorld()
})
afterAll(() => world.close())

const hourMs = 3_600_000

/** Somebody who has written before the number was linked: the phone has it, the product has not. */
async function withPast(count: number) {
  const name = `Ana ${randomUUID().slice(0, 8)}`
  const ana = world.simulator.person(name, `55119${randomInt(10 ** 7, 10 ** 8)}`)
  const { account } = world.mine
  const now = Date.now()
  const said = Array.from({ length: count }, (_, index) => ({
    id: `OLD${randomUUID()}`,
    with: ana,
    at: new Date(now - (count - index) * hourMs),
    own: index % 2 === 1,
    content: { conversation: `antes ${index}` },
  }))
  account.older = phoneWith(account, said)
  world.simulator.phone(ana, account).say('Oi')
  return { name, ticket: await world.mine.ticket(name) }
}
const older = (ticket: Ticket) =>
  world.mine.admin.ok<{ outcome: string; found: number }>('POST', `/messages/${ticket.id}/older`, {})
const bodies = async (ticket: Ticket) => (await world.mine.messages(ticket)).map(({ body }) => body)

describe('older messages on the phone', () => {
  it('come when they are asked for, in their order, once, and nobody counts them as new', async () => {
    const { ticket, name } = await withPast(60)
    expect(await older(ticket)).toEqual({ outcome: 'found', found: 50 })
    expect(await bodies(ticket)).toEqual([...Array.from({ length: 50 }, (_, index) => `antes ${index + 10}`), 'Oi'])
    expect(await older(ticket)).toEqual({ outcome: 'found', found: 10 })
    expect(await older(ticket)).toEqual({ outcome: 'found', found: 0 })
    expect(await bodies(ticket)).toEqual([...Array.from({ length: 60 }, (_, index) => `antes ${index}`), 'Oi'])
    const [after, ...others] = await world.mine.tickets(name)
    expect(others).toEqual([])
    expect(after).toMatchObject({ id: ticket.id, status: 'pending', unreadMessages: 1, lastMessage: 'Oi' })
    expect(await world.theirs.tickets(name)).toEqual([])
  })

  it('are not asked for in a closed conversation, nor by another company', async () => {
    const { ticket } = await withPast(2)
    const path = `/messages/${ticket.id}/older`
    expect(await world.theirs.admin.refused('POST', path, {})).toContain('ERR_NO_TICKET_FOUND')
    await world.mine.open(ticket)
    await world.mine.admin.ok('PUT', `/tickets/${ticket.id}`, { status: 'closed' })
    expect(await world.mine.admin.refused('POST', path, {})).toContain('ERR_CREATING_MESSAGE')
  })

  it('S8-071 that the phone offers and WhatsApp does not have are refused, and can be asked for again', async () => {
    const { ticket } = await withPast(3)
    world.mine.account.losesOlder = true
    const path = `/messages/${ticket.id}/older`
    expect(await world.mine.admin.refused('POST', path, {})).toBe('502 ERR_FETCH_WAPP_MSG')
    expect(await bodies(ticket)).toEqual(['Oi'])
    world.mine.account.losesOlder = false
    expect(await older(ticket)).toEqual({ outcome: 'found', found: 3 })
    expect(await bodies(ticket)).toEqual(['antes 0', 'antes 1', 'antes 2', 'Oi'])
  })

  it('of a number that is disconnected are refused, until it is connected again', async () => {
    const { ticket } = await withPast(3)
    await world.mine.admin.ok('DELETE', `/whatsappsession/${world.mine.connection.id}`)
    expect(await world.mine.admin.refused('POST', `/messages/${ticket.id}/older`, {})).toContain(
      'ERR_CONNECTION_INACTIVE',
    )
    await world.mine.admin.ok('POST', `/whatsappsession/${world.mine.connection.id}`)
    await world.mine.connected()
    expect(await older(ticket)).toEqual({ outcome: 'found', found: 3 })
  })

  it('of a phone that does not answer are said to be so', { timeout: 60_000 }, async () => {
    const { ticket } = await withPast(3)
    const { older: answer } = world.mine.account
    world.mine.account.older = undefined
    expect(await older(ticket)).toEqual({ outcome: 'silent', found: 0 })
    world.mine.account.older = answer
    expect(await older(ticket)).toEqual({ outcome: 'found', found: 3 })
  })
})

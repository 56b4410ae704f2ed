import { randomUUID } from 'node:crypto'
import type { ContactMerge, ExchangedFilePage, Ticket, TicketPage } from '@recado/contracts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testApp, type Person, type TestApp } from '../harness/app.ts'
import { Visitor } from '../plugins/webchat.rig.ts'

/* Files are sent by agents as they send them; tickets stand in the two queues and in none. */

let app: TestApp
let admin: Person
let agent: Person
let colleague: Person
let stranger: Person
beforeAll(async () => {
  app = await testApp({ channel: 'webchat' })
  admin = await app.signIn(app.a.admin)
  agent = await app.signIn(app.a.user)
  colleague = await app.signIn(app.a.colleague)
  stranger = await app.signIn(app.b.admin)
})
afterAll(() => app.close())

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const picture = (name: string): File => new File([png], name, { type: 'image/png' })
const order = (name: string): File => new File([`%PDF-1.7\n${name}`], name, { type: 'application/pdf' })

interface Talk {
  readonly queueId: string | null
  /** What an agent sends: files, or words. */
  readonly sent: readonly (File | string)[]
}
/** A visitor of the web chat with these conversations, one after the other. */
async function known(...talks: readonly Talk[]): Promise<{ contactId: string; tickets: string[] }> {
  const name = `Visitante ${randomUUID()}`
  const visitor = new Visitor(app.base, app.a.connection)
  await visitor.session({ profile: { name } })
  await visitor.say('Oi')
  const listed = await admin.ok<TicketPage>('GET', '/tickets/?status[]=pending&showAll=true')
  const { id: first, contactId } = listed.tickets.find((ticket) => ticket.name === name)!
  const tickets: string[] = []
  for (const { queueId, sent } of talks) {
    const opened = { contactId, channelId: app.a.connection, queueId }
    const last = tickets.at(-1)
    if (last === undefined) await admin.ok('PUT', `/tickets/${first}`, { status: 'open', queueId })
    else await admin.ok('PUT', `/tickets/${last}`, { status: 'closed' })
    tickets.push(last === undefined ? first : (await admin.ok<Ticket>('POST', '/tickets', opened)).id)
    for (const one of sent) await send(tickets.at(-1)!, one)
  }
  return { contactId, tickets }
}
async function send(ticketId: string, one: File | string): Promise<void> {
  const form = new FormData()
  if (typeof one === 'string') form.set('body', one)
  else form.append('medias', one)
  await admin.ok('POST', `/messages/${ticketId}`, form)
}
const page = (who: Person, path: string): Promise<ExchangedFilePage> => who.ok<ExchangedFilePage>('GET', path)
const names = ({ files }: ExchangedFilePage): (string | null)[] => files.map(({ name }) => name)
const ofContact = (id: string, query = ''): string => `/contacts/${id}/files${query}`

describe('the files of a contact', () => {
  it('are listed by kind, newest first, each with the message it came with, and can be read', async () => {
    const { contactId, tickets } = await known(
      { queueId: app.a.sales, sent: [picture('capa.png')] },
      { queueId: app.a.sales, sent: [order('pedido.pdf'), 'Só palavras', picture('verso.png')] },
    )
    const pictures = await page(admin, ofContact(contactId))
    expect(pictures).toMatchObject({
      files: [
        { name: 'verso.png', as: 'image', ticketId: tickets[1], fromMe: true, username: app.a.admin.name },
        { name: 'capa.png', as: 'image', ticketId: tickets[0] },
      ],
      hasMore: false,
      nextCursor: null,
    })
    expect(await page(admin, ofContact(contactId, '?kind=documents'))).toMatchObject({
      files: [{ name: 'pedido.pdf', as: 'document', mime: 'application/pdf', messageId: expect.any(String) }],
    })
    expect(names(await page(admin, ofContact(contactId, '?kind=recordings')))).toEqual([])
    const answer = await fetch(app.base + pictures.files[0]!.url)
    expect(Buffer.from(await answer.arrayBuffer()).equals(png)).toBe(true)
  })

  it('come page by page over all conversations, none twice and none left out', async () => {
    const sent = Array.from({ length: 9 }, (_, number) => `foto-${number}.png`)
    const talks = [0, 3, 6].map((from) => ({ queueId: app.a.sales, sent: sent.slice(from, from + 3).map(picture) }))
    const { contactId } = await known(...talks)
    const found: (string | null)[] = []
    let cursor: string | null = ''
    while (cursor !== null) {
      const next: ExchangedFilePage = await page(
        admin,
        ofContact(contactId, `?limit=2${cursor === '' ? '' : `&cursor=${cursor}`}`),
      )
      found.push(...names(next))
      cursor = next.nextCursor
    }
    expect(found).toEqual(sent.toReversed())
    expect(await admin.refused('GET', ofContact(contactId, '?cursor=abc'))).toBe('422 ERR_VALIDATION')
    expect(await admin.refused('GET', ofContact(contactId, '?kind=stickers'))).toBe('422 ERR_VALIDATION')
  })

  it('are those of conversations that the user may see', async () => {
    const { contactId, tickets } = await known(
      { queueId: app.a.sales, sent: [picture('vendas.png')] },
      { queueId: app.a.support, sent: [picture('suporte.png')] },
      { queueId: null, sent: [picture('sem-fila.png')] },
    )
    expect(names(await page(admin, ofContact(contactId)))).toEqual(['sem-fila.png', 'suporte.png', 'vendas.png'])
    expect(names(await page(agent, ofContact(contactId)))).toEqual(['sem-fila.png', 'vendas.png'])
    expect(names(await page(colleague, ofContact(contactId)))).toEqual(['sem-fila.png', 'suporte.png'])
    expect(names(await page(agent, `/messages/${tickets[0]}/files`))).toEqual(['vendas.png'])
    expect(await agent.refused('GET', `/messages/${tickets[1]}/files`)).toBe('404 ERR_NO_TICKET_FOUND')
  })

  it('are not there for another company, nor of a contact that is not there', async () => {
    const { contactId, tickets } = await known({ queueId: app.a.sales, sent: [picture('nossa.png')] })
    expect(await stranger.refused('GET', ofContact(contactId))).toBe('404 ERR_NO_CONTACT_FOUND')
    expect(await stranger.refused('GET', `/messages/${tickets[0]}/files`)).toBe('404 ERR_NO_TICKET_FOUND')
    expect(await admin.refused('GET', ofContact(randomUUID()))).toBe('404 ERR_NO_CONTACT_FOUND')
  })

  it('are of both where another became part of the contact, until they are two again', async () => {
    const one = await known({ queueId: app.a.sales, sent: [picture('fica.png')] })
    const other = await known({ queueId: app.a.sales, sent: [picture('vai.png')] })
    const merge = await admin.ok<ContactMerge>('POST', `/contacts/${one.contactId}/merge`, { from: other.contactId })
    expect(names(await page(admin, ofContact(one.contactId)))).toEqual(['vai.png', 'fica.png'])
    expect(names(await page(admin, ofContact(other.contactId)))).toEqual(['vai.png', 'fica.png'])
    await admin.ok('POST', `/contacts/merges/${merge.id}/undo`)
    expect(names(await page(admin, ofContact(one.contactId)))).toEqual(['fica.png'])
  })
})

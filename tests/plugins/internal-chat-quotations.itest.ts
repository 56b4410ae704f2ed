import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import type { MessagePage, Ticket, TicketPage } from '@recado/contracts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { hookWorld, type HookWorld } from '../conversation/far-side.ts'
import { eventually, type Person } from '../harness/app.ts'
import { pluginFolder } from '../harness/plugin-folder.ts'

/* Colleagues quote what a customer wrote: it is seen by who may see the conversation, and by nobody else. */

interface Chat {
  readonly id: string
  readonly last: { readonly excerpt: string } | null
}
interface Said {
  readonly id: string
  readonly content: string
  readonly quote: {
    readonly kind: string
    readonly contact?: string
    readonly message?: { body: string } | null
  } | null
}

const base = '/p/internal-chat'
let world: HookWorld
/** An administrator, an agent in sales, an agent in support; and the other company's administrator. */
let ana: Person
let ugo: Person
let caio: Person
let bia: Person
beforeAll(async () => {
  world = await hookWorld({}, [pluginFolder(join(import.meta.dirname, '../../plugins/internal-chat'))])
  ana = await world.signIn(world.a.admin)
  ugo = await world.signIn(world.a.user)
  caio = await world.signIn(world.a.colleague)
  bia = await world.signIn(world.b.admin)
})
afterAll(() => world.close())

async function written(name: string, text: string, person = ana, channel = world.channel): Promise<Ticket> {
  await channel.say(name, text)
  const { tickets } = await person.ok<TicketPage>('GET', '/tickets/?limit=200')
  return tickets.find((ticket) => ticket.name === `Cliente ${name}`)!
}
const messagesOf = async (ticket: string, person = ana) =>
  (await person.ok<MessagePage>('GET', `/messages/${ticket}`)).messages
const say = (person: Person, chat: string, more: object) =>
  person.ok<Said>('POST', `${base}/chats/${chat}/messages`, { key: randomUUID(), content: '', ...more })
const read = (person: Person, id: string) => person.ok<Said>('GET', `${base}/messages/${id}`)

it('a quoted message of a customer is shown to who may see its conversation at each reading, and nowhere else', async () => {
  const ticket = await written('iara', 'Meu CPF é 111.444.777-35')
  await ana.ok('POST', `/tickets/${ticket.id}/transfer`, { queueId: world.a.sales })
  const [message] = await messagesOf(ticket.id)
  const chat = await ugo.ok<Chat>('POST', `${base}/chats`, { name: 'Dúvidas', userIds: [world.a.colleague.id] })
  const listening = await caio.listen()
  const quote = { ticketId: ticket.id, messageId: message!.id }
  const asked = await say(ugo, chat.id, { content: 'Posso anotar isto?', quote })
  expect(asked.quote).toMatchObject({
    kind: 'ticket',
    contact: 'Cliente iara',
    message: { body: 'Meu CPF é 111.444.777-35', fromMe: false },
  })
  expect((await read(caio, asked.id)).quote).toEqual({ kind: 'hidden' })
  await listening.next(`${world.a.id}:plugin`, (push: { name: string }) => push.name === 'notice')
  const told = [
    listening.received,
    await caio.ok('GET', `${base}/chats`),
    await caio.ok('GET', `${base}/chats/${chat.id}/messages`),
    await caio.ok('GET', `${base}/search?searchParam=CPF`),
    await caio.ok('GET', `${base}/search?searchParam=iara`),
  ]
  expect(JSON.stringify(told)).not.toMatch(/111\.444|iara/)

  await ana.ok('POST', `/tickets/${ticket.id}/transfer`, { queueId: world.a.support })
  expect((await read(caio, asked.id)).quote).toMatchObject({ message: { body: 'Meu CPF é 111.444.777-35' } })
  expect((await read(ugo, asked.id)).quote).toEqual({ kind: 'hidden' })
})

it('nobody quotes what they may not see, nor a message as of another conversation', async () => {
  const [one, other] = [await written('jandira', 'De vendas'), await written('karina', 'De suporte')]
  await ana.ok('POST', `/tickets/${one.id}/transfer`, { queueId: world.a.sales })
  await ana.ok('POST', `/tickets/${other.id}/transfer`, { queueId: world.a.support })
  const foreign = await written('lauro', 'De outra empresa', bia, world.otherChannel)
  const beside = await written('lena', 'De vendas também')
  await ana.ok('POST', `/tickets/${beside.id}/transfer`, { queueId: world.a.sales })
  const [hidden] = await messagesOf(other.id)
  const [elsewhere] = await messagesOf(beside.id)
  const [theirs] = await messagesOf(foreign.id, bia)
  const chat = await ugo.ok<Chat>('POST', `${base}/chats`, { userId: world.a.admin.id })
  const refused = (quote: object) =>
    ugo.refused('POST', `${base}/chats/${chat.id}/messages`, { key: randomUUID(), content: 'x', quote })
  for (const id of [other.id, foreign.id, randomUUID()])
    expect(await refused({ ticketId: id })).toBe('404 ERR_NO_TICKET_FOUND')
  for (const id of [elsewhere!.id, hidden!.id, theirs!.id, randomUUID()])
    expect(await refused({ ticketId: one.id, messageId: id })).toBe('404 ERR_CHAT_MESSAGE_NOT_FOUND')
})

it('what was erased with its customer is quoted no more', async () => {
  const ticket = await written('moema', 'Segredo da moema')
  await ugo.ok('PUT', `/tickets/${ticket.id}`, { status: 'open' })
  const [message] = await messagesOf(ticket.id)
  const chat = await ugo.ok<Chat>('POST', `${base}/chats`, { userId: world.a.admin.id })
  const asked = await say(ugo, chat.id, { quote: { ticketId: ticket.id, messageId: message!.id } })
  expect((await read(ana, asked.id)).quote).toMatchObject({ message: { body: 'Segredo da moema' } })
  await ana.ok('POST', '/privacy/erasures', { contactId: ticket.contactId, reason: 'request' })
  const answer = await eventually(
    async () => JSON.stringify(await ana.ok('GET', `${base}/chats/${chat.id}/messages`)),
    (text) => !text.includes('moema'),
    20_000,
  )
  expect(answer).not.toContain(message!.id)
})

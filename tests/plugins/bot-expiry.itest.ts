import { join } from 'node:path'
import type {
  MessagePage,
  ResponderOrders,
  Ticket,
  TicketLogEntry,
  TicketPage,
  TicketResponders,
} from '@recado/contracts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Bot } from '../../plugins/bots/src/bots/bot.ts'
import { startHttpBotSimulator, type HttpBotSimulator } from '../../plugins/http-bot/simulator/simulator.ts'
import { hookWorld, type HookWorld } from '../conversation/far-side.ts'
import { eventually, type Person } from '../harness/app.ts'
import { pluginFolder } from '../harness/plugin-folder.ts'

let world: HookWorld
let program: HttpBotSimulator
/** Administrators of both companies. */
let [ana, bia]: Person[] = []
let ugo: Person
const signingKey = `whsec_${Buffer.from('a key of thirty-two bytes, more.').toString('base64')}`
/** Short, because sessions of users end by the same clock. */
const expireMinutes = 2
/** How far the node's clock is ahead, in milliseconds. */
let ahead = 0

beforeAll(async () => {
  const clock = { now: () => new Date(Date.now() + ahead) }
  const plugin = (id: string) => pluginFolder(join(import.meta.dirname, '../../plugins', id))
  world = await hookWorld({ clock }, ['bots', 'http-bot'].map(plugin))
  program = await startHttpBotSimulator(signingKey)
  ;[ana, bia] = [await world.signIn(world.a.admin), await world.signIn(world.b.admin)]
  ugo = await world.signIn(world.a.user)
  const add = async (name: string, person: Person) =>
    person.ok<Bot>('POST', '/p/bots/bots', { name, provider: 'http-bot', reference: name, expireMinutes })
  const order = (scope: object, bot: Bot, person: Person) =>
    person.ok<ResponderOrders>('PUT', '/responders', {
      scope,
      places: [{ plugin: 'bots', name: 'main', input: { bot: bot.id } }],
    })
  for (const person of [ana, bia]) {
    await person.ok('PUT', '/api/plugins/http-bot', { enabled: true, settings: { url: program.url, signingKey } })
    await order({ kind: 'company' }, await add('recepção', person), person)
  }
  await order({ kind: 'queue', id: world.a.sales }, await add('vendas', ana), ana)
})
afterAll(async () => {
  await world?.close()
  await program?.close()
})

const ticketsOf = async (name: string, person = ana!): Promise<Ticket[]> =>
  (
    await person.ok<TicketPage>('GET', '/tickets/?status[]=open&status[]=pending&status[]=closed&limit=200')
  ).tickets.filter((ticket) => ticket.name === `Cliente ${name}`)
const said = async (id: string, person = ana!): Promise<string[]> =>
  (await person.ok<MessagePage>('GET', `/messages/${id}`)).messages
    .filter(({ fromMe }) => fromMe)
    .map(({ body }) => body)
/** Begins a conversation, or goes on, until the bot has said so much in it. */
async function say(
  name: string,
  text: string,
  answers: number,
  channel = world.channel,
  person = ana!,
): Promise<Ticket> {
  expect(await channel.say(name, text)).toBeLessThan(300)
  const [ticket] = await ticketsOf(name, person)
  await eventually(
    () => said(ticket!.id, person),
    (all) => all.length >= answers,
  )
  return (await ticketsOf(name, person))[0]!
}
const decisions = async (id: string, person = ana!) =>
  (await person.ok<TicketResponders>('GET', `/tickets/${id}/responders`)).decisions
/** Lets so many minutes pass, and what is due then happen. */
async function pass(minutes: number): Promise<void> {
  ahead += minutes * 60_000
  await world.app.moveTickets()
}
describe('a bot', () => {
  it('keeps a conversation for its time after each word of the contact, then people have it and read why', async () => {
    const ticket = await say('nara', 'Oi', 1)
    expect(ticket).toMatchObject({ withBot: true, status: 'pending' })
    const other = await say('lia', 'Oi', 1, world.otherChannel, bia!)
    await pass(expireMinutes - 1)
    expect(await ticketsOf('nara')).toMatchObject([{ withBot: true }])
    await pass(2)
    const [waiting] = await eventually(
      () => ticketsOf('nara'),
      ([one]) => one!.withBot === false,
    )
    expect(waiting).toMatchObject({ id: ticket.id, status: 'pending', userId: null })
    expect((await decisions(ticket.id))[0]).toMatchObject({ plugin: 'bots', outcome: 'silent' })
    // The other company's is over by the same clock, and says so to its people alone.
    await eventually(
      () => ticketsOf('lia', bia!),
      ([one]) => one!.withBot === false,
    )
    expect((await decisions(other.id, bia!))[0]).toMatchObject({ outcome: 'silent' })
    // What the contact writes now is for people: the bot is told nothing.
    const before = program.told.length
    await world.channel.say('nara', 'Ainda estão aí?')
    await ana!.ok('PUT', `/tickets/${ticket.id}`, { status: 'open' })
    expect(program.told).toHaveLength(before)
    await ana!.ok('PUT', `/tickets/${ticket.id}`, { status: 'closed' })
  })

  it('has the contact again who comes back after people have resolved the conversation, from its beginning', async () => {
    const before = program.told.length
    const again = await say('nara', 'Voltei', 1)
    await eventually(
      () => Promise.resolve(program.told.length),
      (count) => count === before + 1,
    )
    expect(program.told.at(-1)).toMatchObject({ type: 'conversation.started' })
    const [ticket] = await eventually(
      () => ticketsOf('nara'),
      ([one]) => one!.withBot,
    )
    expect(ticket).toMatchObject({ id: again.id, status: 'pending', userId: null })
  })

  it('hands to a queue whose own bot goes on, and both are named in the order in which they had it', async () => {
    program.answerNext(
      200,
      JSON.stringify({
        says: [{ kind: 'text', text: 'Já passo' }],
        hands: { to: 'people', queueId: world.a.sales },
        note: 'Quer comprar',
      }),
    )
    const ticket = await say('ivo', 'Quero comprar', 2)
    expect(ticket).toMatchObject({ queueId: world.a.sales, withBot: true })
    expect((await said(ticket.id)).toSorted()).toEqual(['Já passo', expect.stringContaining('Qual cor?')])
    await pass(expireMinutes + 1)
    await eventually(
      () => ticketsOf('ivo'),
      ([one]) => one!.withBot === false,
    )
    expect((await decisions(ticket.id)).map(({ outcome }) => outcome).toReversed()).toEqual([
      'began',
      'people',
      'began',
      'silent',
    ])
    // Whoever takes it has it: the bots of the queue are asked once in a conversation.
    await ugo.ok('PUT', `/tickets/${ticket.id}`, { status: 'open' })
    const before = program.told.length
    await world.channel.say('ivo', 'Obrigado')
    expect(program.told).toHaveLength(before)
    expect((await ana!.ok<TicketLogEntry[]>('GET', `/tickets/${ticket.id}/logs`)).at(-1)).toMatchObject({
      type: 'open',
      user: { id: world.a.user.id },
    })
  })

  it('has an open conversation again that people give back, as often as they do, and begins anew', async () => {
    const ticket = await say('zeca', 'Oi', 1)
    const respond = `/tickets/${ticket.id}/responders`
    // While the bot has it, and when nobody may, it is not given back.
    expect((await ana!.ok<TicketResponders>('GET', respond)).first).toBeNull()
    expect(await ana!.refused('POST', respond)).toBe('409 ERR_TICKET_TRANSITION')
    for (const times of [1, 2]) {
      await ugo.ok('PUT', `/tickets/${ticket.id}`, { status: 'open' })
      expect((await ugo.ok<TicketResponders>('GET', respond)).first).toMatchObject({ plugin: 'bots', name: 'main' })
      expect(await bia!.refused('POST', respond)).toBe('404 ERR_NO_TICKET_FOUND')
      const before = program.told.length
      await ugo.ok('POST', respond)
      await eventually(
        () => said(ticket.id),
        (all) => all.length === 1 + times,
      )
      expect(program.told.slice(before)).toMatchObject([{ type: 'conversation.started' }])
      expect((await ticketsOf('zeca'))[0]).toMatchObject({ withBot: true, status: 'pending', userId: null })
      expect((await ana!.ok<TicketResponders>('GET', respond)).current).toMatchObject({ plugin: 'bots' })
    }
    expect((await ana!.ok<TicketLogEntry[]>('GET', `/tickets/${ticket.id}/logs`)).map(({ type }) => type)).toEqual(
      expect.arrayContaining(['chatBot', 'open', 'pending']),
    )
    // What the contact writes now is for the bot.
    await world.channel.say('zeca', 'Azul')
    await eventually(
      () => said(ticket.id),
      (all) => all.length === 4,
    )
  })

  it('has nothing given back that is closed, or where nobody answers first', async () => {
    const ticket = await say('nilo', 'Oi', 1)
    await ana!.ok('PUT', `/tickets/${ticket.id}`, { status: 'open' })
    await ana!.ok('PUT', '/responders', { scope: { kind: 'company' }, places: null })
    const respond = `/tickets/${ticket.id}/responders`
    expect((await ana!.ok<TicketResponders>('GET', respond)).first).toBeNull()
    expect(await ana!.refused('POST', respond)).toBe('409 ERR_NO_RESPONDER')
    await ana!.ok('PUT', `/tickets/${ticket.id}`, { status: 'closed' })
    expect(await ana!.refused('POST', respond)).toBe('409 ERR_TICKET_TRANSITION')
  })
})

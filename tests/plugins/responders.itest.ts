import { join } from 'node:path'
import type {
  MessagePage,
  ResponderOrders,
  ResponderPlace,
  ResponderScope,
  Ticket,
  TicketLogEntry,
  TicketPage,
  TicketResponders,
} from '@recado/contracts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hookWorld, type HookChannel, type HookWorld } from '../conversation/far-side.ts'
import { eventually, type Person } from '../harness/app.ts'

let world: HookWorld
/** Administrator and agent; and the other company's administrator. */
let [ana, ugo, bia]: Person[] = []

beforeAll(async () => {
  world = await hookWorld({}, [join(import.meta.dirname, 'responders')])
  ;[ana, ugo, bia] = await Promise.all([world.a.admin, world.a.user, world.b.admin].map((user) => world.signIn(user)))
  for (const admin of [ana!, bia!]) await admin.ok('PUT', '/api/plugins/robot', { enabled: true })
})
afterAll(() => world.close())

const company: ResponderScope = { kind: 'company' }
const obeys = (name = 'um'): ResponderPlace => ({ plugin: 'robot', name: 'obeys', input: { name } })
const greets: ResponderPlace = { plugin: 'robot', name: 'greets', input: {} }
const order = (places: readonly ResponderPlace[] | null, scope: ResponderScope = company, person = ana!) =>
  person.ok<ResponderOrders>('PUT', '/responders', { scope, places })
const ticketOf = async (name: string): Promise<Ticket> =>
  (await ana!.ok<TicketPage>('GET', '/tickets/?status[]=open&status[]=pending&status[]=closed&limit=200')).tickets.find(
    (ticket) => ticket.name === `Cliente ${name}`,
  )!
const said = async (id: string): Promise<string[]> =>
  (await ana!.ok<MessagePage>('GET', `/messages/${id}`)).messages.filter(({ fromMe }) => fromMe).map(({ body }) => body)
const saying = (id: string, ...texts: string[]) =>
  eventually(
    () => said(id),
    (bodies) => texts.every((text) => bodies.includes(text)),
  )
const until = (name: string, wanted: (ticket: Ticket) => boolean) => eventually(() => ticketOf(name), wanted)
const explained = (id: string, person = ana!) => person.ok<TicketResponders>('GET', `/tickets/${id}/responders`)
const logOf = async (id: string) =>
  (await ana!.ok<TicketLogEntry[]>('GET', `/tickets/${id}/logs`)).map((entry) => entry.type)
/** The newest thing that the robot heard of this kind. */
const robotHeard = async (key: string, id: string) =>
  eventually(
    async () =>
      (await ana!.ok<{ answer: Record<string, unknown>[] }>('POST', '/p/robot/heard', {})).answer.findLast(
        (line) => line[key] === id,
      ),
    (line) => line !== undefined,
  )
async function say(name: string, text: string, channel: HookChannel = world.channel): Promise<Ticket> {
  expect(await channel.say(name, text)).toBeLessThan(300)
  return ticketOf(name)
}

describe('an order of responders', () => {
  it('is set by administrators, checked, and read as it stands with what can stand in it', async () => {
    expect(await ugo!.refused('GET', '/responders')).toBe('403 ERR_NO_PERMISSION')
    expect(await ugo!.refused('PUT', '/responders', { scope: company, places: [] })).toBe('403 ERR_NO_PERMISSION')
    const bad = { scope: company, places: [obeys(''), { plugin: 'robot', name: 'gone', input: {} }] }
    expect(await ana!.refused('PUT', '/responders', bad)).toBe('422 ERR_AUTOMATION_BLOCK')
    expect(await ana!.refused('PUT', '/responders', { scope: company, places: [obeys('')] })).toBe('422 ERR_VALIDATION')
    const theirs: ResponderScope = { kind: 'connection', id: world.otherChannel.connectionId }
    expect(await ana!.refused('PUT', '/responders', { scope: theirs, places: [] })).toBe('404 ERR_NO_WAPP_FOUND')
    const stands = await order([obeys(), greets])
    expect(stands.orders).toEqual([{ scope: company, places: [obeys(), greets] }])
    const offered = stands.offered.map(({ plugin, name }) => `${plugin}.${name}`)
    expect(offered).toEqual(['robot.obeys', 'robot.greets', 'robot.acts'])
    expect((await bia!.ok<ResponderOrders>('GET', '/responders')).orders).toEqual([])
  })

  it('S4-032 has a new conversation from its first message on, and the log says that the bot began', async () => {
    const ticket = await say('ana', 'oi')
    expect(ticket).toMatchObject({ status: 'pending', withBot: true })
    await saying(ticket.id, 'um: oi')
    await world.channel.say('ana', 'mais')
    await saying(ticket.id, 'um: oi', 'um: mais')
    const { decisions } = await eventually(
      () => explained(ticket.id),
      (told) => told.decisions.length > 0,
    )
    expect(decisions).toHaveLength(1)
    expect(await logOf(ticket.id)).toEqual(['create', 'chatBot'])
    expect(await explained(ticket.id)).toMatchObject({
      current: { plugin: 'robot', name: 'obeys' },
      next: [{ name: 'greets' }],
      decisions: [{ name: 'obeys', outcome: 'began' }],
    })
  })

  it.each([
    ['passa', 'passed'],
    ['quebra', 'failed'],
    ['demora', 'timeout'],
  ])('goes on with the next when one says %s', async (word, outcome) => {
    const { id } = await say(`next-${word}`, word)
    await saying(id, `saudações a ${word}`)
    const { current, next, decisions } = await eventually(
      () => explained(id),
      (told) => told.decisions.length === 2,
    )
    expect({ current: current?.name, next, outcomes: decisions.map((one) => `${one.name} ${one.outcome}`) }).toEqual({
      current: 'greets',
      next: [],
      outcomes: ['greets began', `obeys ${outcome}`],
    })
  })

  it('answers the provider without waiting for what a responder decides', async () => {
    expect(await world.channel.say('apressado', 'demora')).toBeLessThan(300)
    const answered = Date.now()
    const { id, withBot } = await ticketOf('apressado')
    expect(withBot).toBe(true)
    const { decisions } = await eventually(
      () => explained(id),
      (told) => told.decisions.length === 2,
    )
    const timeout = decisions.find(({ outcome }) => outcome === 'timeout')!
    expect(Date.parse(timeout.at)).toBeGreaterThan(answered)
  })

  it('hands on what a responder kept and did not act on in its time', async () => {
    const { id } = await say('calado', 'cala')
    await eventually(
      () => explained(id),
      ({ decisions }) => decisions.length > 0,
    )
    await world.app.moveTickets()
    await saying(id, 'saudações a quem chega')
    const { decisions } = await eventually(
      () => explained(id),
      (told) => told.decisions.length === 3,
    )
    expect(decisions.map((one) => one.outcome)).toEqual(['began', 'silent', 'began'])
  })

  it('S4-029 S4-030 S4-031 hands to queues and users as the log says, and who cannot have it is no dead end', async () => {
    await order([obeys()])
    const cases = [
      ['fila', world.a.sales, 'queue', { status: 'pending', queueId: world.a.sales, withBot: false }],
      ['cansou', world.a.sales, 'retriesLimitQueue', { status: 'pending', queueId: world.a.sales, withBot: false }],
      ['pessoa', world.a.user.id, 'userDefine', { status: 'open', userId: world.a.user.id }],
      ['tentou', world.a.user.id, 'retriesLimitUserDefine', { status: 'open', userId: world.a.user.id }],
      ['fila', world.b.sales, 'pending', { status: 'pending', userId: null, withBot: false }],
      ['pessoa', world.b.user.id, 'pending', { status: 'pending', userId: null, withBot: false }],
    ] as const
    for (const [index, [word, argument, type, wanted]] of cases.entries()) {
      const name = `caso-${index}`
      const { id } = await say(name, `${word} ${argument}`)
      const ticket = await until(name, (one) => !one.withBot)
      expect(ticket).toMatchObject(wanted)
      expect((await logOf(id)).at(-1)).toBe(type)
    }
  })

  it('closes, and ends with people where nobody answers', async () => {
    const { id } = await say('fim', 'fecha')
    expect(await until('fim', (one) => one.status === 'closed')).toMatchObject({ withBot: false })
    expect((await explained(id)).decisions[0]).toMatchObject({ outcome: 'closed', note: 'resolvido' })
    await say('sozinho', 'quebra')
    expect(await until('sozinho', (one) => !one.withBot)).toMatchObject({ status: 'pending', unreadMessages: 1 })
  })

  it('begins again with a conversation that is reopened, and not with one that people had', async () => {
    const { id } = await say('volta', 'fecha')
    await until('volta', (one) => one.status === 'closed')
    expect((await say('volta', 'oi')).withBot).toBe(true)
    await saying(id, 'um: oi')
    await ugo!.ok('PUT', `/tickets/${id}`, { status: 'open' })
    await ugo!.ok('PUT', `/tickets/${id}`, { status: 'pending' })
    expect((await say('volta', 'mais')).withBot).toBe(false)
    expect((await explained(id)).current).toBeNull()
  })

  it('of a connection stands before the company’s, and an empty one means people', async () => {
    const second = await world.connect(world.a, 'hook', ana)
    const scope: ResponderScope = { kind: 'connection', id: second.connectionId }
    await order([greets], scope)
    const { id } = await say('dela', 'oi', second)
    await saying(id, 'saudações a oi')
    await order([], scope)
    expect((await say('dele', 'oi', second)).withBot).toBe(false)
    await order(null, scope)
    expect((await say('deles', 'oi', second)).withBot).toBe(true)
  })

  it('of a queue begins when a responder hands the ticket to it, once', async () => {
    await order([greets], { kind: 'queue', id: world.a.sales })
    const { id } = await say('setor', `fila ${world.a.sales}`)
    await saying(id, 'saudações a quem chega')
    expect(await ticketOf('setor')).toMatchObject({ queueId: world.a.sales, withBot: true })
    await order(null, { kind: 'queue', id: world.a.sales })
  })

  it('ends with people when its plugin is switched off, and no other company notices', async () => {
    await order([obeys()], company, bia)
    await ana!.ok('PUT', '/api/plugins/robot', { enabled: false })
    const { id } = await say('desligado', 'oi')
    expect(await until('desligado', (one) => !one.withBot)).toMatchObject({ status: 'pending' })
    expect((await explained(id)).decisions[0]).toMatchObject({ outcome: 'unavailable', pluginTitle: expect.anything() })
    expect(await bia!.refused('GET', `/tickets/${id}/responders`)).toBe('404 ERR_NO_TICKET_FOUND')
    await ana!.ok('PUT', '/api/plugins/robot', { enabled: true })
    await world.otherChannel.say('vizinho', 'oi')
    expect((await bia!.ok<TicketPage>('GET', '/tickets/?status=pending&withBot=true')).tickets).toHaveLength(1)
  })

  it('answers nothing that a machine wrote, and leaves a conversation that it begins to people', async () => {
    expect(await world.channel.say('robo', 'fora do escritório', { automatic: true })).toBeLessThan(300)
    const ticket = await until('robo', (one) => one !== undefined && !one.withBot)
    expect(await said(ticket.id)).toEqual([])
  })
})

describe('a decision between messages', () => {
  it('is the plugin’s that has the ticket, and of nobody else’s', async () => {
    const { id } = await say('depois', 'oi')
    await saying(id, 'um: oi')
    await ana!.ok('POST', '/p/robot/decide', { ticketId: id, decision: { kind: 'people', note: 'até logo' } })
    expect(await robotHeard('decided', id)).toMatchObject({ holds: true, done: true })
    expect(await until('depois', (one) => !one.withBot)).toMatchObject({ status: 'pending' })
    await ana!.ok('POST', '/p/robot/decide', { ticketId: id, decision: { kind: 'close' } })
    await eventually(
      () => robotHeard('decided', id),
      (line) => line!['holds'] === false,
    )
    expect(await ticketOf('depois')).toMatchObject({ status: 'pending' })
  })
})

describe('a reply that is expected', () => {
  const replies = async (ticketId: string, what: string, text = '') => {
    await ana!.ok('POST', '/p/robot/replies', { ticketId, what, text })
    return eventually(
      () => robotHeard('replies', ticketId),
      (line) => line!['what'] === what,
    )
  }

  it('stays in the closed ticket, is nobody’s news, and reopens it when the plugin says so', async () => {
    const { id } = await say('nota', 'fecha')
    await until('nota', (one) => one.status === 'closed')
    expect(await replies(id, 'expect')).toMatchObject({ done: true })
    expect(await replies(id, 'send', 'De 0 a 10?')).toMatchObject({ done: true })
    expect(await said(id)).toContain('De 0 a 10?')
    await world.channel.say('nota', 'nove')
    expect(await robotHeard('captured', id)).toMatchObject({ by: 'robot' })
    expect(await ticketOf('nota')).toMatchObject({ id, status: 'closed', unreadMessages: 0, lastMessage: 'nove' })
    expect(await replies(id, 'reopen')).toMatchObject({ done: true })
    expect(await ticketOf('nota')).toMatchObject({ status: 'pending', unreadMessages: 1, withBot: false })
    expect(await replies(id, 'expect')).toMatchObject({ done: false })
  })

  it('is over with its end: the next message reopens the ticket', async () => {
    const { id } = await say('fim-nota', 'fecha')
    await until('fim-nota', (one) => one.status === 'closed')
    expect(await replies(id, 'expect')).toMatchObject({ done: true })
    expect(await replies(id, 'end')).toMatchObject({ done: true })
    await world.channel.say('fim-nota', 'oi')
    expect(await ticketOf('fim-nota')).toMatchObject({ id, status: 'pending', withBot: true })
  })
})

describe('work of a plugin in its own transaction', () => {
  it('is stored with its rows or not at all, and cancelled in the same way', async () => {
    const jobs = (bodies: string[], cancels: string[], fails: boolean) =>
      ana!.ok<{ answer: string }>('POST', '/p/robot/jobs', { bodies, cancels, fails })
    expect(await jobs(['a', 'b'], [], false)).toEqual({ answer: 'done' })
    expect(await jobs(['c'], ['a'], true)).toEqual({ answer: 'failed' })
    expect(await jobs(['d'], ['b'], false)).toEqual({ answer: 'done' })
    await robotHeard('noted', 'd')
    const { answer } = await ana!.ok<{ answer: Record<string, unknown>[] }>('POST', '/p/robot/heard', {})
    expect(answer.filter((line) => 'noted' in line).map((line) => line['noted'])).toEqual(['a', 'd'])
  })
})

describe('a service', () => {
  it('is answered by its provider, and by nobody where there is none', async () => {
    expect(await ana!.ok('POST', '/p/robot/open', { provider: 'robot' })).toEqual({
      answer: {
        providers: [{ plugin: 'robot', title: expect.any(String) }],
        times: [true, false].map((open) => ({ open, because: null, message: null, changesAt: null })),
      },
    })
    expect(await ana!.ok('POST', '/p/robot/open', { provider: 'nobody' })).toMatchObject({ answer: { times: null } })
  })
})

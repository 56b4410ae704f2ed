import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import type { TagId, Ticket, TicketId, TicketLogEntry, TicketOnClock, TicketPast } from '@recado/contracts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '../../core/src/base/ids.ts'
import { hookWorld, type HookWorld } from '../conversation/far-side.ts'
import { eventually, type Person } from '../harness/app.ts'
import { hookPlugin, pluginFolder } from '../harness/plugin-folder.ts'
import type { Order, Outcome } from './keeping.ts'

/* Tickets as a plugin changes them by itself, and looks through them. The keeper declared it; the meddler did not. */

let world: HookWorld
let admin: Person
let agent: Person
let stranger: Person
beforeAll(async () => {
  world = await hookWorld({
    pluginFolders: [
      pluginFolder(hookPlugin, join(import.meta.dirname, 'keeper'), join(import.meta.dirname, 'meddler')),
    ],
  })
  ;[admin, agent, stranger] = await Promise.all([
    world.signIn(world.a.admin),
    world.signIn(world.a.user),
    world.signIn(world.b.admin),
  ])
})
afterAll(() => world.close())

/** What becomes of an order that the plugin carries out in a job, where nobody is there. */
async function later(order: Order, { who = admin, plugin = 'keeper' } = {}): Promise<Outcome> {
  const key = randomUUID()
  await who.ok('POST', `/p/${plugin}/later`, { key, order })
  return (
    await eventually(
      () => who.ok<{ outcome: Outcome | null }>('GET', `/p/${plugin}/outcome/${key}`),
      ({ outcome }) => outcome !== null,
    )
  ).outcome!
}
const atOnce = async (order: Order, { who = admin, plugin = 'keeper' } = {}): Promise<Outcome> => {
  const { status, body } = await who.call<Outcome & { error?: string }>('POST', `/p/${plugin}/at-once`, { order })
  return status < 300 ? body : { refused: body.error! }
}
const begun = async (): Promise<Ticket> => {
  const chat = randomUUID()
  await world.channel.say(chat, 'Oi')
  const [row] = await eventually(
    () => world.database.owner<{ id: string }[]>`select id from core.ticket where chat = ${chat}`,
    (rows) => rows.length === 1,
  )
  return read(row!.id)
}
const read = (id: string) => admin.ok<Ticket>('GET', `/tickets/${id}`)
const log = async (id: string) =>
  (await admin.ok<TicketLogEntry[]>('GET', `/tickets/${id}/logs`))
    .filter(({ type }) => type !== 'access')
    .map(({ type, user, plugin, note, detail }) => ({ type, user: user?.id ?? null, plugin, note, detail }))
const heard = (id: string) =>
  admin.ok<{ name: string; data: Record<string, unknown> }[]>('GET', `/p/keeper/heard/${id}`)
/** The first event of a name that it heard of a ticket and that fits. */
const event = async (id: string, name: string, fits: (data: Record<string, unknown>) => boolean = () => true) =>
  (
    await eventually(
      () => heard(id),
      (events) => events.some((one) => one.name === name && fits(one.data)),
    )
  ).find((one) => one.name === name && fits(one.data))!.data

describe('a ticket changed by a plugin as itself', () => {
  it('is changed by the rules of users, and its log and events name the plugin', async () => {
    const ticket = await begun()
    const tag = (
      await admin.ok<{ id: TagId }>('POST', '/tags', { tag: `Urgente ${randomUUID().slice(0, 8)}`, color: '#cc3300' })
    ).id
    const socket = await admin.listen()
    expect(
      await later({
        ticket: ticket.id,
        change: { status: 'open', userId: world.a.user.id, queueId: world.a.sales, priority: 'high', addTags: [tag] },
        note: 'Regra: fila cheia',
      }),
    ).toMatchObject({
      answer: {
        status: 'open',
        userId: world.a.user.id,
        queueId: world.a.sales,
        priority: 'high',
        tags: [{ id: tag }],
      },
    })
    await socket.next(
      `${world.a.id}:ticketList`,
      (push: { type: string; payload: Ticket }) =>
        push.type === 'ticket:update' && push.payload.id === ticket.id && push.payload.status === 'open',
    )
    expect(await log(ticket.id)).toEqual([
      { type: 'create', user: null, plugin: null, note: null, detail: null },
      { type: 'open', user: null, plugin: 'keeper', note: 'Regra: fila cheia', detail: null },
      { type: 'receivedTransfer', user: world.a.user.id, plugin: null, note: null, detail: null },
      { type: 'priority', user: null, plugin: 'keeper', note: 'Regra: fila cheia', detail: 'high' },
    ])
    expect(await event(ticket.id, 'updated')).toMatchObject({
      by: 'keeper',
      status: 'open',
      userId: world.a.user.id,
      queueId: world.a.sales,
      before: { status: 'pending', userId: null, queueId: null },
    })
    expect(await event(ticket.id, 'prioritized')).toMatchObject({ by: 'keeper', priority: 'high' })
    expect(await event(ticket.id, 'tagged')).toMatchObject({ by: 'keeper', added: [tag], removed: [] })
    // What is so already is no change.
    const before = await heard(ticket.id)
    await later({
      ticket: ticket.id,
      change: { status: 'open', userId: world.a.user.id, priority: 'high', addTags: [tag] },
    })
    expect(await log(ticket.id)).toHaveLength(4)
    await later({ ticket: ticket.id, change: { removeTags: [tag] } })
    expect(await event(ticket.id, 'tagged', ({ removed }) => (removed as string[]).length > 0)).toMatchObject({
      added: [],
      removed: [tag],
    })
    expect((await heard(ticket.id)).length).toBe(before.length + 1)
  })

  it('is put off, and resolved while it waits, whatever people would have to fill in first', async () => {
    await admin.ok('POST', '/attributes', { owner: 'ticket', type: 'text', label: 'Motivo', requiredToResolve: true })
    const [open, waiting] = [await begun(), await begun()]
    await admin.ok('PUT', `/tickets/${open.id}`, { status: 'open' })
    expect(await later({ ticket: open.id, change: { snooze: { until: null } } })).toMatchObject({
      answer: { snooze: { until: null } },
    })
    expect(await event(open.id, 'snoozed')).toMatchObject({ by: 'keeper', until: null })
    expect(await later({ ticket: waiting.id, change: { status: 'closed' }, note: 'Sem resposta' })).toMatchObject({
      answer: { status: 'closed' },
    })
    expect((await log(waiting.id)).at(-1)).toMatchObject({ type: 'closed', plugin: 'keeper', note: 'Sem resposta' })
    expect(await event(waiting.id, 'closed')).toMatchObject({ by: 'keeper' })
    expect(await admin.refused('PUT', `/tickets/${open.id}`, { status: 'closed' })).toBe(
      '409 ERR_TICKET_ATTRIBUTES_REQUIRED',
    )
  })

  it('is handed on, to who works in its queue or is an administrator', async () => {
    const ticket = await begun()
    expect(
      await later({ ticket: ticket.id, transfer: { queueId: world.a.sales, note: 'Palavra “preço”' } }),
    ).toMatchObject({ answer: { status: 'pending', queueId: world.a.sales } })
    expect(await later({ ticket: ticket.id, transfer: { queueId: world.a.sales } })).toEqual({
      refused: 'ERR_TICKET_OF_QUEUE',
    })
    expect(await later({ ticket: ticket.id, transfer: { userId: world.a.colleague.id } })).toEqual({
      refused: 'ERR_NO_SHARED_QUEUE',
    })
    expect(await later({ ticket: ticket.id, transfer: { userId: world.a.user.id } })).toMatchObject({
      answer: { status: 'open', userId: world.a.user.id },
    })
    expect(await later({ ticket: ticket.id, transfer: { userId: world.a.user.id } })).toEqual({
      refused: 'ERR_TICKET_OF_USER',
    })
    expect(await later({ ticket: ticket.id, transfer: { userId: world.a.admin.id } })).toMatchObject({
      answer: { userId: world.a.admin.id },
    })
    expect((await log(ticket.id)).slice(1, 3)).toEqual([
      { type: 'transfered', user: null, plugin: 'keeper', note: 'Palavra “preço”', detail: null },
      { type: 'receivedTransfer', user: null, plugin: null, note: null, detail: null },
    ])
  })

  it('is refused what a user is refused, what belongs to others, and opening for nobody', async () => {
    const ticket = await begun()
    expect(await later({ ticket: ticket.id, change: { status: 'open' } })).toEqual({ refused: 'ERR_VALIDATION' })
    expect(await later({ ticket: ticket.id, change: { status: 'open', userId: world.b.user.id } })).toEqual({
      refused: 'ERR_NO_USER_FOUND',
    })
    expect(await later({ ticket: ticket.id, change: { queueId: world.b.sales } })).toEqual({
      refused: 'ERR_NO_QUEUE_FOUND',
    })
    expect(await later({ ticket: ticket.id, change: { addTags: [newId<TagId>()] } })).toEqual({
      refused: 'ERR_NO_TAG_FOUND',
    })
    expect(await later({ ticket: ticket.id, change: { snooze: { until: null } } })).toEqual({
      refused: 'ERR_TICKET_TRANSITION',
    })
    for (const order of [
      { ticket: ticket.id, change: { priority: 'low' } },
      { ticket: ticket.id, transfer: { queueId: world.b.sales } },
    ] satisfies Order[])
      expect(await later(order, { who: stranger })).toEqual({ refused: 'ERR_NO_TICKET_FOUND' })
    expect(await read(ticket.id)).toMatchObject({ status: 'pending', queueId: null, priority: 'normal' })
  })

  it('is not, by a plugin that did not say so, nor while a user asks', async () => {
    const ticket = await begun()
    const order: Order = { ticket: ticket.id, change: { priority: 'low' } }
    expect(await later(order, { plugin: 'meddler' })).toEqual({
      wrong: 'meddler does not declare that it uses tickets.write',
    })
    expect((await atOnce(order)).wrong).toMatch(/^keeper changes a ticket as itself in a user's request/)
    expect((await atOnce({ ticket: ticket.id, transfer: { queueId: world.a.sales } })).wrong).toMatch(
      /^keeper changes a ticket as itself/,
    )
    for (const asked of [
      { clock: { clock: 'created', after: null, until: new Date().toISOString() } },
      { past: { since: new Date(0).toISOString() } },
    ] satisfies Order[]) {
      expect(await later(asked, { plugin: 'meddler' })).toEqual({
        wrong: 'meddler does not declare that it uses tickets.list',
      })
    }
    expect(await read(ticket.id)).toMatchObject({ priority: 'normal', queueId: null })
  })
})

describe('events say who did it and what was before', () => {
  it('of people as of plugins', async () => {
    const ticket = await begun()
    const tag = (
      await admin.ok<{ id: TagId }>('POST', '/tags', { tag: `Cor ${randomUUID().slice(0, 8)}`, color: '#00aa33' })
    ).id
    await admin.ok('PUT', `/tickets/${ticket.id}`, { status: 'open', tagIds: [tag] })
    const opened = await event(ticket.id, 'updated')
    expect(opened).toMatchObject({ before: { status: 'pending', userId: null, queueId: null } })
    expect(opened).not.toHaveProperty('by')
    expect(await event(ticket.id, 'tagged')).toMatchObject({ added: [tag], removed: [] })
    await later({ ticket: ticket.id, say: `Sou um robô ${ticket.id}` })
    expect(await event(ticket.id, 'sent')).toMatchObject({ by: 'keeper', userId: null })
  })

  it('that a contact wrote in a closed ticket too', async () => {
    const chat = randomUUID()
    await world.channel.say(chat, 'Oi')
    const [row] = await eventually(
      () => world.database.owner<{ id: TicketId }[]>`select id from core.ticket where chat = ${chat}`,
      (rows) => rows.length === 1,
    )
    const { id } = row!
    await later({ ticket: id, change: { status: 'open', userId: world.a.admin.id } })
    await later({ ticket: id, change: { status: 'closed' } })
    await world.channel.say(chat, 'Mais uma coisa')
    expect(await event(id, 'updated', ({ status, by }) => status === 'pending' && by === undefined)).toMatchObject({
      before: { status: 'closed', userId: world.a.admin.id, queueId: null },
    })
  })
})

describe('clocks', () => {
  const page = async (query: object, who = admin) =>
    (await later({ clock: { after: null, until: new Date().toISOString(), limit: 3, ...query } as never }, { who }))
      .answer as { tickets: TicketOnClock[]; nextCursor: string | null }
  const all = async (query: object, who = admin): Promise<TicketOnClock[]> => {
    const tickets: TicketOnClock[] = []
    for (let cursor: string | null | undefined; cursor !== null;) {
      const found = await page({ ...query, ...(cursor !== undefined && { cursor }) }, who)
      tickets.push(...found.tickets)
      cursor = found.nextCursor
    }
    return tickets
  }

  it('are those of the tickets, in their order and a page at a time, and nobody else’s', async () => {
    const { owner } = world.database
    const contact = newId<never>()
    await owner`insert into core.contact ${owner({ id: contact, tenant_id: world.a.id, name: 'Rita Lima' })}`
    // Long ago, where nothing else of this company is.
    const at = (minute: number) => new Date(Date.UTC(2020, 0, 1, 0, minute))
    const make = async (facts: object): Promise<TicketId> => {
      const id = newId<TicketId>()
      await owner`
        insert into core.ticket ${owner({
          id,
          tenant_id: world.a.id,
          protocol: id,
          status: 'pending',
          contact_id: contact,
          origin_id: newId(),
          connection_id: world.a.connection,
          channel: 'hook',
          chat: id,
          created_at: at(0),
          updated_at: at(0),
          ...facts,
        } as never)}`
      return id
    }
    const spoken = (minute: number, fromMe: boolean) => ({
      last_message_at: at(minute),
      last_message_from_me: fromMe,
      answered: fromMe,
    })
    const silent = await make({ created_at: at(1) })
    const asked = await make({ ...spoken(2, false), queue_id: world.a.sales })
    const urgent = await make({ ...spoken(2, false), priority: 1 })
    const taken = await make({
      ...spoken(3, false),
      status: 'open',
      user_id: world.a.user.id,
      assigned_at: at(9),
      queue_id: world.a.support,
    })
    const answered = await make({ ...spoken(4, true), status: 'open', user_id: world.a.user.id })
    const putOff = await make({ ...spoken(5, false), status: 'open', user_id: world.a.user.id, snoozed_at: at(6) })
    const closed = await make({ ...spoken(5, true), status: 'closed', closed_at: at(7) })
    await make({ ...spoken(5, false), status: 'closed', closed_at: at(7), merged_into: closed })
    await make({ ...spoken(5, false), status: 'group', is_group: true })
    const span = { after: at(0).toISOString(), until: at(60).toISOString() }
    const order = (...ids: TicketId[]) => ids.toSorted()
    const found = async (clock: string, query: object = span) =>
      (await all({ clock, ...query })).map(({ ticket, since }) => [ticket, new Date(since).getUTCMinutes()])
    expect(await found('unanswered')).toEqual([...order(asked, urgent).map((id) => [id, 2]), [taken, 3]])
    expect(await found('awaited')).toEqual([[answered, 4]])
    expect(await found('untouched')).toEqual([
      [silent, 1],
      ...order(asked, urgent).map((id) => [id, 2]),
      [answered, 4],
      [taken, 9],
    ])
    expect(await found('created')).toEqual([[silent, 1]])
    expect((await found('created', { after: null, until: at(0).toISOString() })).map(([id]) => id)).toEqual(
      order(asked, urgent, taken, answered, putOff),
    )
    expect(await found('closed')).toEqual([[closed, 7]])
    expect(await found('unanswered', { after: at(2).toISOString(), until: at(3).toISOString() })).toEqual([[taken, 3]])
    expect(await all({ clock: 'untouched', ...span }, stranger)).toEqual([])
  })

  it('are not held in a position that core did not write', async () => {
    expect(
      await later({ clock: { clock: 'closed', after: null, until: new Date().toISOString(), cursor: 'x' } }),
    ).toEqual({ refused: 'ERR_VALIDATION' })
  })
})

describe('the past', () => {
  const past = async (query: { since: string; cursor?: string; limit?: number }, who = admin, ask = later) =>
    (await ask({ past: query }, { who })).answer as { tickets: TicketPast[]; nextCursor: string | null }

  it('is what was said and done, with how the ticket stood, latest changed first', async () => {
    const since = new Date(Date.now() - 1_000).toISOString()
    const [first, second] = [await begun(), await begun()]
    await admin.ok('PUT', `/tickets/${first.id}`, { status: 'open' })
    await admin.ok('POST', `/messages/${first.id}`, { body: 'Olá' })
    await later({ ticket: first.id, say: `Já volto ${first.id}` })
    await later({ ticket: first.id, transfer: { queueId: world.a.support } })
    const page = await past({ since, limit: 1 })
    expect(page.tickets).toHaveLength(1)
    const [told] = page.tickets
    expect(told!.ticket).toBe(first.id)
    const [mine, waiting] = [
      { status: 'open', userId: world.a.admin.id, queueId: null },
      { status: 'pending', userId: null, queueId: null },
    ]
    expect(told!.happenings.map(({ kind, state }) => ({ kind, state }))).toEqual([
      { kind: 'create', state: waiting },
      { kind: 'received', state: waiting },
      { kind: 'open', state: mine },
      { kind: 'sent', state: mine },
      { kind: 'sentByPlugin', state: mine },
      { kind: 'transfered', state: expect.objectContaining({ status: 'open' }) as unknown },
      { kind: 'receivedTransfer', state: { status: 'pending', userId: null, queueId: world.a.support } },
    ])
    const next = await past({ since, cursor: page.nextCursor! })
    expect(next.tickets[0]!.ticket).toBe(second.id)
    expect((await past({ since: new Date(Date.now() + 60_000).toISOString() })).tickets).toEqual([])
    // The other company has another; an agent of another queue does not see what was given away.
    expect((await past({ since }, stranger)).tickets).toEqual([])
    expect((await past({ since }, agent, atOnce)).tickets.map(({ ticket }) => ticket)).not.toContain(first.id)
    expect((await past({ since }, agent, atOnce)).tickets.map(({ ticket }) => ticket)).toContain(second.id)
  })
})

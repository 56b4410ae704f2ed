import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import type { BellEntry, BellPage, Ticket, TicketPage } from '@recado/contracts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hookWorld, type HookWorld } from '../conversation/far-side.ts'
import { eventually, type Person } from '../harness/app.ts'
import { smsWorld, type SmsWorld } from '../plugins/sms.rig.ts'

const bellOf = (person: Person, before?: string) =>
  person.ok<BellPage>('GET', `/notifications/entries${before === undefined ? '' : `?before=${before}`}`)
const first = async (person: Person, fits: (entry: BellEntry) => boolean): Promise<BellEntry> =>
  (
    await eventually(
      async () => (await bellOf(person)).entries,
      ([entry]) => entry !== undefined && fits(entry),
    )
  )[0]!

describe('the bell', () => {
  let world: HookWorld
  let admin: Person
  let user: Person
  let colleague: Person
  beforeAll(async () => {
    world = await hookWorld({}, [join(import.meta.dirname, '../../plugins')])
    admin = await world.signIn(world.a.admin)
    user = await world.signIn(world.a.user)
    colleague = await world.signIn(world.a.colleague)
  })
  afterAll(() => world.close())

  async function conversation(): Promise<Ticket> {
    const chat = randomUUID()
    await world.channel.say(chat, 'Oi')
    return (
      await eventually(
        async () =>
          (await admin.ok<TicketPage>('GET', `/tickets/?status[]=open&status[]=pending&searchParam=${chat}`)).tickets,
        (found) => found.length === 1,
      )
    )[0]!
  }
  const assign = (ticket: Ticket, to: string) =>
    admin.ok('PUT', `/tickets/${ticket.id}`, { queueId: world.a.sales, userId: to, status: 'open' })
  const name = (ticket: Ticket, person: string) =>
    admin.ok<{ id: string }>('POST', `/p/notes/tickets/${ticket.id}/notes`, { content: `Olhe, <@${person}>` })

  test('holds assignments and mentions, pushed as they happen, and is the user’s alone', async () => {
    const ticket = await conversation()
    const { next } = await user.listen()
    await assign(ticket, world.a.user.id)
    await next(`${world.a.id}:bell`)
    expect(await first(user, ({ kind }) => kind === 'assigned')).toMatchObject({
      ticketId: ticket.id,
      contactName: ticket.name,
      by: world.a.admin.name,
      read: false,
    })
    const note = await name(ticket, world.a.user.id)
    expect(await first(user, ({ kind }) => kind === 'mentioned')).toMatchObject({
      by: world.a.admin.name,
      place: `notes/${note.id}`,
    })
    const about = (page: BellPage) => page.entries.filter(({ ticketId }) => ticketId === ticket.id)
    expect(about(await bellOf(admin))).toEqual([])
    expect(about(await bellOf(colleague))).toEqual([])
    expect(about(await bellOf(await world.signIn(world.b.admin)))).toEqual([])
  })

  test('an unread entry is replaced by a later one of its kind; a read one stays beside it', async () => {
    const ticket = await conversation()
    await assign(ticket, world.a.user.id)
    const mentions = async () =>
      (await bellOf(user)).entries.filter((entry) => entry.kind === 'mentioned' && entry.ticketId === ticket.id)
    await name(ticket, world.a.user.id)
    const [old] = await eventually(mentions, (found) => found.length === 1)
    await name(ticket, world.a.user.id)
    const [later] = await eventually(mentions, ([found]) => found?.id !== old!.id)
    expect(await mentions()).toHaveLength(1)
    await user.ok('PUT', `/notifications/entries/${later!.id}`, { read: true })
    await name(ticket, world.a.user.id)
    expect((await eventually(mentions, (found) => found.length === 2)).map(({ read }) => read)).toEqual([false, true])
    // Beside the unread one the older stays read.
    await user.ok('PUT', `/notifications/entries/${later!.id}`, { read: false })
    expect((await mentions()).map(({ read }) => read)).toEqual([false, true])
    expect(await colleague.refused('PUT', `/notifications/entries/${later!.id}`, { read: true })).toBe(
      '404 ERR_NO_NOTIFICATION_FOUND',
    )
  })

  test('a message that was not delivered is told to who has the conversation', async () => {
    const ticket = await conversation()
    await assign(ticket, world.a.user.id)
    world.far.replies.push(403)
    await admin.ok('POST', `/messages/${ticket.id}`, { body: 'não chega' })
    expect(await first(user, ({ kind }) => kind === 'undelivered')).toMatchObject({ ticketId: ticket.id })
  })

  test('what is no longer for the user’s eyes is in no page and no count', async () => {
    const ticket = await conversation()
    await assign(ticket, world.a.user.id)
    await first(user, ({ ticketId }) => ticketId === ticket.id)
    const { unread } = await bellOf(user)
    await admin.ok('PUT', '/settings/NotViewAssignedTickets', { key: 'NotViewAssignedTickets', value: 'enabled' })
    await admin.ok('PUT', `/tickets/${ticket.id}`, { userId: world.a.admin.id })
    const page = await bellOf(user)
    expect(page.entries.filter(({ ticketId }) => ticketId === ticket.id)).toEqual([])
    expect(page.unread).toBe(unread - 1)
  })

  test('pages by a key, and marks as read what was there when somebody looked', async () => {
    const tickets: Ticket[] = []
    for (let n = 0; n < 31; n++) tickets.push(await conversation())
    for (const ticket of tickets) await name(ticket, world.a.colleague.id)
    await eventually(
      () => bellOf(colleague),
      ({ unread }) => unread >= 31,
    )
    const page = await bellOf(colleague)
    expect(page.entries).toHaveLength(30)
    const rest = await bellOf(colleague, page.next!)
    expect(rest.next).toBeNull()
    const ids = [...page.entries, ...rest.entries].map(({ ticketId }) => ticketId)
    expect(new Set(ids).size).toBe(ids.length)
    await colleague.ok('POST', '/notifications/entries/read', { until: page.entries[1]!.at })
    const after = await bellOf(colleague)
    expect(after.unread).toBe(1)
    await colleague.ok('POST', '/notifications/entries/read', { until: page.entries[0]!.at })
    expect((await bellOf(colleague)).unread).toBe(0)
  })
})

describe('a connection that stopped', () => {
  let world: SmsWorld
  beforeAll(async () => {
    world = await smsWorld('twilio')
  })
  afterAll(() => world.close())

  test('is told to who may manage channels, and to nobody else', async () => {
    const account = world.simulator.addTwilio('+551140066666')
    const side = await world.connect(world.mine.admin, account, { authToken: 'not the token' })
    expect(await first(world.mine.admin, ({ kind }) => kind === 'channelBroken')).toMatchObject({
      connectionId: side.connection.id,
      ticketId: null,
      read: false,
    })
    expect((await bellOf(await world.signIn(world.a.user))).entries).toEqual([])
    await world.mine.admin.ok('DELETE', `/whatsapp/${side.connection.id}`)
    expect((await bellOf(world.mine.admin)).entries).toEqual([])
  })
})

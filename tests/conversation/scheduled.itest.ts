import { randomUUID } from 'node:crypto'
import type { MessagePage, ScheduledMessage, ScheduledMessages } from '@recado/contracts'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { eventually, type Person } from '../harness/app.ts'
import { Desk, MovableClock, type Talk } from './acts.rig.ts'
import { hookWorld, type HookChannel, type HookWorld } from './far-side.ts'

const clock = new MovableClock()
const minute = 60_000
let world: HookWorld
let admin: Person
let agent: Person
let stranger: Person
let desk: Desk
let windowed: HookChannel
beforeAll(async () => {
  world = await hookWorld({ clock })
  admin = await world.signIn(world.a.admin)
  agent = await world.signIn(world.a.user)
  stranger = await world.signIn(world.b.admin)
  desk = new Desk(world, admin)
  windowed = await world.connect(world.a, 'hook-windowed', admin)
})
afterAll(() => world.close())
afterEach(() => clock.reset())

/** Time passes, and the node looks at once instead of within seconds: real clocks do not jump. */
async function pass(ms: number): Promise<void> {
  clock.advance(ms)
  await world.app.sendScheduled()
}
const inMinutes = (minutes: number): string => new Date(clock.now().getTime() + minutes * minute).toISOString()
const waiting = async (talk: Talk, who: Person = admin): Promise<ScheduledMessage[]> =>
  (await who.ok<ScheduledMessages>('GET', `/messages/${talk.ticket.id}/scheduled`)).messages
const schedule = async (talk: Talk, body: string, scheduleDate = inMinutes(5)): Promise<ScheduledMessage> => {
  await admin.ok('POST', `/messages/${talk.ticket.id}`, { body, scheduleDate })
  return (await waiting(talk)).find((message) => message.body === body)!
}
const sentOf = async (talk: Talk) => (await talk.messages()).filter(({ fromMe }) => fromMe)

describe('a scheduled message', () => {
  it('S2-055 S4-111 S4-116 stands in the list of its ticket, live, and not in the thread; S4-117 it leaves the list when it is sent, once and under its id', async () => {
    const talk = await desk.talking()
    const { next } = await admin.listen()
    const at = inMinutes(5)
    const planned = await schedule(talk, 'Bom dia!', at)
    expect(planned).toMatchObject({
      status: 'pending',
      scheduleDate: at,
      userId: world.a.admin.id,
      username: world.a.admin.name,
      failure: null,
      parts: [{ kind: 'text', text: 'Bom dia!' }],
    })
    const told: { payload: ScheduledMessage } = await next(
      `${world.a.id}:ticketList`,
      ({ type, payload }: { type: string; payload: ScheduledMessage }) =>
        type === 'chat:schedule' && payload.id === planned.id,
    )
    expect(told.payload).toMatchObject({ status: 'pending', scheduleDate: at, ticketId: talk.ticket.id })
    expect(await sentOf(talk)).toEqual([])
    await pass(5 * minute)
    const created: { payload: { body: string } } = await next(
      `${world.a.id}:ticketList`,
      ({ type, payload }: { type: string; payload: { id: string } }) =>
        type === 'chat:create' && payload.id === planned.id,
    )
    expect(created.payload.body).toBe('Bom dia!')
    await eventually(() => talk.delivered.length)
    expect(await waiting(talk)).toEqual([])
    expect((await sentOf(talk)).map(({ id, userId }) => [id, userId])).toEqual([[planned.id, world.a.admin.id]])
    expect(talk.delivered.map(({ texts }) => texts)).toEqual([['Bom dia!']])
  })

  it('S3-002 has the fields of a message: before its time says when that is, afterwards when it was sent', async () => {
    const talk = await desk.talking()
    const at = inMinutes(5)
    const planned = await schedule(talk, 'Com tudo', at)
    expect(planned).toMatchObject({
      ticketId: talk.ticket.id,
      body: 'Com tudo',
      status: 'pending',
      scheduleDate: at,
      media: [],
      createdAt: expect.stringMatching(/Z$/),
    })
    await pass(5 * minute)
    expect(await talk.see(planned.id, ({ status }) => status === 'sent')).toMatchObject({
      id: planned.id,
      ticketId: talk.ticket.id,
      body: 'Com tudo',
      status: 'sent',
      scheduleDate: null,
      edited: false,
      reaction: {},
      isDeleted: false,
      media: [],
      timestamp: expect.stringMatching(/Z$/),
      createdAt: expect.stringMatching(/Z$/),
    })
  })

  it('is sent after a restart that its time fell into, and once', async () => {
    const talk = await desk.talking()
    await schedule(talk, 'Enquanto dormia')
    await world.app.close()
    clock.advance(10 * minute)
    await world.start()
    await eventually(() => talk.delivered.length)
    expect(talk.delivered.map(({ texts }) => texts[0])).toEqual(['Enquanto dormia'])
  })

  it('S4-112 can be canceled, and what it said is not kept', async () => {
    const talk = await desk.talking()
    const { next } = await admin.listen()
    const planned = await schedule(talk, 'Não vá')
    await admin.ok('DELETE', `/scheduled-messages/${planned.id}`)
    const told: { payload: ScheduledMessage } = await next(
      `${world.a.id}:ticketList`,
      ({ type, payload }: { type: string; payload: ScheduledMessage }) =>
        type === 'chat:schedule' && payload.id === planned.id && payload.status === 'canceled',
    )
    expect(told.payload).toMatchObject({ body: '', parts: [], media: [] })
    expect(await waiting(talk)).toEqual([])
    expect(await admin.refused('DELETE', `/scheduled-messages/${planned.id}`)).toBe(
      '404 ERR_NO_SCHEDULED_MESSAGE_FOUND',
    )
    await pass(6 * minute)
    await talk.say('Depois')
    expect(talk.delivered.map(({ texts }) => texts[0])).toEqual(['Depois'])
  })

  it('can get another text and another time; the words are their author’s', async () => {
    const talk = await desk.talking()
    const planned = await schedule(talk, 'Amanhã às 9')
    const later = inMinutes(30)
    await admin.ok('PUT', `/scheduled-messages/${planned.id}`, { body: 'Amanhã às 10', scheduleDate: later })
    expect(await waiting(talk)).toMatchObject([
      { id: planned.id, body: 'Amanhã às 10', scheduleDate: later, status: 'pending' },
    ])
    await admin.ok('PUT', `/tickets/${talk.ticket.id}`, { queueId: world.a.sales })
    await admin.ok('PUT', `/tickets/${talk.ticket.id}`, { userId: world.a.user.id })
    expect(await agent.refused('PUT', `/scheduled-messages/${planned.id}`, { body: 'Outra coisa' })).toBe(
      '403 ERR_NO_PERMISSION',
    )
    await agent.ok('PUT', `/scheduled-messages/${planned.id}`, { scheduleDate: inMinutes(40) })
    await pass(41 * minute)
    await eventually(() => talk.delivered.length)
    expect(talk.delivered.map(({ texts }) => texts[0])).toEqual(['Amanhã às 10'])
  })

  it('is refused for a time that has passed, but for clocks that differ, and for one further than a year', async () => {
    const talk = await desk.talking()
    const send = (scheduleDate: string) =>
      admin.refused('POST', `/messages/${talk.ticket.id}`, { body: 'x', scheduleDate })
    expect(await send(inMinutes(-2))).toBe('422 ERR_SCHEDULE_IN_PAST')
    expect(await send(inMinutes(366 * 24 * 60))).toBe('422 ERR_SCHEDULE_TOO_FAR')
    expect(await send('amanhã')).toBe('422 ERR_VALIDATION')
    await admin.ok('POST', `/messages/${talk.ticket.id}`, { body: 'já', scheduleDate: inMinutes(-0.5) })
    await eventually(() => talk.delivered.length)
  })

  it('a conversation has room for 50', async () => {
    const talk = await desk.talking()
    const { owner } = world.database
    await owner`
      insert into core.scheduled_message (id, tenant_id, ticket_id, user_id, due_at, next_at, body, messages)
      select gen_random_uuid(), ${world.a.id}, ${talk.ticket.id}, ${world.a.admin.id}, now() + interval '1 day',
             now() + interval '1 day', 'x', '[]'
        from generate_series(1, 50)`
    expect(
      (await admin.call('POST', `/messages/${talk.ticket.id}`, { body: 'mais uma', scheduleDate: inMinutes(5) })).body,
    ).toMatchObject({ error: 'ERR_SCHEDULE_LIMIT_REACHED', limit: 50 })
  })

  it('fails visibly where the ticket was closed or the window has shut, and can be given another time', async () => {
    const talk = await desk.talking()
    const shut = await desk.talking(windowed)
    const [planned, late] = [await schedule(talk, 'Tarde demais'), await schedule(shut, 'Fora da janela')]
    await world.database.owner`
      update core.message set sent_at = now() - interval '2 days' where ticket_id = ${shut.ticket.id} and not from_me`
    await admin.ok('PUT', `/tickets/${talk.ticket.id}`, { status: 'closed' })
    await pass(5 * minute)
    expect(
      await eventually(
        () => waiting(talk),
        ([one]) => one?.status === 'failed',
      ),
    ).toMatchObject([{ id: planned.id, failure: { code: 'ERR_CREATING_MESSAGE' } }])
    expect(
      await eventually(
        () => waiting(shut),
        ([one]) => one?.status === 'failed',
      ),
    ).toMatchObject([{ id: late.id, failure: { code: 'ERR_SERVICE_WINDOW_CLOSED' } }])
    await admin.ok('PUT', `/tickets/${talk.ticket.id}`, { status: 'open' })
    await admin.ok('PUT', `/scheduled-messages/${planned.id}`, { scheduleDate: inMinutes(5) })
    await pass(5 * minute)
    await eventually(() => talk.delivered.length)
    expect(shut.delivered).toEqual([])
  })

  it('is out of reach for who may not see the ticket, and for another company', async () => {
    const talk = await desk.talking()
    const planned = await schedule(talk, 'segredo')
    await admin.ok('PUT', `/tickets/${talk.ticket.id}`, { queueId: world.a.support })
    for (const other of [agent, stranger]) {
      expect(await other.refused('GET', `/messages/${talk.ticket.id}/scheduled`)).toBe('404 ERR_NO_TICKET_FOUND')
      expect(await other.refused('PUT', `/scheduled-messages/${planned.id}`, { scheduleDate: inMinutes(9) })).toBe(
        '404 ERR_NO_SCHEDULED_MESSAGE_FOUND',
      )
      expect(await other.refused('DELETE', `/scheduled-messages/${planned.id}`)).toBe(
        '404 ERR_NO_SCHEDULED_MESSAGE_FOUND',
      )
    }
  })
})

describe('a message that is held back for its author', () => {
  it('leaves by itself after its seconds, and is nobody’s entry in the list', async () => {
    const talk = await desk.talking()
    await admin.ok('POST', `/messages/${talk.ticket.id}`, { body: 'Olá', idFront: 'f1', hold: 10 })
    expect([await waiting(talk), await sentOf(talk)]).toEqual([[], []])
    await pass(10_000)
    await eventually(() => talk.delivered.length)
    expect(await sentOf(talk)).toMatchObject([{ body: 'Olá', idFront: 'f1' }])
    expect(await admin.refused('DELETE', `/messages/${talk.ticket.id}/held/f1`)).toBe(
      '404 ERR_NO_SCHEDULED_MESSAGE_FOUND',
    )
  })

  it('can be taken back until then, by its author alone', async () => {
    const talk = await desk.talking()
    const idFront = randomUUID()
    await admin.ok('POST', `/messages/${talk.ticket.id}`, { body: 'Ops', idFront, hold: 20 })
    expect(await agent.refused('DELETE', `/messages/${talk.ticket.id}/held/${idFront}`)).toBe(
      '404 ERR_NO_SCHEDULED_MESSAGE_FOUND',
    )
    await admin.ok('DELETE', `/messages/${talk.ticket.id}/held/${idFront}`)
    // A repetition of the request that held it back brings nothing back.
    await admin.ok('POST', `/messages/${talk.ticket.id}`, { body: 'Ops', idFront, hold: 20 })
    await pass(21_000)
    await talk.say('Certo')
    expect(talk.delivered.map(({ texts }) => texts[0])).toEqual(['Certo'])
  })

  it('is refused at once where nothing can be sent', async () => {
    const talk = await desk.talking(windowed)
    await world.database
      .owner`update core.message set sent_at = now() - interval '2 days' where ticket_id = ${talk.ticket.id}`
    expect(await admin.refused('POST', `/messages/${talk.ticket.id}`, { body: 'Oi', hold: 5 })).toBe(
      '409 ERR_SERVICE_WINDOW_CLOSED',
    )
    expect(await admin.refused('POST', `/messages/${talk.ticket.id}`, { body: 'Oi', hold: 7 })).toBe(
      '422 ERR_VALIDATION',
    )
    expect((await admin.ok<MessagePage>('GET', `/messages/${talk.ticket.id}`)).messages).toHaveLength(1)
  })
})

import type { Message, Ticket } from '@recado/contracts'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { eventually, type Person } from '../harness/app.ts'
import { Desk, MovableClock } from './acts.rig.ts'
import { hookWorld, type HookChannel, type HookWorld } from './far-side.ts'

const clock = new MovableClock()
let world: HookWorld
let admin: Person
let stranger: Person
let desk: Desk
let windowed: HookChannel
beforeAll(async () => {
  world = await hookWorld({ clock })
  admin = await world.signIn(world.a.admin)
  stranger = await world.signIn(world.b.admin)
  desk = new Desk(world, admin)
  windowed = await world.connect(world.a, 'hook-windowed', admin)
})
afterAll(() => world.close())
afterEach(() => {
  clock.reset()
  world.far.replies.length = 0
})

const done =
  (kind: string) =>
  ({ act }: Message) =>
    act?.kind === kind && act.state === 'done'

describe('editing', () => {
  it('S7-057 S4-114 the channel is told, then the message says the new words, and everybody sees it', async () => {
    const talk = await desk.talking()
    const said = await talk.say('Bom dai')
    const { next } = await admin.listen()
    const answer = await admin.ok<Message>('POST', `/messagesEdit/${said.id}`, { body: ' Bom dia ' })
    expect(answer).toMatchObject({ id: said.id, act: { kind: 'edit' } })
    expect(await talk.see(said.id, done('edit'))).toMatchObject({
      body: 'Bom dia',
      parts: [{ kind: 'text', text: 'Bom dia' }],
      edited: true,
      status: 'sent',
    })
    expect(talk.acted).toEqual([
      { act: 'edit', chat: talk.who, id: `out-${talk.delivered[0]!.key}`, texts: ['Bom dia'] },
    ])
    await next(
      `${world.a.id}:ticketList`,
      ({ type, payload }: { type: string; payload: Message }) =>
        type === 'chat:update' && payload.id === said.id && payload.body === 'Bom dia',
    )
    expect(await admin.ok<Ticket>('GET', `/tickets/${talk.ticket.id}`)).toMatchObject({ lastMessage: 'Bom dia' })
  })

  it('is for the author alone, and for as long as the channel lets', async () => {
    const talk = await desk.talking()
    const said = await talk.say('Oi')
    const supervisor = await world.signIn(world.a.supervisor)
    expect(await supervisor.refused('POST', `/messagesEdit/${said.id}`, { body: 'Olá' })).toBe(
      '422 ERR_EDITING_MESSAGE',
    )
    expect(await admin.refused('POST', `/messagesEdit/${(await talk.first()).id}`, { body: 'Olá' })).toBe(
      '422 ERR_EDITING_MESSAGE',
    )
    expect(await admin.refused('POST', `/messagesEdit/${said.id}`, { body: '  ' })).toBe('422 ERR_EDITING_MESSAGE')
    expect(await admin.refused('POST', `/messagesEdit/${said.id}`, { body: 'x'.repeat(4_097) })).toBe(
      '422 ERR_MESSAGE_TOO_LONG',
    )
    clock.advance(5 * 60_000)
    await admin.ok('POST', `/messagesEdit/${said.id}`, { body: 'Olá' })
    await talk.see(said.id, done('edit'))
    clock.advance(2 * 60_000)
    expect((await admin.call('POST', `/messagesEdit/${said.id}`, { body: 'Tarde' })).body).toMatchObject({
      error: 'ERR_EDIT_TOO_OLD',
      limit: 6,
    })
    expect(talk.acted.map(({ texts }) => texts)).toEqual([['Olá']])
  })
})

describe('deleting', () => {
  it('S7-061 S4-113 leaves a row without text, with a body as clients send it or without', async () => {
    const talk = await desk.talking()
    const [one, two] = [await talk.say('segredo um'), await talk.say('segredo dois')]
    const { next, received } = await admin.listen()
    await admin.ok('DELETE', `/messages/${one.id}`, one)
    await admin.ok('DELETE', `/messages/${two.id}`)
    expect(await talk.see(two.id, ({ isDeleted }) => isDeleted)).toMatchObject({
      body: '',
      media: [],
      parts: [{ kind: 'text', text: '' }],
    })
    await talk.see(one.id, ({ isDeleted }) => isDeleted)
    expect(talk.acted.map(({ act, id }) => [act, id])).toEqual(
      talk.delivered.map(({ key }) => ['delete', `out-${key}`]),
    )
    await next(
      `${world.a.id}:ticketList`,
      ({ type, payload }: { type: string; payload: { id: string } }) => type === 'chat:delete' && payload.id === two.id,
    )
    expect(
      JSON.stringify(received.filter(({ data }) => (data as { type: string }).type === 'chat:delete')),
    ).not.toContain('segredo')
    expect(await admin.ok<Ticket>('GET', `/tickets/${talk.ticket.id}`)).toMatchObject({
      lastMessage: '',
      lastContent: { as: 'deleted', captioned: false },
    })
    // Deleting what is deleted is no mistake.
    await admin.ok('DELETE', `/messages/${two.id}`)
    expect(talk.acted).toHaveLength(2)
    expect(
      await world.database.owner`
        select subject from core.audit_log where action = 'message.delete' and subject in (${one.id}, ${two.id})`,
    ).toHaveLength(2)
  })

  it('S5-047 S9-018 S8-123 messages older than 5 minutes cannot be deleted; a channel may say less', async () => {
    const [talk, strict] = [await desk.talking(), await desk.talking(windowed)]
    const [said, there] = [await talk.say('Oi'), await strict.say('Oi')]
    clock.advance(3 * 60_000)
    expect((await admin.call('DELETE', `/messages/${there.id}`)).body).toMatchObject({
      error: 'ERR_DELETE_TOO_OLD',
      limit: 2,
    })
    clock.advance(2 * 60_000 + 1_000)
    expect((await admin.call('DELETE', `/messages/${said.id}`)).body).toMatchObject({
      error: 'ERR_DELETE_TOO_OLD',
      limit: 5,
    })
    expect(talk.acted).toEqual([])
  })

  it('S8-065 is for the author, supervisors and administrators, and never for what the customer wrote', async () => {
    const talk = await desk.talking()
    const said = await talk.say('Oi')
    await admin.ok('PUT', `/tickets/${talk.ticket.id}`, { queueId: world.a.sales })
    const agent = await world.signIn(world.a.user)
    expect(await agent.refused('DELETE', `/messages/${said.id}`)).toBe('422 ERR_DELETE_WAPP_MSG')
    expect(await admin.refused('DELETE', `/messages/${(await talk.first()).id}`)).toBe('422 ERR_DELETE_WAPP_MSG')
    expect(await admin.refused('DELETE', `/messages/${said.id}`, { id: talk.ticket.id })).toBe('422 ERR_VALIDATION')
    await (await world.signIn(world.a.supervisor)).ok('DELETE', `/messages/${said.id}`)
    await talk.see(said.id, ({ isDeleted }) => isDeleted)
  })

  it('takes all of a message that became several at the provider', async () => {
    const talk = await desk.talking()
    world.far.pieces = 3
    const said = await talk.say('longa')
    world.far.replies.push(200, 'drop', 404)
    await admin.ok('DELETE', `/messages/${said.id}`)
    await talk.see(said.id, ({ isDeleted }) => isDeleted)
    const { key } = talk.delivered[0]!
    expect(new Set(talk.acted.map(({ id }) => id))).toEqual(new Set([`out-${key}`, `out-${key}/1`, `out-${key}/2`]))
  })

  it('what has not left never leaves, and an edit before that is no edit', async () => {
    const talk = await desk.talking()
    world.far.replies.push(429)
    const [first, second] = [await talk.write('fica'), await talk.write('não vai')]
    await eventually(
      async () =>
        (await world.database.owner`select 1 from core.delivery where message_id = ${first.id} and state = 'retry'`)
          .length,
    )
    expect(await admin.ok<Message>('DELETE', `/messages/${second.id}`)).toMatchObject({ isDeleted: true, body: '' })
    expect(await admin.ok<Message>('POST', `/messagesEdit/${first.id}`, { body: 'vai' })).toMatchObject({
      body: 'vai',
      edited: false,
    })
    await talk.see(first.id, ({ status }) => status === 'sent')
    await talk.say('depois')
    expect(talk.delivered.map(({ texts }) => texts)).toEqual([['vai'], ['depois']])
    expect(talk.acted).toEqual([])
  })
})

describe('reacting', () => {
  it('S7-058 S4-115 to what either side wrote, another takes its place, none takes it back', async () => {
    const talk = await desk.talking()
    const theirs = await talk.first()
    await talk.see(theirs.id, () => true)
    for (const reaction of ['👍', '❤️', null]) {
      await admin.ok('POST', `/messagesReaction/${theirs.id}`, { reaction })
      expect((await talk.see(theirs.id, done('react'))).reaction).toEqual(reaction === null ? {} : { '@us': reaction })
    }
    expect(talk.acted.map(({ id, emoji }) => [id, emoji])).toEqual([
      [talk.firstId, '👍'],
      [talk.firstId, '❤️'],
      [talk.firstId, null],
    ])
    const ours = await talk.say('Obrigado')
    await world.channel.post([
      {
        type: 'reaction',
        id: `out-${talk.delivered[0]!.key}`,
        chat: talk.who,
        from: { id: talk.who },
        emoji: '🙏',
        at: new Date().toISOString(),
      },
    ])
    await admin.ok('POST', `/messagesReaction/${ours.id}`, { reaction: '😀' })
    expect((await talk.see(ours.id, done('react'))).reaction).toEqual({ [talk.who]: '🙏', '@us': '😀' })
  })

  it('with what the channel has', async () => {
    const talk = await desk.talking(windowed)
    const { id } = await talk.first()
    expect(await admin.refused('POST', `/messagesReaction/${id}`, { reaction: '🎉' })).toBe('422 ERR_REACTING_MESSAGE')
    await admin.ok('POST', `/messagesReaction/${id}`, { reaction: '👎' })
    expect((await talk.see(id, done('react'))).reaction).toEqual({ '@us': '👎' })
  })
})

describe('delivery of acts', () => {
  it('an act waits for what is being settled in its chat before it takes its message', async () => {
    const talk = await desk.talking()
    const { id } = await talk.first()
    // Refused once, it waits in its lane.
    world.far.replies.push(429)
    await talk.write('Um momento')
    const { owner } = world.database
    const lane = () => owner`select 1 from core.delivery_lane where chat = ${talk.who} and due_at > now()`
    await eventually(async () => (await lane()).length)
    const settling = await owner.reserve()
    try {
      // As settling does: the lane of the chat, and then the message.
      await settling`begin`
      await settling`select 1 from core.delivery_lane where chat = ${talk.who} for update`
      const reacted = admin.ok('POST', `/messagesReaction/${id}`, { reaction: '👍' })
      await eventually(
        async () =>
          (
            await owner`select 1 from pg_stat_activity
              where datname = current_database() and wait_event_type = 'Lock' and query like '%core.delivery%'`
          ).length,
      )
      await settling`set local lock_timeout = '2s'`
      await settling`update core.message set is_read = is_read where id = ${id}`
      await settling`commit`
      await reacted
    } finally {
      settling.release()
    }
    expect((await talk.see(id, done('react'))).reaction).toEqual({ '@us': '👍' })
  })

  it('promise 3: an act follows its message, and what is said after it follows the act', async () => {
    const talk = await desk.talking()
    world.far.replies.push(429)
    const said = await talk.write('primeira')
    await admin.ok('POST', `/messagesReaction/${said.id}`, { reaction: '👍' })
    await admin.ok('POST', `/messages/${talk.ticket.id}`, { body: 'segunda' })
    await eventually(
      () => talk.delivered.length,
      (count) => count === 2,
    )
    expect(
      world.far.received
        .filter(({ chat }) => chat === talk.who)
        .map((order) => ('act' in order ? order.act : order.texts[0])),
    ).toEqual(['primeira', 'react', 'segunda'])
    expect(await talk.see(said.id, done('react'))).toMatchObject({ reaction: { '@us': '👍' } })
  })

  it('promise 1: what was asked for before a restart is done after it', async () => {
    const talk = await desk.talking()
    const said = await talk.say('antes')
    world.far.replies.push(429)
    await admin.ok('DELETE', `/messages/${said.id}`)
    await world.restart()
    await talk.see(said.id, ({ isDeleted }) => isDeleted)
    expect(talk.acted.map(({ act }) => act)).toEqual(['delete'])
  })

  it('an act that was interrupted is repeated, which is the same as doing it once', async () => {
    const talk = await desk.talking()
    const said = await talk.say('Oi')
    world.far.replies.push('drop', 404)
    await admin.ok('DELETE', `/messages/${said.id}`)
    await talk.see(said.id, ({ isDeleted }) => isDeleted)
    expect(talk.acted).toHaveLength(1)
  })

  it('a provider that refuses: the message stays as it is and says why', async () => {
    const talk = await desk.talking()
    const said = await talk.say('Oi')
    world.far.replies.push(403)
    await admin.ok('POST', `/messagesEdit/${said.id}`, { body: 'Olá' })
    expect(await talk.see(said.id, ({ act }) => act?.state === 'failed')).toMatchObject({
      body: 'Oi',
      edited: false,
      act: { kind: 'edit', failure: { code: '403', message: expect.any(String) } },
    })
    world.far.replies.push(404)
    await admin.ok('DELETE', `/messages/${said.id}`)
    expect(await talk.see(said.id, ({ act }) => act?.kind === 'delete' && act.state === 'failed')).toMatchObject({
      body: 'Oi',
      isDeleted: false,
    })
    // The next one may succeed and takes the note away.
    await admin.ok('POST', `/messagesEdit/${said.id}`, { body: 'Olá' })
    expect(await talk.see(said.id, done('edit'))).toMatchObject({ body: 'Olá', act: { failure: null } })
  })

  it('on what may have been sent nothing can be done, on what failed only deleting', async () => {
    const talk = await desk.talking()
    world.far.replies.push('drop', 403)
    const [perhaps, failed] = [await talk.write('talvez'), await talk.write('não')]
    await talk.see(perhaps.id, ({ status }) => status === 'unknown')
    await talk.see(failed.id, ({ status }) => status === 'failed')
    expect(await admin.refused('POST', `/messagesEdit/${perhaps.id}`, { body: 'x' })).toBe('422 ERR_EDITING_MESSAGE')
    expect(await admin.refused('DELETE', `/messages/${perhaps.id}`)).toBe('422 ERR_DELETE_WAPP_MSG')
    expect(await admin.refused('POST', `/messagesReaction/${failed.id}`, { reaction: '👍' })).toBe(
      '422 ERR_REACTING_MESSAGE',
    )
    expect(await admin.ok<Message>('DELETE', `/messages/${failed.id}`)).toMatchObject({ isDeleted: true })
    expect(talk.acted).toEqual([])
  })

  it('promise 4: what still waited for a connection that is deleted has failed', async () => {
    const channel = await world.connect(world.a, 'hook', admin)
    const talk = await desk.talking(channel)
    const said = await talk.say('Oi')
    world.far.replies.push(429)
    await admin.ok('POST', `/messagesEdit/${said.id}`, { body: 'Olá' })
    await eventually(
      async () =>
        (
          await world.database
            .owner`select 1 from core.delivery where message_id = ${said.id} and act = 'edit' and state = 'retry'`
        ).length,
    )
    await admin.ok('DELETE', `/whatsapp/${channel.connectionId}`)
    expect(await talk.see(said.id, ({ act }) => act?.state === 'failed')).toMatchObject({
      body: 'Oi',
      status: 'sent',
      act: { failure: { code: 'CONNECTION_DELETED' } },
    })
    expect(await admin.refused('POST', `/messagesEdit/${said.id}`, { body: 'Olá' })).toBe('409 ERR_CONNECTION_INACTIVE')
  })

  it('stays with the connection that knows the message when the conversation goes on through another', async () => {
    const [from, to] = [await world.connect(world.a, 'hook', admin), await world.connect(world.a, 'hook', admin)]
    const talk = await desk.talking(from)
    const said = await talk.say('Oi')
    world.far.replies.push(429)
    await admin.ok('POST', `/messagesEdit/${said.id}`, { body: 'Olá' })
    await eventually(
      async () =>
        (
          await world.database
            .owner`select 1 from core.delivery where message_id = ${said.id} and act = 'edit' and state = 'retry'`
        ).length,
    )
    await admin.ok('DELETE', `/whatsappsession/${from.connectionId}`)
    await admin.ok('POST', '/whatsapp/transfer', { from: from.connectionId, to: to.connectionId })
    await eventually(
      () => admin.ok<Ticket>('GET', `/tickets/${talk.ticket.id}`),
      ({ channelId }) => channelId === to.connectionId,
    )
    await talk.say('Por aqui agora')
    expect(talk.acted).toEqual([])
    await admin.ok('POST', `/whatsappsession/${from.connectionId}`)
    expect(await talk.see(said.id, done('edit'))).toMatchObject({ body: 'Olá' })
    expect(talk.acted.map(({ id }) => id)).toEqual([`out-${talk.delivered[0]!.key}`])
  })
})

describe('who may act', () => {
  it('neither another company nor who may not see the ticket', async () => {
    const talk = await desk.talking()
    const said = await talk.say('Oi')
    await admin.ok('PUT', `/tickets/${talk.ticket.id}`, { queueId: world.a.sales })
    const colleague = await world.signIn(world.a.colleague)
    for (const person of [stranger, colleague]) {
      expect(await person.refused('POST', `/messagesEdit/${said.id}`, { body: 'x' })).toBe('404 ERR_NO_MESSAGE_FOUND')
      expect(await person.refused('POST', `/messagesReaction/${said.id}`, { reaction: '👍' })).toBe(
        '404 ERR_NO_MESSAGE_FOUND',
      )
      expect(await person.refused('DELETE', `/messages/${said.id}`)).toBe('404 ERR_NO_MESSAGE_FOUND')
      expect(
        await person.refused('POST', '/forward-messages/', { messages: [said.id], contact: talk.ticket.contactId }),
      ).toBe('404 ERR_NO_MESSAGE_FOUND')
    }
    expect(talk.acted).toEqual([])
  })
})

describe('changes by the customer', () => {
  it('an edit and a deletion of what was said last show in the list too', async () => {
    const talk = await desk.talking()
    const { id } = await talk.first()
    const at = new Date().toISOString()
    await world.channel.post([{ type: 'edit', id: talk.firstId, chat: talk.who, text: 'Olá!', at }])
    await talk.see(id, ({ body }) => body === 'Olá!')
    expect(await admin.ok<Ticket>('GET', `/tickets/${talk.ticket.id}`)).toMatchObject({ lastMessage: 'Olá!' })
    await world.channel.post([{ type: 'delete', id: talk.firstId, chat: talk.who, at }])
    expect(await talk.see(id, ({ isDeleted }) => isDeleted)).toMatchObject({ body: '' })
    expect(await admin.ok<Ticket>('GET', `/tickets/${talk.ticket.id}`)).toMatchObject({ lastMessage: '' })
  })
})

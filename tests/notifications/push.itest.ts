import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { PushPayload, type NotificationChoice, type Ticket, type TicketPage } from '@recado/contracts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { hookWorld, type HookWorld } from '../conversation/far-side.ts'
import { eventually, type Person } from '../harness/app.ts'
import { pushService, type PushService } from '../harness/push-service.ts'

/* Pushes, from what a contact writes to what a browser opens. In both companies everybody has a browser. */

interface Overview {
  choice: NotificationChoice
  push: { publicKey: string; active: boolean }
}

let push: PushService
let world: HookWorld
let admin: Person
let user: Person
let colleague: Person
let supervisor: Person
let stranger: Person

const subscribe = (person: Person, name: string) =>
  person.ok('PUT', '/notifications/subscription', push.subscribe(name))
const active = async (person: Person) => (await person.ok<Overview>('GET', '/notifications')).push.active
/** Who was woken, each browser once for each time. */
const woken = (): string[] => push.pushed.map(({ browser }) => browser).toSorted()
const shown = (browser: string) => push.pushed.filter((one) => one.browser === browser).map(({ payload }) => payload)
/** Every job that stands has been done: who is not woken by then never is. */
async function settled(witness: () => boolean): Promise<void> {
  await eventually(witness)
  await eventually(
    async () =>
      Number(
        (
          await world.database.owner`
            select count(*)::integer as n
              from graphile_worker.jobs
             where task_identifier in ('notifications.push', 'notifications.notice')`
        )[0]!['n'],
      ) === 0,
  )
}
/** Every event so far was judged by what held then. */
const judged = () =>
  eventually(async () => {
    const [row] = await world.database.owner<{ is: boolean }[]>`
      select not exists (select 1 from bus.outbox)
         and (select seq from bus.cursor where name = 'core.notifications') >= (select seq from bus.head) as is`
    return row!.is
  })
async function ticketOf(chat: string): Promise<Ticket> {
  return (
    await eventually(
      async () =>
        (await admin.ok<TicketPage>('GET', `/tickets/?status[]=open&status[]=pending&searchParam=${chat}`)).tickets,
      (found) => found.length === 1,
    )
  )[0]!
}
/** A conversation whose beginning everybody has heard of; nothing of it is remembered. */
async function conversation(): Promise<{ chat: string; ticket: Ticket }> {
  const chat = randomUUID()
  await world.channel.say(chat, 'Oi')
  await settled(() => woken().length === 4)
  push.pushed.length = 0
  return { chat, ticket: await ticketOf(chat) }
}

beforeAll(async () => {
  push = await pushService()
  world = await hookWorld({ egress: { ...push.egress, allow: ['127.0.0.0/8'] } }, [
    join(import.meta.dirname, '../../plugins'),
  ])
  admin = await world.signIn(world.a.admin)
  user = await world.signIn(world.a.user)
  colleague = await world.signIn(world.a.colleague)
  supervisor = await world.signIn(world.a.supervisor)
  stranger = await world.signIn(world.b.admin)
})
afterAll(async () => {
  await world.close()
  await push.close()
})
beforeEach(async () => {
  push.pushed.length = 0
  push.replies.length = 0
  for (const [person, name] of [
    [admin, 'admin'],
    [user, 'user'],
    [colleague, 'colleague'],
    [supervisor, 'supervisor'],
    [stranger, 'stranger'],
  ] as const)
    await subscribe(person, name)
})

describe('a notice of a plugin', () => {
  const chatOf = (person: Person, other: Person) =>
    person.ok<{ id: string }>('POST', '/p/internal-chat/chats', { userId: other.login.userId })
  const say = (person: Person, chatId: string, content: string) =>
    person.ok('POST', `/p/internal-chat/chats/${chatId}/messages`, { key: randomUUID(), content })

  test('reaches the browsers of those whom it is for, and leads to its page', async () => {
    const chat = await chatOf(user, colleague)
    await say(user, chat.id, 'Sobrou papel azul?')
    await settled(() => woken().length === 1)
    const [payload] = shown('colleague')
    expect(PushPayload.parse(payload)).toEqual({
      title: 'Chat interno',
      body: `${world.a.user.name}: Sobrou papel azul?`,
      icon: '/icon-192.png',
      tag: `internal-chat-${chat.id}`,
      data: {
        ticketId: '',
        contactId: '',
        userId: world.a.colleague.id,
        path: `/chat-interno?conversa=${chat.id}`,
      },
    })
  })

  test('is not sent to who uses the product, nor to who wants none', async () => {
    const { ticket } = await conversation()
    const chat = await admin.ok<{ id: string }>('POST', '/p/internal-chat/chats', {
      name: 'Loja',
      userIds: [user, colleague, supervisor].map(({ login }) => login.userId),
    })
    await settled(() => true)
    push.pushed.length = 0
    const { socket } = await supervisor.listen()
    socket.emit(`${world.a.id}:joinChatBox`, { ticketId: null, focused: true })
    // The socket takes messages in their order: when the typing arrives, the one before was heard.
    const watching = await user.listen()
    socket.emit(`${world.a.id}:clientTyping`, { ticketId: ticket.id, mode: 'text' })
    await watching.next(`${world.a.id}:typing`)
    await colleague.ok('PUT', '/notifications/choice', { desktop: false })
    await say(admin, chat.id, 'Reunião às 15h')
    await settled(() => woken().includes('user'))
    expect(woken()).toEqual(['user'])
    await colleague.ok('PUT', '/notifications/choice', {})
    socket.disconnect()
    watching.socket.disconnect()
  })
})

describe('a push', () => {
  test('S1-047 S3-076 S7-079 S7-081 S6-029 reaches, encrypted, every user of the company for a ticket without queue, and says exactly what was agreed', async () => {
    const chat = randomUUID()
    await world.channel.say(chat, 'Bom dia, meu pedido chegou errado')
    await settled(() => woken().length === 4)
    expect(woken()).toEqual(['admin', 'colleague', 'supervisor', 'user'])
    const ticket = await ticketOf(chat)
    const [payload] = shown('user')
    expect(payload).toEqual({
      title: `Cliente ${chat}`,
      body: 'Bom dia, meu pedido chegou errado',
      icon: '/icon-192.png',
      tag: `ticket-${ticket.id}`,
      data: { ticketId: ticket.id, contactId: ticket.contactId, userId: world.a.user.id },
    })
    expect(PushPayload.parse(payload)).toEqual(payload)
    expect(push.pushed[0]!.headers).toMatchObject({
      urgency: 'high',
      topic: ticket.id.replaceAll('-', ''),
      ttl: '14400',
    })
  })

  test('S6-027 S6-030 goes for tickets of the user’s queues, and of no other', async () => {
    const { ticket } = await conversation()
    await admin.ok('PUT', `/tickets/${ticket.id}`, { queueId: world.a.sales })
    await settled(() => woken().length === 2)
    expect(woken()).toEqual(['supervisor', 'user'])
  })

  test('S6-028 goes for tickets assigned to the user, in whatever queue, and then to nobody else', async () => {
    const { chat, ticket } = await conversation()
    await admin.ok('PUT', `/tickets/${ticket.id}`, {
      queueId: world.a.sales,
      userId: world.a.colleague.id,
      status: 'open',
    })
    await settled(() => woken().length === 1)
    expect(shown('colleague').map(({ body }) => body)).toEqual(['Conversa transferida para você'])
    await world.channel.say(chat, 'Ainda estou esperando')
    await settled(() => woken().length === 2)
    expect(woken()).toEqual(['colleague', 'colleague'])
    expect(shown('colleague')[1]!.body).toBe('(2) Ainda estou esperando')
  })

  test('does not tell of what one did oneself, nor of the second message that nobody has read', async () => {
    const { chat, ticket } = await conversation()
    await world.channel.say(chat, 'Alguém aí?')
    await judged()
    await user.ok('PUT', `/tickets/${ticket.id}`, { status: 'open' })
    await world.channel.say(chat, 'Olá?')
    await settled(() => woken().length === 1)
    expect(shown('user').map(({ body }) => body)).toEqual(['(3) Olá?'])
  })

  describe('that a ticket was given to somebody', () => {
    const isTold = ({ type, payload }: { type: string; payload: Ticket }) =>
      type === 'ticket:transferred' && payload.userId === world.a.colleague.id
    /** What the sockets of a person heard of transfers. */
    const hearing = async (person: Person) => {
      const heard: string[] = []
      const { socket, next } = await person.listen()
      socket.on(`${world.a.id}:ticketList`, ({ type, payload }: { type: string; payload: Ticket }) => {
        if (type === 'ticket:transferred') heard.push(payload.id)
      })
      return { heard, next, end: () => socket.disconnect() }
    }

    test('S6-028 is told in the product too, to them alone', async () => {
      const { ticket } = await conversation()
      const [given, giver, bystander] = await Promise.all([colleague, admin, supervisor].map(hearing))
      await admin.ok('PUT', `/tickets/${ticket.id}`, { userId: world.a.colleague.id, status: 'open' })
      await given!.next(`${world.a.id}:ticketList`, isTold)
      await settled(() => woken().length === 1)
      expect([woken(), given!.heard, giver!.heard, bystander!.heard]).toEqual([['colleague'], [ticket.id], [], []])
      // Who had it has it still: another queue is no other owner.
      push.pushed.length = 0
      await admin.ok('PUT', `/tickets/${ticket.id}`, { queueId: world.a.sales, userId: world.a.colleague.id })
      const other = await conversation()
      await admin.ok('PUT', `/tickets/${other.ticket.id}`, { userId: world.a.colleague.id, status: 'open' })
      await given!.next(
        `${world.a.id}:ticketList`,
        (push: { type: string; payload: Ticket }) => isTold(push) && push.payload.id === other.ticket.id,
      )
      expect(given!.heard).toEqual([ticket.id, other.ticket.id])
      await settled(() => woken().length === 1)
      for (const one of [given!, giver!, bystander!]) one.end()
    })

    test('S6-028 is told of a conversation that goes on anew in their hands, and of one that a colleague opened for them', async () => {
      const { ticket } = await conversation()
      await admin.ok('PUT', `/tickets/${ticket.id}`, { status: 'open' })
      await admin.ok('POST', `/tickets/${ticket.id}/transfer`, { userId: world.a.colleague.id, newTicket: true })
      await settled(() => woken().length === 1)
      expect(shown('colleague').map(({ body }) => body)).toEqual(['Conversa transferida para você'])
      push.pushed.length = 0
      const old = await conversation()
      for (const status of ['open', 'closed']) await admin.ok('PUT', `/tickets/${old.ticket.id}`, { status })
      await admin.ok('POST', '/tickets', {
        contactId: old.ticket.contactId,
        channelId: old.ticket.channelId,
        userId: world.a.colleague.id,
      })
      await settled(() => woken().length === 1)
      expect(shown('colleague').map(({ body }) => body)).toEqual(['Conversa transferida para você'])
    })

    test('S6-028 is told of what the product gave to them by itself', async () => {
      const { ticket } = await conversation()
      await admin.ok('PUT', `/tickets/${ticket.id}`, { queueId: world.a.support })
      await settled(() => woken().includes('colleague'))
      push.pushed.length = 0
      await admin.ok('PUT', '/settings/autoDistribution', { value: 'balance' })
      await world.database
        .owner`update core.user_account set is_online = id = ${world.a.colleague.id} where tenant_id = ${world.a.id}`
      await world.app.moveTickets()
      await settled(() => woken().length === 1)
      expect(shown('colleague').map(({ body }) => body)).toEqual(['Conversa transferida para você'])
      await admin.ok('PUT', '/settings/autoDistribution', { value: 'none' })
    })
  })

  test('S6-023 shows masked what is masked on the screen', async () => {
    await admin.ok('PUT', '/settings/hideContactData', { key: 'hideContactData', value: 'enabled' })
    const chat = '5511987654321'
    await world.channel.say(chat, 'Oi', { from: { id: chat, name: chat } })
    await settled(() => woken().length === 4)
    await admin.ok('PUT', '/settings/hideContactData', { key: 'hideContactData', value: 'disabled' })
    expect(shown('admin')[0]!.title).toBe(chat)
    expect(shown('user')[0]!.title).toBe('55*********21')
    expect(JSON.stringify(shown('user')[0])).not.toContain('98765')
  })

  test('waits as long as its service asks, and what came meanwhile makes one push', async () => {
    const { chat, ticket } = await conversation()
    await user.ok('PUT', `/tickets/${ticket.id}`, { status: 'open', unreadMessages: 0 })
    push.replies.push({ status: 429, retryAfter: '2' })
    const before = push.attempts()
    await world.channel.say(chat, 'um')
    await eventually(() => push.attempts() === before + 1)
    push.replies.push({ status: 503, retryAfter: '1' })
    await world.channel.say(chat, 'dois')
    await eventually(() => push.attempts() >= before + 2)
    await settled(() => woken().length > 0)
    expect(shown('user').map(({ body }) => body)).toEqual(['(2) dois'])
  })

  test('to a browser that is gone is the last', async () => {
    const { chat, ticket } = await conversation()
    await user.ok('PUT', `/tickets/${ticket.id}`, { status: 'open' })
    push.replies.push({ status: 410 })
    await world.channel.say(chat, 'Oi?')
    expect(
      await eventually(
        () => active(user),
        (still) => !still,
      ),
    ).toBe(false)
  })

  test('ends with the session, and comes to no browser of another company', async () => {
    const leaving = await world.signIn(world.a.colleague)
    await subscribe(leaving, 'leaving')
    await leaving.call('POST', '/auth/logout')
    const chat = randomUUID()
    await world.channel.say(chat, 'Oi')
    await settled(() => woken().length === 3)
    expect(woken()).toEqual(['admin', 'supervisor', 'user'])
    expect(
      await world.database.owner`
        select 1 from core.push_subscription where tenant_id = ${world.a.id} and user_id = ${world.a.colleague.id}`,
    ).toHaveLength(0)
    colleague = await world.signIn(world.a.colleague)
  })

  test('that a colleague named somebody goes to them alone, leads to the note, and is judged when it leaves', async () => {
    const { ticket } = await conversation()
    await admin.ok('PUT', `/tickets/${ticket.id}`, { queueId: world.a.sales, userId: world.a.admin.id, status: 'open' })
    push.pushed.length = 0
    const name = (person: string) =>
      admin.ok<{ id: string }>('POST', `/p/notes/tickets/${ticket.id}/notes`, { content: `Olhe aqui, <@${person}>` })
    const note = await name(world.a.user.id)
    await settled(() => woken().length === 1)
    expect(shown('user')).toEqual([
      {
        title: ticket.name,
        body: `${world.a.admin.name} mencionou você`,
        icon: '/icon-192.png',
        tag: `mention-${ticket.id}`,
        data: { ticketId: ticket.id, contactId: ticket.contactId, userId: world.a.user.id, place: `notes/${note.id}` },
      },
    ])
    push.pushed.length = 0
    await user.ok('PUT', '/notifications/choice', { mentioned: false })
    await name(world.a.user.id)
    await name(world.a.supervisor.id)
    await settled(() => woken().length === 1)
    expect(woken()).toEqual(['supervisor'])
    await user.ok('PUT', '/notifications/choice', {})
  })

  test('does not come to who looks at the conversation, on any of their devices, nor to a device somebody is at', async () => {
    const { ticket } = await conversation()
    const { socket } = await supervisor.listen()
    socket.emit(`${world.a.id}:joinChatBox`, { ticketId: ticket.id, focused: true })
    // The socket takes messages in their order: when the typing arrives, the one before was heard.
    const watching = await user.listen()
    socket.emit(`${world.a.id}:clientTyping`, { ticketId: ticket.id, mode: 'text' })
    await watching.next(`${world.a.id}:typing`)
    await admin.ok('PUT', `/tickets/${ticket.id}`, { queueId: world.a.sales })
    await settled(() => woken().includes('user'))
    expect(woken()).toEqual(['user'])
    socket.disconnect()
    watching.socket.disconnect()
  })
})

describe('what somebody chose', () => {
  const choose = (person: Person, change: Partial<NotificationChoice>) =>
    person.ok<NotificationChoice>('PUT', '/notifications/choice', change)

  test('is kept with them, and defaults to everything', async () => {
    const { choice } = await admin.ok<Overview>('GET', '/notifications')
    expect(choice).toEqual({
      newTicket: true,
      ownTicket: true,
      transfer: true,
      mentioned: true,
      desktop: true,
      sound: true,
      quietHours: {},
      doNotDisturbUntil: null,
    })
    await choose(admin, { sound: false, quietHours: { 5: { from: '18:00', to: '08:00' } } })
    expect((await admin.ok<Overview>('GET', '/notifications')).choice).toMatchObject({
      sound: false,
      quietHours: { 5: { from: '18:00', to: '08:00' } },
    })
    expect((await stranger.ok<Overview>('GET', '/notifications')).choice).toMatchObject({ sound: true, quietHours: {} })
    await choose(admin, {})
  })

  test.each([
    ['no new conversations', { newTicket: false }],
    ['nothing on the desktop', { desktop: false }],
    ['not to be disturbed for an hour', { doNotDisturbUntil: new Date(Date.now() + 3_600_000).toISOString() }],
    [
      'quiet all day, every day',
      {
        quietHours: Object.fromEntries(
          ['0', '1', '2', '3', '4', '5', '6'].map((day) => [day, { from: '00:00', to: '00:00' }]),
        ),
      },
    ],
  ])('%s is kept to', async (_what, change) => {
    await choose(user, change)
    await world.channel.say(randomUUID(), 'Oi')
    await settled(() => woken().length === 3)
    expect(woken()).toEqual(['admin', 'colleague', 'supervisor'])
    await choose(user, {})
  })
})

describe('subscribing', () => {
  test('the key of the installation is one, whoever asks, and its private half lies sealed', async () => {
    const keys = await Promise.all(
      [admin, stranger].map(async (person) => (await person.ok<Overview>('GET', '/notifications')).push.publicKey),
    )
    await world.restart()
    const later = (await admin.ok<Overview>('GET', '/notifications')).push.publicKey
    expect(new Set([...keys, later]).size).toBe(1)
    const rows = await world.database.owner<{ sealed: Buffer }[]>`select sealed from platform.push_key`
    expect(rows).toHaveLength(1)
    expect(Buffer.from(later, 'base64url')).toHaveLength(65)
  })

  test('a test comes to this browser alone', async () => {
    await user.ok('POST', '/notifications/test')
    expect(push.pushed.map(({ browser, payload }) => [browser, payload.title])).toEqual([
      ['user', 'Notificações ativadas'],
    ])
  })

  test('what a browser is reached by is stored sealed, and left alone on demand', async () => {
    const target = push.subscribe('again')
    await user.ok('PUT', '/notifications/subscription', target)
    const [row] = await world.database.owner<
      { sealed: Buffer }[]
    >`select sealed from core.push_subscription where user_id = ${world.a.user.id}`
    expect(row!.sealed.includes(target.keys.auth)).toBe(false)
    await user.ok('DELETE', '/notifications/subscription')
    expect(await active(user)).toBe(false)
    expect(await user.refused('POST', '/notifications/test')).toBe('409 ERR_NO_PUSH_SUBSCRIPTION')
  })

  test('only https is taken, and nothing of the inside is ever called', async () => {
    const { keys } = push.subscribe('inside')
    for (const endpoint of ['http://push.test/x', 'ftp://push.test/x', 'javascript:alert(1)', 'push.test/x'])
      expect(await user.refused('PUT', '/notifications/subscription', { endpoint, keys })).toBe('422 ERR_VALIDATION')
    for (const endpoint of [
      'https://10.0.0.1/x',
      'https://169.254.169.254/latest',
      'https://[::1]/x',
      'https://user:pass@push.test/x',
    ]) {
      await user.ok('PUT', '/notifications/subscription', { endpoint, keys })
      expect(await user.refused('POST', '/notifications/test')).toBe('409 ERR_NO_PUSH_SUBSCRIPTION')
    }
  })
})

import type { Message, MessagePage, Ticket, TicketCounts, TicketLogEntry, TicketPage } from '@recado/contracts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eventually, type Person } from '../harness/app.ts'
import { hookWorld, type HookWorld } from './far-side.ts'

let world: HookWorld
let admin: Person
let agent: Person
let stranger: Person
beforeAll(async () => {
  world = await hookWorld()
  admin = await world.signIn(world.a.admin)
  agent = await world.signIn(world.a.user)
  stranger = await world.signIn(world.b.admin)
})
afterAll(() => world.close())

const list = (who: Person, query: string): Promise<TicketPage> => who.ok('GET', `/tickets/?${query}`)
const thread = (who: Person, ticketId: string): Promise<MessagePage> => who.ok('GET', `/messages/${ticketId}`)
async function ticketOf(name: string): Promise<Ticket> {
  const page = await list(admin, 'status[]=open&status[]=pending&status[]=closed')
  const found = page.tickets.find((ticket) => ticket.name === `Cliente ${name}`)
  if (!found) throw new Error(`no ticket of ${name}`)
  return found
}

describe('a conversation', () => {
  it('S4-002 S7-045 begins pending with the customer’s first message, and only this company sees it', async () => {
    expect(await world.channel.say('ana', 'Bom dia')).toBe(200)
    expect(await ticketOf('ana')).toMatchObject({
      status: 'pending',
      unreadMessages: 1,
      lastMessage: 'Bom dia',
      lastMessageFromMe: false,
      userId: null,
      channel: 'hook',
    })
    expect((await list(stranger, 'status[]=pending')).tickets).toEqual([])
    expect(await stranger.refused('GET', `/tickets/${(await ticketOf('ana')).id}`)).toBe('404 ERR_NO_TICKET_FOUND')
    expect(await stranger.refused('GET', `/messages/${(await ticketOf('ana')).id}`)).toBe('404 ERR_NO_TICKET_FOUND')
  })

  it('S7-064 S7-065 is pushed to agents with its ticket, numbered without gaps, and to nobody of another company', async () => {
    const mine = await agent.listen()
    const theirs = await stranger.listen()
    await world.channel.say('bia', 'Olá')
    const event = `${world.a.id}:ticketList`
    const push = (await mine.next(
      event,
      (data: { type: string; payload: { body: string } }) => data.type === 'chat:create' && data.payload.body === 'Olá',
    )) as { payload: Message & { ticket: Ticket } }
    expect(push.payload.ticket).toMatchObject({ name: 'Cliente bia', status: 'pending', unreadMessages: 1 })
    const numbers = mine.received
      .filter((entry) => entry.event === event)
      .map((entry) => (entry.data as { seq: number }).seq)
    expect(numbers).toEqual(numbers.map((_, index) => numbers[0]! + index))
    expect(theirs.received.filter((entry) => entry.event.endsWith(':ticketList'))).toEqual([])
  })

  it('S4-001 S4-003 S4-007 S7-049 S7-056 S4-008 is started, answered, delivered and resolved, and the log says so', async () => {
    await world.channel.say('caio', 'Preciso de ajuda')
    const ticket = await ticketOf('caio')
    expect(await agent.ok<Ticket>('PUT', `/tickets/${ticket.id}`, { status: 'open' })).toMatchObject({
      status: 'open',
      userId: world.a.user.id,
    })
    expect(await agent.ok('POST', `/messages/${ticket.id}`, { body: 'Claro, diga', idFront: 'front-1' })).toEqual({})
    const sent = await eventually(
      () => thread(agent, ticket.id).then((page) => page.messages.at(-1)!),
      (message) => message.status === 'sent',
    )
    expect(sent).toMatchObject({
      body: 'Claro, diga',
      fromMe: true,
      username: world.a.user.name,
      ack: 2,
      idFront: 'front-1',
    })
    expect(world.far.delivered.filter((entry) => entry.chat === 'caio')).toEqual([
      expect.objectContaining({ texts: ['Claro, diga'], attempt: 1 }),
    ])
    expect(await agent.ok<Ticket>('PUT', `/tickets/${ticket.id}`, { status: 'closed' })).toMatchObject({
      status: 'closed',
    })
    expect(await agent.refused('POST', `/messages/${ticket.id}`, { body: 'mais uma coisa' })).toBe(
      '422 ERR_CREATING_MESSAGE',
    )
    const types = (await agent.ok<TicketLogEntry[]>('GET', `/tickets/${ticket.id}/logs`)).map((entry) => entry.type)
    expect(types).toEqual(['create', 'open', 'closed'])
  })

  it('S4-007 two who take it up in the same moment: one has it, the other is told and takes nothing away', async () => {
    await world.channel.say('wanda', 'Alguém?')
    const { id } = await ticketOf('wanda')
    const answers = await Promise.all(
      [agent, admin].map((who) => who.call<Ticket & { error?: string }>('PUT', `/tickets/${id}`, { status: 'open' })),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect(answers.find(({ status }) => status === 409)!.body.error).toBe('ERR_TICKET_TRANSITION')
    const taker = answers[0]!.status === 200 ? agent : admin
    expect(await admin.ok<Ticket>('GET', `/tickets/${id}`)).toMatchObject({
      status: 'open',
      userId: taker.login.userId,
    })
    expect(await taker.ok<Ticket>('PUT', `/tickets/${id}`, { status: 'open' }), 'a double click').toMatchObject({
      userId: taker.login.userId,
    })
    expect(
      (await admin.ok<TicketLogEntry[]>('GET', `/tickets/${id}/logs`))
        .map((entry) => entry.type)
        .filter((type) => type !== 'access'),
    ).toEqual(['create', 'open'])
    expect(
      await admin.ok<Ticket>('PUT', `/tickets/${id}`, { userId: null }),
      'what is open is somebody’s',
    ).toMatchObject({ status: 'pending', userId: null })
  })

  it('S1-002 is taken, answered and resolved by agents, supervisors and administrators alike', async () => {
    for (const [name, who] of [
      ['xavier', agent],
      ['yara', await world.signIn(world.a.supervisor)],
      ['zeca', admin],
    ] as const) {
      await world.channel.say(name, 'Preciso de ajuda')
      const { id } = await ticketOf(name)
      expect(await who.ok<Ticket>('PUT', `/tickets/${id}`, { status: 'open' })).toMatchObject({
        status: 'open',
        userId: who.login.userId,
      })
      await who.ok('POST', `/messages/${id}`, { body: 'Claro' })
      expect((await thread(who, id)).messages.map((message) => message.body)).toEqual(['Preciso de ajuda', 'Claro'])
      expect(await who.ok<Ticket>('PUT', `/tickets/${id}`, { status: 'closed' })).toMatchObject({ status: 'closed' })
    }
  })

  it('S1-016 stands in a queue, and is of the people of that queue', async () => {
    await world.channel.say('quim', 'Oi')
    const { id } = await ticketOf('quim')
    expect(await admin.ok<Ticket>('PUT', `/tickets/${id}`, { queueId: world.a.support })).toMatchObject({
      queueId: world.a.support,
    })
    expect(await agent.refused('GET', `/tickets/${id}`)).toBe('404 ERR_NO_TICKET_FOUND')
    await admin.ok('PUT', `/tickets/${id}`, { queueId: world.a.sales })
    expect(await agent.ok<Ticket>('GET', `/tickets/${id}`)).toMatchObject({ queueId: world.a.sales })
    expect(
      (await list(agent, `status[]=pending&queuesIds[]=${world.a.sales}&includeNotQueueDefined=false`)).tickets.map(
        (ticket) => ticket.id,
      ),
    ).toEqual([id])
    await agent.ok('PUT', `/tickets/${id}`, { status: 'open' })
    await agent.ok('PUT', `/tickets/${id}`, { status: 'closed' })
  })

  it('S4-010 reading 50: the customer’s next message reopens it to pending', async () => {
    const ticket = await ticketOf('caio')
    await world.channel.say('caio', 'Voltei')
    expect(await ticketOf('caio')).toMatchObject({ id: ticket.id, status: 'pending', userId: null })
  })

  it('S9-061 does not reopen within the block interval: the thanks stays in the closed ticket', async () => {
    await admin.ok('PUT', '/settings/reopenBlockMinutes', { key: 'reopenBlockMinutes', value: 30 })
    await world.channel.say('dora', 'Oi')
    const ticket = await ticketOf('dora')
    await admin.ok('PUT', `/tickets/${ticket.id}`, { status: 'open' })
    await admin.ok('PUT', `/tickets/${ticket.id}`, { status: 'closed' })
    await world.channel.say('dora', 'Obrigada!')
    expect(await ticketOf('dora')).toMatchObject({ id: ticket.id, status: 'closed', lastMessage: 'Obrigada!' })
  })

  it('S9-062 with an interval of 0 the next message reopens it, however soon', async () => {
    await admin.ok('PUT', '/settings/reopenBlockMinutes', { key: 'reopenBlockMinutes', value: 0 })
    await world.channel.say('elza', 'Oi')
    const ticket = await ticketOf('elza')
    await admin.ok('PUT', `/tickets/${ticket.id}`, { status: 'open' })
    await admin.ok('PUT', `/tickets/${ticket.id}`, { status: 'closed' })
    await world.channel.say('elza', 'Esqueci uma coisa')
    expect(await ticketOf('elza')).toMatchObject({ id: ticket.id, status: 'pending', lastMessage: 'Esqueci uma coisa' })
    expect(await ticketOf('dora'), 'what was closed within an interval stays so').toMatchObject({ status: 'closed' })
  })

  it('S3-079 S9-138 a new ticket has the number that the settings of protocols make', async () => {
    const usual = (await ticketOf('dora')).protocol
    const numberOf = async (name: string, value: object): Promise<string> => {
      await admin.ok('PUT', '/settings/protocolFormat', { value })
      await world.channel.say(name, 'Oi')
      const { id, protocol } = await ticketOf(name)
      await admin.ok('PUT', `/tickets/${id}`, { status: 'open' })
      await admin.ok('PUT', `/tickets/${id}`, { status: 'closed' })
      return protocol
    }
    const format = { format: 'yyyy-MM', prefix: 'AT', suffix: 'x', separator: '/', idPosition: 'start' }
    expect(await numberOf('gil', format)).toMatch(/^AT\/\d+\/\d{4}-\d{2}\/x$/)
    expect(await numberOf('gal', { ...format, idPosition: 'end' })).toMatch(/^AT\/\d{4}-\d{2}\/\d+\/x$/)
    expect((await ticketOf('dora')).protocol, 'numbers that were given stay').toBe(usual)
    const first = { format: 'yyyyMMdd', prefix: '', suffix: '', separator: '-', idPosition: 'end' }
    await admin.ok('PUT', '/settings/protocolFormat', { value: first })
  })

  it('S9-075 S7-045 a page of the list is as long as the company has it, and goes on where it ended', async () => {
    await admin.ok('PUT', '/settings/ticketListLimit', { value: 2 })
    const first = await admin.ok<TicketPage>('GET', '/tickets/?status[]=open&status[]=pending&status[]=closed')
    expect([first.tickets.length, first.hasMore]).toEqual([2, true])
    const second = await admin.ok<TicketPage>(
      'GET',
      `/tickets/?status[]=open&status[]=pending&status[]=closed&cursor=${first.nextCursor}`,
    )
    expect(second.tickets).toHaveLength(2)
    expect(second.tickets.filter(({ id }) => first.tickets.some((known) => known.id === id))).toEqual([])
    await admin.ok('PUT', '/settings/ticketListLimit', { value: 40 })
  })

  it('refuses a step that is not one', async () => {
    await world.channel.say('eva', 'Oi')
    const ticket = await ticketOf('eva')
    expect(await admin.refused('PUT', `/tickets/${ticket.id}`, { status: 'closed' })).toBe('409 ERR_TICKET_TRANSITION')
    expect(await admin.refused('PUT', `/tickets/${ticket.id}`, { status: 'group' })).toBe('422 ERR_VALIDATION')
    expect(await admin.refused('PUT', `/tickets/${ticket.id}`, { status: 'open', userId: world.b.admin.id })).toBe(
      '404 ERR_NO_USER_FOUND',
    )
    expect(await admin.refused('PUT', `/tickets/${ticket.id}`, { queueId: world.b.sales })).toBe(
      '404 ERR_NO_QUEUE_FOUND',
    )
    expect(await admin.refused('PUT', `/tickets/${ticket.id}`, { tenantId: world.b.id })).toBe('422 ERR_VALIDATION')
  })

  it('S4-010 does not reopen a ticket beside the live one of the same contact', async () => {
    await world.channel.say('gil', 'Oi')
    const first = await ticketOf('gil')
    await admin.ok('PUT', `/tickets/${first.id}`, { status: 'open' })
    await admin.ok('PUT', `/tickets/${first.id}`, { status: 'closed' })
    const second = await admin.ok<Ticket>('POST', '/tickets', {
      contactId: first.contactId,
      channelId: first.channelId,
    })
    expect(await admin.refused('PUT', `/tickets/${first.id}`, { status: 'open' })).toBe('409 ERR_OTHER_OPEN_TICKET')
    await admin.ok('PUT', `/tickets/${second.id}`, { status: 'closed' })
    expect(await admin.ok<Ticket>('PUT', `/tickets/${first.id}`, { status: 'open' })).toMatchObject({
      id: first.id,
      status: 'open',
    })
  })

  it('S8-070 a conversation without a channel goes through the default one, where there is one', async () => {
    await world.channel.say('rita', 'Oi')
    const { id, contactId, channelId } = await ticketOf('rita')
    for (const status of ['open', 'closed']) await admin.ok('PUT', `/tickets/${id}`, { status })
    await admin.ok('PUT', `/whatsapp/${channelId}`, { isDefault: false })
    expect(await admin.refused('POST', '/tickets', { contactId })).toBe('404 ERR_NO_DEF_WAPP_FOUND')
    await admin.ok('PUT', `/whatsapp/${channelId}`, { isDefault: true })
    const begun = await admin.ok<Ticket>('POST', '/tickets', { contactId })
    expect(begun).toMatchObject({ channelId, contactId })
    expect(await admin.refused('POST', '/tickets', { contactId })).toBe('409 ERR_OTHER_OPEN_TICKET')
    await admin.ok('PUT', `/tickets/${begun.id}`, { status: 'closed' })
  })

  it('quotes a message of the same ticket, and none of another one', async () => {
    await world.channel.say('hugo', 'Pergunta')
    await world.channel.say('iris', 'Segredo')
    const [hugo, iris] = [await ticketOf('hugo'), await ticketOf('iris')]
    const [own, foreign] = [(await thread(admin, hugo.id)).messages[0]!, (await thread(admin, iris.id)).messages[0]!]
    await admin.ok('POST', `/messages/${hugo.id}`, { body: 'a', quotedMsg: own.id })
    await admin.ok('POST', `/messages/${hugo.id}`, { body: 'b', quotedMsg: foreign.id })
    expect((await thread(admin, hugo.id)).messages.slice(-2).map((message) => message.quotedMsgId)).toEqual([
      own.id,
      null,
    ])
  })

  it('S4-118 S4-119 keeps messages unique and in the order of their time, page by page', async () => {
    const started = Date.now() - 60_000
    const events = Array.from({ length: 25 }, (_, index) => ({
      type: 'message',
      id: `flora-${index}`,
      chat: 'flora',
      from: { id: 'flora', name: 'Cliente flora' },
      text: `n${index}`,
      at: new Date(started + index * 1_000).toISOString(),
    }))
    await world.channel.post(events.toReversed())
    await world.channel.post(events)
    const ticket = await ticketOf('flora')
    expect(ticket.unreadMessages).toBe(25)
    const seen: string[] = []
    let cursor: string | null = null
    do {
      const page: MessagePage = await admin.ok(
        'GET',
        `/messages/${ticket.id}?limit=10${cursor ? `&cursor=${cursor}` : ''}`,
      )
      seen.unshift(...page.messages.map((message) => message.body))
      cursor = page.nextCursor
    } while (cursor)
    expect(seen).toEqual(events.map((event) => event.text))
  })

  it('reads: unread goes to zero without moving the ticket (reading 54)', async () => {
    const before = await ticketOf('flora')
    expect(await admin.ok<Ticket>('PUT', `/tickets/${before.id}`, { unreadMessages: 0 })).toMatchObject({
      unreadMessages: 0,
      updatedAt: before.updatedAt,
    })
  })

  it('is marked as unread to come back to it, once, and not where there is nothing to read or to come back to', async () => {
    await world.channel.say('vera', 'Oi')
    const { id } = await ticketOf('vera')
    const put = (change: object) => admin.ok<Ticket>('PUT', `/tickets/${id}`, change)
    await put({ unreadMessages: 0 })
    const read = await put({ status: 'open' })
    const mine = async () => (await admin.ok<TicketCounts>('GET', '/messages/count-all')).unread
    const before = await mine()
    for (const _ of [1, 2])
      expect(await put({ unreadMessages: 1 })).toMatchObject({ unreadMessages: 1, updatedAt: read.updatedAt })
    expect(await mine()).toBe(before + 1)
    expect((await thread(admin, id)).messages.at(-1)!.read).toBe(false)
    expect((await put({ unreadMessages: 0 })).unreadMessages).toBe(0)
    expect((await thread(admin, id)).messages.at(-1)!.read).toBe(true)
    await put({ status: 'closed' })
    expect((await put({ unreadMessages: 1 })).unreadMessages).toBe(0)
    expect(await stranger.refused('PUT', `/tickets/${id}`, { unreadMessages: 1 })).toBe('404 ERR_NO_TICKET_FOUND')
  })

  it('says whether the contact has written, and is not marked as unread where they have not', async () => {
    await world.channel.say('vito', 'Oi')
    const { id, contactId, channelId, contactWrote } = await ticketOf('vito')
    expect(contactWrote).toBe(true)
    for (const status of ['open', 'closed']) await admin.ok('PUT', `/tickets/${id}`, { status })
    const ours = await admin.ok<Ticket>('POST', '/tickets', { contactId, channelId })
    await admin.ok('POST', `/messages/${ours.id}`, { body: 'Bom dia' })
    const shown = () => admin.ok<Ticket>('GET', `/tickets/${ours.id}`)
    expect(await eventually(shown, ({ lastMessage }) => lastMessage === 'Bom dia')).toMatchObject({
      contactWrote: false,
    })
    expect(await admin.ok<Ticket>('PUT', `/tickets/${ours.id}`, { unreadMessages: 1 })).toMatchObject({
      unreadMessages: 0,
    })
    await world.channel.say('vito', 'Bom dia!')
    await eventually(shown, ({ unreadMessages }) => unreadMessages === 1)
    expect(await admin.ok<Ticket>('PUT', `/tickets/${ours.id}`, { unreadMessages: 0 })).toMatchObject({
      contactWrote: true,
    })
  })

  it('who answers has read: the ticket and its messages say the same', async () => {
    await world.channel.say('joel', 'Oi')
    const ticket = await ticketOf('joel')
    await admin.ok('POST', `/messages/${ticket.id}`, { body: 'Olá' })
    expect((await ticketOf('joel')).unreadMessages).toBe(0)
    expect((await thread(admin, ticket.id)).messages.map((message) => message.read)).toEqual([true, true])
  })

  it('S7-062 counts by status, queue and user what a user may see, of this company alone', async () => {
    const counted = (who: Person): Promise<TicketCounts> => who.ok('GET', '/messages/count-all')
    const names = ['rosa', 'ruth', 'rita']
    for (const name of names) await world.channel.say(name, 'Oi')
    const [rosa, ruth, rita] = (await Promise.all(names.map(ticketOf))) as [Ticket, Ticket, Ticket]
    const [before, strange] = [await counted(admin), await counted(stranger)]
    await admin.ok('PUT', `/tickets/${rosa.id}`, { queueId: world.a.sales })
    await admin.ok('PUT', `/tickets/${ruth.id}`, { queueId: world.a.sales, status: 'open', userId: world.a.user.id })
    await admin.ok('PUT', `/tickets/${rita.id}`, { status: 'open' })
    await admin.ok('PUT', `/tickets/${rita.id}`, { status: 'closed' })
    const after = await counted(admin)
    const grown = (of: (counts: TicketCounts) => number): number => of(after) - of(before)
    const none = { open: 0, pending: 0 }
    const inSales = ({ byQueue }: TicketCounts) => byQueue.find(({ queueId }) => queueId === world.a.sales) ?? none
    const ofAgent = ({ byUser }: TicketCounts) => byUser.find(({ userId }) => userId === world.a.user.id)?.open ?? 0
    const statuses = ['pending', 'open', 'closed'] as const
    expect(statuses.map((status) => grown((counts) => counts[status]))).toEqual([-2, 1, 1])
    const sales = { pending: grown((counts) => inSales(counts).pending), open: grown((counts) => inSales(counts).open) }
    expect({ sales, ofAgent: grown(ofAgent) }).toEqual({ sales: { pending: 1, open: 1 }, ofAgent: 1 })
    expect(grown(({ withoutQueue }) => withoutQueue)).toBe(-3)
    for (const status of statuses) {
      expect(after[status], status).toBe((await list(admin, `status[]=${status}&limit=200`)).tickets.length)
    }
    expect((await counted(agent)).mine).toBe(ofAgent(after))
    expect(await counted(stranger)).toEqual(strange)
    await admin.ok('PUT', `/tickets/${rosa.id}`, { status: 'open' })
    for (const { id } of [rosa, ruth]) await admin.ok('PUT', `/tickets/${id}`, { status: 'closed' })
  })

  it('S4-017 S4-120 the latest change stands first, before it what is pinned, for who pinned it', async () => {
    const ticket = await ticketOf('ana')
    await agent.ok('PUT', `/tickets/${ticket.id}`, { pinned: true })
    expect((await list(agent, 'status[]=pending')).tickets[0]).toMatchObject({ id: ticket.id, pinned: true })
    expect((await list(admin, 'status[]=pending')).tickets[0]!.id).not.toBe(ticket.id)
    const { tickets } = await list(admin, 'status[]=pending&status[]=open&status[]=closed')
    const changes = tickets.map(({ updatedAt }) => updatedAt)
    expect(changes.length).toBeGreaterThan(2)
    expect(changes).toEqual(changes.toSorted().toReversed())
  })

  it('lists page by key and by number alike, without a row twice or missing', async () => {
    const all = (await list(admin, 'status[]=pending&status[]=open&status[]=closed&limit=200')).tickets.map(
      (ticket) => ticket.id,
    )
    const byCursor: string[] = []
    let cursor: string | null = null
    do {
      const page: TicketPage = await list(
        admin,
        `status[]=pending&status[]=open&status[]=closed&limit=2${cursor ? `&cursor=${cursor}` : ''}`,
      )
      byCursor.push(...page.tickets.map((ticket) => ticket.id))
      cursor = page.nextCursor
    } while (cursor)
    const byNumber: string[] = []
    for (let pageNumber = 1; ; pageNumber++) {
      const page = await list(admin, `status[]=pending&status[]=open&status[]=closed&limit=2&pageNumber=${pageNumber}`)
      byNumber.push(...page.tickets.map((ticket) => ticket.id))
      if (!page.hasMore) break
    }
    expect(byCursor).toEqual(all)
    expect(byNumber).toEqual(all)
  })

  it('S5-035 finds tickets by a part of the contact’s name, in this company only', async () => {
    expect((await list(admin, 'status[]=pending&searchParam=fLor')).tickets.map((ticket) => ticket.name)).toEqual([
      'Cliente flora',
    ])
    expect((await list(admin, 'status[]=pending&searchParam=%25%25')).tickets).toEqual([])
    expect(await admin.refused('GET', '/tickets/?status[]=pending&searchParam=f')).toBe('422 ERR_VALIDATION')
    expect((await list(stranger, 'status[]=pending&searchParam=flora')).tickets).toEqual([])
  })

  it('S8-038 refuses a list without any status', async () => {
    expect(await admin.refused('GET', '/tickets/?status=')).toBe('404 ERR_NO_STATUS_SELECTED')
  })

  it('S7-054 S4-024 deletes for admins only; the log stays', async () => {
    const ticket = await ticketOf('eva')
    expect(await agent.refused('DELETE', `/tickets/${ticket.id}`)).toBe('403 ERR_NO_PERMISSION')
    expect(await stranger.refused('DELETE', `/tickets/${ticket.id}`)).toBe('404 ERR_NO_TICKET_FOUND')
    await admin.ok('DELETE', `/tickets/${ticket.id}`)
    expect(await admin.refused('GET', `/tickets/${ticket.id}`)).toBe('404 ERR_NO_TICKET_FOUND')
    expect((await admin.ok<TicketLogEntry[]>('GET', `/tickets/${ticket.id}/logs`)).at(-1)).toMatchObject({
      type: 'delete',
    })
  })

  it('S8-039 S8-040 offers the live ticket instead of opening a second one', async () => {
    const live = await ticketOf('ana')
    const answer = await agent.call<{ error: string; ticketId: string }>('POST', '/tickets', {
      contactId: live.contactId,
      channelId: live.channelId,
      status: 'open',
    })
    expect([answer.status, answer.body]).toEqual([
      409,
      expect.objectContaining({ error: 'ERR_OTHER_OPEN_TICKET', ticketId: live.id }),
    ])
    expect(
      await stranger.refused('POST', '/tickets', {
        contactId: live.contactId,
        channelId: live.channelId,
        status: 'open',
      }),
    ).toMatch(/ERR_CREATING_TICKET|ERR_NO_CONTACT_FOUND/)
  })

  it('S6-020 S6-022 an agent loses what a setting hides, in list, single read and thread', async () => {
    const ticket = await ticketOf('bia')
    await admin.ok('PUT', '/settings/NotViewTicketsQueueUndefined', {
      key: 'NotViewTicketsQueueUndefined',
      value: 'enabled',
    })
    try {
      await eventually(
        () => agent.call('GET', `/tickets/${ticket.id}`),
        (answer) => answer.status === 404,
      )
      expect((await list(agent, 'status[]=pending')).tickets).toEqual([])
      expect(await agent.refused('GET', `/messages/${ticket.id}`)).toBe('404 ERR_NO_TICKET_FOUND')
      expect(await agent.refused('POST', `/messages/${ticket.id}`, { body: 'x' })).toBe('404 ERR_NO_TICKET_FOUND')
      expect(await agent.refused('PUT', `/tickets/${ticket.id}`, { status: 'open' })).toBe('404 ERR_NO_TICKET_FOUND')
    } finally {
      await admin.ok('PUT', '/settings/NotViewTicketsQueueUndefined', {
        key: 'NotViewTicketsQueueUndefined',
        value: 'disabled',
      })
    }
  })
})

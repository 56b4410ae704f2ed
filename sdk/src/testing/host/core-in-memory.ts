import {
  mint,
  PluginWebhook,
  Refusal,
  UserLetter,
  type ActingTicketChange,
  type AnyPluginDefinition,
  type AttributeChange,
  type AttributeDefinition,
  type AttributeSubject,
  type AutomationPort,
  type FactAnswer,
  type FactConversations,
  type FactConversationsQuery,
  type FactQuery,
  type BlockCall,
  type ColleagueGroup,
  type ContactId,
  type ConversationConnection,
  type CoreUse,
  type CorePorts,
  type Contact,
  type Message,
  type MessageId,
  type Part,
  type PluginKey,
  BellTellingShape,
  type BellNotice,
  type BellTelling,
  type PluginNotice,
  type PluginPush,
  type Queue,
  type SendingFor,
  type QueueId,
  type Tag,
  type Ticket,
  type TicketClock,
  type TicketId,
  type TicketOnClock,
  type TenantId,
  type TicketPast,
  type UserId,
  type Viewer,
} from '@recado/contracts'
import { randomUUID } from 'node:crypto'
import { contactsPaged, ticketsPaged } from './pages-in-memory.ts'
import { channelsInMemory, type MemoryChannels } from './channels-in-memory.ts'
import { contactsInMemory } from './contacts-in-memory.ts'
import { conversationsInMemory } from './conversations-in-memory.ts'
import { importsInMemory, type MemoryImports } from './imports-in-memory.ts'
import { keysInMemory } from './keys-in-memory.ts'
import { tokensInMemory, type IssuedToken } from './tokens-in-memory.ts'
import {
  respondersInMemory,
  servicesInMemory,
  type MemoryResponders,
  type PlayedServices,
} from './responders-in-memory.ts'
import { searchedMessages } from './searched-messages.ts'

/** A message that a plugin sent through core. */
export interface SentMessage {
  readonly id: MessageId
  readonly ticket: TicketId
  readonly parts: readonly [Part, ...Part[]]
  readonly key: string
  /** Sent in a closed ticket. */
  readonly evenClosed?: true
  /** For whom, where it is not the plugin itself. */
  readonly as?: SendingFor
}

/** A change of a ticket that a plugin made as itself. */
export type TicketsChanged =
  | { readonly ticket: TicketId; readonly change: ActingTicketChange; readonly note?: string }
  | {
      readonly ticket: TicketId
      readonly transfer: { readonly userId?: UserId; readonly queueId?: QueueId }
      readonly note?: string
    }

/** An act of a plugin in the name of a user. */
export type ActDone =
  | { readonly as: UserId; readonly ticket: TicketId; readonly change: ActingTicketChange }
  | {
      readonly as: UserId
      readonly ticket: TicketId
      readonly transfer: { readonly userId?: UserId; readonly queueId?: QueueId; readonly note?: string }
    }
  | {
      readonly as: UserId
      readonly ticket: TicketId
      readonly text: string
      readonly key: string
      readonly id: MessageId
    }
  | { readonly as: UserId; readonly removed: MessageId }
  | { readonly as: UserId; readonly ticket: TicketId; readonly draft: string }
  | { readonly as: UserId; readonly ticket: TicketId; readonly action: BlockCall; readonly key: string }
  | { readonly as: UserId; readonly ticket: TicketId; readonly note: string; readonly key: string; readonly id: string }

/** Core as one company's plugin sees it, filled by the test. */
export interface MemoryCore extends CorePorts {
  readonly known: {
    readonly tickets: Map<TicketId, Ticket>
    readonly contacts: Map<ContactId, Contact>
    readonly messages: Map<MessageId, Message>
    readonly queues: Queue[]
    readonly tags: Tag[]
    readonly queuesOf: Map<string, readonly QueueId[]>
    readonly users: Map<UserId, string>
    readonly groups: ColleagueGroup[]
    readonly attributes: AttributeDefinition[]
    /** Shared segments with who is in them. */ readonly segments: Map<
      string,
      { readonly name: string; readonly contacts: readonly ContactId[] }
    >
  }
  /** Webhooks that the plugin sent, in order; the same key to the same address is one. Nothing leaves here. */
  readonly sentWebhooks: readonly PluginWebhook[]
  /** Answers `facts.query`: nothing is counted here. No rows unless a test sets it. */
  countsFacts(query: FactQuery, viewer?: Viewer): FactAnswer
  /** E-mails that the plugin sent to users, in order. Nothing leaves here. */
  /** Words that the plugin added to messages, by message. */
  readonly words: ReadonlyMap<MessageId, string>
  readonly letters: ReadonlyArray<{ readonly user: UserId; readonly key: string; readonly letter: UserLetter }>
  /** Answers `users.viewers` for known users: administrators who may do everything, unless a test says otherwise. */
  viewerOf(user: UserId): Viewer | undefined
  /** Answers `facts.conversations`. None unless a test sets it. */
  listsFacts(query: FactConversationsQuery): FactConversations
  /** Decides which users see which tickets; by default a user sees all that are known. */
  sees(viewer: Viewer, ticket: Ticket): boolean
  /** Tickets that were announced, in order. */
  readonly announced: readonly TicketId[]
  /** Mentions, in order. */
  readonly mentions: ReadonlyArray<{
    readonly users: readonly UserId[]
    readonly ticket: TicketId
    readonly by: UserId
    readonly entry?: string
  }>
  /** What was pushed to users, in order. */
  readonly pushed: ReadonlyArray<
    { readonly users: readonly UserId[]; readonly fleeting: boolean } & Omit<PluginPush, 'plugin'>
  >
  /** What users were notified of, in order. */
  readonly notified: ReadonlyArray<{ readonly users: readonly UserId[] } & PluginNotice>
  /** What stands in the bells and nobody has read, by kind and key: the latest of each, in order. */
  readonly told: readonly BellTelling[]
  /**
   * Values of attributes that the plugin wrote, in order; `own` are those that it declares, by its own names. Nothing
   * checks them here: core does.
   */
  readonly filled: ReadonlyArray<{
    readonly subject: AttributeSubject
    readonly change: AttributeChange
    readonly own: boolean
  }>
  /** Changes of tickets that the plugin made as itself, in order; known tickets are changed accordingly. */
  readonly changed: readonly TicketsChanged[]
  /** Since when which clock of which ticket runs: nothing reckons it here. */
  readonly clocks: Array<TicketOnClock & { readonly clock: TicketClock }>
  /** Answers of `tickets.past`, in its order. */
  readonly pasts: TicketPast[]
  /** Messages in the order in which they were sent; the same key twice is one. */
  readonly sent: readonly SentMessage[]
  /** Connections of the company, and what the plugin ran through them. */
  readonly channelsOf: MemoryChannels
  /** What responders of the plugin have and decided, and the replies that it expects. */
  readonly respondersOf: MemoryResponders
  /** Connections as places of new conversations; the test sets them. */
  readonly places: ConversationConnection[]
  /** What the plugin brought in from other systems. */
  readonly importsOf: MemoryImports
  /** Keys that the plugin issued and that are accepted, by their text. */
  readonly issued: ReadonlyMap<string, PluginKey>
  /** Tokens that the plugin issued for users and that are accepted, by their text. */
  readonly tokensIssued: Map<string, IssuedToken>
  /** Drafts of users, by `<user>/<ticket>`. */
  readonly drafts: Map<string, string>
  /** Services of other plugins, by method; the test sets them. */
  readonly played: PlayedServices
  /** Acts in the name of users; `acting` of a session route adds them. The same key of a message twice is one. */
  readonly acts: ActDone[]
}

/** Refuses what the definition does not declare that it uses. */
export const requiredUse =
  ({ id, uses = [] }: Pick<AnyPluginDefinition, 'id' | 'uses'>) =>
  (use: CoreUse): void => {
    if (!uses.includes(use)) throw new TypeError(`${id} does not declare that it uses ${use}`)
  }

/** Blocks of nobody: for a core without a plugin around it. */
const nothingOffered: AutomationPort = {
  offered: async () => ({ conditions: [], actions: [] }),
  async require(_kind, calls) {
    if (calls.length > 0) throw new Refusal('ERR_AUTOMATION_BLOCK')
  },
  test: async (conditions, about) => about.map(() => conditions.map(() => ({ error: 'ERR_AUTOMATION_BLOCK' }))),
  async act() {
    throw new Refusal('ERR_AUTOMATION_BLOCK')
  },
}

/** Makes a core without any data. Its answer to `messages.send` has the facts of a message and no more. */
export function coreInMemory(
  {
    id: plugin,
    uses = [],
    attributes = {},
    bell: kinds = [],
  }: Pick<AnyPluginDefinition, 'id' | 'uses' | 'attributes' | 'bell'>,
  automation: AutomationPort = nothingOffered,
): MemoryCore {
  const known: MemoryCore['known'] = {
    tickets: new Map(),
    contacts: new Map(),
    messages: new Map(),
    queues: [],
    tags: [],
    queuesOf: new Map(),
    users: new Map(),
    groups: [],
    attributes: [],
    segments: new Map(),
  }
  const announced: TicketId[] = []
  const mentions: { users: readonly UserId[]; ticket: TicketId; by: UserId; entry?: string }[] = []
  const words = new Map<MessageId, string>()
  const letters: { user: UserId; key: string; letter: UserLetter }[] = []
  const pushed: ({ users: readonly UserId[]; fleeting: boolean } & Omit<PluginPush, 'plugin'>)[] = []
  const notified: ({ users: readonly UserId[] } & PluginNotice)[] = []
  const told: BellTelling[] = []
  const takeOut = (notice: string, key: string): void => {
    if (!(kinds as readonly BellNotice[]).some(({ id }) => id === notice))
      throw new TypeError(`${plugin} does not declare the notice ${notice} in bell`)
    const at = told.findIndex((one) => one.notice === notice && one.key === key)
    if (at >= 0) told.splice(at, 1)
  }
  const sent: SentMessage[] = []
  const changed: TicketsChanged[] = []
  const clocks: MemoryCore['clocks'] = []
  const pasts: TicketPast[] = []
  const sentWebhooks: PluginWebhook[] = []
  const filled: { subject: AttributeSubject; change: AttributeChange; own: boolean }[] = []
  const requireUse = requiredUse({ id: plugin, uses })
  const { places, port: conversations } = conversationsInMemory(known, requireUse)
  const { imports: importsOf, port: imports } = importsInMemory(requireUse)
  const { issued, port: keys } = keysInMemory(requireUse)
  const tokensIssued = new Map<string, IssuedToken>()
  const { channels: channelsOf, port: channels } = channelsInMemory(requireUse)
  const { responders: respondersOf, ports } = respondersInMemory(known.tickets, known.messages, requireUse)
  const played: PlayedServices = new Map()
  const changedTicket = (id: TicketId, change: (ticket: Ticket) => Partial<Ticket>): Ticket => {
    requireUse('tickets.write')
    const ticket = known.tickets.get(id)
    if (!ticket) throw new Refusal('ERR_NO_TICKET_FOUND')
    const after = { ...ticket, ...change(ticket) }
    known.tickets.set(id, after)
    return after
  }
  const pageOf = <T>(
    all: readonly T[],
    cursor: string | undefined,
    limit: number,
  ): { page: T[]; nextCursor: string | null } => {
    const from = Number(cursor ?? 0)
    const to = from + limit
    return { page: all.slice(from, to), nextCursor: to < all.length ? String(to) : null }
  }
  const core: MemoryCore = {
    known,
    sent,
    acts: [],
    announced,
    mentions,
    pushed,
    notified,
    told,
    filled,
    sentWebhooks,
    changed,
    clocks,
    pasts,
    channelsOf,
    channels,
    places,
    issued,
    tokensIssued,
    drafts: new Map(),
    importsOf,
    imports,
    respondersOf,
    ...ports,
    played,
    services: servicesInMemory(played),
    letters,
    words,
    viewerOf: (userId) => ({
      tenantId: mint<TenantId>('00000000-0000-7000-8000-000000000000'),
      userId,
      name: known.users.get(userId) ?? '',
      role: 'admin',
      queueIds: [],
      locale: 'pt-BR',
      can: () => true,
    }),
    countsFacts: () => ({ rows: [], timeZone: 'America/Sao_Paulo' }),
    listsFacts: () => ({ conversations: [], nextCursor: null }),
    sees: () => true,
    tickets: {
      get: (ticket) => Promise.resolve(known.tickets.get(ticket)),
      visibleTo: (viewer, tickets) =>
        Promise.resolve(
          [...known.tickets.values()].filter((ticket) => tickets.includes(ticket.id) && core.sees(viewer, ticket)),
        ),
      viewersOf: (ticket, { search = '', among, limit = 50 } = {}) =>
        Promise.resolve(
          known.tickets.has(ticket)
            ? [...known.users]
                .map(([id, name]) => ({ id, name }))
                .filter(
                  ({ id, name }) => name.toLowerCase().includes(search.toLowerCase()) && (among?.includes(id) ?? true),
                )
                .slice(0, limit)
            : [],
        ),
      announce: (ticket) => Promise.resolve(void announced.push(ticket)),
      holdForBot: (id) => {
        const ticket = known.tickets.get(id)
        if (ticket?.status !== 'pending' || ticket.userId !== null) return Promise.resolve(false)
        known.tickets.set(id, { ...ticket, withBot: true })
        return Promise.resolve(true)
      },
      releaseFromBot: (id) => {
        const ticket = known.tickets.get(id)
        if (!ticket?.withBot) return Promise.resolve(false)
        known.tickets.set(id, { ...ticket, withBot: false })
        return Promise.resolve(true)
      },
      async change(id, change, { note, reopens } = {}) {
        const { status, userId, queueId, priority, snooze, addTags = [], removeTags = [] } = change
        const after = changedTicket(id, (ticket) => {
          if (status === 'open' && !userId)
            throw new Refusal('ERR_VALIDATION', {
              issues: [{ path: 'userId', message: 'whose it becomes', rule: 'required' }],
            })
          if (status === 'pending' && ticket.status === 'closed' && !reopens)
            throw new Refusal('ERR_TICKET_TRANSITION', { detail: 'closed → pending' })
          return {
            ...(status && { status }),
            ...(status === 'pending' ? { userId: null } : userId !== undefined && { userId }),
            ...(queueId !== undefined && { queueId }),
            ...(priority && { priority }),
            ...(snooze !== undefined && { snooze: snooze && { since: new Date().toISOString(), until: snooze.until } }),
            tags: [
              ...ticket.tags.filter((tag) => !removeTags.includes(tag.id)),
              ...known.tags.filter(
                (tag) => addTags.includes(tag.id) && !ticket.tags.some((held) => held.id === tag.id),
              ),
            ],
          }
        })
        changed.push({ ticket: id, change, ...(note !== undefined && { note }) })
        return after
      },
      async transfer(id, { note, ...to }) {
        const after = changedTicket(id, () => ({
          status: to.userId ? 'open' : 'pending',
          userId: to.userId ?? null,
          ...(to.queueId && { queueId: to.queueId }),
        }))
        changed.push({ ticket: id, transfer: to, ...(note !== undefined && { note }) })
        return after
      },
      async onClock({ clock, after, until, cursor, limit = 100 }) {
        requireUse('tickets.list')
        const due = clocks
          .filter((one) => one.clock === clock && one.since <= until && (after === null || one.since > after))
          .toSorted((a, b) => a.since.localeCompare(b.since) || a.ticket.localeCompare(b.ticket))
        const { page, nextCursor } = pageOf(due, cursor, Math.min(limit, 100))
        return { tickets: page.map(({ ticket, since }) => ({ ticket, since })), nextCursor }
      },
      async past({ since, cursor, limit = 50 }) {
        requireUse('tickets.list')
        const { page, nextCursor } = pageOf(pasts, cursor, Math.min(limit, 50))
        return {
          tickets: page.map(({ ticket, happenings }) => ({
            ticket,
            happenings: happenings.filter(({ at }) => at > since),
          })),
          nextCursor,
        }
      },
      async page(query) {
        requireUse('tickets.list')
        return ticketsPaged([...known.tickets.values()], [...known.messages.values()], query)
      },
    },
    webhooks: {
      async send(webhook) {
        requireUse('webhooks.send')
        const { url, secret, key } = PluginWebhook.parse(webhook)
        if (!url.startsWith('https:')) throw new Refusal('ERR_WEBHOOK_ADDRESS')
        if (!/^whsec_[A-Za-z0-9+/]{32,88}={0,2}$/.test(secret)) throw new Refusal('ERR_VALIDATION')
        const at = sentWebhooks.findIndex((one) => one.url === url && one.secret === secret && one.key === key)
        const number = at < 0 ? sentWebhooks.push(webhook) : at + 1
        return { id: `webhook-${number}` }
      },
      async check(url) {
        requireUse('webhooks.send')
        return new URL(url).href
      },
      async became(keys) {
        requireUse('webhooks.send')
        return sentWebhooks.flatMap(({ key, url, type }, at) =>
          keys.includes(key)
            ? [
                {
                  id: `00000000-0000-7000-8000-${String(at + 1).padStart(12, '0')}`,
                  key,
                  url,
                  type,
                  state: 'waiting' as const,
                  attempts: 0,
                  nextAt: null,
                  last: null,
                  createdAt: new Date(0).toISOString(),
                  log: [],
                },
              ]
            : [],
        )
      },
    },
    facts: {
      async query(query, { viewer } = {}) {
        requireUse('facts.read')
        return core.countsFacts(query, viewer)
      },
      async conversations(query) {
        requireUse('facts.read')
        return core.listsFacts(query)
      },
    },
    attributes: {
      list: () => Promise.resolve([...known.attributes]),
      async set(subject, change) {
        requireUse('attributes.write')
        filled.push({ subject, change, own: false })
      },
      async setOwn(subject, change) {
        const owner = 'contact' in subject ? 'contact' : 'ticket'
        for (const name of Object.keys(change))
          if (attributes[name]?.owner !== owner)
            throw new TypeError(`${plugin} declares no attribute ${name} of a ${owner}`)
        filled.push({ subject, change, own: true })
      },
    },
    segments: {
      async list() {
        requireUse('segments.read')
        return [...known.segments].map(([id, { name }]) => ({ id, name }))
      },
      async holding(segment, contacts) {
        requireUse('segments.read')
        const found = known.segments.get(segment)
        if (!found) throw new Refusal('ERR_NO_SEGMENT_FOUND')
        return contacts.filter((contact) => found.contacts.includes(contact))
      },
      async contacts(segment, { cursor = '0', limit = 100 } = {}) {
        requireUse('segments.read')
        const found = known.segments.get(segment)
        if (!found) throw new Refusal('ERR_NO_SEGMENT_FOUND')
        const [from, to] = [Number(cursor), Number(cursor) + Math.min(limit, 100)]
        return { contacts: found.contacts.slice(from, to), nextCursor: to < found.contacts.length ? String(to) : null }
      },
    },
    automation,
    contacts: {
      get: (contact) => Promise.resolve(known.contacts.get(contact)),
      async page(query) {
        requireUse('contacts.list')
        return contactsPaged([...known.contacts.values()], query)
      },
      ...contactsInMemory(known.contacts, requireUse),
    },
    conversations,
    keys,
    tokens: tokensInMemory(tokensIssued, requireUse, undefined),
    company: {
      profile: () =>
        Promise.resolve({ name: 'Company', timeZone: 'America/Sao_Paulo', locale: 'pt-BR', publicAddress: 'company' }),
    },
    queues: { list: () => Promise.resolve([...known.queues]) },
    tags: { list: () => Promise.resolve([...known.tags]) },
    users: {
      queuesOf: (user) => Promise.resolve(known.queuesOf.get(user) ?? []),
      named: (users) =>
        Promise.resolve(
          [...known.users].filter(([id]) => users.includes(id)).map(([id, name]) => ({ id, name, isActive: true })),
        ),
      viewers: (users) =>
        Promise.resolve(users.filter((user) => known.users.has(user)).flatMap((user) => core.viewerOf(user) ?? [])),
      colleagues: () => Promise.resolve([...known.users].map(([id, name]) => ({ id, name, isOnline: false }))),
      groups: () => Promise.resolve([...known.groups]),
      push: (users, name, data, { fleeting = false } = {}) => void pushed.push({ users, name, data, fleeting }),
    },
    mail: {
      async send(user, letter, { key }) {
        requireUse('mail.send')
        UserLetter.parse(letter)
        if (!known.users.has(user)) throw new Refusal('ERR_NO_USER_FOUND')
        letters.push({ user, key, letter })
      },
    },
    notifications: {
      mention: (users, about) => Promise.resolve(void mentions.push({ users, ...about })),
      async notify(users, notice) {
        notified.push({ users, ...notice })
      },
      async tell(telling) {
        BellTellingShape.parse(telling)
        takeOut(telling.notice, telling.key)
        told.push(telling)
      },
      takeBack: async ({ notice, key }) => takeOut(notice, key),
    },
    messages: {
      async get(message) {
        requireUse('messages.read')
        return known.messages.get(message)
      },
      async page(ticket, { cursor, limit = 100 } = {}) {
        requireUse('messages.read')
        const newestFirst = [...known.messages.values()]
          .filter(({ ticketId }) => ticketId === ticket)
          .toSorted((a, b) => b.timestamp.localeCompare(a.timestamp) || b.id.localeCompare(a.id))
        const { page, nextCursor } = pageOf(newestFirst, cursor, Math.min(limit, 100))
        return { messages: page, nextCursor }
      },
      async search(query) {
        requireUse('messages.read')
        return searchedMessages([...known.messages.values()], known.tickets, words, query)
      },
      async setWords(message, text) {
        requireUse('messages.words')
        const found = known.messages.get(message)
        if (!found || found.isDeleted) return false
        const kept = (text ?? '').trim().slice(0, 8_000)
        if (kept === '') words.delete(message)
        else words.set(message, kept)
        return true
      },
      send(ticket, parts, { key, evenClosed = false, as }) {
        if (evenClosed) requireUse('replies.expect')
        if (as !== undefined) requireUse('conversations.open')
        let message = sent.find((each) => each.ticket === ticket && each.key === key)
        if (!message && !evenClosed && known.tickets.get(ticket)?.status === 'closed')
          return Promise.reject(new Refusal('ERR_CREATING_MESSAGE'))
        if (!message) {
          message = {
            id: mint<MessageId>(randomUUID()),
            ticket,
            parts,
            key,
            ...(evenClosed && { evenClosed }),
            ...(as && { as }),
          }
          sent.push(message)
        }
        return Promise.resolve({ id: message.id, ticketId: ticket, parts: [...message.parts] } as unknown as Message)
      },
    },
  }
  return core
}

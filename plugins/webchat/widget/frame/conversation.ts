import type { ThreadMessage } from './data.ts'

/** A message on its way. `stored`: the server has it, and its echo is still to come. */
export interface Outgoing {
  readonly id: string
  readonly text: string
  readonly at: string
  readonly file?: File
  readonly state: 'waiting' | 'sending' | 'stored' | 'failed'
  /** Error code of a refusal. */
  readonly reason?: string | undefined
  /** When it may be sent again, as far as the server said. */
  readonly until?: Date | undefined
}

/** What both sides have said, oldest first, and what is on its way, in the order of writing. */
export interface Conversation {
  readonly messages: readonly ThreadMessage[]
  readonly outgoing: readonly Outgoing[]
  /** Whether the beginning of the conversation is among the messages. */
  readonly complete: boolean
  /** Until when an agent has read, and until when the visitor has. */
  readonly agentReadAt: string | null
  readonly seenAt: string | null
}
export const emptyConversation: Conversation = {
  messages: [],
  outgoing: [],
  complete: false,
  agentReadAt: null,
  seenAt: null,
}

export type Change =
  | { readonly type: 'received'; readonly message: ThreadMessage }
  | { readonly type: 'refreshed'; readonly messages: readonly ThreadMessage[] }
  | { readonly type: 'olderRead'; readonly messages: readonly ThreadMessage[]; readonly complete: boolean }
  | { readonly type: 'queued'; readonly outgoing: Outgoing }
  | {
      readonly type: 'moved'
      readonly id: string
      readonly to: Outgoing['state']
      readonly reason?: string
      readonly until?: Date | undefined
    }
  | { readonly type: 'discarded'; readonly id: string }
  | { readonly type: 'agentRead'; readonly at: string }
  | { readonly type: 'seen'; readonly at: string }
  /** Another visitor: only what is unsent goes along. */
  | { readonly type: 'restarted' }

const later = (a: string | null, b: string): string => (a !== null && Date.parse(a) >= Date.parse(b) ? a : b)

/** Known messages change in place; unknown ones are added at the given end. No message is ever there twice. */
function merge(
  messages: readonly ThreadMessage[],
  news: readonly ThreadMessage[],
  end: 'start' | 'end' | 'none',
): readonly ThreadMessage[] {
  const byId = new Map(news.map((message) => [message.id, message]))
  const known = messages.map((message) => {
    const changed = byId.get(message.id)
    byId.delete(message.id)
    return changed ?? message
  })
  const unknown = [...byId.values()]
  return end === 'start' ? [...unknown, ...known] : end === 'end' ? [...known, ...unknown] : known
}

/** By the time they were said, as agents see them: of two that were said at once, the later may be told first. */
const oldestFirst = (messages: readonly ThreadMessage[]): readonly ThreadMessage[] =>
  [...messages].sort((one, other) => Date.parse(one.at) - Date.parse(other.at))

/** What the server has told is no longer on its way. */
function told(conversation: Conversation, messages: readonly ThreadMessage[]): Conversation {
  const own = new Set(messages.filter(({ from }) => from === 'visitor').map(({ id }) => id))
  return {
    ...conversation,
    messages: oldestFirst(messages),
    outgoing: conversation.outgoing.filter(({ id }) => !own.has(id)),
  }
}

/** Messages arrive late, twice, and by two ways; whatever the order, the same conversation comes of it. */
export function change(conversation: Conversation, by: Change): Conversation {
  switch (by.type) {
    case 'received':
      return told(conversation, merge(conversation.messages, [by.message], 'end'))
    case 'refreshed':
      return told(conversation, merge(conversation.messages, by.messages, 'none'))
    case 'olderRead':
      return told({ ...conversation, complete: by.complete }, merge(conversation.messages, by.messages, 'start'))
    case 'queued': {
      const known =
        conversation.messages.some(({ id }) => id === by.outgoing.id) ||
        conversation.outgoing.some(({ id }) => id === by.outgoing.id)
      return known ? conversation : { ...conversation, outgoing: [...conversation.outgoing, by.outgoing] }
    }
    case 'moved':
      return {
        ...conversation,
        outgoing: conversation.outgoing.map((outgoing) =>
          outgoing.id === by.id ? { ...outgoing, state: by.to, reason: by.reason, until: by.until } : outgoing,
        ),
      }
    case 'discarded':
      return { ...conversation, outgoing: conversation.outgoing.filter(({ id }) => id !== by.id) }
    case 'agentRead':
      return { ...conversation, agentReadAt: later(conversation.agentReadAt, by.at) }
    case 'seen':
      return { ...conversation, seenAt: later(conversation.seenAt, by.at) }
    case 'restarted':
      return { ...emptyConversation, outgoing: conversation.outgoing.filter(({ state }) => state !== 'stored') }
  }
}

/** Agents' messages the visitor has not had before their eyes. */
export const unreadOf = ({ messages, seenAt }: Conversation): number =>
  messages.filter(
    (message) =>
      message.from === 'agent' && !message.removed && (seenAt === null || Date.parse(message.at) > Date.parse(seenAt)),
  ).length

/** The first message that may be sent now: those behind it wait, so that the order of writing is kept. */
export const nextToSend = ({ outgoing }: Conversation): Outgoing | undefined =>
  outgoing.find(({ state }) => state === 'waiting' || state === 'sending')

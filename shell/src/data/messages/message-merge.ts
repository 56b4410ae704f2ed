import type { InfiniteData } from '@tanstack/react-query'
import { ascending } from '../../base/ascending.ts'
import type { Message, MessageActState, MessagePage, MessageStatus } from '../../base/contracts.ts'

/** Beginning of a page of a thread: the end, before or behind the loaded messages, or around one message. */
export type ThreadPosition = { older: string } | { newer: string } | { around: string } | null
/** Loaded messages of a thread: one stretch without gaps, its newest page first. */
export type MessagePages = InfiniteData<MessagePage, ThreadPosition>

/** Oldest first (S4-119); the id breaks ties so that the order is total. */
export const byTime = (a: Message, b: Message): number => ascending(a.timestamp, b.timestamp) || ascending(a.id, b.id)

// `failed` outranks everything short of delivery, as receipts do: a delivered message can no longer fail.
const progress: Record<MessageStatus, number> = {
  pending: 0,
  unknown: 1,
  accepted: 2,
  sent: 3,
  failed: 4,
  received: 5,
  delivered: 6,
  read: 7,
  played: 8,
}

const actProgress: Record<MessageActState['state'], number> = { pending: 0, unknown: 1, failed: 2, done: 3 }

/** Compares two states of a message by agents' acts: positive if `a` is newer. Ids of acts grow with time. */
function compareActs(a: MessageActState | undefined, b: MessageActState | undefined): number {
  if (!a || !b) return (a ? 1 : 0) - (b ? 1 : 0)
  return a.id === b.id ? actProgress[a.state] - actProgress[b.state] : a.id > b.id ? 1 : -1
}

/**
 * Joins two states of one message. Commutative, associative and idempotent, so answers and pushes may arrive twice
 * and in any order: statuses never go back, an edit and a deletion stay.
 */
export function joinMessages(a: Message, b: Message): Message {
  const [less, more] = progress[a.status] <= progress[b.status] ? [a, b] : [b, a]
  const acted = compareActs(a.act, b.act)
  const later = acted === 0 ? more : acted > 0 ? a : b
  const words = a.edited === b.edited ? later : a.edited ? a : b
  return {
    ...less,
    ...more,
    body: words.body,
    parts: words.parts,
    media: words.media,
    reaction: later.reaction,
    edited: a.edited || b.edited,
    isDeleted: a.isDeleted || b.isDeleted,
    read: a.read || b.read,
    idFront: more.idFront ?? less.idFront,
    ...(later.act && { act: later.act }),
  }
}

/** Every loaded message, unique by id (S4-118) and in order. */
export function messagesOf(pages: MessagePages | undefined): Message[] {
  const unique = new Map<string, Message>()
  for (const page of pages?.pages ?? []) {
    for (const message of page.messages) {
      const known = unique.get(message.id)
      unique.set(message.id, known ? joinMessages(known, message) : message)
    }
  }
  return [...unique.values()].sort(byTime)
}

/**
 * Adds or joins a pushed message. Page 0 is the newest; one beyond what is loaded, on either side, is left to its page.
 */
export function placeMessage(pages: MessagePages, incoming: Message): MessagePages {
  const holder = pages.pages.findIndex((page) => page.messages.some((message) => message.id === incoming.id))
  if (holder >= 0)
    return replacePage(pages, holder, (message) =>
      message.id === incoming.id ? joinMessages(message, incoming) : message,
    )
  const loaded = messagesOf(pages)
  const oldest = loaded[0]
  const newest = loaded.at(-1)
  const hasMore = pages.pages.at(-1)?.hasMore ?? false
  if (hasMore && oldest !== undefined && byTime(incoming, oldest) < 0) return pages
  if (pages.pages[0]?.newerCursor && newest !== undefined && byTime(incoming, newest) > 0) return pages
  const [first, ...rest] = pages.pages
  return first
    ? { ...pages, pages: [{ ...first, messages: [...first.messages, incoming].sort(byTime) }, ...rest] }
    : pages
}

/** A deleted message stays in its place and says so. */
export function markDeleted(pages: MessagePages, id: string): MessagePages {
  const holder = pages.pages.findIndex((page) => page.messages.some((message) => message.id === id))
  return holder < 0
    ? pages
    : replacePage(pages, holder, (message) => (message.id === id ? { ...message, isDeleted: true } : message))
}

const replacePage = (pages: MessagePages, index: number, change: (message: Message) => Message): MessagePages => ({
  ...pages,
  pages: pages.pages.map((page, at) => (at === index ? { ...page, messages: page.messages.map(change) } : page)),
})

import type { InfiniteData } from '@tanstack/react-query'
import { pageSize } from '../limits.ts'
import type { ChatMessage, ThreadPage } from '../messages/message.ts'

/** Pages of a thread, the latest first, each in its order. */
export type Thread = InfiniteData<ThreadPage, unknown>
/** Where a page begins: before or after a place; the latest without one. */
export interface ThreadPlace {
  readonly before?: number
  readonly after?: number
}

/** Pages that are kept at once: when one more comes, the farthest on the other side goes. */
export const mostPages = 4
/** Messages before the one that a thread is opened at. */
const context = 25
/** A page with so many takes no new messages: they become a page of their own. */
const fullPage = 2 * pageSize

/** How a thread is read by pages, around a place or from its end, both ways and never more than a few at once. */
export const threadPages = (from: number | null) => ({
  initialPageParam: (from === null ? {} : { before: from + context }) as ThreadPlace,
  getNextPageParam: ({ older, messages }: ThreadPage): ThreadPlace | undefined =>
    older && messages[0] ? { before: messages[0].seq } : undefined,
  getPreviousPageParam: ({ newer, messages }: ThreadPage): ThreadPlace | undefined =>
    newer ? { after: messages.at(-1)?.seq ?? 0 } : undefined,
  maxPages: mostPages,
})

/** All loaded messages in the order of the chat. */
export const messagesOf = (thread: Thread | undefined): readonly ChatMessage[] =>
  thread?.pages.toReversed().flatMap(({ messages }) => messages) ?? []

/** What is worth keeping of a thread that is left: its end, where the end is loaded. */
export const endOf = ({ pages: [latest], pageParams }: Thread): Thread | undefined =>
  latest && !latest.newer ? { pages: [latest], pageParams: pageParams.slice(0, 1) } : undefined

/**
 * The thread with a message that is new or has changed. A new one goes to the end where the end is loaded and its page
 * is not full; elsewhere it will be fetched with its neighbours.
 */
export function placeMessage(thread: Thread, message: ChatMessage): Thread {
  let isPlaced = false
  const pages = thread.pages.map((page) => {
    if (!page.messages.some(({ seq }) => seq === message.seq)) return page
    isPlaced = true
    return { ...page, messages: page.messages.map((each) => (each.seq === message.seq ? message : each)) }
  })
  const [latest, ...others] = pages
  if (isPlaced || !latest) return { ...thread, pages }
  const last = latest.messages.at(-1)?.seq ?? 0
  if (message.seq <= last) return thread
  // More is known to follow, between this page and the message or after it: it is fetched in order.
  if (latest.newer) return thread
  if (message.seq > last + 1 || latest.messages.length >= fullPage)
    return { ...thread, pages: [{ ...latest, newer: true }, ...others] }
  return { ...thread, pages: [{ ...latest, messages: [...latest.messages, message] }, ...others] }
}

import type { InfiniteData } from '@tanstack/react-query'
import type { ChatMessage, ThreadPage } from '../messages/message.ts'

/** Pages of a thread, the latest first, each in its order. */
export type Thread = InfiniteData<ThreadPage, unknown>
/** Where a page begins: before or after a place; the latest without one. */
export interface ThreadPlace {
  readonly before?: number
  readonly after?: number
}

/** All loaded messages in the order of the chat. */
export const messagesOf = (thread: Thread | undefined): readonly ChatMessage[] =>
  thread?.pages.toReversed().flatMap(({ messages }) => messages) ?? []

/**
 * The thread with a message that is new or has changed. A new one goes to the end where the end is loaded; elsewhere it
 * will be fetched with its neighbours.
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
  if (latest.newer && message.seq > last + 1) return thread
  if (message.seq <= last) return thread
  // A gap: what lies between is fetched.
  if (message.seq > last + 1) return { ...thread, pages: [{ ...latest, newer: true }, ...others] }
  return { ...thread, pages: [{ ...latest, messages: [...latest.messages, message] }, ...others] }
}

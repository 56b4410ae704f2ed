import type { QueryClient } from '@tanstack/react-query'
import { keys } from '../../base/query-keys.ts'
import type { Message } from '../../base/contracts.ts'
import { messagesOf, type MessagePages } from './message-merge.ts'

/** A loaded message of a conversation, to answer it again. */
export const quotedIn = (queries: QueryClient, ticketId: string, id: string): Message | null =>
  messagesOf(queries.getQueryData<MessagePages>(keys.thread(ticketId))).find((message) => message.id === id) ?? null

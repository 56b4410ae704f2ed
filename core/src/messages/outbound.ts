import { Refusal } from '@recado/contracts'
import { sql } from 'drizzle-orm'
import type { EventBus } from '../bus/bus.ts'
import type { Tx } from '../db/database.ts'
import { sqlState } from '../db/sql-errors.ts'
import { newId } from '../base/ids.ts'
import type { TicketFeed } from '../realtime/ticket-feed.ts'
import { bodyOf } from './outgoing.ts'
import type { MessageParts } from '../tables/scheduled-message.table.ts'

/** Author of a stored message. */
export interface Sender {
  readonly userId: string | null
  readonly sendType: 'chat' | 'bot'
  /** A plugin that sends as itself. */ readonly plugin?: string
}

export interface OutboundMessages {
  readonly tenantId: string
  readonly ticketId: string
  readonly messages: readonly MessageParts[]
  readonly author: Sender
  readonly replyToId?: string | null | undefined
  readonly idFront?: string | null | undefined
  /** The id of the first message, where it has one already. */
  readonly firstId?: string
}

/** Key of a piece of one text. */
export const frontOf = (idFront: string, piece: number): string => (piece === 0 ? idFront : `${idFront}:${piece}`)

/**
 * Stores messages to a ticket's contact with their intents to send, in the caller's transaction. Answers their ids;
 * none for an idFront that was used before.
 */
export async function storeOutbound(
  tx: Tx,
  { tenantId, ticketId, messages, author, replyToId, idFront, firstId }: OutboundMessages,
): Promise<string[]> {
  const ids: string[] = []
  for (const [index, parts] of messages.entries()) {
    const front = idFront === undefined || idFront === null ? null : frontOf(idFront, index)
    const id = index === 0 && firstId !== undefined ? firstId : newId()
    const [row] = await tx.execute<{
      id: string | null
    }>(sql`select core.outbound(${tenantId}, ${ticketId}, ${id}, ${newId()}, ${author.userId}, ${bodyOf(parts)}, ${JSON.stringify(parts)}::jsonb,
      ${author.sendType}, ${index === 0 ? (replyToId ?? null) : null}, ${front}, ${author.plugin ?? null}) as id`)
    if (row?.id) ids.push(row.id)
  }
  return ids
}

/** The refusal of storing, as the code that clients know; any other error unchanged. */
export function outboundRefusal(error: unknown): unknown {
  const state = sqlState(error)
  if (state === 'RC404') return new Refusal('ERR_NO_TICKET_FOUND')
  if (state === 'RC409') return new Refusal('ERR_CREATING_MESSAGE')
  return error
}

export interface OutboundNews {
  readonly bus: EventBus
  readonly feed: TicketFeed
  readonly deliver: (connectionId: string, messageIds: readonly string[]) => Promise<void>
  readonly onRead: (tenantId: string, ticketId: string) => void
}

/** After commit: signals the sender and shows the messages. */
export async function announceOutbound(
  { bus, feed, deliver, onRead }: OutboundNews,
  {
    tenantId,
    ticketId,
    connectionId,
    userId,
  }: { tenantId: string; ticketId: string; connectionId: string; userId: string | null },
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return
  bus.poke()
  const delivering = deliver(connectionId, ids)
  if (userId !== null) onRead(tenantId, ticketId)
  void feed.show(tenantId, { messages: ids.map((id) => ({ id, ticketId, type: 'chat:create' as const })) })
  await delivering
}

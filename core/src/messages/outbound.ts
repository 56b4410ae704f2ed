import { Refusal, type SendingFor } from '@recado/contracts'
import type { EventBus } from '../bus/bus.ts'
import type { Query, SqlBuilder } from '../db/database.ts'
import { sqlState } from '../db/sql-errors.ts'
import { newId } from '../base/ids.ts'
import type { TicketFeed } from '../realtime/ticket-feed.ts'
import { bodyOf } from './outgoing.ts'
import type { SendingTarget } from './sending-target.ts'
import type { MessageParts } from '../tables/scheduled-message.table.ts'

/** Author of a stored message. */
export interface Sender {
  readonly userId: string | null
  readonly sendType: 'chat' | 'bot' | SendingFor
  /** A plugin that sends as itself. */
  readonly plugin?: string
  /** A closed ticket takes it too, and stays closed. */
  readonly evenClosed?: boolean
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
 * Statements that store messages to a ticket's contact with their intents to send, for one transaction. Each answers
 * the id of its message, or null for an idFront that was used before.
 */
export const outboundStatements = (
  sql: SqlBuilder,
  { tenantId, ticketId, messages, author, replyToId, idFront, firstId }: OutboundMessages,
): Query<{ id: string | null }>[] =>
  messages.map((parts, index) => {
    const front = idFront === undefined || idFront === null ? null : frontOf(idFront, index)
    const id = index === 0 && firstId !== undefined ? firstId : newId()
    return sql`
      select core.outbound(${tenantId}, ${ticketId}, ${id}, ${newId()}, ${author.userId}, ${bodyOf(parts)},
        ${JSON.stringify(parts)}::text::jsonb,
      ${author.sendType}, ${index === 0 ? (replyToId ?? null) : null}, ${front}, ${author.plugin ?? null},
      ${author.evenClosed ?? false}) as id`
  })

/** Ids of what {@link outboundStatements} stored. */
export const storedIds = (answers: readonly (readonly { readonly id: string | null }[])[]): string[] =>
  answers.flatMap(([row]) => (row?.id ? [row.id] : []))

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
    target: { connectionId, capabilities },
    userId,
  }: {
    tenantId: string
    ticketId: string
    target: Pick<SendingTarget, 'connectionId' | 'capabilities'>
    userId: string | null
  },
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return
  const delivering = deliver(connectionId, ids)
  bus.poke()
  if (userId !== null && capabilities.receipts.inMarkRead) onRead(tenantId, ticketId)
  void feed.show(tenantId, { messages: ids.map((id) => ({ id, ticketId, type: 'chat:create' as const })) })
  await delivering
}

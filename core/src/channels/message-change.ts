import {
  MessageStatusChanged,
  ownReactor,
  type InboundDelete,
  type InboundEdit,
  type InboundPollStopped,
  type InboundReaction,
  type InboundVote,
  type ReceiptState,
} from '@recado/contracts'
import { and, eq, sql, type SQL } from 'drizzle-orm'
import type { EventBus } from '../bus/bus.ts'
import type { Tx } from '../db/database.ts'
import { bodyOf } from '../messages/outgoing.ts'
import { contactOfMessage } from '../messages/contact-of-message.ts'
import { message } from '../tables/message.table.ts'
import { refreshPreview } from '../messages/ticket-preview.ts'
import type { FeedChange } from '../realtime/ticket-feed.ts'
import { keepFiles, withoutRefs } from './awaited-media.ts'
import { storable, storableIn, type Clean } from './clean-event.ts'
import { cleanParts } from './clean-parts.ts'
import type { Changed } from './changed-message.ts'
import type { Place } from './inbound-source.ts'
import { endOf, withEnd } from './poll-end.ts'

export type MessageChange = Clean<InboundEdit | InboundDelete | InboundReaction | InboundVote | InboundPollStopped>
/** A receipt as `core.apply_receipts` keeps it until its message is known. */
interface EarlyReceipt {
  type: 'receipt'
  state: ReceiptState
  failure: { code: string; message: string; kind?: string } | null
}
type Early = (Omit<MessageChange, 'at'> & { at: string }) | EarlyReceipt

/**
 * Applies what a provider says about a message that exists. Answers undefined when the message is not known yet; the
 * change then waits for it. Repeating a change leaves things as they are.
 */
export async function applyChange(tx: Tx, place: Place, change: MessageChange): Promise<Changed | undefined> {
  const { target } = change
  const known = and(
    eq(message.tenantId, place.tenantId),
    eq(message.connectionId, place.connectionId),
    typeof target === 'string' ? eq(message.externalId, target) : eq(message.pollId, target.poll),
  )
  const result = { id: message.id, ticketId: message.ticketId }
  const update = (values: Parameters<ReturnType<Tx['update']>['set']>[0]) =>
    tx
      .update(message)
      .set(values as never)
      .where(known)
      .returning(result)
  switch (change.type) {
    case 'edit': {
      const { parts: shown, refs } = withoutRefs(change.parts)
      const parts = cleanParts(refs.length === 0 ? shown : await keepFiles(tx, place, change.target, shown, refs))
      return previewed(
        tx,
        place,
        (await update({ parts, body: bodyOf(parts), ...(!change.completes && { editedAt: change.at }) }))[0],
      )
    }
    case 'delete': {
      const deleted = await previewed(
        tx,
        place,
        (await update({ deletedAt: sql`coalesce(${message.deletedAt}, ${change.at.toISOString()})` }))[0],
      )
      return deleted && { ...deleted, shown: 'chat:delete' }
    }
    case 'reaction': {
      const who = change.sender.isSelf ? ownReactor : change.sender.id
      return (
        await update({
          reactions:
            change.emoji === null
              ? sql`${message.reactions} - ${who}::text`
              : sql`
                ${message.reactions} || jsonb_build_object(${who}::text, ${storable(change.emoji).slice(0, 32)}::text)`,
        })
      )[0]
    }
    case 'vote':
      return voted(tx, known, change)
    case 'pollStopped':
      return (await update({ pollEnd: withEnd(endOf(change.at, change.result)) }))[0]
  }
}

/**
 * Keeps what somebody votes for now. A withdrawn vote is kept without options: an older one that comes again must not
 * revive.
 */
async function voted(
  tx: Tx,
  known: SQL | undefined,
  { sender, options, at }: Clean<InboundVote>,
): Promise<Changed | undefined> {
  const who = sender.isSelf ? ownReactor : sender.id
  const others = (sender.aliases ?? []).map(storable)
  const [row] = await tx
    .select({ id: message.id, ticketId: message.ticketId, votes: message.votes })
    .from(message)
    .where(known)
    .for('update')
  if (!row) return undefined
  const { votes, ...result } = row
  const before = [who, ...others].flatMap((id) => votes?.[id]?.at ?? [])
  if (before.some((last) => new Date(last) > at)) return result
  const kept = Object.entries(votes ?? {}).filter(([id]) => !others.includes(id))
  await tx
    .update(message)
    .set({ votes: { ...Object.fromEntries(kept), [who]: { options: [...options], at: at.toISOString() } } })
    .where(known)
  return result
}

const previewed = async (tx: Tx, place: Place, changed: Changed | undefined): Promise<Changed | undefined> =>
  changed && { ...changed, preview: await refreshPreview(tx, place.tenantId, changed.ticketId) }

/** The changes as open clients are told of them. */
export const changesToShow = (changed: readonly Changed[]): FeedChange => ({
  messages: changed.map(({ id, ticketId, shown }) => ({ id, ticketId, type: shown ?? 'chat:update' })),
  tickets: changed.filter(({ preview }) => preview).map(({ ticketId }) => ({ id: ticketId, type: 'ticket:update' })),
})

/** What a change that came before its message waits for: the id of the message, or of its poll. */
export const waitingFor = (target: MessageChange['target']): string =>
  typeof target === 'string' ? target : `poll:${target.poll}`

/** Keeps a change until its message arrives. */
export async function keepForLater(tx: Tx, place: Place, change: MessageChange): Promise<void> {
  const waitsFor = waitingFor(change.target)
  await tx.execute(sql`
    insert into core.early_event (tenant_id, connection_id, external_id, event)
    values (${place.tenantId}, ${place.connectionId}, ${waitsFor}, ${JSON.stringify(storableIn(change))}::jsonb)`)
}

/**
 * Takes what waited for these messages and applies it in the order in which it came; one transaction, so nothing is
 * lost between.
 */
export async function applyWaiting(
  tx: Tx,
  bus: Pick<EventBus, 'publish'>,
  place: Place,
  externalIds: readonly string[],
): Promise<Changed[]> {
  const rows = await tx.execute<{ external_id: string; seq: string; event: Early }>(sql`
    delete from core.early_event
     where tenant_id = ${place.tenantId}
       and connection_id = ${place.connectionId}
       and external_id = any (${sql.param([...externalIds])}::text[])
    returning external_id, seq, event`)
  const changed: Changed[] = []
  for (const { external_id: externalId, event } of [...rows].sort((a, b) => (a.seq < b.seq ? -1 : 1))) {
    const found =
      event.type === 'receipt'
        ? await applyReceipt(tx, bus, place, externalId, event)
        : await applyChange(tx, place, { ...event, at: new Date(event.at) } as MessageChange)
    if (found) changed.push(found)
  }
  return changed
}

async function applyReceipt(
  tx: Tx,
  bus: Pick<EventBus, 'publish'>,
  place: Place,
  externalId: string,
  receipt: EarlyReceipt,
): Promise<Changed | undefined> {
  const [row] = await tx.execute<{ id: string; ticket_id: string; contact_id: string }>(sql`
    update core.message m
       set status = core.advance_receipt(status, ${receipt.state}),
           failure = ${receipt.failure ? JSON.stringify(receipt.failure) : null}::jsonb
     where tenant_id = ${place.tenantId}
       and connection_id = ${place.connectionId}
       and external_id = ${externalId}
       and from_me
       and core.advance_receipt(status, ${receipt.state}) is not null
    returning id, ticket_id, ${contactOfMessage}`)
  if (!row) return undefined
  await bus.publish(tx, MessageStatusChanged, {
    tenantId: place.tenantId,
    key: row.ticket_id,
    data: {
      ticketId: row.ticket_id,
      contactId: row.contact_id,
      connectionId: place.connectionId,
      messageId: row.id,
      status: receipt.state,
    },
  })
  return { id: row.id, ticketId: row.ticket_id }
}

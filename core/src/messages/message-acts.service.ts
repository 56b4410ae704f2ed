import {
  canSeeTicket,
  deletePolicy,
  isReaction,
  mayAct,
  MessageStatusChanged,
  Refusal,
  seesMasked,
  signatureOf,
  signedText,
  withText,
  type ActVerdict,
  type ChannelCapabilities,
  type ErrorCode,
  type Message,
  type MessageAct,
  type MessageStatus,
  type Part,
  type SignatureChoice,
  type Viewer,
} from '@recado/contracts'
import { sql } from 'drizzle-orm'
import { audit } from '../audit/audit.ts'
import type { Tx } from '../db/database.ts'
import { newId } from '../base/ids.ts'
import { factsOf } from '../tickets/ticket-lock.ts'
import { maskedMessage } from '../realtime/message-masks.ts'
import { messageRows, toMessage } from './message-rows.ts'
import type { MessagesDeps } from './messages.service.ts'
import { bodyOf } from './outgoing.ts'
import { refreshPreview } from './ticket-preview.ts'

/** The requested act: the text of an edit, the emoji of a reaction. */
export type WantedAct =
  | { readonly kind: 'edit'; readonly text: string }
  | { readonly kind: 'delete' }
  | { readonly kind: 'react'; readonly emoji: string | null }
  | { readonly kind: 'stopPoll' }

type Row = {
  id: string
  ticket_id: string
  contact_id: string
  connection_id: string
  chat: string
  channel: string
  from_me: boolean
  ticket_user: string | null
  ticket_queue: string | null
  ticket_bot: string | null
  user_id: string | null
  status: MessageStatus
  deleted: boolean
  sent_at: string
  parts: Part[]
  reactions: Record<string, string>
  stopped: boolean
  act: Message['act'] | null
  many: boolean
  is_active: boolean
  author: string | null
  choice: SignatureChoice | null
}
interface Done {
  readonly row: Row
  readonly shown: 'chat:update' | 'chat:delete'
  readonly queued: boolean
  readonly preview: boolean
}

/**
 * Acts of agents on messages. Every act is an intent that the node with the session delivers; see
 * channels/act-delivery.ts.
 */
export class MessageActs {
  readonly #deps: MessagesDeps
  constructor(deps: MessagesDeps) {
    this.#deps = deps
  }

  /**
   * Stores the act, or carries it out at once on a message that has not been handed to the channel yet. Answers the
   * message as it stands then.
   */
  async act(viewer: Viewer, messageId: string, wanted: WantedAct): Promise<Message> {
    const { db, bus, feed, deliver, media } = this.#deps
    const settings = await this.#deps.settings.visibility(viewer.tenantId)
    const isForced = wanted.kind === 'edit' && (await this.#deps.settings.get(viewer.tenantId, 'forceSignature'))
    const done = await db.tenant(viewer.tenantId, async (tx): Promise<Done | undefined> => {
      // Locks as settling does, the intent, then the lane of its chat, then the message: two orders would deadlock.
      const [waiting] = await tx.execute<{ id: string }>(sql`
        select id
          from core.delivery
         where tenant_id = ${viewer.tenantId}
           and message_id = ${messageId}
           and act is null
           and state in ('queued', 'retry') for update`)
      await lockLane(tx, viewer.tenantId, messageId)
      const row = await lockMessage(tx, viewer.tenantId, messageId)
      if (
        !row ||
        !canSeeTicket(
          viewer,
          factsOf({ user_id: row.ticket_user, queue_id: row.ticket_queue, bot: row.ticket_bot }),
          settings,
        )
      )
        throw new Refusal('ERR_NO_MESSAGE_FOUND')
      // Deleting what is deleted, or about to be, is no mistake of anybody; nor is stopping a poll once more.
      const isDone = wanted.kind === 'delete' ? row.deleted : wanted.kind === 'stopPoll' && row.stopped
      const isPending = row.act?.kind === wanted.kind && row.act.state === 'pending'
      if (isDone || (isPending && (wanted.kind === 'delete' || wanted.kind === 'stopPoll'))) return undefined
      if (!row.is_active) throw new Refusal('ERR_CONNECTION_INACTIVE')
      const capabilities = this.#deps.channels.find(row.channel)?.spec.capabilities
      if (!capabilities) throw new Refusal('ERR_CHANNEL_TYPE_UNKNOWN')
      requirePossible(viewer, row, wanted, capabilities, this.#deps.clock.now())
      const payload = payloadOf(wanted, row, capabilities, isForced)
      if (wanted.kind !== 'react')
        await audit(tx, {
          tenantId: viewer.tenantId,
          userId: viewer.userId,
          action: `message.${wanted.kind}`,
          subject: messageId,
          facts: { ticketId: row.ticket_id },
        })
      const neverLeft = waiting !== undefined || (wanted.kind === 'delete' && row.status === 'failed')
      return neverLeft && (wanted.kind === 'edit' || wanted.kind === 'delete')
        ? this.#actHere(tx, viewer.tenantId, row, wanted.kind, payload, waiting?.id)
        : queue(tx, viewer.tenantId, row, wanted.kind, payload)
    })
    if (done) {
      bus.poke()
      if (done.queued) await deliver(done.row.connection_id, [])
      void feed.show(viewer.tenantId, {
        messages: [{ id: messageId, ticketId: done.row.ticket_id, type: done.shown }],
        ...(done.preview && { tickets: [{ id: done.row.ticket_id, type: 'ticket:update' as const }] }),
      })
    }
    const [rows] = await db.read(viewer.tenantId, (query) => [
      messageRows(
        query,
        query`select m.* from core.message m where m.tenant_id = ${viewer.tenantId} and m.id = ${messageId}`,
      ),
    ])
    if (!rows[0]) throw new Refusal('ERR_NO_MESSAGE_FOUND')
    const message = toMessage(rows[0], viewer.tenantId, media)
    return seesMasked(viewer, settings) ? maskedMessage(message) : message
  }

  /** The message has not left: a delete keeps it from being sent, an edit changes what is sent. */
  async #actHere(
    tx: Tx,
    tenantId: string,
    row: Row,
    kind: 'edit' | 'delete',
    payload: unknown,
    deliveryId: string | undefined,
  ): Promise<Done> {
    if (kind === 'edit') {
      const parts = payload as Part[]
      await tx.execute(sql`
        update core.message set parts = ${JSON.stringify(parts)}::jsonb, body = ${bodyOf(parts)}
         where tenant_id = ${tenantId} and id = ${row.id}`)
      return { row, shown: 'chat:update', queued: false, preview: await refreshPreview(tx, tenantId, row.ticket_id) }
    }
    const reason = { code: 'DELETED', message: 'deleted before it was sent' }
    if (deliveryId !== undefined)
      await tx.execute(sql`
        update core.delivery
           set state = 'failed', error = ${JSON.stringify({ kind: 'notFound', certain: true, ...reason })}::jsonb
         where tenant_id = ${tenantId} and id = ${deliveryId}`)
    await tx.execute(sql`
      update core.message
         set deleted_at = now(), status = 'failed', failure = coalesce(failure, ${JSON.stringify(reason)}::jsonb)
       where tenant_id = ${tenantId} and id = ${row.id}`)
    if (row.status !== 'failed')
      await this.#deps.bus.publish(tx, MessageStatusChanged, {
        tenantId,
        key: row.ticket_id,
        data: {
          ticketId: row.ticket_id,
          contactId: row.contact_id,
          connectionId: row.connection_id,
          messageId: row.id,
          status: 'failed',
        },
      })
    return { row, shown: 'chat:delete', queued: false, preview: await refreshPreview(tx, tenantId, row.ticket_id) }
  }
}

/** In the lane of its own send, wherever the conversation goes on since. */
const chatOfActs = sql`coalesce((
  select d.chat from core.delivery d
   where d.tenant_id = m.tenant_id and d.message_id = m.id and d.act is null limit 1), t.chat)`

/** Waits for what is being settled in the chat of a message. Nothing is locked where nothing waits there. */
async function lockLane(tx: Tx, tenantId: string, messageId: string): Promise<void> {
  await tx.execute(sql`
    select from core.delivery_lane l
     where l.tenant_id = ${tenantId} and (l.connection_id, l.chat) = (
       select m.connection_id, ${chatOfActs} from core.message m
         join core.ticket t on t.tenant_id = m.tenant_id and t.id = m.ticket_id
        where m.tenant_id = ${tenantId} and m.id = ${messageId})
       for update`)
}

async function lockMessage(tx: Tx, tenantId: string, messageId: string): Promise<Row | undefined> {
  const [row] = await tx.execute<Row>(sql`
    select m.id, m.ticket_id, t.contact_id, m.connection_id, k.type as channel,
           ${chatOfActs} as chat,
           m.from_me, t.user_id as ticket_user, t.queue_id as ticket_queue, t.bot as ticket_bot, m.user_id, m.status,
           m.deleted_at is not null as deleted,
           m.sent_at, m.parts, m.reactions, m.poll_end is not null as stopped, m.act, m.further_ids is not null as many,
           k.is_active and k.deleted_at is null as is_active, u.name as author, u.configs -> 'signature' as choice
      from core.message m
      join core.ticket t on t.tenant_id = m.tenant_id and t.id = m.ticket_id
      join core.connection k on k.tenant_id = m.tenant_id and k.id = m.connection_id
      left join core.user_account u on u.tenant_id = m.tenant_id and u.id = m.user_id
     where m.tenant_id = ${tenantId} and m.id = ${messageId} for update of m`)
  return row
}

async function queue(tx: Tx, tenantId: string, row: Row, kind: MessageAct, payload: unknown): Promise<Done> {
  const id = newId()
  await tx.execute(sql`
    insert into core.delivery (id, tenant_id, message_id, connection_id, chat, lane, act, payload)
    values (${id}, ${tenantId}, ${row.id}, ${row.connection_id}, ${row.chat},
            core.next_lane(${tenantId}::uuid, ${row.connection_id}::uuid, ${row.chat}), ${kind},
            ${payload === undefined ? null : JSON.stringify(payload)}::jsonb)`)
  await tx.execute(sql`
    update core.message set act = ${JSON.stringify({ id, kind, state: 'pending', failure: null })}::jsonb
     where tenant_id = ${tenantId} and id = ${row.id}`)
  return { row, shown: 'chat:update', queued: true, preview: false }
}

function payloadOf(wanted: WantedAct, row: Row, capabilities: ChannelCapabilities, isForced: boolean): unknown {
  if (wanted.kind === 'delete' || wanted.kind === 'stopPoll') return undefined
  if (wanted.kind === 'edit') {
    // A signature that the company forces cannot be edited away (S6-025); otherwise the text is as its author wants it.
    const signature =
      row.author === null
        ? null
        : signatureOf({ name: row.author, choice: row.choice ?? undefined, isForced, wanted: false })
    return withText(
      row.parts,
      checkedText(signedText(wanted.text, signature, capabilities.text.signature), row.parts, capabilities),
    )
  }
  if (wanted.emoji !== null && !isReaction(wanted.emoji, capabilities))
    throw new Refusal('ERR_REACTING_MESSAGE', { detail: 'emoji' })
  return { emoji: wanted.emoji }
}

/** A text must not be edited away, a caption may. */
function checkedText(text: string, [part]: readonly Part[], capabilities: ChannelCapabilities): string {
  const limit =
    part?.kind === 'media'
      ? (capabilities.media[part.as]?.maxCaption ?? capabilities.text.maxLength)
      : capabilities.text.maxLength
  if ([...text].length > limit) throw new Refusal('ERR_MESSAGE_TOO_LONG', { limit })
  if (text === '' && part?.kind === 'text') throw new Refusal('ERR_EDITING_MESSAGE', { detail: 'empty' })
  return text
}

const refusals = {
  edit: 'ERR_EDITING_MESSAGE',
  delete: 'ERR_DELETE_WAPP_MSG',
  react: 'ERR_REACTING_MESSAGE',
  stopPoll: 'ERR_STOPPING_POLL',
} as const satisfies Record<MessageAct, ErrorCode>
const minutes = (ms: number): number => Math.floor(ms / 60_000)

function requirePossible(
  viewer: Viewer,
  row: Row,
  { kind }: WantedAct,
  capabilities: ChannelCapabilities,
  now: Date,
): void {
  const target = {
    fromMe: row.from_me,
    userId: row.user_id,
    status: row.status,
    isDeleted: row.deleted,
    timestamp: row.sent_at,
    parts: row.parts,
    reaction: row.reactions,
    votes: { stopped: row.stopped },
  }
  const verdict: ActVerdict = mayAct(kind, capabilities, target, viewer, now)
  // One of ours became several of the provider's: which of them the words or the poll are in is not known.
  if (verdict.ok && kind === 'edit' && row.many) throw new Refusal('ERR_EDITING_MESSAGE', { detail: 'notText' })
  if (verdict.ok && kind === 'stopPoll' && row.many) throw new Refusal('ERR_STOPPING_POLL', { detail: 'noPoll' })
  if (verdict.ok) return
  if (verdict.reason === 'tooOld' && kind === 'delete')
    throw new Refusal('ERR_DELETE_TOO_OLD', {
      limit: minutes(Math.min(deletePolicy.withinMs, capabilities.deleteForAll.withinMs ?? Infinity)),
    })
  if (verdict.reason === 'tooOld' && kind === 'edit')
    throw new Refusal('ERR_EDIT_TOO_OLD', { limit: minutes(capabilities.edit.withinMs!) })
  throw new Refusal(refusals[kind], { detail: verdict.reason })
}

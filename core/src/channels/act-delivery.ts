import type { ChannelErrorShape, ChannelSession, MessageAct, Part, PollTally, Target } from '@recado/contracts'
import { ChannelError, ownReactor } from '@recado/contracts'
import { sql } from 'drizzle-orm'
import type { Tx } from '../db/database.ts'
import { bodyOf } from '../messages/outgoing.ts'
import { refreshPreview } from '../messages/ticket-preview.ts'
import { maxAttempts, type Outcome } from './delivery-outcome.ts'
import { endOf, withEnd } from './poll-end.ts'

/** An act as its intent and its message say it. `uncertain`: an earlier attempt may have been carried out. */
export interface ActIntent {
  readonly act: MessageAct
  readonly payload: unknown
  readonly parts: readonly Part[]
  readonly externalId: string | null
  readonly furtherIds: readonly string[] | null
  readonly sentAt: Date
  readonly fromMe: boolean
  readonly deleted: boolean
  /** The provider has the message and will send its id in an echo. */
  readonly awaitsEcho: boolean
  readonly uncertain: boolean
}

interface Claimed {
  readonly id: string
  readonly tenant_id: string
  readonly message_id: string
  readonly chat: string
  readonly attempt: number
}

const echoPauseMs = 2_000
const certainly = (kind: ChannelErrorShape['kind'], code: string, message: string): Outcome => ({
  state: 'failed',
  error: { kind, code, message, certain: true },
})

/** Outcome of an act that is known without the channel; undefined when the channel has to be called. */
export function foregone(intent: ActIntent, attempt: number): Outcome | undefined {
  if (intent.deleted)
    return intent.act === 'delete'
      ? { state: 'sent', ids: [], at: new Date() }
      : certainly('notFound', 'MESSAGE_GONE', 'the message was deleted')
  if (intent.externalId !== null) return undefined
  if (!intent.awaitsEcho || attempt >= maxAttempts) return certainly('notFound', 'NOT_SENT', 'the message was not sent')
  return {
    state: 'retry',
    afterMs: echoPauseMs * attempt,
    error: { kind: 'provider', code: 'NOT_CONFIRMED', message: 'the message is not confirmed yet', certain: true },
  }
}

/**
 * Carries out an act. Unlike a send it may be repeated: doing it twice is doing it once. A delete that may have been
 * carried out before and now finds nothing was carried out.
 */
export async function perform(
  session: ChannelSession,
  intent: ActIntent,
  row: Claimed,
  signal: AbortSignal,
): Promise<Outcome> {
  const at = (id: string): Target => ({
    chat: row.chat as Target['chat'],
    id: id as Target['id'],
    sentAt: intent.sentAt,
    own: intent.fromMe,
  })
  const target = at(intent.externalId!)
  if (intent.act === 'stopPoll') {
    const result = await required(session.stopPoll, session)(target, signal)
    return { state: 'sent', ids: [], at: new Date(), ...(result && { result }) }
  }
  if (intent.act === 'edit') await required(session.edit, session)(target, intent.payload as [Part, ...Part[]], signal)
  else if (intent.act === 'react')
    await required(session.react, session)(target, (intent.payload as { emoji: string | null }).emoji, signal)
  else
    await removeAll(
      required(session.remove, session),
      [target, ...(intent.furtherIds ?? []).map(at)],
      intent.uncertain,
      signal,
    )
  return { state: 'sent', ids: [], at: new Date() }
}

async function removeAll(
  remove: NonNullable<ChannelSession['remove']>,
  targets: readonly Target[],
  uncertain: boolean,
  signal: AbortSignal,
): Promise<void> {
  for (const [index, target] of targets.entries()) {
    try {
      await remove(target, signal)
    } catch (error) {
      if (uncertain && ChannelError.is(error) && error.kind === 'notFound') continue
      // Some of it is gone: the next attempt passes over what it does not find.
      if (index > 0 && ChannelError.is(error))
        throw new ChannelError(
          {
            kind: error.kind,
            code: error.code,
            message: error.message,
            certain: false,
            ...(error.retryAfterMs !== undefined && { retryAfterMs: error.retryAfterMs }),
          },
          { cause: error },
        )
      throw error
    }
  }
}

function required<F extends (...args: never[]) => unknown>(method: F | undefined, session: ChannelSession): F {
  if (!method)
    throw new ChannelError({
      kind: 'unsupported',
      code: 'UNSUPPORTED',
      message: 'the channel cannot do this',
      certain: true,
    })
  return method.bind(session) as F
}

export interface SettledAct {
  readonly ticketId: string
  readonly shown: 'chat:update' | 'chat:delete'
  readonly preview: boolean
}

/**
 * Writes down what became of an act; only what was done changes the message. A later act of the same message keeps its
 * own state.
 */
export async function settleAct(
  tx: Tx,
  row: Claimed,
  intent: Pick<ActIntent, 'act' | 'payload'>,
  outcome: Outcome,
): Promise<SettledAct | undefined> {
  const done = outcome.state === 'sent'
  const failure = 'error' in outcome ? { code: outcome.error.code, message: outcome.error.message } : null
  const state = JSON.stringify({ state: done ? 'done' : outcome.state, failure })
  const change = outcome.state === 'sent' ? changeOf(intent, outcome.result) : sql``
  const [message] = await tx.execute<{ ticket_id: string }>(sql`
    update core.message set act = case when act ->> 'id' = ${row.id} then act || ${state}::jsonb else act end${change}
     where tenant_id = ${row.tenant_id} and id = ${row.message_id}
    returning ticket_id`)
  if (!message) return undefined
  const preview =
    done &&
    (intent.act === 'edit' || intent.act === 'delete') &&
    (await refreshPreview(tx, row.tenant_id, message.ticket_id))
  return {
    ticketId: message.ticket_id,
    shown: done && intent.act === 'delete' ? 'chat:delete' : 'chat:update',
    preview,
  }
}

function changeOf({ act, payload }: Pick<ActIntent, 'act' | 'payload'>, result: PollTally | undefined) {
  if (act === 'delete') return sql`, deleted_at = coalesce(deleted_at, now())`
  if (act === 'edit')
    return sql`, parts = ${JSON.stringify(payload)}::jsonb, body = ${bodyOf(payload as Part[])}, edited_at = now()`
  if (act === 'stopPoll') return sql`, poll_end = ${withEnd(endOf(new Date(), result))}`
  const { emoji } = payload as { emoji: string | null }
  return emoji === null
    ? sql`, reactions = reactions - ${ownReactor}::text`
    : sql`, reactions = reactions || jsonb_build_object(${ownReactor}::text, ${emoji}::text)`
}

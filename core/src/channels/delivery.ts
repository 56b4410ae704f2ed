import {
  ChannelError,
  MessageStatusChanged,
  type ChannelErrorShape,
  type ChannelSession,
  type InboundMessage,
  type Logger,
  type MessageAct,
  type Part,
  type SendRequest,
  type ReceiptState,
} from '@recado/contracts'
import { sql as drizzleSql } from 'drizzle-orm'
import type { EventBus } from '../bus/bus.ts'
import { outcomesWithinMs, within, workEndsWithinMs } from '../base/closing.ts'
import type { Database, Tx } from '../db/database.ts'
import { outlast } from '../db/database-down.ts'
import { PollPace } from '../base/poll-pace.ts'
import { Recurring } from '../base/recurring.ts'
import { contactOfMessage } from '../messages/contact-of-message.ts'
import { withContext, withoutContext } from '../base/context.ts'
import type { TicketFeed } from '../realtime/ticket-feed.ts'
import { foregone, perform, settleAct, type ActIntent, type SettledAct } from './act-delivery.ts'
import { partsTelling } from './refused-recipients.ts'
import { channelErrorOf, judge, outcomeOf, type Outcome } from './delivery-outcome.ts'
import type { Source } from './inbound-source.ts'
import { silentAfterMs } from '../nodes/liveness.ts'
import { applyWaiting, waitingFor } from './message-change.ts'
import { countClaims, whatMayGo } from './pace/claims.ts'
import type { PacedConnection, PaceGovernor } from './pace/pace-governor.ts'

/** A connection whose session is open on this node. */
export interface OpenConnection {
  readonly session: ChannelSession
  readonly idempotentSend: 'native' | 'echo-match' | 'none'
  /** Where its channel has a pace. */
  readonly paced?: PacedConnection
}

export interface DeliveryDeps {
  readonly db: Database
  readonly bus: EventBus
  readonly feed: TicketFeed
  readonly log: Logger
  readonly node: string
  /** The session of a connection while this node holds it. */
  readonly open: (connectionId: string) => OpenConnection | undefined
  readonly openIds: () => readonly string[]
  readonly pace: Pick<PaceGovernor, 'allow' | 'took' | 'ended'>
  readonly random?: () => number
}

export interface Deliveries {
  /** Signals a stored intent of this connection: call after commit. The node that holds its session sends it. */
  poke(connectionId: string): void
  /**
   * The same, and resolves when each of these messages was tried once: here, if this node holds the session and the
   * lane of the chat is free, and within `longestWaitMs` in any case. The remaining ones go on as usual.
   */
  attemptNow(connectionId: string, messageIds: readonly string[], longestWaitMs: number): Promise<void>
  /** Resolves when nothing is being sent through the connection any more. */
  settled(connectionId: string): Promise<void>
  /** Our own message came back through the provider: it was sent. */
  echoed(source: Source, message: InboundMessage): Promise<void>
  start(): Promise<void>
  close(): Promise<void>
}

/** Longer than the longest send, so that a lease only runs out when its node is gone. */
const sendTimeoutMs = 20_000
const lease = '30 seconds'
/** Intents taken at once; chats go side by side, each chat one after the other. */
const claimSize = 32
/** Finds what a poke missed: while there is something to send, or pokes of other nodes may be lost, and at rest. */
const sweepMs = 500
const sweepAtRestMs = 5_000
/** A later retry is found by the sweep. */
const longestTimerMs = 3_600_000

const storedTopic = 'deliveries.stored'

/** The node went, or stopped, before the provider answered. */
const interrupted: ChannelErrorShape = {
  kind: 'provider',
  code: 'INTERRUPTED',
  message: 'interrupted while sending',
  certain: false,
}
const late: ChannelErrorShape = { kind: 'network', code: 'TIMEOUT', message: 'no answer in time', certain: false }

type Shown = Omit<SettledAct, 'shown'> & { readonly shown: SettledAct['shown'] | 'chat:ack' }
interface IntentRow {
  act: MessageAct | null
  payload: unknown
  error: { certain?: boolean } | null
  parts: Part[]
  external_id: string | null
  further_ids: string[] | null
  sent_at: Date
  from_me: boolean
  deleted: boolean
  automatic: boolean
  reply_to: string | null
  awaits_echo: boolean
  claimed: boolean
}
/** Undefined when the message was deleted. */
type ClaimedIntent = SendRequest | ActIntent | 'taken over' | undefined
interface Claimed {
  id: string
  tenant_id: string
  message_id: string
  connection_id: string
  chat: string
  attempt: number
  expired: boolean
  /** It begins the chat, on a connection with a pace. */
  opens: boolean
}

/** Sends what the outbox holds, through the sessions this node has open. Each intent ends in exactly one state. */
export function createDeliveries(deps: DeliveryDeps): Deliveries {
  const { db, bus, feed, log } = deps
  const random = deps.random ?? Math.random
  const running = new Map<string, { readonly connectionId: string; readonly ended: Promise<void> }>()
  /** A claim failed whose answer may have been lost: its intents are given back before the next one. */
  let claimInDoubt = false
  /** Intents that the provider got, or may have got, and whose outcome is not written yet: they are not given back. */
  const begun = new Set<string>()
  const closing = new AbortController()
  const givenUp = new AbortController()
  const pace = new PollPace({ busyMs: sweepMs, idleMs: sweepAtRestMs, isSignalled: () => bus.isConnected() })
  const sweeping = new Recurring({ name: 'deliveries', everyMs: pace.restMs, log, run: () => look() })
  let leave: (() => void) | undefined
  let claiming: Promise<void> | undefined
  let draining = false
  let everywhere = false
  const wanted = new Set<string>()
  /** When a connection is looked at again whose pace holds something up. */
  const later = new Map<string, NodeJS.Timeout>()
  /** Callers that wait for the first attempt, by message. */
  const awaited = new Map<string, () => void>()

  /** The session is here and has a line to its provider. */
  function isReady(connectionId: string): boolean {
    const session = deps.open(connectionId)?.session
    return session !== undefined && session.isOpen?.() !== false
  }

  async function claim(connections: readonly string[]): Promise<void> {
    const open = connections.filter(isReady)
    if (open.length === 0) return
    const may = await whatMayGo(deps.pace, open, deps.open, lookLater)
    if (claimInDoubt) await giveBack([...running.keys(), ...begun])
    claimInDoubt = true
    const rows = await db.raw<Claimed[]>`
      select * from core.claim_deliveries(${open}::uuid[], ${deps.node}, ${lease}::interval, ${claimSize},
        ${may.answers}::integer[], ${may.openings}::integer[])`
    await countClaims(deps.pace, rows, deps.open)
    claimInDoubt = false
    if (rows.length > 0) pace.worked()
    for (const row of rows) {
      const work: Promise<void> = withContext({ tenantId: row.tenant_id }, () => deliver(row))
        .catch((error: unknown) => log.error({ err: error, delivery: row.id }, 'delivery could not be settled'))
        .finally(() => {
          running.delete(row.id)
          awaited.get(row.message_id)?.()
          look(row.connection_id)
        })
      running.set(row.id, { connectionId: row.connection_id, ended: work })
    }
  }

  /** What waits for its time is looked for at that time; a far one is found by a later look. */
  function lookLater(connectionId: string, afterMs: number): void {
    clearTimeout(later.get(connectionId))
    later.set(connectionId, setTimeout(() => look(connectionId), Math.min(afterMs, longestTimerMs)).unref())
  }

  /** Gives back what this node has claimed, but for these. */
  const giveBack = async (except: readonly string[]): Promise<void> =>
    void (await db.raw`select core.unclaim_deliveries(${deps.node}, ${[...except]}::uuid[])`)

  function look(connectionId?: string): void {
    if (draining) return
    if (connectionId === undefined) everywhere = true
    else wanted.add(connectionId)
    claimWanted()
  }

  function claimWanted(): void {
    if (draining || (!everywhere && wanted.size === 0)) return
    claiming ??= withoutContext(pump).finally(() => {
      claiming = undefined
      claimWanted()
    })
  }

  async function pump(): Promise<void> {
    try {
      while ((everywhere || wanted.size > 0) && !draining) {
        const connections = everywhere ? deps.openIds() : [...wanted]
        everywhere = false
        wanted.clear()
        await claim(connections)
      }
    } catch (error) {
      log.warn({ err: error }, 'deliveries could not be claimed; the sweep tries again')
    }
  }

  async function deliver(row: Claimed): Promise<void> {
    const connection = deps.open(row.connection_id)
    const intent = await currentIntent(row)
    if (intent === 'taken over' || closing.signal.aborted) return
    begun.add(row.id)
    const outcome = !intent
      ? {
          state: 'failed' as const,
          error: { kind: 'notFound' as const, code: 'MESSAGE_GONE', message: 'the message was deleted', certain: true },
        }
      : !connection
        ? {
            state: 'retry' as const,
            afterMs: 1_000,
            error: { kind: 'network' as const, code: 'NOT_OPEN', message: 'the connection is not open', certain: true },
          }
        : 'act' in intent
          ? await attemptAct(connection, intent, row)
          : await attempt(connection, intent, row)
    // Until it is written, the provider's answer exists in this process alone.
    await outlast(() => settle(row, outcome, intent && 'act' in intent ? intent : undefined), givenUp.signal)
    begun.delete(row.id)
    if (connection?.paced) await deps.pace.ended(connection.paced, row.opens, outcome)
  }

  /**
   * Content of an intent, read just before it is sent. A process that hung gets answers of the time before; by then its
   * connections may be another node's, so that a late answer is read again.
   */
  async function currentIntent(row: Claimed): Promise<ClaimedIntent> {
    for (;;) {
      const asked = performance.now()
      const intent = await outlast(() => intentOf(row), closing.signal)
      if (performance.now() - asked < silentAfterMs / 2 || closing.signal.aborted) return intent
    }
  }

  async function attemptAct(connection: OpenConnection, intent: ActIntent, row: Claimed): Promise<Outcome> {
    const known = foregone(intent, row.attempt)
    if (known) return known
    const signal = AbortSignal.any([AbortSignal.timeout(sendTimeoutMs), closing.signal])
    try {
      return await raceAbort(perform(connection.session, intent, row, signal), signal)
    } catch (error) {
      return failed(error, signal, row, 'native')
    }
  }

  function failed(
    error: unknown,
    signal: AbortSignal,
    row: Claimed,
    idempotent: OpenConnection['idempotentSend'],
  ): Outcome {
    const cut = closing.signal.aborted ? interrupted : late
    const shape = signal.aborted && !ChannelError.is(error) ? cut : channelErrorOf(error)
    log.warn(
      {
        tenant: row.tenant_id,
        connection: row.connection_id,
        delivery: row.id,
        kind: shape.kind,
        code: shape.code,
        attempt: row.attempt,
      },
      'delivery failed',
    )
    return judge(shape, row.attempt, idempotent, random)
  }

  async function attempt(connection: OpenConnection, request: SendRequest, row: Claimed): Promise<Outcome> {
    const signal = AbortSignal.any([AbortSignal.timeout(sendTimeoutMs), closing.signal])
    try {
      if (row.expired && connection.idempotentSend !== 'native') {
        // The node that held it may have sent it. Ask the provider where that is possible; otherwise a person decides.
        const earlier =
          connection.idempotentSend === 'echo-match'
            ? await connection.session.lookup?.(request.key, signal)
            : undefined
        if (earlier) return outcomeOf(earlier)
        if (connection.idempotentSend === 'none') return { state: 'unknown', error: interrupted }
      }
      return outcomeOf(await raceAbort(connection.session.send(request, signal), signal))
    } catch (error) {
      return failed(error, signal, row, connection.idempotentSend)
    }
  }

  async function intentOf(row: Claimed): Promise<ClaimedIntent> {
    const [rows] = await db.read(row.tenant_id, (sql) => [
      sql<IntentRow>`
        select d.act, d.payload, d.error, m.parts, m.external_id, m.further_ids, m.sent_at, m.from_me,
               m.deleted_at is not null as deleted, m.send_type = 'bot' as automatic, q.external_id as reply_to,
             d.act is not null
           and exists (
             select 1
               from core.delivery s
              where s.tenant_id = m.tenant_id
                and s.message_id = m.id
                and s.act is null
                and s.state = 'pending') as awaits_echo,
             d.state = 'leased' and d.leased_by = ${deps.node} and d.attempt = ${row.attempt}
               and d.lease_until >= now() as claimed
          from core.delivery d
          join core.message m on m.tenant_id = d.tenant_id and m.id = d.message_id
          left join core.message q on q.tenant_id = m.tenant_id and q.id = m.reply_to_id
         where d.tenant_id = ${row.tenant_id} and d.id = ${row.id}`,
    ])
    const found = rows[0]
    if (!found) return undefined
    if (!found.claimed) return 'taken over'
    if (found.act)
      return {
        act: found.act,
        payload: found.payload,
        parts: found.parts,
        externalId: found.external_id,
        furtherIds: found.further_ids,
        sentAt: found.sent_at,
        fromMe: found.from_me,
        deleted: found.deleted,
        awaitsEcho: found.awaits_echo,
        uncertain: row.expired || found.error?.certain === false,
      }
    if (found.deleted) return undefined
    return {
      key: row.id as SendRequest['key'],
      chat: row.chat as SendRequest['chat'],
      parts: found.parts as [Part, ...Part[]],
      attempt: row.attempt,
      message: row.message_id as NonNullable<SendRequest['message']>,
      ...(found.reply_to ? { replyTo: found.reply_to as NonNullable<SendRequest['replyTo']> } : {}),
      ...(found.automatic && { automatic: true }),
    }
  }

  async function settle(row: Claimed, outcome: Outcome, act: ActIntent | undefined): Promise<void> {
    const shown = await db.tenant(row.tenant_id, async (tx): Promise<Shown | undefined> => {
      const error = 'error' in outcome ? outcome.error : null
      const waitMs = outcome.state === 'retry' ? outcome.afterMs : 0
      // Goes out first in any case: whoever else changes both begins with the intent too.
      const ended = Promise.resolve(
        tx.execute(drizzleSql`
          update core.delivery
             set state = ${outcome.state}, lease_until = null, leased_by = null,
                 next_at = now() + make_interval(secs => ${waitMs / 1000}),
        error = ${
          error
            ? JSON.stringify({ kind: error.kind, code: error.code, message: error.message, certain: error.certain })
            : null
        }::jsonb
           where tenant_id = ${row.tenant_id}
             and id = ${row.id}
             and state = 'leased'
             and leased_by = ${deps.node}
             and attempt = ${row.attempt}
          returning 1`),
      )
      const show = (ticketId: string | undefined): Shown | undefined =>
        ticketId === undefined ? undefined : { ticketId, shown: 'chat:ack', preview: false }
      // A successful send stays true when another node has taken the intent over meanwhile; any other outcome is for
      // that node to write.
      if (outcome.state === 'sent' && !act) return show((await Promise.all([settleSent(tx, row, outcome), ended]))[0])
      const [held] = await ended
      if (held && outcome.state === 'retry')
        setTimeout(() => look(row.connection_id), Math.min(waitMs, longestTimerMs)).unref()
      if (act && outcome.state === 'sent') return settleAct(tx, row, act, outcome)
      if (!held || outcome.state === 'retry') return undefined
      return act
        ? settleAct(tx, row, act, outcome)
        : show(await settleOther(tx, row, outcome as Exclude<Outcome, { state: 'sent' | 'retry' }>))
    })
    if (!shown) return
    const { ticketId } = shown
    bus.poke()
    void feed.show(row.tenant_id, {
      messages: [{ id: row.message_id, ticketId, type: shown.shown }],
      ...(shown.preview && { tickets: [{ id: ticketId, type: 'ticket:update' as const }] }),
    })
  }

  async function settleSent(
    tx: Tx,
    row: Pick<Claimed, 'tenant_id' | 'message_id' | 'connection_id'>,
    { ids, refused = [], poll }: Pick<Extract<Outcome, { state: 'sent' }>, 'ids' | 'refused' | 'poll'>,
  ): Promise<string | undefined> {
    const [message] = await tx.execute<{ ticket_id: string; contact_id: string }>(drizzleSql`
      update core.message m
         set ${refused.length > 0 ? partsTelling(refused) : drizzleSql``} external_id = coalesce(external_id,
           ${ids[0]!}),
             further_ids = ${
               ids.length > 1
                 ? drizzleSql`array(select jsonb_array_elements_text(${JSON.stringify(ids.slice(1))}::jsonb))`
                 : drizzleSql`further_ids`
             },
             poll_id = coalesce(${poll ?? null}, poll_id),
             status = coalesce(core.advance_receipt(status, 'sent'), status), failure = null
       where tenant_id = ${row.tenant_id} and id = ${row.message_id} returning ticket_id, ${contactOfMessage}`)
    if (!message) return undefined
    await Promise.all([
      publishStatus(tx, row, message, 'sent'),
      applyWaiting(tx, bus, { tenantId: row.tenant_id, connectionId: row.connection_id }, [
        ids[0]!,
        ...(poll === undefined ? [] : [waitingFor({ poll })]),
      ]),
    ])
    return message.ticket_id
  }

  async function settleOther(
    tx: Tx,
    row: Claimed,
    outcome: Exclude<Outcome, { state: 'sent' | 'retry' }>,
  ): Promise<string | undefined> {
    const status = outcome.state === 'pending' ? 'accepted' : outcome.state
    const failure =
      'error' in outcome
        ? JSON.stringify({ code: outcome.error.code, message: outcome.error.message, kind: outcome.error.kind })
        : null
    const [message] = await tx.execute<{ ticket_id: string; contact_id: string }>(drizzleSql`
      update core.message m set status = ${status}, failure = ${failure}::jsonb
       where tenant_id = ${row.tenant_id} and id = ${row.message_id} and status = 'pending'
      returning ticket_id, ${contactOfMessage}`)
    if (message) await publishStatus(tx, row, message, status)
    return message?.ticket_id
  }

  async function publishStatus(
    tx: Tx,
    row: Pick<Claimed, 'tenant_id' | 'message_id' | 'connection_id'>,
    message: { ticket_id: string; contact_id: string },
    status: ReceiptState | 'unknown',
  ): Promise<void> {
    await bus.publish(tx, MessageStatusChanged, {
      tenantId: row.tenant_id,
      key: message.ticket_id,
      data: {
        ticketId: message.ticket_id,
        contactId: message.contact_id,
        connectionId: row.connection_id,
        messageId: row.message_id,
        status,
      },
    })
  }

  return {
    poke(connectionId) {
      if (deps.open(connectionId)) look(connectionId)
      else bus.emit(storedTopic, { connectionId })
    },
    async attemptNow(connectionId, messageIds, longestWaitMs) {
      const tried = messageIds.map((id) => new Promise<void>((resolve) => awaited.set(id, resolve)))
      this.poke(connectionId)
      if (deps.open(connectionId) && !draining) await within(Promise.all(tried), longestWaitMs)
      for (const id of messageIds) awaited.delete(id)
    },
    async settled(connectionId) {
      await claiming
      await Promise.allSettled(
        [...running.values()].filter((work) => work.connectionId === connectionId).map((work) => work.ended),
      )
    },
    async echoed(source, message) {
      const sent = await db.tenant(source.tenantId, async (tx) => {
        const [row] = await tx.execute<{ message_id: string }>(drizzleSql`
          update core.delivery set state = 'sent', lease_until = null
           where tenant_id = ${source.tenantId}
             and id = ${message.echoOf!}
             and connection_id = ${source.connectionId}
             and act is null
             and state <> 'sent'
          returning message_id`)
        return row
          ? {
              messageId: row.message_id,
              ticketId: await settleSent(
                tx,
                { tenant_id: source.tenantId, message_id: row.message_id, connection_id: source.connectionId },
                { ids: [message.id] },
              ),
            }
          : undefined
      })
      if (sent?.ticketId)
        void feed.show(source.tenantId, {
          messages: [{ id: sent.messageId, ticketId: sent.ticketId, type: 'chat:ack' }],
        })
    },
    async start() {
      leave = bus.on(storedTopic, (data) => look((data as { connectionId: string }).connectionId))
      sweeping.start()
      look()
    },
    async close() {
      draining = true
      leave?.()
      for (const stopWaiting of awaited.values()) stopWaiting()
      for (const timer of later.values()) clearTimeout(timer)
      const ended = (async () => {
        await sweeping.stop()
        await claiming
        await Promise.allSettled([...running.values()].map((work) => work.ended))
      })()
      await within(ended, workEndsWithinMs)
      closing.abort()
      await within(ended, outcomesWithinMs)
      givenUp.abort()
      await giveBack([...begun])
    },
  }
}

/** An adapter that ignores its signal must not hold its lane for ever. */
function raceAbort<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true })
    work.then(resolve, reject)
  })
}

import {
  mint,
  Refusal,
  type InboundChatMoved,
  type InboundEvent,
  type InboundMessage,
  type InboundNotice,
  type InboundReceipt,
  type InboundTyping,
  type Logger,
  type TicketId,
} from '@recado/contracts'
import type { EventBus } from '../bus/bus.ts'
import type { Database } from '../db/database.ts'
import { isDatabaseDown } from '../db/database-down.ts'
import type { Metrics } from '../observability/metrics.ts'
import type { Realtime } from '../realtime/realtime.ts'
import type { SettingsReader } from '../settings/settings-reader.ts'
import type { TicketFeed } from '../realtime/ticket-feed.ts'
import { createBatcher } from '../base/batcher.ts'
import { moveChat } from './chat-moved.ts'
import { cleanEvent, type Clean } from './clean-event.ts'
import { askStore, storeArrivals, type Arrival, type Settle, type Stored } from './inbound-store.ts'
import { applyChange, applyWaiting, changesToShow, keepForLater, type MessageChange } from './message-change.ts'
import { publishNotice } from './notices.ts'
import { namedSenders, type NamedSender } from './sender-names.ts'
import { storeReceipts } from './receipts.ts'
import { factsOf } from '../tickets/ticket-lock.ts'
import type { Place, Source } from './inbound-source.ts'

export interface InboundDeps {
  readonly db: Database
  readonly bus: EventBus
  readonly feed: TicketFeed
  readonly realtime: Realtime
  readonly settings: SettingsReader
  /** Verified identities of a sender turned out to belong to several contacts. */
  readonly settle: Settle
  readonly protocols: { template(tenantId: string): Promise<string> }
  /** Our own message coming back through the provider. */
  readonly echoed: (source: Source, message: InboundMessage) => Promise<void>
  /** Files of this connection wait to be fetched. */
  readonly awaited: (connectionId: string) => void
  /** Somebody wrote of whom the provider may tell more. */
  readonly heard: (source: Source, messages: readonly InboundMessage[]) => void
  /** People who were known before have said their names with what they wrote. */
  readonly named: (tenantId: string, people: readonly NamedSender[]) => void
  readonly metrics: Pick<Metrics, 'inbound'>
  readonly log: Logger
}

/**
 * Inbound events of channels. All of them are durable when `accept` resolves, and repeating it has no further effect.
 */
export interface Inbound {
  accept(source: Source, events: readonly InboundEvent[]): Promise<void>
  /**
   * Applies what waited for its message and was missed because both were stored in the same moment. Called every few
   * seconds.
   */
  sweepEarly(): Promise<void>
  /** Goes the way of a message without storing one: resolves when messages can be accepted. For readiness. */
  check(): Promise<void>
}

/** Rows per call of the hot-path function: larger batches gain nothing and hold locks longer. */
const batchSize = 128
/**
 * Providers wait ten seconds and more for an answer; a batch takes milliseconds, and seconds on a machine that is
 * overrun.
 */
const batchDeadlineMs = 8_000
/** Providers deliver again within this what was not answered. */
const doubtMs = 120_000

/** Takes the place of a message in a batch, and is none. */
const probe = Symbol('probe')

const hasRemoteMedia = ({ parts }: Pick<InboundMessage, 'parts'>): boolean =>
  parts.some((part) => part.kind === 'remoteMedia')

export function createInbound(deps: InboundDeps): Inbound {
  const { db, bus, feed, metrics } = deps
  const unavailable = (): Refusal => new Refusal('ERR_UNAVAILABLE', { retryAfterSeconds: 2 })
  const batches = createBatcher<Arrival | typeof probe, Stored | undefined>({
    max: batchSize,
    deadlineMs: batchDeadlineMs,
    late: unavailable,
    async run(items) {
      const arrivals = items.filter((item) => item !== probe)
      if (arrivals.length === 0) await askStore(db.raw)
      const stored = (await storeArrivals(db.raw, arrivals, deps.settle)).values()
      return items.map((item) => (item === probe ? undefined : stored.next().value))
    },
    isFaultOfItem: (error) => !Refusal.is(error) && !isDatabaseDown(error),
    onFallback: () => metrics.inbound('all', 'split'),
  })
  /** Companies with messages of which nobody knows whether they were stored, and until when they may turn up. */
  const inDoubt = new Map<string, { until: number; isTold: boolean }>()

  async function store(arrival: Arrival): Promise<Stored> {
    try {
      return (await batches(arrival))!
    } catch (error) {
      if (Refusal.is(error) || isDatabaseDown(error))
        inDoubt.set(arrival.source.tenantId, { until: performance.now() + doubtMs, isTold: false })
      throw error
    }
  }

  /**
   * Delivered again, such a message is known already and is not pushed. Clients fetch again once when the database
   * answers again, and whenever a message turns out to be known: one that was given up may have been stored later.
   */
  function resyncDoubtful(tenantId: string, isKnown: boolean): void {
    const now = performance.now()
    for (const [company, doubt] of inDoubt) {
      if (!doubt.isTold || (isKnown && company === tenantId)) deps.realtime.resync(company)
      doubt.isTold = true
      if (doubt.until < now) inDoubt.delete(company)
    }
  }

  async function messages(source: Source, list: readonly Clean<InboundMessage>[]): Promise<void> {
    const [protocol, blockMinutes] = await Promise.all([
      deps.protocols.template(source.tenantId),
      deps.settings.get(source.tenantId, 'reopenBlockMinutes'),
    ])
    const results = await Promise.all(list.map((message) => store({ source, message, protocol, blockMinutes })))
    resyncDoubtful(
      source.tenantId,
      results.some((result) => result.messageId === null),
    )
    const fresh = results.filter(
      (result): result is Stored & { ticketId: string; messageId: string } => result.messageId !== null,
    )
    metrics.inbound(source.type, 'accepted', fresh.length)
    metrics.inbound(source.type, 'duplicate', results.length - fresh.length)
    if (fresh.length === 0) return
    bus.poke()
    void feed.show(source.tenantId, {
      tickets: fresh
        .filter((result) => result.outcome === 'created' || result.outcome === 'reopened')
        .map((result) => ({
          id: result.ticketId,
          type: result.outcome === 'created' ? 'ticket:create' : 'ticket:update',
        })),
      messages: fresh.map((result) => ({ id: result.messageId, ticketId: result.ticketId, type: 'chat:create' })),
    })
    if (list.some(hasRemoteMedia)) deps.awaited(source.connectionId)
    deps.heard(source, list)
    deps.named(source.tenantId, namedSenders(list, results))
    const awaited = list.filter((_, index) => results[index]!.early).map((message) => message.id)
    if (awaited.length > 0) await applyAwaited(source, awaited)
  }

  async function applyAwaited(place: Place, externalIds: readonly string[]): Promise<void> {
    const changed = await db.tenant(place.tenantId, (tx) => applyWaiting(tx, bus, place, externalIds))
    if (changed.length > 0) void feed.show(place.tenantId, changesToShow(changed))
  }

  async function changes(source: Source, list: readonly MessageChange[]): Promise<void> {
    for (const change of list) {
      const changed = await db.tenant(source.tenantId, async (tx) => {
        const found = await applyChange(tx, source, change)
        if (!found) await keepForLater(tx, source, change)
        return found
      })
      if (changed) void feed.show(source.tenantId, changesToShow([changed]))
      if (change.type === 'edit' && hasRemoteMedia(change)) deps.awaited(source.connectionId)
    }
  }

  async function receipts(source: Source, list: readonly InboundReceipt[]): Promise<void> {
    const changed = await storeReceipts(db, source, list)
    if (changed.length === 0) return
    bus.poke()
    void feed.show(source.tenantId, { messages: changed.map((entry) => ({ ...entry, type: 'chat:ack' })) })
  }

  async function typing(source: Source, event: InboundTyping): Promise<void> {
    if (!deps.realtime.hasListeners(source.tenantId)) return
    const [rows] = await db.read(source.tenantId, (sql) => [
      sql<{
        id: string
        user_id: string | null
        queue_id: string | null
        bot: string | null
        name: string
      }>`
        select t.id, t.user_id, t.queue_id, t.bot, c.name
          from core.ticket t
          join core.contact c on c.tenant_id = t.tenant_id and c.id = t.contact_id
         where t.tenant_id = ${source.tenantId}
           and t.connection_id = ${source.connectionId}
           and t.chat = ${event.chat}
           and t.status <> 'closed'`,
    ])
    const ticket = rows[0]
    if (ticket)
      deps.realtime.typing(source.tenantId, factsOf(ticket), {
        ticketId: mint<TicketId>(ticket.id),
        who: { name: ticket.name, kind: 'contact' },
        mode: event.mode,
      })
  }

  return {
    async accept(source, events) {
      const arrived: Clean<InboundMessage>[] = []
      const told: InboundReceipt[] = []
      const changed: MessageChange[] = []
      const moved: InboundChatMoved[] = []
      const notices: InboundNotice[] = []
      for (const given of events) {
        const event = cleanEvent(given)
        if (event.type === 'message' && event.echoOf !== undefined) await deps.echoed(source, event)
        else if (event.type === 'message') arrived.push(event)
        else if (event.type === 'receipt') told.push(event)
        // Typing is not awaited, and the next sign makes up for a lost one.
        else if (event.type === 'typing') void typing(source, event).catch(() => undefined)
        else if (event.type === 'chatMoved') moved.push(event)
        else if (event.type === 'notice') notices.push(event)
        else changed.push(event)
      }
      // First, so that what is said under the new id finds its contact.
      for (const move of moved) await moveChat(db, source, move, deps.settle)
      if (arrived.length > 0) await messages(source, arrived)
      if (changed.length > 0) await changes(source, changed)
      if (told.length > 0) await receipts(source, told)
      if (notices.length > 0) {
        await db.tenant(source.tenantId, async (tx) => {
          for (const notice of notices) await publishNotice(tx, bus, deps.log, source, notice)
        })
        bus.poke()
      }
    },
    check: async () => void (await batches(probe)),
    async sweepEarly() {
      const ripe = await db.raw<
        { tenant_id: string; connection_id: string; external_id: string }[]
      >`select * from core.ripe_early_events(100)`
      for (const row of ripe)
        await applyAwaited({ tenantId: row.tenant_id, connectionId: row.connection_id }, [row.external_id])
    },
  }
}

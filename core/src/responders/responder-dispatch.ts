import {
  ChannelError,
  MessageReceived,
  mostResponders,
  Refusal,
  type EventEnvelope,
  type Logger,
  type ResponderDecision,
  type ResponderPlace,
} from '@recado/contracts'
import { sql } from 'drizzle-orm'
import type * as z from 'zod'
import type { Clock } from '../base/clock.ts'
import type { EventBus } from '../bus/bus.ts'
import type { Database } from '../db/database.ts'
import type { Applied, Decided, ResponderDecisions } from './responder-decisions.ts'
import { dueWithinMs, readHolder, type Question, type Turn } from './responder-turn.ts'

export interface ResponderDispatchDeps {
  readonly db: Database
  readonly bus: EventBus
  readonly clock: Clock
  readonly log: Logger
  readonly decisions: ResponderDecisions
  /**
   * Asks a responder. Undefined where its plugin does not run or is off, and where the ticket is gone.
   * @throws Refusal, ChannelError for what its plugin does
   */
  ask(tenantId: string, place: ResponderPlace, question: Question, key: string): Promise<ResponderDecision | undefined>
}

/** Handing on inside of one conversation ends here: people have it then. */
const mostHops = 3 * mostResponders
/** Times that a responder is asked again after it did not answer. */
const mostAttempts = 3
/** Longest handling of one message: all responders of an order may be asked. */
const handlingMs = 90_000
const roundSize = 200

/**
 * Asks the responders that have tickets: for each message of a contact, in their order, and without one where a ticket
 * was handed on. Whatever they answer, refuse or leave unanswered, the ticket ends with a responder that will act by a
 * certain time, or with people.
 */
export class ResponderDispatch {
  readonly #deps: ResponderDispatchDeps
  readonly #running = new Set<Promise<void>>()
  #subscription: { close(): Promise<void> } | undefined

  constructor(deps: ResponderDispatchDeps) {
    this.#deps = deps
  }

  async start(): Promise<void> {
    this.#subscription = await this.#deps.bus.subscribe({
      name: 'core.responders',
      names: [MessageReceived.name],
      concurrency: 32,
      timeoutMs: handlingMs,
      handler: (event) => this.#received(event),
    })
  }

  async close(): Promise<void> {
    await this.#subscription?.close()
    await Promise.all(this.#running)
  }

  /** Decides between messages, as the plugin that has the ticket. False where it has it no more. */
  async decide(tenantId: string, plugin: string, ticketId: string, decision: ResponderDecision): Promise<boolean> {
    const applied = await this.#deps.decisions.apply(tenantId, ticketId, { plugin }, decision, null)
    if (applied === 'next' || applied === 'nextAnswered') this.goOn(tenantId, ticketId)
    return applied !== 'stale'
  }

  /** Asks the responder that a ticket was given to, beside its caller; the sweep sees to what fails. */
  goOn(tenantId: string, ticketId: string): void {
    const work = this.#answer(tenantId, ticketId, null)
      .catch((error: unknown) =>
        this.#deps.log.warn({ err: error, tenantId }, 'a responder is asked later that could not be asked now'),
      )
      .finally(() => this.#running.delete(work))
    this.#running.add(work)
  }

  /** Asks those that are due, and hands on what their responders did not act on in time. Any node may sweep. */
  async sweep(): Promise<void> {
    const { db, clock, log } = this.#deps
    const due = await db.raw<{ tenant_id: string; ticket_id: string }[]>`
      select * from core.due_responders(${clock.now().toISOString()}::timestamptz, ${roundSize})`
    for (const { tenant_id: tenantId, ticket_id: ticketId } of due)
      await this.#overdue(tenantId, ticketId).catch((error: unknown) =>
        log.error({ err: error, tenantId }, 'a ticket of a responder could not be handed on'),
      )
  }

  async #received({ tenantId, data }: EventEnvelope): Promise<void> {
    const { ticketId, messageId, responder, automatic } = data as z.infer<typeof MessageReceived.schema>
    if (responder === undefined) return
    await this.#answer(tenantId, ticketId, automatic ? null : messageId, automatic === true)
  }

  /**
   * Asks until somebody keeps the ticket or nobody's responder has it.
   * @param isAutomatic nobody wrote the message: no responder answers it, and a conversation that it begins is people's
   */
  async #answer(tenantId: string, ticketId: string, message: string | null, isAutomatic = false): Promise<void> {
    const { db, decisions } = this.#deps
    let messageId = message
    for (let hop = 0; hop < mostHops; hop++) {
      const holder = await readHolder(db, tenantId, ticketId)
      if (holder.kind === 'nobody' || holder.kind === 'outside') return
      if (holder.kind === 'new') {
        await decisions.begin(tenantId, ticketId, holder.plugin, holder.places)
        continue
      }
      const { turn } = holder
      if (isAutomatic) {
        if (turn.state === 'due') await decisions.apply(tenantId, ticketId, turn, { kind: 'people' }, null)
        return
      }
      const key = keyOf(ticketId, turn, messageId)
      if (turn.lastKey === key || (messageId === null && turn.state === 'kept')) return
      const applied = await decisions.apply(
        tenantId,
        ticketId,
        turn,
        await this.#decisionOf(tenantId, turn, { ticketId, messageId, begins: turn.state === 'due' }, key),
        key,
      )
      if (isSettled(applied)) return
      if (applied === 'nextAnswered') messageId = null
    }
    const holder = await readHolder(db, tenantId, ticketId)
    if (holder.kind === 'turn') await decisions.apply(tenantId, ticketId, holder.turn, { kind: 'people' }, null)
  }

  /** What a responder decides; what keeps it from deciding is a decision too. */
  async #decisionOf(tenantId: string, turn: Turn, question: Question, key: string): Promise<Decided> {
    try {
      return (await this.#deps.ask(tenantId, turn, question, key)) ?? { kind: 'gone', outcome: 'unavailable' }
    } catch (error) {
      if (ChannelError.is(error)) return { kind: 'gone', outcome: 'failed' }
      if (!Refusal.is(error) || error.code === 'ERR_UNAVAILABLE') throw error
      const outcome =
        error.code === 'ERR_TIMEOUT' ? 'timeout' : error.code === 'ERR_PLUGIN_UNAVAILABLE' ? 'unavailable' : 'failed'
      return { kind: 'gone', outcome }
    }
  }

  async #overdue(tenantId: string, ticketId: string): Promise<void> {
    const { db, clock, decisions } = this.#deps
    const holder = await readHolder(db, tenantId, ticketId)
    if (holder.kind !== 'turn') return
    const { turn } = holder
    if (turn.state === 'due' && turn.attempts < mostAttempts) {
      const until = new Date(clock.now().getTime() + dueWithinMs).toISOString()
      await db.tenant(tenantId, (tx) =>
        tx.execute(sql`
          update core.responder_turn set attempts = attempts + 1, until = ${until}
           where tenant_id = ${tenantId} and ticket_id = ${ticketId} and step = ${turn.step}`),
      )
    } else {
      const outcome = turn.state === 'due' ? 'failed' : 'silent'
      const applied = await decisions.apply(tenantId, ticketId, turn, { kind: 'gone', outcome }, null)
      if (isSettled(applied)) return
    }
    this.goOn(tenantId, ticketId)
  }
}

const isSettled = (applied: Applied): boolean => applied === 'kept' || applied === 'over'

/**
 * The same for the same question, whoever asks it again; a responder that has two places gets two, and one that has the
 * ticket again later another one.
 */
const keyOf = (ticketId: string, { since, step }: Turn, messageId: string | null): string =>
  messageId === null ? `${ticketId}:${Date.parse(since)}:${step}` : `${messageId}:${step}`

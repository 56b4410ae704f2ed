import {
  longestKeepMs,
  Refusal,
  type ResponderDecision,
  type ResponderOutcome,
  type ResponderPlace,
  type TenantId,
  type TicketFacts,
  type TicketLogType,
} from '@recado/contracts'
import { sql } from 'drizzle-orm'
import type { Clock } from '../base/clock.ts'
import { newId } from '../base/ids.ts'
import type { EventBus } from '../bus/bus.ts'
import type { Database, Tx } from '../db/database.ts'
import type { TicketFeed } from '../realtime/ticket-feed.ts'
import { ticketLog } from '../tables/ticket.table.ts'
import type { PluginActor } from '../tickets/ticket-actor.ts'
import { factsOf, lockTicket, type LockedTicket } from '../tickets/ticket-lock.ts'
import { holdQueue, holdReceiver } from '../tickets/ticket-receiver.ts'
import { writeStep } from '../tickets/ticket-step.ts'
import type { TicketsService } from '../tickets/tickets.service.ts'
import { beginTurn, deleteTurn, lockTurn, type Turn } from './responder-turn.ts'

export interface DecisionDeps {
  readonly db: Database
  readonly bus: EventBus
  readonly feed: Pick<TicketFeed, 'show'>
  readonly clock: Clock
  readonly tickets: Pick<TicketsService, 'update'>
}

/** A decision of a responder, or of core where it did not decide. */
export type Decided =
  | ResponderDecision
  | {
      readonly kind: 'gone'
      readonly outcome: Extract<ResponderOutcome, 'failed' | 'timeout' | 'silent' | 'unavailable'>
    }

/** Of which turn a decision is: by its step, or, between messages, by the plugin that has the ticket. */
export type DecisionOf = { readonly step: number } | { readonly plugin: string }

/**
 * `kept`: it stays. `next`: another responder has the ticket and has to be asked; `answered` where the message that led
 * to it was answered. `over`: no responder has it. `stale`: the decision is about an earlier state, nothing was done.
 */
export type Applied = 'kept' | 'next' | 'nextAnswered' | 'over' | 'stale'

/** Applies decisions about tickets that responders have: one at a time, each in one transaction. */
export class ResponderDecisions {
  readonly #deps: DecisionDeps
  constructor(deps: DecisionDeps) {
    this.#deps = deps
  }

  /** @param key of the call that was answered, so that it is not made again */
  async apply(
    tenantId: string,
    ticketId: string,
    of: DecisionOf,
    decision: Decided,
    key: string | null,
  ): Promise<Applied> {
    if (decision.kind === 'close') return this.#close(tenantId, ticketId, of, decision)
    const { db, bus } = this.#deps
    const done = await db.tenant(tenantId, async (tx) => {
      const held = await holdTurn(tx, tenantId, ticketId, of)
      if (!held) return { applied: 'stale' as const }
      return { applied: await this.#write(tx, tenantId, ticketId, held, decision, key), before: factsOf(held.current) }
    })
    if ('before' in done) {
      bus.poke()
      if (done.applied !== 'kept') this.#show(tenantId, ticketId, done.applied, done.before)
    }
    return done.applied
  }

  /** A ticket that its order holds, in the moment in which its first responder is asked for the first time. */
  async begin(tenantId: string, ticketId: string, plugin: string, places: readonly ResponderPlace[]): Promise<Applied> {
    const { db, bus, clock } = this.#deps
    const first = places.findIndex((place) => place.plugin === plugin)
    const place = places[first]
    const done = await db.tenant(tenantId, async (tx) => {
      const current = await lockTicket(tx, tenantId, ticketId)
      if (current?.bot !== plugin || current.status !== 'pending' || current.user_id !== null) return undefined
      if (place) {
        await beginTurn(
          tx,
          tenantId,
          ticketId,
          { place, rest: places.slice(first + 1), queues: [], step: 1 },
          clock.now(),
        )
        return { applied: 'next' as const }
      }
      // The order has changed since the message was stored.
      await this.#toPeople(tx, tenantId, ticketId, current, plugin, { kind: 'people' })
      return { applied: 'over' as const, before: factsOf(current) }
    })
    if (done?.before) {
      bus.poke()
      this.#show(tenantId, ticketId, done.applied, done.before)
    }
    return done?.applied ?? 'stale'
  }

  /** People are told of what waits for them from now on. */
  #show(tenantId: string, id: string, applied: Applied, before: TicketFacts): void {
    const type = applied === 'over' ? 'ticket:waiting' : 'ticket:update'
    void this.#deps.feed.show(tenantId, { tickets: [{ id, type, before }] })
  }

  async #write(
    tx: Tx,
    tenantId: string,
    ticketId: string,
    { current, turn }: HeldTurn,
    decision: Exclude<Decided, { kind: 'close' }>,
    key: string | null,
  ): Promise<Applied> {
    const now = this.#deps.clock.now()
    if (decision.kind === 'keep') {
      const until = new Date(Math.min(Date.parse(decision.until), now.getTime() + longestKeepMs))
      await tx.execute(sql`
        update core.responder_turn set state = 'kept', until = ${until.toISOString()}, attempts = 0,
               last_key = coalesce(${key}, last_key)
         where tenant_id = ${tenantId} and ticket_id = ${ticketId}`)
      if (turn.state === 'due') {
        await record(tx, tenantId, ticketId, turn, 'began', null)
        await tx
          .insert(ticketLog)
          .values({ id: newId(), tenantId, ticketId, type: 'chatBot', queueId: current.queue_id, plugin: turn.plugin })
      }
      return 'kept'
    }
    if (decision.kind === 'people') {
      await record(tx, tenantId, ticketId, turn, 'people', decision.note ?? null)
      return this.#toPeople(tx, tenantId, ticketId, current, turn.plugin, decision, turn)
    }
    const [outcome, note] = decision.kind === 'pass' ? (['passed', decision.note] as const) : [decision.outcome, null]
    await record(tx, tenantId, ticketId, turn, outcome, note ?? null)
    const [place, ...rest] = turn.rest
    if (!place) return this.#toPeople(tx, tenantId, ticketId, current, turn.plugin, { kind: 'people' }, turn)
    await beginTurn(tx, tenantId, ticketId, { place, rest, queues: turn.queues, step: turn.step + 1 }, now)
    return 'next'
  }

  /**
   * To the people of a queue or to a user; a queue that has an order of its own has its responders answer first. Where
   * the queue or the user cannot have it, people of the ticket's queue are told, so that nobody is left waiting.
   */
  async #toPeople(
    tx: Tx,
    tenantId: string,
    ticketId: string,
    current: LockedTicket,
    plugin: string,
    { queueId, userId, because, note }: Extract<ResponderDecision, { kind: 'people' }>,
    turn?: Turn,
  ): Promise<Applied> {
    const actor: PluginActor = { tenantId: tenantId as TenantId, userId: null, plugin, note: note ?? null }
    const to = await reachable(tx, actor, queueId ?? current.queue_id, userId ?? null, queueId !== undefined)
    const queue = to.queueId ?? current.queue_id
    const next = {
      status: to.userId === null ? ('pending' as const) : ('open' as const),
      userId: to.userId,
      queueId: queue,
    }
    const order =
      to.userId === null && to.queueId !== null && turn && !turn.queues.includes(to.queueId)
        ? await orderOfQueue(tx, tenantId, to.queueId)
        : []
    await writeStep(
      tx,
      this.#deps.bus,
      tenantId,
      ticketId,
      current,
      {
        next,
        leavesBot: order.length === 0,
        started: to.userId === null ? undefined : true,
        closed: undefined,
        logs: [{ ...lineOf(to, because === 'attempts'), userId: to.userId, queueId: queue, note: note ?? null }],
      },
      actor,
    )
    const [place, ...rest] = order
    if (place && turn) {
      const queues = [...turn.queues, to.queueId!]
      await beginTurn(tx, tenantId, ticketId, { place, rest, queues, step: turn.step + 1 }, this.#deps.clock.now())
      return 'nextAnswered'
    }
    await deleteTurn(tx, tenantId, ticketId)
    return 'over'
  }

  async #close(
    tenantId: string,
    ticketId: string,
    of: DecisionOf,
    { note }: Extract<ResponderDecision, { kind: 'close' }>,
  ): Promise<Applied> {
    const { db, tickets } = this.#deps
    const turn = await db.tenant(tenantId, async (tx) => {
      const held = await holdTurn(tx, tenantId, ticketId, of)
      if (!held) return undefined
      await record(tx, tenantId, ticketId, held.turn, 'closed', note ?? null)
      // A machine has read and answered it: nobody else has to.
      await tx.execute(sql`
        with read as (
          update core.message set is_read = true
           where tenant_id = ${tenantId} and ticket_id = ${ticketId} and not is_read)
        update core.ticket set unread = 0 where tenant_id = ${tenantId} and id = ${ticketId}`)
      return held.turn
    })
    if (!turn) return 'stale'
    const actor: PluginActor = {
      tenantId: tenantId as TenantId,
      userId: null,
      plugin: turn.plugin,
      note: note ?? null,
    }
    await tickets.update(actor, ticketId as never, { status: 'closed' })
    return 'over'
  }
}

interface HeldTurn {
  readonly current: LockedTicket
  readonly turn: Turn
}

async function holdTurn(tx: Tx, tenantId: string, ticketId: string, of: DecisionOf): Promise<HeldTurn | undefined> {
  const current = await lockTicket(tx, tenantId, ticketId)
  if (!current || current.status !== 'pending' || current.user_id !== null || current.bot === null) return undefined
  const turn = await lockTurn(tx, tenantId, ticketId)
  if (!turn || turn.plugin !== current.bot) return undefined
  return ('step' in of ? turn.step === of.step : turn.plugin === of.plugin) ? { current, turn } : undefined
}

/** The entry of the log: people by name, the people of a queue, or just people. */
function lineOf(
  { queueId, userId }: { readonly queueId: string | null; readonly userId: string | null },
  isOfAttempts: boolean,
): { readonly type: TicketLogType } {
  if (userId !== null) return isOfAttempts ? { type: 'retriesLimitUserDefine' } : { type: 'userDefine' }
  if (queueId !== null) return isOfAttempts ? { type: 'retriesLimitQueue' } : { type: 'queue' }
  return { type: 'pending' }
}

const record = (
  tx: Tx,
  tenantId: string,
  ticketId: string,
  { plugin, name }: Pick<Turn, 'plugin' | 'name'>,
  outcome: ResponderOutcome,
  note: string | null,
): Promise<unknown> =>
  tx.execute(sql`
    insert into core.responder_decision (tenant_id, ticket_id, plugin, name, outcome, note)
    values (${tenantId}, ${ticketId}, ${plugin}, ${name}, ${outcome}, ${note})`)

async function orderOfQueue(tx: Tx, tenantId: string, queueId: string): Promise<readonly ResponderPlace[]> {
  const [row] = await tx.execute<{ places: ResponderPlace[] }>(sql`
    select places from core.responder_order where tenant_id = ${tenantId} and queue_id = ${queueId}`)
  return row?.places ?? []
}

/** Where it may go of where it was sent: without the user, or the queue, that cannot have it. */
async function reachable(
  tx: Tx,
  actor: PluginActor,
  queueId: string | null,
  userId: string | null,
  isNamed: boolean,
): Promise<{ readonly queueId: string | null; readonly userId: string | null }> {
  const queue =
    isNamed && queueId !== null && (await isPossible(holdQueue(tx, actor.tenantId, queueId))) ? queueId : null
  const place = queue ?? (isNamed ? null : queueId)
  const isTheirs = userId !== null && (await isPossible(holdReceiver(tx, actor, userId, place)))
  return { queueId: queue, userId: isTheirs ? userId : null }
}

async function isPossible(holding: Promise<void>): Promise<boolean> {
  try {
    await holding
    return true
  } catch (error) {
    if (Refusal.is(error)) return false
    throw error
  }
}

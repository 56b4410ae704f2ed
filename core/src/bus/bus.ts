import type { EventDefinition, EventEnvelope } from '@recado/contracts'
import type * as z from 'zod'
import type { Tx } from '../db/database.ts'

/**
 * An event to store, without its name. `key` is what order is kept by; call {@link EventBus.publish} after locking the
 * aggregate it names.
 */
export interface PublishedEvent<Data = unknown> {
  readonly tenantId: string
  readonly key: string
  readonly data: Data
}
export interface OutboxEvent extends PublishedEvent {
  readonly name: string
}

/**
 * Thrown by a handler that cannot take the event now through no fault of the event: it is handed out again after
 * `afterMs`, and this try does not count. Later events of its key wait behind it.
 */
export class Postponed extends Error {
  override readonly name = 'Postponed'
  readonly afterMs: number
  constructor(afterMs: number, reason: string) {
    super(reason)
    this.afterMs = afterMs
  }
}

/** Arguments of a consumer's handler beside the event. */
export interface Delivery {
  /** 1 for the first try. */
  readonly attempt: number
  /** False where no holder of this consumer has begun to handle the event before; see `EventMeta` of the contract. */
  readonly mayRepeat: boolean
  /**
   * Runs `work` in one transaction together with the mark that this consumer has handled this event; answers false
   * and does nothing when the mark is already there. Database effects made here take place exactly once.
   */
  once(work: (tx: Tx) => Promise<void>): Promise<boolean>
  /** Aborted when the handler took too long or the consumer stops; `once` then rolls back. */
  readonly signal: AbortSignal
}

/** Durable interest in events. */
export interface Consumer {
  /** Names the cursor; one name runs in one process at a time. A new name begins with the events that follow it. */
  readonly name: string
  /** Event names; `*` stands for one token (`ticket.*.v1`), a last `>` for all that follow. */
  readonly names: readonly string[]
  /** Number of keys handled at once; within a key always one. 16 when absent. */
  readonly concurrency?: number
  /** Tries before an event is dead, 8 when absent; rest after each try in milliseconds, the last one repeats. */
  readonly maxAttempts?: number
  readonly backoffMs?: readonly number[]
  /** Longest run of one handling before it counts as failed, in milliseconds; 30 s when absent. */
  readonly timeoutMs?: number
  handler(event: EventEnvelope, delivery: Delivery): Promise<void>
}

/** An event that failed as often as it may. `seq` is its number in the log; with `consumer` it names the letter. */
export interface DeadLetter {
  readonly consumer: string
  readonly seq: string
  readonly event: EventEnvelope
  readonly attempts: number
  readonly error: string
  readonly deadAt: Date
}

/** Result of a step over many dead letters. `hasMore`: do it again for the rest. */
export interface DeadLetterStep {
  readonly count: number
  readonly hasMore: boolean
}

/** Events that were given up. With `tenantId` only those of that tenant are found, replayed or discarded. */
export interface DeadLetters {
  /**
   * Newest first. A page ends at `deadLetterPosition` of its last letter; given as `before`, the next page begins
   * there.
   */
  list(query: {
    consumer?: string | undefined
    tenantId?: string | undefined
    before?: string | undefined
    limit?: number | undefined
  }): Promise<readonly DeadLetter[]>
  /** Has the event handled once more, with all its tries. False: there is no such dead letter. */
  replay(consumer: string, seq: string, tenantId?: string): Promise<boolean>
  /** Takes it away; see {@link restore}. False: there is no such dead letter. */
  discard(consumer: string, seq: string, tenantId?: string, asOf?: Date): Promise<boolean>
  /**
   * Replays the oldest of all that a consumer had given up by `asOf`, a bounded number. The instant stays the same over
   * the steps: an event that fails again meanwhile is not replayed for ever.
   */
  replayAll(consumer: string, asOf: Date): Promise<DeadLetterStep>
  /** The same for discarding. */
  discardAll(consumer: string, asOf: Date): Promise<DeadLetterStep>
  /** Brings back what was discarded with this `asOf`, or one of it. It can be undone for a day; then it is deleted. */
  restore(consumer: string, asOf: Date, seq?: string): Promise<DeadLetterStep>
}

/** `unused`: the installation has one node. `since`: when that began, for this node. */
export type NetworkStanding = { readonly state: 'unused' } | { readonly state: 'up' | 'down'; readonly since: Date }

/**
 * The event bus. Durable events are rows written in the transaction that causes them; Postgres is the truth and the
 * transport only carries. At least once, ordered per (consumer, key) including retries: a failing event parks the later
 * events of its key until it succeeds or is dead, other keys flow on.
 */
export interface EventBus {
  /** Stores the event in the caller's transaction. Nothing is delivered unless that transaction commits. */
  publish<S extends z.ZodType>(
    tx: Tx,
    definition: EventDefinition<string, S>,
    event: PublishedEvent<z.input<S>>,
  ): Promise<void>
  /** The same for an event of a plugin, whose schema is known at run time alone: the caller has checked its payload. */
  publishChecked(tx: Tx, event: OutboxEvent): Promise<void>
  /** Notifies the relay of a commit, so that it does not wait for its sweep. Cheap; call after commit. */
  poke(): void
  subscribe(consumer: Consumer): Promise<{ close(): Promise<void> }>
  /**
   * Whether what other nodes say by {@link EventBus.emit} arrives here at present. Where it does, a poll behind it may
   * be rare.
   */
  isConnected(): boolean
  /** Ephemeral, at most once, to every node including this one: sockets, typing, presence, cache invalidation. */
  emit(topic: string, data: unknown): void
  /** The same without this node, for what it has done itself already. */
  emitElsewhere(topic: string, data: unknown): void
  /** `topic` may end in `.>`. */
  on(topic: string, onData: (data: unknown, topic: string) => void): () => void
  /**
   * Called when ephemeral messages of other nodes may have been lost, with their companies if the log has them:
   * repeatedly while the other nodes cannot be reached, once for everybody when they can be reached again. Answers a
   * function that stops it.
   */
  onInterruption(listener: (companies?: readonly string[]) => void): () => void
  readonly dead: DeadLetters
  /** State of the network between the nodes, for this one. */
  network(): NetworkStanding
  /**
   * Empties, in the transaction of the company, plugins' events that say one of these words: they keep their places in
   * the order, under the name `core.erased.v1`, and reach nobody any more. Core's own events hold ids alone and stay.
   * Answers the names they had; give them to `purge` after the commit.
   */
  erase(tx: Tx, about: { readonly tenantId: string; readonly words: readonly string[] }): Promise<string[]>
  /**
   * Removes events of these names of a company from the network between the nodes. Pending deliveries still happen,
   * from the database.
   */
  purge(tenantId: string, names: readonly string[]): Promise<void>
  /**
   * Deletes the cursors of consumers with this prefix, and their parked events: they begin again if they come back.
   * Close them first.
   */
  forget(consumerPrefix: string): Promise<void>
  /** Lets running handlers end (5 s at most), writes the cursors and gives every duty back. */
  close(): Promise<void>
}

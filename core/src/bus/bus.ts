import type { EventEnvelope } from '@recado/contracts'
import type { Tx } from '../db/database.ts'

/** An event to store. `key` is what order is kept by; call {@link EventBus.publish} after locking the aggregate it names. */
export interface OutboxEvent { readonly tenantId: string; readonly name: string; readonly key: string; readonly data: unknown }

/** What a consumer's handler gets beside the event. */
export interface Delivery {
  /** 1 for the first try. */
  readonly attempt: number
  /**
   * Runs `work` in one transaction together with the mark that this consumer has handled this event; answers false
   * and does nothing when the mark is already there. Database effects made here take place exactly once.
   */
  once(work: (tx: Tx) => Promise<void>): Promise<boolean>
  readonly signal: AbortSignal
}

export interface Consumer {
  /** Names the cursor; one name runs in one process at a time. */
  readonly name: string
  /** Event names, `ticket.*.v1` style wildcards for one token, or `>` for all. */
  readonly names: readonly string[]
  /** How many keys are worked on at once; within a key always one. */
  readonly concurrency?: number
  /** Tries before an event is dead; backoff per try in milliseconds, the last one repeats. */
  readonly maxAttempts?: number
  readonly backoffMs?: readonly number[]
  /** Longest run of one handling before it counts as failed. */
  readonly timeoutMs?: number
  handler(event: EventEnvelope, delivery: Delivery): Promise<void>
}

export interface DeadLetter { readonly consumer: string; readonly seq: string; readonly event: EventEnvelope; readonly attempts: number; readonly error: string; readonly deadAt: Date }

/**
 * The event bus. Durable events are rows written in the transaction that causes them; Postgres is the truth and the
 * transport only carries. At least once, ordered per (consumer, key) including retries: a failing event parks the later
 * events of its key until it succeeds or is dead, other keys flow on.
 */
export interface EventBus {
  /** Stores the event in the caller's transaction. Nothing is delivered unless that transaction commits. */
  publish(tx: Tx, event: OutboxEvent): Promise<void>
  /** Tells the relay that something was committed, so that it does not wait for its sweep. Cheap; call after commit. */
  poke(): void
  subscribe(consumer: Consumer): Promise<{ close(): Promise<void> }>
  /** Ephemeral, at most once, to every node including this one: sockets, typing, presence, cache invalidation. */
  emit(topic: string, data: unknown): void
  /** `topic` may end in `.>`. */
  on(topic: string, onData: (data: unknown, topic: string) => void): () => void
  readonly dead: {
    list(query: { consumer?: string; tenantId?: string; before?: string; limit?: number }): Promise<readonly DeadLetter[]>
    replay(consumer: string, seq: string): Promise<boolean>
    discard(consumer: string, seq: string): Promise<boolean>
  }
  close(): Promise<void>
}

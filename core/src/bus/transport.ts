import type { NetworkStanding } from './bus.ts'
import type { LogEvent } from './log.ts'

/**
 * Words between the nodes of one installation. They only make things happen sooner; each has a sweep behind it. `poke`:
 * something was committed. `revived`: a dead event was brought back. `look`: the log has gone on by another way.
 */
export type Signal = 'poke' | 'revived' | 'look'

/** Name of the cursor of the carrier, which publishes the log. */
export const carrierName = 'carrier:nats'

/** Callbacks of a transport to its node. */
export interface TransportNode {
  received(events: readonly LogEvent[]): void
  signalled(signal: Signal): void
  /** No event arrives from other nodes until further notice. */
  disconnected(): void
  /** Messages of other nodes may be lost: the connection to the network was interrupted or could not keep up. */
  interrupted(): void
}

/**
 * Carries events and words between the nodes of an installation. Everything durable is in Postgres: a transport may
 * lose, repeat and reorder, and may be away altogether; that costs speed and nothing else.
 */
export interface Transport {
  start(node: TransportNode): void
  /** This node moves events into the log from now on and carries them to the others, until `stop`. */
  lead(): { stop(): Promise<void> }
  /** To the other nodes, at most once. */
  signal(signal: Signal): void
  /** To the other nodes, at most once. `wire` is JSON. */
  emit(topic: string, wire: string): void
  /** Asks for what other nodes emit; `topic` may end in `.>`. */
  listen(topic: string, received: (topic: string, wire: string) => void): () => void
  /** Removes carried events of a company from wherever they are kept on the way. */
  purge(tenantId: string, names: readonly string[]): Promise<void>
  /** Whether other nodes cannot be reached now: their messages are lost meanwhile. */
  isCut(): boolean
  standing(): NetworkStanding
  close(): Promise<void>
}

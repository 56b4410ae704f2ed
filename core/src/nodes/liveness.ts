/** Observation of another node in one look. */
export interface Sight {
  readonly name: string
  /** True if its lock is free: its process or its connection has ended. */
  readonly unlocked: boolean
  /** Milliseconds since its heartbeat, by the database's clock. */
  readonly silentMs: number
}

/** Time in which a node reconnects after a failure of the database; until then its lock is free though it is alive. */
export const reconnectMs = 1_500
/**
 * Time for which an observer must have been connected itself: after a failure of the database every node looks dead for
 * a moment.
 */
export const settledMs = 3_000
/** A node whose process hangs or whose network is gone keeps its lock; its heartbeat is old. */
export const silentAfterMs = 8_000

/** Judges, from what one node sees of the others again and again, which of them are dead. */
export class Liveness {
  readonly #unlockedSince = new Map<string, number>()
  #connectedAt = Number.POSITIVE_INFINITY

  /** This node's own connection is new; earlier observations do not count. @param now milliseconds that only grow */
  connected(now: number): void {
    this.#connectedAt = now
    this.#unlockedSince.clear()
  }

  /** Names of the nodes that are dead. @param now milliseconds that only grow */
  dead(sights: readonly Sight[], now: number): readonly string[] {
    const unlocked = new Set(sights.filter((sight) => sight.unlocked).map(({ name }) => name))
    for (const name of this.#unlockedSince.keys()) if (!unlocked.has(name)) this.#unlockedSince.delete(name)
    for (const name of unlocked) if (!this.#unlockedSince.has(name)) this.#unlockedSince.set(name, now)
    if (now - this.#connectedAt < settledMs) return []
    return sights
      .filter(({ name, silentMs }) => {
        const since = this.#unlockedSince.get(name)
        return silentMs >= silentAfterMs || (since !== undefined && now - since >= reconnectMs)
      })
      .map(({ name }) => name)
  }
}

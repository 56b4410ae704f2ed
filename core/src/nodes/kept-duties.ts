import type { Logger } from '@recado/contracts'
import type { Duty } from './duty.ts'

interface Kept {
  readonly name: string
  readonly duty: Duty
  held: boolean
  started: boolean
  idle: boolean
  /** Since when it is another node's, in milliseconds that only grow. */
  elsewhereSince: number | undefined
  /** Starts and stops in a row. */
  turn: Promise<void>
}

/**
 * A duty goes to another node when the list of the nodes has stood still for so long: one that starts names its duties
 * one by one.
 */
const settledAfterMs = 2_000

export interface KeptDutiesOptions {
  /** Gives a duty's lock back; never rejects. */
  readonly unlock: (name: string) => Promise<void>
  readonly log: Logger
}

/**
 * The duties that this node may be given: which of them it holds, and their starts and stops, one at a time for each.
 * Who is to do which one, and the locks that decide it, are the membership's.
 */
export class KeptDuties {
  readonly #options: KeptDutiesOptions
  readonly #kept = new Map<string, Kept>()

  constructor(options: KeptDutiesOptions) {
    this.#options = options
  }

  /** By name. */
  names(): string[] {
    return [...this.#kept.keys()].toSorted()
  }

  /** Duties that this node should ask for: its own, not held, without work under way. */
  wanted(isOwn: (name: string) => boolean): readonly string[] {
    return [...this.#kept.values()]
      .filter(({ name, held, idle }) => !held && idle && isOwn(name))
      .map(({ name }) => name)
  }

  /** @throws Error for a name that is kept already */
  add(name: string, duty: Duty): void {
    if (this.#kept.has(name)) throw new Error(`this process already keeps the duty ${name}`)
    const turn = Promise.resolve()
    this.#kept.set(name, { name, duty, held: false, started: false, idle: true, elsewhereSince: undefined, turn })
  }

  /** Resolves when what is under way of a duty has ended. */
  async settled(name: string): Promise<void> {
    await this.#kept.get(name)?.turn
  }

  /** Its lock was got. One that is kept no more is given back. */
  taken(name: string): void {
    const kept = this.#kept.get(name)
    if (!kept) return void this.#options.unlock(name)
    kept.held = true
    this.#turn(kept, async () => {
      if (!kept.held) return
      try {
        await kept.duty.start()
        kept.started = true
      } catch (error) {
        this.#options.log.error({ err: error, duty: name }, 'a duty did not start; it is tried again')
        await this.#unlock(kept)
      }
    })
  }

  /** The locks of all duties are gone with their connection. */
  lost(): void {
    for (const kept of this.#kept.values()) {
      if (!kept.held) continue
      kept.held = false
      this.#options.log.warn({ duty: kept.name }, 'a duty was lost with its connection')
      this.#turn(kept, () => this.#stop(kept, true))
    }
  }

  /** Gives those away that another node is to do; `atOnce` without waiting for the list of nodes to stand still. */
  handOver(isOwn: (name: string) => boolean, atOnce: boolean): void {
    const now = performance.now()
    for (const kept of this.#kept.values()) {
      kept.elsewhereSince = kept.held && !isOwn(kept.name) ? (kept.elsewhereSince ?? now) : undefined
      if (kept.elsewhereSince === undefined || !kept.idle) continue
      if (!atOnce && now - kept.elsewhereSince < settledAfterMs) continue
      this.#turn(kept, () => this.#giveBack(kept))
    }
  }

  /** Stops a duty, gives it back and keeps it no more. Resolves when it has stopped. */
  async release(name: string): Promise<void> {
    const kept = this.#kept.get(name)
    if (!kept) return
    this.#kept.delete(name)
    this.#turn(kept, () => this.#giveBack(kept))
    await kept.turn
  }

  async releaseAll(): Promise<void> {
    await Promise.all(this.names().map((name) => this.release(name)))
  }

  async #giveBack(kept: Kept): Promise<void> {
    await this.#stop(kept, !kept.held)
    await this.#unlock(kept)
  }

  async #stop(kept: Kept, lost: boolean): Promise<void> {
    if (!kept.started) return
    kept.started = false
    await kept.duty.stop(lost)
  }

  async #unlock(kept: Kept): Promise<void> {
    if (!kept.held) return
    kept.held = false
    await this.#options.unlock(kept.name)
  }

  #turn(kept: Kept, step: () => Promise<void>): void {
    kept.idle = false
    const failed = (error: unknown): void =>
      this.#options.log.error({ err: error, duty: kept.name }, 'a duty did not end cleanly')
    const turn = kept.turn
      .then(step)
      .catch(failed)
      .finally(() => {
        if (kept.turn === turn) kept.idle = true
      })
    kept.turn = turn
  }
}

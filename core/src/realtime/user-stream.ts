import type { StreamHello, StreamPosition, Viewer } from '@recado/contracts'
import { randomUUID } from 'node:crypto'
import { replayEntries, replayWindowMs } from './limits.ts'
import { Delivery, type SharedPush } from './shared-push.ts'

/** One push after another to one user, numbered without gaps, the latest kept for clients that come back. */
export class UserStream {
  /** The viewer whose rights decide the pushes; replaced when role or queues change. */
  viewer: Viewer
  #epoch = randomUUID()
  #seq = 0
  /** The last of them has the number `#seq`. They are the same objects for all users who are told the same. */
  #pushes: SharedPush[] = []

  constructor(viewer: Viewer) {
    this.viewer = viewer
  }

  /** Numbers a push and keeps it. Pushes come in the order in which they were made. */
  append(push: SharedPush): void {
    this.#seq++
    this.#pushes.push(push)
    // Trimmed in strides, so that a busy stream does not move its array at every push.
    if (this.#pushes.length >= replayEntries * 2) this.#pushes = this.#pushes.slice(-replayEntries)
  }

  /** The last `count` pushes, of which so many are kept. */
  latest(count: number): Delivery {
    return new Delivery(this.#seq - count + 1, count === 0 ? [] : this.#pushes.slice(-count))
  }

  /** The hello for a client that stopped at `position`, and what follows it at once. */
  resume(position: StreamPosition | undefined, now: number): { hello: StreamHello; missed: Delivery } {
    if (position && position.epoch === this.#epoch && position.seq <= this.#seq) {
      const count = this.#seq - position.seq
      const oldest = this.#pushes.at(-count)
      const isKept = count <= replayEntries && count <= this.#pushes.length
      if (count === 0 || (isKept && now - oldest!.madeAt <= replayWindowMs))
        return { hello: { epoch: this.#epoch, seq: position.seq, resync: false }, missed: this.latest(count) }
    }
    return { hello: this.restarted(), missed: this.latest(0) }
  }

  /** Where a client may begin that fetches everything from now on. */
  get position(): StreamPosition {
    return { epoch: this.#epoch, seq: this.#seq }
  }

  /** The hello of a client that has to fetch everything again. */
  restarted(): StreamHello {
    return { ...this.position, resync: true }
  }

  /** Clears the kept pushes: they were chosen for the viewer's old rights. Positions before this cannot be resumed. */
  restart(): StreamHello {
    this.#epoch = randomUUID()
    this.#pushes = []
    return this.restarted()
  }
}

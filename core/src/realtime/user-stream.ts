import type { StreamHello, StreamPosition, Viewer } from '@recado/contracts'
import { randomUUID } from 'node:crypto'
import { replayEntries, replayWindowMs } from './limits.ts'

export interface StreamEntry {
  readonly seq: number
  readonly at: number
  readonly event: string
  readonly payload: object
}

/** One push after another to one user, numbered without gaps, the latest kept for clients that come back. */
export class UserStream {
  /** The viewer whose rights decide the pushes; replaced when role or queues change. */
  viewer: Viewer
  #epoch = randomUUID()
  #seq = 0
  #entries: StreamEntry[] = []

  constructor(viewer: Viewer) {
    this.viewer = viewer
  }

  /** Numbers a push and keeps it. Answers what goes over the wire. */
  append(event: string, push: object, now: number): StreamEntry {
    const seq = ++this.#seq
    const entry: StreamEntry = { seq, at: now, event, payload: { ...push, seq } }
    this.#entries.push(entry)
    // Trimmed in strides, so that a busy stream does not move its array at every push.
    if (this.#entries.length >= replayEntries * 2) this.#entries = this.#entries.slice(-replayEntries)
    return entry
  }

  /** The hello for a client that stopped at `position`, and the entries that follow it at once. */
  resume(position: StreamPosition | undefined, now: number): { hello: StreamHello; missed: readonly StreamEntry[] } {
    if (position && position.epoch === this.#epoch && position.seq <= this.#seq) {
      const count = this.#seq - position.seq
      const missed = count === 0 ? [] : this.#entries.slice(-count)
      if (count <= replayEntries && missed.length === count && (count === 0 || now - missed[0]!.at <= replayWindowMs))
        return { hello: { epoch: this.#epoch, seq: position.seq, resync: false }, missed }
    }
    return { hello: this.restarted(), missed: [] }
  }

  /** The hello of a client that has to fetch everything again. */
  restarted(): StreamHello {
    return { epoch: this.#epoch, seq: this.#seq, resync: true }
  }

  /** Clears the kept pushes: they were chosen for the viewer's old rights. Positions before this cannot be resumed. */
  restart(): StreamHello {
    this.#epoch = randomUUID()
    this.#entries = []
    return this.restarted()
  }
}

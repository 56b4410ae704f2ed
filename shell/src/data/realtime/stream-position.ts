import type { StreamHello } from '../../base/contracts.ts'

/** Verdict on a push: take it, ignore it as already seen, or take it and fetch data that may be missing. */
export type Verdict = 'take' | 'ignore' | 'takeAfterGap'

/** Counts one user's stream, so that a missed push is noticed. Pushes without a number are not counted. */
export class StreamPosition {
  #epoch: string | null = null
  #seq = 0

  /** Sent with each handshake, so that the server can replay what was missed. */
  get resumeFrom(): { epoch: string; seq: number } | null {
    return this.#epoch === null ? null : { epoch: this.#epoch, seq: this.#seq }
  }

  /** Where the stream stood before anything was fetched; of no use to one that has begun. */
  beginAt({ epoch, seq }: { epoch: string; seq: number }): void {
    if (this.#epoch !== null) return
    this.#epoch = epoch
    this.#seq = seq
  }

  /**
   * Whether everything shown must be fetched again: after the first hello of a stream without a beginning, because data
   * fetched before it may lack later changes.
   */
  hello({ epoch, seq, resync }: StreamHello): boolean {
    const anew = resync || epoch !== this.#epoch
    this.#epoch = epoch
    if (anew) this.#seq = seq
    return anew
  }

  push(seq: unknown): Verdict {
    if (typeof seq !== 'number') return 'take'
    if (seq <= this.#seq) return 'ignore'
    const gap = seq > this.#seq + 1
    this.#seq = seq
    return gap ? 'takeAfterGap' : 'take'
  }
}

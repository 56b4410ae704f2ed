import type { Poke } from '../channel/poke.ts'

/** More than this waiting means that the reader has stopped reading. */
const capacity = 200

/**
 * Hands pokes from a callback to a loop. The loop takes all that wait at once, so that a burst costs one read of the
 * conversation. A queue that overflows closes: its widget connects again and finds everything in the conversation.
 */
export class PokeQueue {
  #waiting: Poke[] = []
  #closed = false
  #wake: () => void = () => undefined

  push(poke: Poke): void {
    if (this.#closed) return
    if (this.#waiting.length === capacity) this.close()
    else this.#waiting.push(poke)
    this.#wake()
  }

  close(): void {
    this.#closed = true
    this.#wake()
  }

  /** Everything that waits, as soon as anything does; undefined when the queue is closed. */
  async take(): Promise<Poke[] | undefined> {
    if (this.#waiting.length === 0 && !this.#closed)
      await new Promise<void>((resolve) => {
        this.#wake = resolve
      })
    return this.#closed ? undefined : this.#waiting.splice(0)
  }
}

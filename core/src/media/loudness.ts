/** Samples of sound over which the loudest is kept: a tenth of a second of 8,000 a second. */
const span = 800
export const samplesPerSecond = 8_000
const full = 32_768

/**
 * Measures sound as it comes, in samples of 16 bits with the lower byte first. It keeps a number for every tenth of a
 * second, so that an hour takes no more than a minute.
 */
export class Loudness {
  readonly #peaks: number[] = []
  #samples = 0
  #peak = 0
  /** A byte that waits for the other one of its sample. */
  #rest: Buffer = Buffer.alloc(0)

  write(chunk: Buffer): void {
    const bytes = this.#rest.length === 0 ? chunk : Buffer.concat([this.#rest, chunk])
    const whole = bytes.length - (bytes.length % 2)
    for (let at = 0; at < whole; at += 2) {
      this.#peak = Math.max(this.#peak, Math.abs(bytes.readInt16LE(at)))
      if (++this.#samples % span === 0) this.#keep()
    }
    this.#rest = bytes.subarray(whole)
  }

  get seconds(): number {
    return this.#samples / samplesPerSecond
  }

  /**
   * How loud it is at `length` places that lie evenly over it, each 0 to 100, the loudest 100; empty for no sound at
   * all.
   */
  waveform(length: number): number[] {
    const peaks = this.#samples % span === 0 ? this.#peaks : [...this.#peaks, this.#peak / full]
    const loudest = peaks.reduce((one, other) => Math.max(one, other), 0)
    if (peaks.length === 0) return []
    return Array.from({ length }, (_, place) => {
      const from = Math.floor((place * peaks.length) / length)
      const to = Math.max(from + 1, Math.floor(((place + 1) * peaks.length) / length))
      const here = peaks.slice(from, to).reduce((one, other) => Math.max(one, other), 0)
      return loudest === 0 ? 0 : Math.round((here / loudest) * 100)
    })
  }

  #keep(): void {
    this.#peaks.push(this.#peak / full)
    this.#peak = 0
  }
}

import type { Logger } from '@recado/contracts'

/** Work that goes on after the answer, so that its duration reveals nothing to the caller. */
export class Background {
  readonly #log: Logger
  readonly #running = new Set<Promise<void>>()

  constructor(log: Logger) {
    this.#log = log
  }

  /** A failure is logged under `what`; nobody waits for it. */
  run(what: string, work: () => Promise<void>): void {
    const running = new Promise<void>((begin) => {
      setImmediate(begin)
    })
      .then(work)
      .catch((error: unknown) => this.#log.error({ err: error }, `${what} failed`))
      .finally(() => this.#running.delete(running))
    this.#running.add(running)
  }

  /** Resolves when all of it has ended. */
  async settled(): Promise<void> {
    await Promise.all(this.#running)
  }
}

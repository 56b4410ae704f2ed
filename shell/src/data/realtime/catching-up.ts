/** Whether the data on the screen is fetched again, since changes may have been missed. Read by the frame. */
export class CatchingUp {
  readonly #listeners = new Set<() => void>()
  #fetches = 0

  /** True until `fetch` has ended, with any result: failed parts show their own errors. */
  during(fetch: Promise<unknown>): void {
    const settle = (): void => this.#count(-1)
    this.#count(1)
    fetch.then(settle, settle)
  }

  isRunning = (): boolean => this.#fetches > 0

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  #count(by: 1 | -1): void {
    const wasRunning = this.isRunning()
    this.#fetches += by
    if (wasRunning !== this.isRunning()) for (const listener of [...this.#listeners]) listener()
  }
}

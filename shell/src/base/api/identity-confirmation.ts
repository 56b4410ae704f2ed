/**
 * Asks the user to confirm their identity. However many calls request it at once, the user is asked once and all of
 * them go on, or none.
 */
export class IdentityConfirmation {
  readonly #listeners = new Set<() => void>()
  #asking: { readonly promise: Promise<boolean>; settle(confirmed: boolean): void } | null = null

  request = (): Promise<boolean> => {
    if (!this.#asking) {
      let settle: (confirmed: boolean) => void = () => undefined
      const promise = new Promise<boolean>((resolve) => {
        settle = resolve
      })
      this.#asking = { promise, settle }
      this.#announce()
    }
    return this.#asking.promise
  }

  /** Ends the asking: true lets what asked be repeated. */
  settle = (confirmed: boolean): void => {
    const asking = this.#asking
    this.#asking = null
    asking?.settle(confirmed)
    this.#announce()
  }

  isAsking = (): boolean => this.#asking !== null

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  #announce(): void {
    for (const listener of this.#listeners) listener()
  }
}

/** The page's one. */
export const identityConfirmation = new IdentityConfirmation()

/**
 * Answers that a simulated provider is told to give instead of its own, by what is called. First planned, first given.
 */
export class Faults<Fault> {
  readonly #planned = new Map<string, Fault[]>()

  plan(what: string, ...faults: readonly Fault[]): void {
    this.#planned.set(what, [...(this.#planned.get(what) ?? []), ...faults])
  }

  take(what: string): Fault | undefined {
    return this.#planned.get(what)?.shift()
  }
}

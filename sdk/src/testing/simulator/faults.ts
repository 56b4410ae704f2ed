/** Planned answers that a simulated provider gives instead of its own, by call, in the order of planning. */
export class Faults<Fault> {
  readonly #planned = new Map<string, Fault[]>()

  plan(what: string, ...faults: readonly Fault[]): void {
    this.#planned.set(what, [...(this.#planned.get(what) ?? []), ...faults])
  }

  take(what: string): Fault | undefined {
    return this.#planned.get(what)?.shift()
  }
}

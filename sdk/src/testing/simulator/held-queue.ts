/** What waits to be told, in order, unless a test holds it up or turns it round. */
export class HeldQueue<Item> {
  #items: Item[] = []
  #isHeld = false

  /** How many wait, held or not. */
  get length(): number {
    return this.#items.length
  }
  push(...items: readonly Item[]): void {
    this.#items.push(...items)
  }
  /** The first ones that may go now; they stay until they are forgotten. */
  next(most: number): readonly Item[] {
    return this.#isHeld ? [] : this.#items.slice(0, most)
  }
  forget(isDone: (item: Item) => boolean): void {
    this.#items = this.#items.filter((item) => !isDone(item))
  }

  /** From now on things pile up. */
  hold(): void {
    this.#isHeld = true
  }
  /** They go again, in another order if wanted. */
  release(order: 'asCame' | 'reversed' = 'asCame'): void {
    if (order === 'reversed') this.#items.reverse()
    this.#isHeld = false
  }
}

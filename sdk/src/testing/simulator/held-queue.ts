/** Pending deliveries, in order, unless a test holds them back or reverses them. */
export class HeldQueue<Item> {
  #items: Item[] = []
  #isHeld = false

  /** Number of pending items, held or not. */
  get length(): number {
    return this.#items.length
  }
  push(...items: readonly Item[]): void {
    this.#items.push(...items)
  }
  /** The first items that may go now; they stay until they are removed. */
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
  /** Releases the items, in another order if requested. */
  release(order: 'asCame' | 'reversed' = 'asCame'): void {
    if (order === 'reversed') this.#items.reverse()
    this.#isHeld = false
  }
}

/** Pieces that another plugin tells, for who reads them: the next one is told once this one was taken. */
export class ToldPieces {
  #waiting: { readonly piece: string; readonly taken: () => void } | undefined
  #wake: () => void = () => undefined

  /** Given a piece; resolves when it was taken. */
  readonly give = (piece: string): Promise<void> =>
    new Promise((taken) => {
      this.#waiting = { piece, taken }
      this.#wake()
    })

  /** The pieces until the whole has come. @throws what `whole` throws */
  async *until(whole: Promise<unknown>): AsyncGenerator<string, void> {
    let isOver = false
    const over = (): void => {
      isOver = true
      this.#wake()
    }
    whole.then(over, over)
    for (;;) {
      const told = this.#waiting
      if (told) {
        this.#waiting = undefined
        if (told.piece !== '') yield told.piece
        told.taken()
      } else if (isOver) {
        await whole
        return
      } else
        await new Promise<void>((resolve) => {
          this.#wake = resolve
        })
    }
  }
}

/** An event that a consumer gave up. `company` is null once it is gone. */
export interface DeadLetter {
  readonly consumer: string
  readonly seq: string
  readonly company: string | null
  readonly attempts: number
  readonly error: string
  readonly deadAt: string
  readonly event: { readonly name: string; readonly key: string; readonly at: string }
}

export interface DeadLetterPage {
  readonly deadLetters: readonly DeadLetter[]
  readonly nextCursor: string | null
}

export const keyOfLetter = ({ consumer, seq }: Pick<DeadLetter, 'consumer' | 'seq'>): string => `${seq} ${consumer}`

export type LetterAct = 'replay' | 'discard'

/** One letter of a consumer, or all of them. */
export interface LetterChoice {
  readonly consumer: string
  readonly seq?: string
}

/** Result of a step. `asOf` identifies the act, for its continuation and its undo. */
export interface LettersDone {
  readonly count: number
  readonly hasMore: boolean
  readonly asOf: string
}

/** A step failed after others had been done, which stay done. */
export class InterruptedAct extends Error {
  override readonly name = 'InterruptedAct'
  readonly done: LettersDone
  constructor(done: LettersDone, cause: unknown) {
    super('a step failed after others were done', { cause })
    this.done = done
  }
}

/**
 * Continues step by step while there is more, always with the `asOf` of the first step, so that letters that fail again
 * meanwhile are not taken twice. `onProgress` gets the count so far.
 */
export async function actOnLetters(
  step: (asOf: string | undefined) => Promise<LettersDone>,
  asOf?: string,
  onProgress: (count: number) => void = () => undefined,
): Promise<LettersDone> {
  let done: LettersDone | undefined
  for (;;) {
    const before: LettersDone | undefined = done
    const next: LettersDone = await step(before === undefined ? asOf : before.asOf).catch((cause: unknown) => {
      throw before === undefined ? cause : new InterruptedAct(before, cause)
    })
    done = { ...next, count: (before?.count ?? 0) + next.count }
    onProgress(done.count)
    if (!done.hasMore) return done
  }
}

import type { DeadLettersDone, InstallationDeadLetter } from '../../base/contracts.ts'

export const keyOfLetter = ({ consumer, seq }: Pick<InstallationDeadLetter, 'consumer' | 'seq'>): string =>
  `${seq} ${consumer}`

export type LetterAct = 'replay' | 'discard'

/** One letter of a consumer, or all of them. */
export interface LetterChoice {
  readonly consumer: string
  readonly seq?: string
}

/** A step failed after others had been done, which stay done. */
export class InterruptedAct extends Error {
  override readonly name = 'InterruptedAct'
  readonly done: DeadLettersDone
  constructor(done: DeadLettersDone, cause: unknown) {
    super('a step failed after others were done', { cause })
    this.done = done
  }
}

/**
 * Continues step by step while there is more, always with the `asOf` of the first step, so that letters that fail again
 * meanwhile are not taken twice. `onProgress` gets the count so far.
 */
export async function actOnLetters(
  step: (asOf: string | undefined) => Promise<DeadLettersDone>,
  asOf?: string,
  onProgress: (count: number) => void = () => undefined,
): Promise<DeadLettersDone> {
  let done: DeadLettersDone | undefined
  for (;;) {
    const before: DeadLettersDone | undefined = done
    const next: DeadLettersDone = await step(before === undefined ? asOf : before.asOf).catch((cause: unknown) => {
      throw before === undefined ? cause : new InterruptedAct(before, cause)
    })
    done = { ...next, count: (before?.count ?? 0) + next.count }
    onProgress(done.count)
    if (!done.hasMore) return done
  }
}

import type { Logger } from '@recado/contracts'

/** Time in which work may end by itself when a node stops, in milliseconds; then it is interrupted. */
export const workEndsWithinMs = 5_000
/** Outcomes of what was interrupted are written within this after {@link workEndsWithinMs}. */
export const outcomesWithinMs = 1_500

/** Parts of a node that close side by side. */
export interface ClosingStage {
  /** Milliseconds after the beginning of the first stage at which the next one begins in any case. */
  readonly untilMs: number
  /** By the names that the log has. */
  readonly parts: Readonly<Record<string, () => Promise<unknown> | void>>
}

/**
 * Closes the parts of a node, stage after stage. A stage ends when all its parts have closed or its time is up: a part
 * that hangs (the database says nothing) hangs for ever, and the later ones have to get their turn. Answers the names
 * of the parts that failed or had not closed at the end; the log names them too. Never rejects. Called by app.ts.
 */
export async function closeInStages(stages: readonly ClosingStage[], log: Logger): Promise<readonly string[]> {
  const began = performance.now()
  const left = new Set<string>()
  for (const { untilMs, parts } of stages) {
    const closing = Object.entries(parts).map(async ([name, close]) => {
      left.add(name)
      try {
        await close()
        left.delete(name)
      } catch (error) {
        log.error({ err: error, part: name }, 'a part of the node did not close in order')
      }
    })
    await within(Promise.all(closing), began + untilMs - performance.now())
  }
  if (left.size > 0) log.error({ parts: [...left] }, 'the node ends although not all of its parts could be closed')
  return [...left]
}

/** Resolves when the work has ended, well or not, or when the time is up. */
export async function within(work: Promise<unknown>, ms: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, Math.max(0, ms))
  })
  await Promise.race([work.catch(() => undefined), late])
  clearTimeout(timer)
}

import { closeAnswer, type ModelAnswer } from './provider.ts'

/** Milliseconds for which the next piece of an answer is waited for: models that think say nothing for a while. */
export const longestQuietMs = 60_000

/**
 * The pieces of an answer, whose provider has `ending` aborted where it says nothing for so long: without that, whoever
 * reads would wait as long as the line stands. Time in which the reader takes a piece does not count.
 */
export async function* notQuietFor(
  limitMs: number,
  pieces: AsyncGenerator<string, ModelAnswer>,
  ending: AbortController,
): AsyncGenerator<string, ModelAnswer> {
  try {
    for (;;) {
      const timer = setTimeout(() => ending.abort(), limitMs)
      const next = await pieces.next().finally(() => clearTimeout(timer))
      if (next.done) return next.value
      yield next.value
    }
  } finally {
    await closeAnswer(pieces)
  }
}

import type { FactAnswer, FactQuery, SessionContext } from '@recado/sdk'

/** Questions that the database answers side by side; the others wait for these. */
const atOnce = 4

/** Answers questions in their order. */
export async function answerFigures(
  context: Pick<SessionContext, 'core'>,
  questions: readonly FactQuery[],
): Promise<{ answers: FactAnswer[] }> {
  const answers: FactAnswer[] = []
  for (let start = 0; start < questions.length; start += atOnce)
    answers.push(
      ...(await Promise.all(
        questions.slice(start, start + atOnce).map((question) => context.core.facts.query(question)),
      )),
    )
  return { answers }
}

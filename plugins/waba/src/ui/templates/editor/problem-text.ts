import { useWords } from '@recado/sdk/ui'
import type { Problem } from '../../../templates/template-rules.ts'

/**
 * How a variable is written; words about variables have the braces filled in, because braces mean something in words
 * too.
 */
export const braces = { open: '{{', close: '}}' } as const
export const written = (variable: string): string => `{{${variable}}}`

/** The sentence of a broken rule; undefined where nothing is wrong. */
export function useProblemText(): (problem: Problem | undefined) => string | undefined {
  const { t } = useWords()
  return (problem) =>
    problem &&
    t(`templates.rule.${problem.rule}`, {
      ...braces,
      limit: problem.limit,
      variable: problem.variable === undefined ? '' : written(problem.variable),
    })
}

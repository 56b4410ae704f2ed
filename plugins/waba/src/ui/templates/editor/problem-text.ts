import { useWords } from '@recado/sdk/ui'
import type { Problem } from '../../../templates/template-rules.ts'

/** A variable in braces; texts about variables have the braces filled in, because braces are markup in texts too. */
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

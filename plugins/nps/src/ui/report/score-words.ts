import { useWords } from '@recado/sdk/ui'
import type { SurveyKind } from '../../survey/kind.ts'

/** A score as people read it: NPS from -100 to 100, satisfaction in per cent, effort as a mean. */
export function useScoreText(): (kind: SurveyKind, score: number | null) => string {
  const { language } = useWords().i18n
  const number = new Intl.NumberFormat(language, { maximumFractionDigits: 1 })
  return (kind, score) => (score === null ? '–' : `${number.format(score)}${kind === 'csat' ? ' %' : ''}`)
}

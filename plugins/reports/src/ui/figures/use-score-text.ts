import { useWords } from '@recado/sdk/ui'
import { roundedScore } from '../../figures/score-text.ts'

/** Writes scores of surveys; a dash where nobody answered. */
export function useScoreText(): (measure: 'nps' | 'csat' | 'ces', mean: number | null | undefined) => string {
  const { i18n } = useWords()
  const number = new Intl.NumberFormat(i18n.language)
  const percent = new Intl.NumberFormat(i18n.language, { style: 'percent' })
  return (measure, mean) => {
    const score = roundedScore(measure, mean)
    if (score === undefined) return '–'
    return measure === 'csat' ? percent.format(score / 100) : number.format(score)
  }
}

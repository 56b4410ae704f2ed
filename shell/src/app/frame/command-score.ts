import { defaultFilter } from 'cmdk'
import { plainText } from '../../base/i18n/plain-text.ts'

/** Factor by which recently used entries precede about equal matches. */
const recentBonus = 1.25

/** Score of an entry for the typed text, letters in order being enough; 0 leaves it out. */
export function commandScore(label: string, typed: string, isRecent: boolean): number {
  const score = defaultFilter(plainText(label), plainText(typed), [])
  return isRecent ? score * recentBonus : score
}

import { defaultFilter } from 'cmdk'

/** Without accents and capitals, so that “acoes” finds “Ações”. */
export const plainText = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{Diacritic}/gu, '')
    .toLowerCase()

/** Factor by which recently used entries precede about equal matches. */
const recentBonus = 1.25

/** Score of an entry for the typed text, letters in order being enough; 0 leaves it out. */
export function commandScore(label: string, typed: string, isRecent: boolean): number {
  const score = defaultFilter(plainText(label), plainText(typed), [])
  return isRecent ? score * recentBonus : score
}

import { defaultFilter } from 'cmdk'

/** Without accents and capitals, so that “acoes” finds “Ações”. */
export const plainText = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{Diacritic}/gu, '')
    .toLowerCase()

/** What was used lately comes before what matches about as well. */
const recentBonus = 1.25

/** How well an entry matches what was typed, letters in order being enough; 0 leaves it out. */
export function commandScore(label: string, typed: string, isRecent: boolean): number {
  const score = defaultFilter(plainText(label), plainText(typed), [])
  return isRecent ? score * recentBonus : score
}

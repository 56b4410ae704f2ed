/** Without accents and capitals, so that “acoes” finds “Ações”. */
const folded = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

/**
 * Score of a choice with these words for the typed text: 1 if one begins with it, less if one holds all its texts, 0
 * leaves it out.
 */
export function choiceScore(known: readonly string[], typed: string): number {
  const wanted = folded(typed).trim()
  const [name = '', ...others] = known.map(folded)
  if (name.startsWith(wanted)) return 1
  const whole = [name, ...others].join(' ')
  return wanted.split(/\s+/).every((word) => whole.includes(word)) ? 0.5 : 0
}

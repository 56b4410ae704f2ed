/* Texts as people compare them: case, accents and runs of white space aside. */

/** A text without case, accents and runs of white space. */
export const folded = (text: string): string =>
  text.normalize('NFKD').toLowerCase().replace(/\p{M}/gu, '').replace(/\s+/gu, ' ').trim()

const letter = /[\p{L}\p{N}]/u
const isLetter = (character: string | undefined): boolean => character !== undefined && letter.test(character)
// A character may be two units long. Customers write long texts: no more of them than that is looked at.
const lastBefore = (text: string, at: number): string | undefined => [...text.slice(Math.max(0, at - 2), at)].at(-1)
const firstFrom = (text: string, at: number): string | undefined => [...text.slice(at, at + 2)].at(0)

/** Whether a folded phrase is in a folded text; as whole words, not in the middle of others. */
export function stands(phrase: string, text: string, wholeWords: boolean): boolean {
  if (phrase === '') return false
  if (!wholeWords) return text.includes(phrase)
  const [first, last] = [isLetter(firstFrom(phrase, 0)), isLetter(lastBefore(phrase, phrase.length))]
  for (let at = text.indexOf(phrase); at >= 0; at = text.indexOf(phrase, at + 1)) {
    const goesOnBefore = first && isLetter(lastBefore(text, at))
    const goesOnBehind = last && isLetter(firstFrom(text, at + phrase.length))
    if (!goesOnBefore && !goesOnBehind) return true
  }
  return false
}

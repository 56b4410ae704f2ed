/* Texts as people compare them: case, accents and runs of white space aside. */

/** What is left of a text when case, accents and runs of white space are put aside. */
export const folded = (text: string): string => text.normalize('NFKD').toLowerCase().replace(/\p{M}/gu, '').replace(/\s+/gu, ' ').trim()

const letter = /[\p{L}\p{N}]/u
const isLetter = (character: string | undefined): boolean => character !== undefined && letter.test(character)

/** Whether a folded phrase stands in a folded text; as whole words, not in the middle of others. */
export function stands(phrase: string, text: string, wholeWords: boolean): boolean {
  if (phrase === '') return false
  if (!wholeWords) return text.includes(phrase)
  const characters = [...phrase]
  const [first, last] = [isLetter(characters[0]), isLetter(characters.at(-1))]
  for (let at = text.indexOf(phrase); at >= 0; at = text.indexOf(phrase, at + 1)) {
    const goesOnBefore = first && isLetter([...text.slice(0, at)].at(-1))
    const goesOnBehind = last && isLetter(String.fromCodePoint(text.codePointAt(at + phrase.length) ?? 32))
    if (!goesOnBefore && !goesOnBehind) return true
  }
  return false
}

import { visible } from '../../privacy/visible.ts'

/** A text in words alone: small, without accents and signs, a space around each word. */
export const plain = (text: string): string =>
  ` ${(
    visible(text)
      .normalize('NFD')
      .replace(/[\u0300-\u036f]/g, '')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  ).join(' ')} `

/** The first of these phrases that a text has, whole words only; a phrase that ends in `*` may go on. */
export const phraseIn = (text: string, phrases: readonly string[]): string | undefined => {
  const said = plain(text)
  return phrases.find((phrase) => {
    const words = plain(phrase)
    return said.includes(phrase.endsWith('*') ? words.trimEnd() : words)
  })
}

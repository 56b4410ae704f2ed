const wordsOf = (text: string): string[] =>
  text
    .normalize()
    .toLowerCase()
    .match(/[\p{L}\p{N}\p{M}]+/gu) ?? []

/**
 * Whether a message was sent with a translation in it: at least two of three words of the translation stand in it, so
 * that a signature above it and a word that was mended do not matter. Languages without spaces are compared by letter.
 */
export function isMadeOf(message: string, translation: string): boolean {
  if (message.includes(translation.trim())) return translation.trim() !== ''
  const isSpaced = wordsOf(translation).length > 2
  const [said, translated] = isSpaced
    ? [wordsOf(message), wordsOf(translation)]
    : [[...message], [...translation].filter((sign) => sign.trim() !== '')]
  const left = new Set(said)
  const found = translated.filter((word) => left.has(word)).length
  return translated.length > 0 && found / translated.length >= 2 / 3
}

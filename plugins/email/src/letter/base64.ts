const alphabet = /^[A-Za-z0-9+/]+$/
/** A line that only an encoder writes: padded, or longer than any word. */
const isEncoded = (line: string): boolean =>
  /^[^\s:.?&]*[A-Za-z0-9+/]{2}={1,2}$/.test(line) || /^[A-Za-z0-9+/]{40,}$/.test(line)
/** A line of words, which no encoder writes. */
const isSaid = (line: string): boolean => /\S\s+\S/.test(line) && /[^A-Za-z0-9+/=\s]/.test(line)
/** A line that an encoder may have written below or above others. */
const mayBeEncoded = (line: string): boolean => alphabet.test(line) && line.length % 4 === 0

/**
 * Decodes base64 of several pieces, each with a padding of its own, and with characters in it that are none. What
 * stands behind the encoded lines, as the footer of a mailing list does, was never encoded and follows as it is; words
 * above them stay above.
 */
export function decodeBase64(bytes: Uint8Array): Uint8Array {
  const lines = Buffer.from(bytes)
    .toString('latin1')
    .split('\n')
    .map((line) => line.trim())
  const end = endOfEncoded(lines)
  const begin = beginOfEncoded(lines.slice(0, end))
  const above = lines.slice(0, begin).map((line) => Buffer.from(`${line}\n`, 'latin1'))
  const encoded = lines.slice(begin, end).join('')
  const behind = lines.slice(end).join('\n').trim()
  const decoded = encoded.split(/=+/).map((piece) => Buffer.from(piece.replace(/[^A-Za-z0-9+/]/g, ''), 'base64'))
  const plain = /[A-Za-z\x80-\xff]{2}/.test(behind)
    ? [Buffer.from(`${encoded === '' ? '' : '\n'}${behind}`, 'latin1')]
    : []
  return Buffer.concat([...above, ...decoded, ...plain])
}

function beginOfEncoded(lines: readonly string[]): number {
  const first = lines.findIndex((line) => line !== '' && !isSaid(line))
  return lines.slice(0, Math.max(first, 0)).some(isSaid) ? first : 0
}

function endOfEncoded(lines: readonly string[]): number {
  let end = lines.findLastIndex(isEncoded) + 1
  while (end < lines.length && (mayBeEncoded(lines[end]!) || (end === 0 && lines[end] === ''))) end++
  return end
}

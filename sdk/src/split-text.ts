/**
 * A text in pieces that a channel can carry, for adapters: at most `limit` UTF-16 units, or bytes of UTF-8 for
 * providers that count those; cut at the last line, else the last word, and never inside a character.
 */
export function splitText(text: string, limit: number, unit: 'utf16' | 'bytes' = 'utf16'): string[] {
  const pieces: string[] = []
  let rest = text
  for (let most = unitsWithin(rest, limit, unit); most < rest.length; most = unitsWithin(rest, limit, unit)) {
    const head = rest.slice(0, most)
    const line = head.lastIndexOf('\n')
    const word = /\s/.test(rest.charAt(most)) ? most : head.lastIndexOf(' ')
    // A break in the first half would make crumbs.
    const at = line > most / 2 ? line : word > most / 2 ? word : most
    pieces.push(rest.slice(0, at))
    rest = rest.slice(at === line || at === word ? at + 1 : at)
  }
  return [...pieces, rest].filter((piece) => piece !== '')
}

const encoder = new TextEncoder()
const isHighSurrogate = (text: string, at: number): boolean => (text.charCodeAt(at) & 0xfc00) === 0xd800

/** How many UTF-16 units of the beginning are within the limit: whole characters, and one at least. */
function unitsWithin(text: string, limit: number, unit: 'utf16' | 'bytes'): number {
  if (unit === 'utf16') {
    const most = Math.min(limit, text.length)
    return most < text.length && most > 1 && isHighSurrogate(text, most - 1) ? most - 1 : most
  }
  if (text.length * 3 <= limit) return text.length
  let [units, bytes] = [0, 0]
  for (const character of text) {
    bytes += encoder.encode(character).length
    if (bytes > limit && units > 0) break
    units += character.length
    if (bytes > limit) break
  }
  return units
}

/**
 * A text in pieces that a channel can carry, for adapters: at most `limit` UTF-16 units, cut at the last line, else the
 * last word, and never inside a character.
 */
export function splitText(text: string, limit: number): string[] {
  const pieces: string[] = []
  let rest = text
  while (rest.length > limit) {
    const head = rest.slice(0, limit)
    const line = head.lastIndexOf('\n')
    const word = head.lastIndexOf(' ')
    // A break in the first half would make crumbs.
    const at = line > limit / 2 ? line : word > limit / 2 ? word : isHighSurrogate(head, limit - 1) ? limit - 1 : limit
    pieces.push(rest.slice(0, at))
    rest = rest.slice(at === line || at === word ? at + 1 : at)
  }
  return [...pieces, rest].filter((piece) => piece !== '')
}

const isHighSurrogate = (text: string, at: number): boolean => (text.charCodeAt(at) & 0xfc00) === 0xd800

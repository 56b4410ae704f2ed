/* Colleagues are named by their ids, `<@id>`, so that a mention survives a change of the name. Free of any library:
   screens use it too. */

/** A mentioned user, with their current name. */
export interface Named {
  readonly id: string
  readonly name: string
}
/** A piece of a note: words, or somebody who is named. */
export type Piece = string | Named

/** Colleagues that one note may name. */
export const mostMentions = 20
const mention = /<@([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})>/g

/** Mentioned users, each once, in the order of the text. */
export const mentionedIn = (content: string): string[] => [
  ...new Set(Array.from(content.matchAll(mention), ([, id]) => id!)),
]

/** Text and mentions in order. Unknown users are left out of the mentions. */
export function piecesOf(content: string, people: readonly Named[]): Piece[] {
  const pieces = content
    .split(mention)
    .map((piece, index): Piece =>
      index % 2 === 0 ? piece : (people.find(({ id }) => id === piece) ?? { id: piece, name: '?' }),
    )
  return pieces.filter((piece) => piece !== '')
}

/** The text as it is read and typed: with names. */
export const withNames = (content: string, people: readonly Named[]): string =>
  piecesOf(content, people)
    .map((piece) => (typeof piece === 'string' ? piece : `@${piece.name}`))
    .join('')

/**
 * The stored text, from the typed one and the users picked meanwhile. Of colleagues with one name the first to be
 * picked is the first to be mentioned. A longer name takes precedence over one that it begins with; a typed name that
 * was not picked stays text.
 */
export function withIds(text: string, picked: readonly Named[]): string {
  const byLength = [...picked].sort((a, b) => b.name.length - a.name.length)
  const used = new Map<string, number>()
  let stored = ''
  for (let at = 0; at < text.length;) {
    const found = text[at] === '@' ? byLength.find(({ name }) => text.startsWith(name, at + 1)) : undefined
    if (found) {
      const namesakes = picked.filter(({ name }) => name === found.name)
      const turn = used.get(found.name) ?? 0
      used.set(found.name, turn + 1)
      stored += `<@${namesakes[Math.min(turn, namesakes.length - 1)]!.id}>`
      at += found.name.length + 1
    } else stored += text[at++]
  }
  return stored
}

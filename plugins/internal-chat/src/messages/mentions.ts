/* Colleagues are named by their ids, `<@id>`, so that a mention survives a change of the name. Free of any library:
   screens use it too. */

/** A mentioned user, with their current name. */
export interface Named {
  readonly id: string
  readonly name: string
}

const mention = /<@([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})>/g

/** Mentioned users, each once, in the order of the text. */
export const mentionedIn = (content: string): string[] => [
  ...new Set(Array.from(content.matchAll(mention), ([, id]) => id!)),
]

/** Text and mentions in order; a mention of somebody unknown is `?`. */
export const piecesOf = (content: string, people: readonly Named[]): (string | Named)[] =>
  content
    .split(mention)
    .map((piece, index) =>
      index % 2 === 0 ? piece : (people.find(({ id }) => id === piece) ?? { id: piece, name: '?' }),
    )
    .filter((piece) => piece !== '')

/** The text as it is read and typed: with names. */
export const withNames = (content: string, people: readonly Named[]): string =>
  piecesOf(content, people)
    .map((piece) => (typeof piece === 'string' ? piece : `@${piece.name}`))
    .join('')

/**
 * The stored text, from the typed one and the members of the chat. A longer name takes precedence over one that it
 * begins with; of two with one name the first is meant.
 */
export function withIds(text: string, people: readonly Named[]): string {
  const byLength = [...people].sort((a, b) => b.name.length - a.name.length)
  let stored = ''
  for (let at = 0; at < text.length;) {
    const found = text[at] === '@' ? byLength.find(({ name }) => text.startsWith(name, at + 1)) : undefined
    stored += found ? `<@${found.id}>` : text[at]
    at += found ? found.name.length + 1 : 1
  }
  return stored
}

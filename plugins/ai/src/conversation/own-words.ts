import type { Message, Part } from '@recado/sdk'

/** Names that stand in a message's text where a part of it has no words of its own: those of files and of cards. */
const namesOf = (part: Part): string[] => {
  if (part.kind === 'contacts') return [part.contacts.map(({ name }) => name).join(', ')]
  const isFile = part.kind === 'media' || part.kind === 'pendingMedia'
  return isFile && part.caption === undefined && part.name !== undefined ? [part.name] : []
}

/** What somebody wrote in a message: its text without the names of files and of people on cards. */
export function ownWords({ body, parts }: Pick<Message, 'body' | 'parts'>): string {
  return parts
    .flatMap(namesOf)
    .reduce((text, name) => (name === '' ? text : withoutOnce(text, name)), body)
    .trim()
}

function withoutOnce(text: string, name: string): string {
  const [before, after] = [`\n${text}\n`, `\n${name}\n`]
  const at = before.indexOf(after)
  return at === -1 ? text : (before.slice(0, at) + before.slice(at + after.length - 1)).slice(1, -1)
}

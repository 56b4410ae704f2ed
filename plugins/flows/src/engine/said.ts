import type { Message } from '@recado/sdk'
import type { Said } from './state.ts'

/** What a message says to a flow: of a contact who writes now, and of one who wrote last week. */
export function saidOf({ id, body, parts }: Pick<Message, 'id' | 'body' | 'parts'>): Said {
  const pressed = parts.find((part) => part.kind === 'interactiveReply')
  const hasFile = parts.some(({ kind }) => kind === 'media' || kind === 'pendingMedia')
  return {
    text: body,
    choice: pressed?.id.slice(0, 200) ?? null,
    hasFile,
    ...(hasFile && { message: id }),
  }
}

import type { Message } from '@recado/sdk'
import type { Said } from './state.ts'

/** What a message says to a flow: of a contact who writes now, and of one who wrote last week. */
export function saidOf({ body, parts }: Pick<Message, 'body' | 'parts'>): Said {
  const pressed = parts.find((part) => part.kind === 'interactiveReply')
  return {
    text: body,
    choice: pressed?.id.slice(0, 200) ?? null,
    hasFile: parts.some(({ kind }) => kind === 'media' || kind === 'pendingMedia'),
  }
}

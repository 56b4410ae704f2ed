import { ApiError } from '@recado/sdk/ui'
import type { Message, OutgoingPart, Part } from '../../base/contracts.ts'
import type { NewOutgoing } from './outbox.ts'

/**
 * A message of ours that did not arrive, as it is sent once more: the same words, which bear their signature already,
 * and the same files as what they were, a voice note as one. Nothing that the message only shows, a file's name,
 * becomes words.
 * @throws ApiError ERR_NO_MEDIA_FOUND where a file of it is not to be had
 */
export function againOf({ ticketId, parts, media, quotedMsgId }: Message): NewOutgoing {
  const body = parts.flatMap((part) => (part.kind === 'text' || part.kind === 'html' ? [part.text] : [])).join('\n')
  return {
    ticketId,
    body,
    signed: false,
    files: [],
    parts: parts.flatMap((part) => partAgain(part, media)),
    replyToId: quotedMsgId,
  }
}

function partAgain(part: Part, files: Message['media']): OutgoingPart[] {
  switch (part.kind) {
    case 'letterHead': {
      const { to: _them, refused: _missed, ...head } = part
      return [head]
    }
    case 'location':
    case 'contacts':
    case 'interactive':
    case 'template':
    case 'poll':
      return [part]
    case 'media': {
      const file = files.find(({ id }) => id === part.media)
      if (!file) throw new ApiError('ERR_NO_MEDIA_FOUND', 404)
      return [
        {
          kind: 'storedFile',
          path: file.url,
          as: part.as,
          ...(part.caption !== undefined && { caption: part.caption }),
        },
      ]
    }
    default:
      return []
  }
}

import type { AutomationSubject, ConditionSpec, Part } from '@recado/sdk'
import * as z from 'zod'

const kinds = [
  'text',
  'link',
  'image',
  'video',
  'audio',
  'document',
  'sticker',
  'location',
  'contact',
  'choice',
  'other',
] as const
type Kind = (typeof kinds)[number]

/**
 * Condition: the current message is, or contains, one of these kinds. A voice message is audio; a choice is a button or
 * an entry of a list.
 */
export const messageKind = {
  icon: 'paperclip',
  about: 'message',
  input: z.object({ kinds: z.array(z.enum(kinds)).min(1) }),
} satisfies ConditionSpec

const address = /\bhttps?:\/\/\S|\bwww\.\S/iu

function kindOf(part: Part): Kind {
  switch (part.kind) {
    case 'text':
    case 'html':
    case 'letterHead':
      return 'text'
    case 'media':
    case 'pendingMedia':
      return part.as === 'voice' ? 'audio' : part.as
    case 'contacts':
      return 'contact'
    case 'interactiveReply':
      return 'choice'
    case 'location':
      return 'location'
    case 'interactive':
    case 'template':
    case 'poll':
    case 'unsupported':
      return 'other'
  }
}

export function isOfKind(
  { kinds: wanted }: z.output<typeof messageKind.input>,
  { message }: Pick<AutomationSubject, 'message'>,
): boolean {
  if (message === null) return false
  return (
    message.parts.some((part) => wanted.includes(kindOf(part))) ||
    (wanted.includes('link') && address.test(message.body))
  )
}

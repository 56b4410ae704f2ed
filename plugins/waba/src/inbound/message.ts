import {
  mint,
  type ExternalChatId,
  type ExternalMessageId,
  type Forwarding,
  type InboundEvent,
  type InboundMessage,
} from '@recado/sdk'
import * as z from 'zod'
import { contentOf } from './content.ts'
import { Id, words } from './fields.ts'
import { met, type Profile } from './person.ts'
import type { RawMessage } from './raw-message.ts'
import { referralOf } from './referral.ts'
import { systemEvents } from './renamed.ts'

const Reaction = z.object({ message_id: Id, emoji: words })
const Edit = z.object({ original_message_id: Id, message: z.looseObject({ type: z.string() }) })
const Revoke = z.object({ original_message_id: Id })

/** Chat and author of a message, and whether it is a live one. */
export type Setting = Pick<InboundMessage, 'chat' | 'chatTitle' | 'sender' | 'isGroup' | 'origin'>

/** Webhooks do not name a group. It must not be named after its first author. */
const groupTitle = (group: string): string => `👥 ${group.slice(-6)}`

/** Events of a customer's message. A message without ids of its sender cannot be answered: it is ignored. */
export function messageEvents(message: RawMessage, profiles: readonly Profile[]): InboundEvent[] {
  if (message.type === 'system') return systemEvents(message)
  // The customer has opened the conversation for the first time, without a message.
  if (message.type === 'request_welcome') return []
  const who = met({ phone: message.from, bsuid: message.from_user_id, parent: message.from_parent_user_id }, profiles)
  if (!who) return []
  const { group_id: group } = message
  return saidIn(
    group === undefined
      ? { ...who, isGroup: false, origin: 'live' }
      : {
          chat: mint<ExternalChatId>(group),
          chatTitle: groupTitle(group),
          sender: who.sender,
          isGroup: true,
          origin: 'live',
        },
    message,
  )
}

/** `frequently_forwarded` is told of messages that went through more than five chats. */
function forwardingOf({ context }: RawMessage): Forwarding | undefined {
  if (context?.frequently_forwarded) return 'often'
  return context?.forwarded ? 'once' : undefined
}

/** A message as the event that it is: most are messages, some change an earlier one. */
export function saidIn(setting: Setting, message: RawMessage): InboundEvent[] {
  const { chat, sender } = setting
  const at = message.timestamp
  const earlier = (id: string): ExternalMessageId => mint<ExternalMessageId>(id)
  if (message.type === 'reaction') {
    const { data } = Reaction.safeParse(message['reaction'])
    return data
      ? [{ type: 'reaction', chat, target: earlier(data.message_id), sender, emoji: data.emoji || null, at }]
      : []
  }
  if (message.type === 'revoke') {
    const { data } = Revoke.safeParse(message['revoke'])
    return data ? [{ type: 'delete', chat, target: earlier(data.original_message_id), at }] : []
  }
  if (message.type === 'edit') {
    const { data } = Edit.safeParse(message['edit'])
    return data
      ? [
          {
            type: 'edit',
            chat,
            target: earlier(data.original_message_id),
            parts: contentOf(data.message.type, data.message),
            at,
          },
        ]
      : []
  }
  const referral = referralOf(message)
  // A forward has a context without an id, and so has a message that answers nothing.
  const replied = message.context?.id
  const forwarded = forwardingOf(message)
  return [
    {
      ...setting,
      type: 'message',
      id: earlier(message.id),
      parts: contentOf(message.type, message),
      at,
      ...(replied !== undefined && { replyTo: earlier(replied) }),
      ...(forwarded && { forwarded }),
      ...(referral && { referral }),
    },
  ]
}

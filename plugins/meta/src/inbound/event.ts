import {
  mint,
  type ExternalChatId,
  type ExternalMessageId,
  type ExternalUserId,
  type InboundEvent,
  type InboundMessage,
  type SendKey,
} from '@recado/sdk'
import { listOf } from '@recado/sdk/server'
import * as z from 'zod'
import { Content, partsOf } from './content.ts'
import { Id, OptionalId, When, words } from './fields.ts'
import { Referral, referralOf } from './referral.ts'

const Party = z.object({ id: Id })
const Message = Content.extend({
  mid: Id,
  is_echo: z.boolean().optional().catch(undefined),
  is_deleted: z.boolean().optional().catch(undefined),
  metadata: words,
  referral: Referral.optional().catch(undefined),
})
const Postback = z.object({
  mid: OptionalId,
  title: words,
  payload: z.string().max(1_000).catch(''),
  referral: Referral.optional().catch(undefined),
})
const Reaction = z.object({ mid: Id, action: z.string(), emoji: words, reaction: words })
const Upto = z.object({ watermark: When, mid: OptionalId, mids: listOf(Id) })
const Edit = z.object({ mid: Id, text: z.string() })

const optional = <T>(schema: z.ZodType<T>) => schema.optional().catch(undefined)

/** One event of a conversation, of either product. */
export const MessagingEvent = z.object({
  sender: Party,
  recipient: Party,
  timestamp: When,
  message: optional(Message),
  postback: optional(Postback),
  reaction: optional(Reaction),
  read: optional(Upto),
  delivery: optional(Upto),
  message_edit: optional(Edit),
})
export type MessagingEvent = z.output<typeof MessagingEvent>

const messageId = (mid: string): ExternalMessageId => mint<ExternalMessageId>(mid)

/**
 * What an event means; nothing for what is not known. What comes on standby is another app's to answer: it is shown,
 * and starts no automation here.
 */
export function eventsOf(event: MessagingEvent, ownId: string, isStandby: boolean): InboundEvent[] {
  const isOwn = event.sender.id === ownId || event.message?.is_echo === true
  const person = isOwn ? event.recipient.id : event.sender.id
  if (person === ownId) return []
  const chat = mint<ExternalChatId>(person)
  const at = event.timestamp
  const sender = { id: mint<ExternalUserId>(isOwn ? ownId : person), isSelf: isOwn }
  const base: Base = {
    chat,
    sender,
    isGroup: false,
    at,
    origin: isOwn ? 'otherDevice' : 'live',
    ...(isStandby && !isOwn && { automatic: true }),
  }
  const { message, postback, reaction, read, delivery, message_edit: edit } = event
  return [
    ...(message ? messageEvents(base, message) : []),
    ...(postback ? [postbackEvent(base, postback)] : []),
    ...(reaction
      ? [
          {
            type: 'reaction',
            chat,
            target: messageId(reaction.mid),
            sender,
            emoji: reaction.action === 'unreact' ? null : emojiOf(reaction),
            at,
          } as const,
        ]
      : []),
    ...(edit
      ? [
          {
            type: 'edit',
            chat,
            target: messageId(edit.mid),
            parts: [{ kind: 'text', text: edit.text, format: 'plain' }],
            at,
          } as const,
        ]
      : []),
    ...(delivery ? receipts(chat, delivery, 'delivered', at) : []),
    ...(read ? receipts(chat, read, 'read', at) : []),
  ]
}

type Base = Pick<InboundMessage, 'chat' | 'sender' | 'isGroup' | 'at' | 'origin' | 'automatic'>

function messageEvents(base: Base, message: z.output<typeof Message>): InboundEvent[] {
  const id = messageId(message.mid)
  if (message.is_deleted) return [{ type: 'delete', chat: base.chat, target: id, at: base.at }]
  const key = message.is_echo ? z.uuid().safeParse(message.metadata).data : undefined
  const referral = referralOf(message.referral)
  const answered = message.reply_to?.mid
  return [
    {
      ...base,
      type: 'message',
      id,
      parts: partsOf(message),
      ...(key !== undefined && { echoOf: mint<SendKey>(key) }),
      ...(answered !== undefined && answered !== '' && { replyTo: messageId(answered) }),
      ...(referral && { referral }),
    },
  ]
}

/** A button was tapped. Where Meta gives no id, person and moment make one: deliveries are repeated. */
function postbackEvent(base: Base, { mid, title, payload, referral: from }: z.output<typeof Postback>): InboundEvent {
  const referral = referralOf(from)
  return {
    ...base,
    type: 'message',
    id: messageId(mid ?? `postback:${base.chat}:${base.at?.getTime() ?? 0}`),
    parts: [{ kind: 'interactiveReply', id: payload, label: title || payload || '…' }],
    ...(referral && { referral }),
  }
}

const hearts: Readonly<Record<string, string>> = {
  love: '❤️',
  smile: '😆',
  wow: '😮',
  sad: '😢',
  angry: '😠',
  like: '👍',
  dislike: '👎',
}
/** Old clients name a reaction instead of showing it. */
const emojiOf = ({ emoji, reaction }: z.output<typeof Reaction>): string =>
  emoji || (reaction !== undefined && Object.hasOwn(hearts, reaction) ? hearts[reaction]! : '❤️')

function receipts(
  chat: ExternalChatId,
  { watermark, mid, mids }: z.output<typeof Upto>,
  state: 'delivered' | 'read',
  at: Date | null,
): InboundEvent[] {
  const named = [...mids, ...(mid === undefined ? [] : [mid])]
  if (named.length > 0) return named.map((id) => ({ type: 'receipt', target: messageId(id), state, at }))
  return watermark === null ? [] : [{ type: 'receipt', target: { chat, upTo: watermark }, state, at }]
}

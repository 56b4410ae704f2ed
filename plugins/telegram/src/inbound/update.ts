import {
  mint,
  type ExternalChatId,
  type ExternalMessageId,
  type InboundEvent,
  type InboundMessage,
  type Sender,
} from '@recado/sdk'
import * as z from 'zod'
import { PollState, tallyOf } from '../api/results.ts'
import { contentOf, type RawMessage } from './content.ts'

/** The last second of the last year that has four digits. */
const lastSecond = 253_402_300_799
/**
 * Telegram counts whole seconds. The end of one is meant, or what was asked and answered within it would change places.
 */
const when = z
  .int()
  .min(0)
  .max(lastSecond)
  .transform((seconds) => new Date(seconds * 1_000 + 999))
/** Of what Telegram tells no time: a future time counts as now. */
const untold = new Date(lastSecond * 1_000)
const words = z.string().optional().catch(undefined)
const User = z.object({ id: z.int(), first_name: words, last_name: words, username: words })
const Chat = z.object({
  id: z.int(),
  type: z.enum(['private', 'group', 'supergroup', 'channel']),
  title: words,
  first_name: words,
  last_name: words,
  username: words,
})
type Chat = z.output<typeof Chat>

const Envelope = z.looseObject({
  message_id: z.int(),
  date: when,
  edit_date: when.optional().catch(undefined),
  chat: Chat,
  from: User.optional().catch(undefined),
  sender_chat: Chat.optional().catch(undefined),
  reply_to_message: z.object({ message_id: z.int() }).optional().catch(undefined),
  quote: z.object({ text: z.string() }).optional().catch(undefined),
  forward_origin: z.unknown().optional(),
  message_thread_id: z.int().optional().catch(undefined),
  ephemeral_message_id: z.int().optional().catch(undefined),
  guest_query_id: words,
  business_connection_id: words,
  migrate_to_chat_id: z.int().optional().catch(undefined),
  migrate_from_chat_id: z.int().optional().catch(undefined),
})
type Envelope = z.output<typeof Envelope>
const Button = z.object({ text: z.string(), callback_data: z.string().optional() })
const Callback = z.object({
  id: z.string().min(1).max(200),
  from: User,
  data: z.string().max(200).optional(),
  message: z.looseObject({
    message_id: z.int(),
    chat: Chat,
    reply_markup: z
      .object({ inline_keyboard: z.array(z.array(Button)) })
      .optional()
      .catch(undefined),
  }),
})
const ReactionType = z.discriminatedUnion('type', [
  z.object({ type: z.literal('emoji'), emoji: z.string().min(1).max(32) }),
  z.object({ type: z.literal('custom_emoji') }),
  z.object({ type: z.literal('paid') }),
])
const Reaction = z.object({
  chat: Chat,
  message_id: z.int(),
  date: when,
  user: User.optional().catch(undefined),
  actor_chat: Chat.optional().catch(undefined),
  new_reaction: z.array(z.unknown()),
})

const PollAnswer = z.object({
  poll_id: z.string().min(1).max(200),
  user: User.optional().catch(undefined),
  voter_chat: Chat.optional().catch(undefined),
  option_ids: z.array(z.int()),
})

/** Updates a bot asks for; the first of an update that is there counts. */
export const wantedUpdates = [
  'message',
  'edited_message',
  'callback_query',
  'message_reaction',
  'poll_answer',
  'poll',
  'my_chat_member',
] as const

export const chatIdOf = (id: number | string): ExternalChatId => mint<ExternalChatId>(String(id))
/** Telegram counts messages per chat. */
export const messageIdOf = (chat: number | string, message: number): ExternalMessageId =>
  mint<ExternalMessageId>(`${chat}:${message}`)
/** A pressed button is a message that has no number. */
export const pressIdOf = (chat: number | string, press: string): ExternalMessageId =>
  mint<ExternalMessageId>(`${chat}:press:${press}`)

/** One update as plain events; none for what does not concern conversations or is not understood. Never throws. */
export function eventsOf(update: Readonly<Record<string, unknown>>): InboundEvent[] {
  const read = <T>(field: string, schema: z.ZodType<T>, events: (value: T) => InboundEvent[]): InboundEvent[] => {
    const parsed = update[field] === undefined ? undefined : schema.safeParse(update[field])
    return parsed?.success ? events(parsed.data) : []
  }
  return [
    ...read('message', Envelope, messageEvents),
    ...read('edited_message', Envelope, editEvents),
    ...read('message_reaction', Reaction, reactionEvents),
    ...read('callback_query', Callback, pressedEvents),
    ...read('poll_answer', PollAnswer, voteEvents),
    ...read('poll', PollState, stoppedEvents),
  ]
}

function messageEvents(message: Envelope): InboundEvent[] {
  const { chat, date: at, migrate_to_chat_id: to, migrate_from_chat_id: from } = message
  if (to !== undefined) return [{ type: 'chatMoved', from: chatIdOf(chat.id), to: chatIdOf(to), at }]
  if (from !== undefined) return [{ type: 'chatMoved', from: chatIdOf(from), to: chatIdOf(chat.id), at }]
  const parts = contentOf(message as RawMessage)
  // A post in a channel is addressed to nobody.
  if (!parts || chat.type === 'channel' || isElsewhere(message)) return []
  // In a topic everything answers the service message that opened it, which nobody has written.
  const replied =
    message.reply_to_message?.message_id === message.message_thread_id ? undefined : message.reply_to_message
  const start = /^\/start(?:@\w+)?\s+(\S{1,64})$/.exec(typeof message['text'] === 'string' ? message['text'] : '')?.[1]
  return [
    {
      ...addressed(chat),
      type: 'message',
      id: idOf(message),
      sender: senderOf(message),
      parts,
      at,
      origin: 'live',
      ...(replied && { replyTo: messageIdOf(chat.id, replied.message_id) }),
      ...(message.quote && message.quote.text.trim() !== '' && { quote: message.quote.text }),
      ...(message.forward_origin !== undefined && { forwarded: 'once' as const }),
      ...(start !== undefined && { referral: { start } }),
    },
  ]
}

/**
 * Whether a message belongs to a chat that the bot is not in, although it has the id of one that it may be in: where
 * the bot was called as a guest, or that of a business account.
 */
const isElsewhere = ({ guest_query_id: guest, business_connection_id: business }: Envelope): boolean =>
  Boolean(guest) || Boolean(business)

/** Ephemeral messages all have the number 0, and their own numbers come again. */
const idOf = ({ chat, message_id, ephemeral_message_id: ephemeral, date }: Envelope): ExternalMessageId =>
  message_id === 0 && ephemeral !== undefined
    ? mint<ExternalMessageId>(`${chat.id}:ephemeral:${ephemeral}:${Math.floor(date.getTime() / 1_000)}`)
    : messageIdOf(chat.id, message_id)

function editEvents(message: Envelope): InboundEvent[] {
  const parts = contentOf(message as RawMessage)
  if (!parts || message.chat.type === 'channel' || isElsewhere(message)) return []
  return [
    {
      type: 'edit',
      chat: chatIdOf(message.chat.id),
      target: idOf(message),
      parts,
      at: message.edit_date ?? message.date,
    },
  ]
}

function reactionEvents({
  chat,
  message_id,
  date: at,
  user,
  actor_chat,
  new_reaction,
}: z.output<typeof Reaction>): InboundEvent[] {
  const known = new_reaction.flatMap((reaction) => ReactionType.safeParse(reaction).data ?? []).at(-1)
  const own = known?.type === 'emoji' ? known.emoji : known?.type === 'paid' ? '⭐' : '✨'
  // A kind of reaction that does not exist yet is one all the same.
  const emoji = new_reaction.length === 0 ? null : own
  return [
    {
      type: 'reaction',
      chat: chatIdOf(chat.id),
      target: messageIdOf(chat.id, message_id),
      sender: user ? personOf(user) : chatSender(actor_chat ?? chat),
      emoji,
      at,
    },
  ]
}

/** What somebody votes for now in a poll of the bot, which is named by its own id. Telegram tells no time of it. */
function voteEvents({
  poll_id: poll,
  user,
  voter_chat,
  option_ids: options,
}: z.output<typeof PollAnswer>): InboundEvent[] {
  const sender = voter_chat ? chatSender(voter_chat) : user && personOf(user)
  return sender ? [{ type: 'vote', target: { poll }, sender, options, at: untold }] : []
}

/** Telegram tells how a poll of the bot stands at every vote; what counts of it is that somebody has stopped it. */
function stoppedEvents(poll: z.output<typeof PollState>): InboundEvent[] {
  return poll.is_closed ? [{ type: 'pollStopped', target: { poll: poll.id }, result: tallyOf(poll), at: untold }] : []
}

/** A pressed button is an answer. Telegram gives it no time of its own. */
function pressedEvents({ id, from, data, message }: z.output<typeof Callback>): InboundEvent[] {
  if (data === undefined || message.chat.type === 'channel') return []
  const label =
    message.reply_markup?.inline_keyboard.flat().find((button) => button.callback_data === data)?.text ?? data
  return [
    {
      ...addressed(message.chat),
      type: 'message',
      id: pressIdOf(message.chat.id, id),
      sender: personOf(from),
      at: untold,
      origin: 'live',
      parts: [{ kind: 'interactiveReply', id: data, label }],
      replyTo: messageIdOf(message.chat.id, message.message_id),
    },
  ]
}

const addressed = (chat: Chat): Pick<InboundMessage, 'chat' | 'isGroup' | 'chatTitle'> => ({
  chat: chatIdOf(chat.id),
  isGroup: chat.type !== 'private',
  ...(chat.type !== 'private' && chat.title !== undefined && { chatTitle: chat.title }),
})

const nameOf = ({ first_name, last_name }: Pick<Chat, 'first_name' | 'last_name'>): string =>
  [first_name, last_name].filter(Boolean).join(' ').trim()

function personOf(user: z.output<typeof User>): Sender {
  const name = nameOf(user)
  return {
    id: mint(String(user.id)),
    isSelf: false,
    ...(name !== '' && { name }),
    ...(user.username !== undefined && { username: user.username }),
  }
}
const chatSender = (chat: Chat): Sender => ({
  ...personOf(chat),
  ...(chat.title !== undefined && { name: chat.title }),
})

/** Author: an anonymous administrator speaks as the group, a private chat without author is its other side. */
function senderOf(message: Envelope): Sender {
  const { chat, from, sender_chat: as } = message
  const sender = as ? chatSender(as) : from ? personOf(from) : chatSender(chat)
  const phone = sharedPhone(message)
  return phone === undefined ? sender : { ...sender, phone }
}

const Shared = z.object({
  phone_number: z
    .string()
    .transform((digits) => `+${digits.replace(/\D/g, '')}`)
    .pipe(z.e164()),
  user_id: z.int(),
})

/** A phone number is only known to be somebody's when they share their own. */
function sharedPhone({ contact, from }: Envelope): string | undefined {
  const { data } = Shared.safeParse(contact)
  return data && data.user_id === from?.id ? data.phone_number : undefined
}

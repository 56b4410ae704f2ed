import { createHash } from 'node:crypto'
import { type ConnectionContext, type ExternalChatId, type ExternalMessageId, type WebhookOutcome } from '@recado/sdk'
import * as z from 'zod'
import { messageIdOf, pressIdOf } from './update.ts'

type Remembered = NonNullable<WebhookOutcome['remember']>[number]

/** An answer to what is older goes where a group without topics would have it. */
const keptMs = 180 * 86_400_000
/** Messages of a group that are looked through for what somebody else said last. */
const lookedBack = 100

/**
 * Threads of replies have numbers, too, and are no topics. General counts as the first one, and is spoken to without a
 * number.
 */
const InTopic = z.object({
  message_id: z.int(),
  chat: z.object({ id: z.int() }),
  is_topic_message: z.literal(true),
  message_thread_id: z.int().min(2),
})
const Pressed = z.object({ id: z.string().min(1).max(200), message: InTopic })

/** Stored topic of a message; its key names no person. */
export const topicOfMessage = (id: ExternalMessageId, topic: number): Remembered => ({
  key: keyOf(id),
  value: topic,
  ttlMs: keptMs,
})

/** The topics of an update's messages; none where there is no forum. Pure, and never throws. */
export function topicsIn(update: Readonly<Record<string, unknown>>): Remembered[] {
  const { data: said } = InTopic.safeParse(update['message'])
  const { data: pressed } = Pressed.safeParse(update['callback_query'])
  return [
    ...(said ? [topicOfMessage(messageIdOf(said.chat.id, said.message_id), said.message_thread_id)] : []),
    ...(pressed
      ? [topicOfMessage(pressIdOf(pressed.message.chat.id, pressed.id), pressed.message.message_thread_id)]
      : []),
  ]
}

/**
 * The topic that an answer belongs to: that of the message it answers, else that in which somebody else wrote last.
 * Undefined for General, and for a chat without topics.
 */
export async function topicFor(
  ctx: Pick<ConnectionContext<unknown>, 'history' | 'state'>,
  chat: ExternalChatId,
  replyTo?: ExternalMessageId,
): Promise<number | undefined> {
  if (!chat.startsWith('-')) return undefined
  const id =
    replyTo ?? (await ctx.history.read(chat, { limit: lookedBack })).findLast((entry) => entry.fromContact)?.externalId
  return id ? ctx.state.get<number>(keyOf(id)) : undefined
}

const keyOf = (id: ExternalMessageId): string =>
  `topic:${createHash('sha256').update(id).digest('base64url').slice(0, 32)}`

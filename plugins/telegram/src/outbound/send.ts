import { setTimeout as pause } from 'node:timers/promises'
import type {
  ConnectionContext,
  ExternalChatId,
  ExternalMessageId,
  MediaPart,
  SendRequest,
  SendResult,
} from '@recado/sdk'
import type { Api } from '../api/client.ts'
import { TelegramError } from '../api/failure.ts'
import { SentMessages } from '../api/results.ts'
import type { TelegramConfig } from '../channel/config.ts'
import { topicFor, topicOfMessage } from '../inbound/topic.ts'
import { chatIdOf, messageIdOf } from '../inbound/update.ts'
import { planOf, type Step } from './plan.ts'

type SendContext = Pick<
  ConnectionContext<TelegramConfig>,
  'media' | 'emit' | 'history' | 'state' | 'log' | 'connection'
>

/** In the middle of a message it is better to wait this long than to leave it half said. */
const longestWaitMs = 10_000

/**
 * Sends one intent, in a forum into the topic that it answers; a group that has become a supergroup is followed to its
 * new id, and core is informed.
 */
export async function send(ctx: SendContext, api: Api, request: SendRequest, signal: AbortSignal): Promise<SendResult> {
  const { chat, replyTo } = request
  const steps = planOf(request.parts)
  const topic = await topicFor(ctx, chat, replyTo)
  try {
    return await sendTo(ctx, api, chat, steps, { replyTo, topic }, signal)
  } catch (error) {
    if (!(error instanceof TelegramError)) throw error
    // A topic that was deleted takes nothing any more; the group still does.
    if (topic !== undefined && error.certain && /message thread not found/i.test(error.message))
      return sendTo(ctx, api, chat, steps, { replyTo }, signal)
    if (error.movedTo === undefined) throw error
    const to = chatIdOf(error.movedTo)
    await ctx.emit([{ type: 'chatMoved', from: chat, to, at: new Date() }])
    // Messages of the group before are not known by their numbers in the group after.
    return sendTo(ctx, api, to, steps, {}, signal)
  }
}

interface Place {
  readonly replyTo?: ExternalMessageId | undefined
  readonly topic?: number | undefined
}

async function sendTo(
  ctx: SendContext,
  api: Api,
  chat: ExternalChatId,
  steps: readonly Step[],
  { replyTo, topic }: Place,
  signal: AbortSignal,
): Promise<SendResult> {
  const ids: ExternalMessageId[] = []
  let at = new Date(0)
  let poll: string | undefined
  for (const [index, step] of steps.entries()) {
    const reply =
      index === 0 && replyTo !== undefined
        ? { reply_parameters: { message_id: messageNumber(replyTo), allow_sending_without_reply: true } }
        : {}
    for (const message of await completed(
      () =>
        call(
          ctx,
          api,
          step,
          { chat_id: chat, ...(topic !== undefined && { message_thread_id: topic }), ...reply },
          signal,
        ),
      ids.length > 0,
      signal,
    )) {
      ids.push(messageIdOf(message.chat.id, message.message_id))
      at = new Date(message.date * 1_000)
      poll ??= message.poll?.id
    }
  }
  const [first, ...others] = ids
  if (!first)
    throw new TelegramError({ kind: 'unsupported', code: 'EMPTY', message: 'there is nothing to send', certain: true })
  if (topic !== undefined) await rememberTopic(ctx, ids, topic)
  return { status: 'sent', ids: [first, ...others], at, ...(poll !== undefined && { poll }) }
}

/** Answers to these messages go into the same topic. A sent message stays sent, even if this fails. */
async function rememberTopic(ctx: SendContext, ids: readonly ExternalMessageId[], topic: number): Promise<void> {
  try {
    for (const { key, value, ttlMs } of ids.map((id) => topicOfMessage(id, topic)))
      await ctx.state.set(key, value, { ttlMs })
  } catch (error) {
    ctx.log.warn({ err: error, connection: ctx.connection }, 'the topic of what was sent could not be remembered')
  }
}

/** A failure after a part of the message was sent must not repeat the whole. */
async function completed<T>(work: () => Promise<T>, hasBegun: boolean, signal: AbortSignal): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!hasBegun || !(error instanceof TelegramError)) throw error
    if (error.kind === 'rateLimited' && (error.retryAfterMs ?? Infinity) <= longestWaitMs) {
      await pause(error.retryAfterMs, undefined, { signal })
      return completed(work, hasBegun, signal)
    }
    throw new TelegramError({
      kind: error.kind,
      code: error.code,
      message: `only a part was sent: ${error.message}`,
      certain: false,
    })
  }
}

async function call(
  ctx: SendContext,
  api: Api,
  { method, params, files = {} }: Step,
  target: Readonly<Record<string, unknown>>,
  signal: AbortSignal,
) {
  const loaded = await Promise.all(
    Object.entries(files).map(async ([field, part]) => [field, await fileOf(ctx, part)] as const),
  )
  return api.call(method, SentMessages, { ...target, ...params }, signal, Object.fromEntries(loaded))
}

async function fileOf(ctx: SendContext, part: MediaPart): Promise<File> {
  const { stream, mime, name } = await ctx.media.open(part.media)
  return new File([await new Response(stream).blob()], part.name ?? name ?? part.as, { type: mime })
}

/** The number of a message within its chat. */
export const messageNumber = (id: ExternalMessageId): number => Number(id.slice(id.lastIndexOf(':') + 1))

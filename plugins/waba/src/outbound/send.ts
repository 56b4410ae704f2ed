import { setTimeout as pause } from 'node:timers/promises'
import {
  ChannelError,
  mint,
  type ConnectionContext,
  type ExternalChatId,
  type ExternalMessageId,
  type SendRequest,
  type SendResult,
} from '@recado/sdk'
import type { CloudApi } from '../api/client.ts'
import { Sent } from '../api/results.ts'
import { normaliseId } from '../inbound/person.ts'
import { addressOf } from './address.ts'
import type { Pace } from './pace.ts'
import { planOf, type Step } from './plan.ts'
import type { Uploads } from './uploads.ts'

export interface Sender {
  readonly api: CloudApi
  readonly pace: Pace
  readonly uploads: Uploads
  readonly emit: ConnectionContext<unknown>['emit']
}

/** In the middle of a message it is better to wait this long than to leave it half said. */
const longestWaitMs = 8_000

/** Sends one intent, each of its parts as a message. Ids of the person in the answer are passed to core. */
export async function send(sender: Sender, request: SendRequest, signal: AbortSignal): Promise<SendResult> {
  const ids: ExternalMessageId[] = []
  for (const [index, step] of planOf(request.parts, { listButton: sender.api.config.listButton }).entries()) {
    const replyTo = index === 0 ? request.replyTo : undefined
    const sent = await completed(
      () => message(sender, request, step, replyTo, index === 0, signal),
      ids.length > 0,
      signal,
    )
    ids.push(mint<ExternalMessageId>(sent.messages[0]!.id))
    if (index === 0) await learn(sender, request.chat, sent.contacts?.[0])
  }
  const [first, ...others] = ids
  if (!first)
    throw new ChannelError({ kind: 'unsupported', code: 'EMPTY', message: 'there is nothing to send', certain: true })
  return { status: 'sent', ids: [first, ...others], at: new Date() }
}

async function message(
  { api, pace, uploads }: Sender,
  { chat, key }: SendRequest,
  step: Step,
  replyTo: ExternalMessageId | undefined,
  isFirst: boolean,
  signal: AbortSignal,
) {
  const file = step.file && (await uploads.get(step.file.media, step.file.name, signal))
  await pace.turn(chat, signal)
  try {
    return await api.call({
      path: api.transport.paths.messages,
      result: Sent,
      signal,
      json: {
        messaging_product: 'whatsapp',
        ...addressOf(chat),
        type: step.type,
        [step.type]: step.content(file),
        ...(replyTo !== undefined && { context: { message_id: replyTo } }),
        // Comes back with every status. Only the first message of an intent stands for it.
        ...(isFirst && { biz_opaque_callback_data: key }),
      },
    })
  } catch (error) {
    if (step.file) uploads.forget(step.file.media)
    throw error
  }
}

/** A failure after a part of the message was sent must not repeat the whole. */
async function completed<T>(work: () => Promise<T>, hasBegun: boolean, signal: AbortSignal): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!hasBegun || !ChannelError.is(error)) throw error
    if (error.kind === 'rateLimited' && error.certain && (error.retryAfterMs ?? Infinity) <= longestWaitMs) {
      await pause(error.retryAfterMs, undefined, { signal })
      return completed(work, hasBegun, signal)
    }
    throw new ChannelError({
      kind: error.kind,
      code: error.code,
      message: `only a part was sent: ${error.message}`,
      certain: false,
    })
  }
}

/**
 * A person addressed by number may have another spelling of it, or hide it behind a username and have nothing but a
 * user id. The answer has the valid one, so the conversation moves to it.
 */
async function learn(
  { emit }: Sender,
  chat: ExternalChatId,
  contact: { wa_id?: string | undefined; user_id?: string | undefined } | undefined,
): Promise<void> {
  const current = contact?.wa_id === undefined ? contact?.user_id : normaliseId(contact.wa_id)
  if (current === undefined || current === chat || !/^\d+$/.test(chat)) return
  await emit([{ type: 'chatMoved', from: chat, to: mint<ExternalChatId>(current), at: new Date() }])
}

import {
  ChannelError,
  mint,
  type ConnectionContext,
  type ExternalMessageId,
  type SendRequest,
  type SendResult,
} from '@recado/sdk'
import type { MetaApi } from '../api/client.ts'
import { Sent } from '../api/results.ts'
import { commentPrefix } from '../inbound/comment.ts'
import { giveFile } from './files.ts'
import { planOf, type Step } from './plan.ts'

type Json = Readonly<Record<string, unknown>>
export interface Sender {
  readonly api: MetaApi
  readonly ctx: Pick<ConnectionContext<unknown>, 'media' | 'callbackUrl' | 'history'>
}

/** A comment can be answered in private for seven days, once. */
const commentLivesMs = 7 * 24 * 3_600_000
const recentMessages = 50

/** To whom a message goes, and as what. */
interface Envelope {
  readonly recipient: Json
  readonly messaging_type: 'RESPONSE' | 'MESSAGE_TAG' | 'UTILITY'
  readonly tag?: 'HUMAN_AGENT'
}

/** Sends one intent, each of its parts as a message. */
export async function send(sender: Sender, request: SendRequest, signal: AbortSignal): Promise<SendResult> {
  const ids: ExternalMessageId[] = []
  let envelope: Envelope | undefined
  for (const step of planOf(request.parts, sender.api.facts)) {
    try {
      const sent = await sendStep(sender, request, { step, envelope, isFirst: ids.length === 0 }, signal)
      if (!step.isTemplate) envelope = sent.envelope
      ids.push(mint<ExternalMessageId>(sent.id))
    } catch (error) {
      throw ids.length > 0 ? partlySent(error) : error
    }
  }
  const [first, ...others] = ids
  if (first) return { status: 'sent', ids: [first, ...others], at: new Date() }
  throw new ChannelError({ kind: 'unsupported', code: 'EMPTY', message: 'there is nothing to send', certain: true })
}

/** A failure after a part of the message was sent must not repeat the whole. */
function partlySent(error: unknown): unknown {
  if (!ChannelError.is(error)) return error
  const { kind, code, message } = error
  return new ChannelError({ kind, code, message: `only a part was sent: ${message}`, certain: false })
}

async function sendStep(
  sender: Sender,
  request: SendRequest,
  { step, envelope, isFirst }: { step: Step; envelope: Envelope | undefined; isFirst: boolean },
  signal: AbortSignal,
): Promise<{ id: string; envelope: Envelope }> {
  const { api, ctx } = sender
  const file = step.file && (await giveFile(api, ctx, step.file, signal))
  const message = {
    ...step.content(file),
    // Comes back with the echo. Only the first message of an intent stands for it.
    ...(isFirst && { metadata: request.key }),
    ...(isFirst && !step.isTemplate && request.replyTo !== undefined && { reply_to: { mid: request.replyTo } }),
  }
  const post = async (as: Envelope) => {
    const path = `/${api.config.accountId}/messages`
    return { id: (await api.call({ path, result: Sent, json: { ...as, message }, signal })).message_id, envelope: as }
  }
  if (step.isTemplate)
    return post({ recipient: { id: request.chat }, messaging_type: 'UTILITY' }).catch(templateRefused)
  if (envelope) return post(envelope)
  try {
    return await post({ recipient: { id: request.chat }, messaging_type: 'RESPONSE' })
  } catch (error) {
    const later = ChannelError.is(error) && error.kind === 'windowClosed' && (await afterTheWindow(sender, request))
    if (!later) throw error
    return post(later)
  }
}

/** A permission that only templates need is missing; the channel itself is in order. */
function templateRefused(error: unknown): never {
  if (!ChannelError.is(error) || !/^(10|200)(\/|$)/.test(error.code)) throw error
  const { code, message, certain } = error
  throw new ChannelError({ kind: 'unsupported', code, message, certain })
}

/** The ways that are left a day after the person's last message. Machines have none of them but a comment. */
async function afterTheWindow({ api, ctx }: Sender, request: SendRequest): Promise<Envelope | undefined> {
  const entries = await ctx.history.read(request.chat, { limit: recentMessages })
  const last = entries.findLast(({ fromContact, externalId }) => fromContact || externalId !== null)
  const comment = last?.fromContact && last.externalId?.startsWith(commentPrefix) ? last : undefined
  if (comment && Date.now() - comment.at.getTime() < commentLivesMs)
    return {
      recipient: { comment_id: comment.externalId!.slice(commentPrefix.length) },
      messaging_type: 'RESPONSE',
    }
  if (request.automatic || !api.config.humanAgent) return undefined
  return { recipient: { id: request.chat }, messaging_type: 'MESSAGE_TAG', tag: 'HUMAN_AGENT' }
}

import { createHmac } from 'node:crypto'
import {
  ChannelError,
  mint,
  plainText,
  type ChannelSession,
  type ConnectionContext,
  type ExternalMessageId,
  type Part,
  type SendRequest,
  type SendResult,
  type Target,
} from '@recado/sdk'
import * as z from 'zod'
import { signatureHeader } from './verify.ts'

type HookContext = ConnectionContext<{ target: string }>

const Answer = z.object({ ids: z.array(z.string().min(1)).min(1) })

/** The far side is plain HTTP, so a session holds nothing open. */
export const openSession = (
  ctx: HookContext,
): ChannelSession & Required<Pick<ChannelSession, 'edit' | 'remove' | 'react'>> => ({
  send: (request, signal) => send(ctx, request, signal),
  edit: (target, parts, signal) => act(ctx, { act: 'edit', ...about(target), texts: textsOf(parts) }, signal),
  remove: (target, signal) => act(ctx, { act: 'delete', ...about(target) }, signal),
  react: (target, emoji, signal) => act(ctx, { act: 'react', ...about(target), emoji }, signal),
  async [Symbol.asyncDispose]() {},
})

const about = ({ chat, id }: Target) => ({ chat, id })
const textsOf = (parts: readonly Part[]): string[] => parts.map((part) => plainText([part]))

async function send(
  ctx: HookContext,
  { key, chat, parts, replyTo, attempt }: SendRequest,
  signal: AbortSignal,
): Promise<SendResult> {
  const response = await signedPost(
    ctx,
    { key, chat, attempt, texts: textsOf(parts), kinds: parts.map((part) => part.kind), replyTo },
    signal,
  )
  const answer = Answer.safeParse(await response.json().catch(() => undefined))
  if (!answer.success)
    throw new ChannelError({ kind: 'provider', code: 'answer', message: 'the answer names no ids', certain: false })
  const [first, ...others] = answer.data.ids
  return { status: 'sent', ids: [mint(first!), ...others.map((id) => mint<ExternalMessageId>(id))], at: new Date() }
}

async function act(ctx: HookContext, order: object, signal: AbortSignal): Promise<void> {
  const response = await signedPost(ctx, order, signal)
  await response.body?.cancel()
}

async function signedPost(ctx: HookContext, order: object, signal: AbortSignal): Promise<Response> {
  const secret = await ctx.secrets.get('signingSecret')
  if (secret === undefined)
    throw new ChannelError({ kind: 'auth', code: 'no-secret', message: 'the signing secret is not set', certain: true })
  const body = JSON.stringify(order)
  const response = await post(ctx, body, createHmac('sha256', secret).update(body).digest('hex'), signal)
  if (!response.ok) throw await refusal(response)
  return response
}

async function post(ctx: HookContext, body: string, signature: string, signal: AbortSignal): Promise<Response> {
  try {
    const headers = {
      'content-type': 'application/json',
      [signatureHeader]: signature,
      'x-hook-process': String(process.pid),
    }
    return await ctx.fetch(ctx.config.target, { method: 'POST', body, headers, signal })
  } catch (error) {
    const code = String((error as { cause?: { code?: string } }).cause?.code ?? 'network')
    // Nothing was sent when no connection came about; after that, nobody knows.
    throw new ChannelError(
      {
        kind: 'network',
        code,
        message: 'the target cannot be reached',
        certain: ['ECONNREFUSED', 'ENOTFOUND', 'EGRESS_REFUSED'].includes(code),
      },
      { cause: error },
    )
  }
}

async function refusal(response: Response): Promise<ChannelError> {
  await response.body?.cancel()
  const code = String(response.status)
  const retryAfter = Number(response.headers.get('retry-after'))
  if (response.status === 429)
    return new ChannelError({
      kind: 'rateLimited',
      code,
      message: 'the target asks for fewer messages',
      certain: true,
      retryAfterMs: (retryAfter || 1) * 1_000,
    })
  if (response.status === 401 || response.status === 403)
    return new ChannelError({ kind: 'auth', code, message: 'the target refuses the signature', certain: true })
  if (response.status === 404)
    return new ChannelError({ kind: 'notFound', code, message: 'the target knows no such message', certain: true })
  return new ChannelError({
    kind: 'provider',
    code,
    message: 'the target refuses the message',
    certain: response.status < 500,
  })
}

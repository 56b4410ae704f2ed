import { createHmac } from 'node:crypto'
import { ChannelError, type ConnectionContext } from '@recado/sdk'
import * as z from 'zod'
import type { TelegramConfig } from '../channel/config.ts'
import { ApiRefusal, refusalOf, TelegramError, unanswered } from './failure.ts'
import { RemoteFile } from './results.ts'

type Needs = Pick<ConnectionContext<TelegramConfig>, 'config' | 'secrets' | 'fetch' | 'fetchFile'>

/** One bot's way to the Bot API. Everything it throws is a TelegramError, and no message of it holds the token. */
export interface Api {
  /** Calls a method; with `files` as a form. Answers what `result` makes of the result. */
  call<T>(
    method: string,
    result: z.ZodType<T>,
    params: Readonly<Record<string, unknown>>,
    signal: AbortSignal,
    files?: Readonly<Record<string, File>>,
  ): Promise<T>
  /** The bytes of a file that a message named. */
  download(fileId: string, signal: AbortSignal): Promise<ReadableStream<Uint8Array>>
  /** Secret that Telegram sends with every update. Derived from the token, so that every node has it. */
  readonly webhookSecret: string
}

const publicRoot = 'https://api.telegram.org'

/** @throws TelegramError `auth` when the connection has no token */
export async function apiOf(ctx: Needs): Promise<Api> {
  const token = await ctx.secrets.get('token')
  if (!token)
    throw new TelegramError({ kind: 'auth', code: 'NO_TOKEN', message: 'the bot token is not set', certain: true })
  const root = (ctx.config.apiRoot ?? publicRoot).replace(/\/+$/, '')

  async function request(url: string, init: RequestInit, fetch = ctx.fetch): Promise<Response> {
    try {
      return await fetch(url, init)
    } catch (error) {
      throw unanswered(error)
    }
  }

  async function call<T>(
    method: string,
    result: z.ZodType<T>,
    params: Readonly<Record<string, unknown>>,
    signal: AbortSignal,
    files: Readonly<Record<string, File>> = {},
  ): Promise<T> {
    const response = await request(`${root}/bot${token}/${method}`, {
      method: 'POST',
      signal,
      ...bodyOf(params, files),
    })
    const answer = (await response.json().catch((error: unknown) => {
      if (signal.aborted) throw unanswered(error)
      return undefined
    })) as unknown
    const refusal = ApiRefusal.safeParse(answer)
    if (refusal.success) throw refusalOf(refusal.data)
    // A proxy in between answers no JSON, but its status means the same.
    if (!response.ok) throw refusalOf({ ok: false, error_code: response.status, description: response.statusText })
    const accepted = z.object({ ok: z.literal(true), result }).safeParse(answer)
    if (!accepted.success)
      throw new TelegramError({
        kind: 'provider',
        code: 'ANSWER',
        message: `the answer to ${method} is not understood`,
        certain: false,
      })
    return accepted.data.result as T
  }

  return {
    call,
    webhookSecret: webhookSecretOf(token),
    async download(fileId, signal) {
      const { file_path: path } = await call('getFile', RemoteFile, { file_id: fileId }, signal)
      // A server in local mode answers a path on its own disk.
      if (path === undefined || path.startsWith('/'))
        throw new TelegramError({
          kind: 'notFound',
          code: 'NO_FILE',
          message: 'Telegram does not hand the file out',
          certain: true,
        })
      const address = `${root}/file/bot${token}/${path.split('/').map(encodeURIComponent).join('/')}`
      const response = await request(address, { signal }, ctx.fetchFile)
      if (response.ok && response.body) return response.body
      await response.body?.cancel()
      throw new TelegramError({
        kind: response.status === 404 ? 'notFound' : 'provider',
        code: String(response.status),
        message: 'the file cannot be downloaded',
        certain: true,
      })
    },
  }
}

export const webhookSecretOf = (token: string): string =>
  createHmac('sha256', token).update('recado webhook').digest('base64url')

/** Body as JSON, or as a form if there are files: every value that is not a text is written as JSON in it. */
function bodyOf(
  params: Readonly<Record<string, unknown>>,
  files: Readonly<Record<string, File>>,
): Pick<RequestInit, 'body' | 'headers'> {
  if (Object.keys(files).length === 0)
    return { body: JSON.stringify(params), headers: { 'content-type': 'application/json' } }
  const form = new FormData()
  for (const [name, value] of Object.entries(params))
    if (value !== undefined) form.set(name, typeof value === 'string' ? value : JSON.stringify(value))
  for (const [name, file] of Object.entries(files)) form.set(name, file)
  return { body: form }
}

/** Whether repeating may help, and after how long. */
export const isPassing = (error: unknown): boolean =>
  ChannelError.is(error) && ['network', 'provider', 'rateLimited'].includes(error.kind)

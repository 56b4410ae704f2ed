import { ChannelError, type ConnectionContext } from '@recado/sdk'
import { askProvider, kindOfStatus } from '@recado/sdk/server'
import * as z from 'zod'
import type { HubConfig } from '../channel/config.ts'

type Needs = Pick<ConnectionContext<HubConfig>, 'config' | 'secrets' | 'fetch' | 'fetchFile'>

const provider = 'NotificaMe'
const words = z.string().optional().catch(undefined)
const Failure = z.object({ code: z.coerce.string().optional().catch(undefined), message: words })

/** One call to the hub; `path` begins with a slash. A refusal with one of the statuses `accept` is an answer. */
export interface HubCall<T> {
  readonly method?: 'GET' | 'POST' | 'DELETE'
  readonly path: string
  readonly json?: object
  readonly accept?: readonly number[]
  readonly result: z.ZodType<T>
  readonly signal: AbortSignal
}

/** The hub in the name of one account. All errors are ChannelErrors, without secrets. */
export interface HubApi {
  readonly config: HubConfig
  /** What deliveries of this account are proved by. */
  readonly token: string
  call<T>(call: HubCall<T>): Promise<T>
  /** A file at the hub or behind it. */
  open(url: string, init: RequestInit): Promise<Response>
}

/** @throws ChannelError `auth` when the connection has no token */
export async function hubApi(ctx: Needs): Promise<HubApi> {
  const { config } = ctx
  const token = await ctx.secrets.get('token')
  if (!token)
    throw new ChannelError({ kind: 'auth', code: 'NO_TOKEN', message: 'the connection has no token', certain: true })
  const root = (config.apiRoot ?? 'https://api.notificame.com.br').replace(/\/+$/, '')
  return {
    config,
    token,
    async call({ method = 'POST', path, json, accept = [], result, signal }) {
      const response = await askProvider(
        ctx,
        root + path,
        {
          method,
          signal,
          headers: { 'x-api-token': token, ...(json && { 'content-type': 'application/json' }) },
          ...(json && { body: JSON.stringify(json) }),
        },
        { provider, accept, explain },
      )
      const read = result.safeParse(await response.json().catch(() => undefined))
      if (read.success) return read.data
      throw new ChannelError({
        kind: 'provider',
        code: 'ANSWER',
        message: 'the answer is not understood',
        certain: false,
      })
    },
    open(url, init) {
      const isOwn = new URL(url).origin === new URL(root).origin
      const headers = { ...init.headers, ...(isOwn && { 'x-api-token': token }) }
      return askProvider({ fetch: ctx.fetchFile }, url, { ...init, headers }, { provider })
    },
  }
}

/** `{ code, message, details }`; 422 is a recipient or a content that the channel does not take. */
function explain(status: number, body: unknown) {
  const { data } = Failure.safeParse(body)
  const code = data?.code ?? String(status)
  return {
    kind: kindOfStatus(status),
    code,
    ...(data?.message !== undefined && data.message !== '' && { message: data.message.slice(0, 300) }),
  }
}

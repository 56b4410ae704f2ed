import { ChannelError, type ConnectionContext } from '@recado/sdk'
import { unanswered } from '@recado/sdk/server'
import type * as z from 'zod'
import type { CloudConfig } from '../channel/config.ts'
import { GraphFailure, refusalOf } from './failure.ts'
import { dialog360Transport, metaTransport, type Provider, type Transport } from './transport.ts'

/**
 * Parts of a connection's context for the client; also that of `ctx.connections.get(id)`, whose settings are read here.
 */
type Needs = Pick<ConnectionContext<Record<string, unknown>>, 'config' | 'secrets' | 'fetch' | 'fetchFile'>

/** One call. `json` or `form` is its body; a path begins with a slash and may hold a query. */
export interface ApiCall<T> {
  readonly method?: 'GET' | 'POST' | 'DELETE'
  readonly path: string
  readonly result: z.ZodType<T>
  readonly json?: Readonly<Record<string, unknown>>
  readonly form?: FormData
  /** Instead of `json` and `form`. */
  readonly bytes?: Uint8Array<ArrayBuffer>
  /** Beside those that prove who we are, or instead of them. */
  readonly headers?: Readonly<Record<string, string>>
  readonly signal: AbortSignal
}

/** Calls one of the provider's addresses. */
export type CallApi = <T>(call: ApiCall<T>) => Promise<T>

/**
 * Calls of whoever these headers stand for, below `root`. All errors are ChannelErrors by the code table of
 * {@link refusalOf}.
 */
export const callsOf =
  (fetch: typeof globalThis.fetch, root: string, proof: Readonly<Record<string, string>>): CallApi =>
  async ({ method = 'POST', path, result, json, form, bytes, headers, signal }) => {
    const body = json !== undefined ? JSON.stringify(json) : (form ?? bytes)
    const response = await answered(fetch, `${root}${path}`, {
      method,
      signal,
      headers: { ...proof, ...(json !== undefined && { 'content-type': 'application/json' }), ...headers },
      ...(body !== undefined && { body }),
    })
    const answer = (await response.json().catch((error: unknown) => {
      if (signal.aborted) throw unanswered(error, 'WhatsApp’s API')
      return undefined
    })) as unknown
    if (!response.ok || GraphFailure.safeParse(answer).success) throw refusalOf(response, answer)
    const read = result.safeParse(answer)
    if (!read.success)
      throw new ChannelError({
        kind: 'provider',
        code: 'ANSWER',
        message: 'the answer is not understood',
        certain: false,
      })
    return read.data
  }

async function answered(fetch: typeof globalThis.fetch, url: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(url, init)
  } catch (error) {
    throw unanswered(error, 'WhatsApp’s API')
  }
}

/**
 * One number's client of the Cloud API, for both providers. All of its errors are ChannelErrors by the code table of
 * {@link refusalOf}, and no message of them holds a secret. Adapter, check, templates and the number's card call it.
 */
export interface CloudApi {
  readonly transport: Transport
  readonly config: CloudConfig
  readonly call: CallApi
  /** The bytes behind an address that the provider named. */
  download(url: string, signal: AbortSignal): Promise<ReadableStream<Uint8Array>>
}

/**
 * @param provider the connection's type
 * @throws ChannelError `auth` when the connection's secret is not set
 */
export async function cloudApi(ctx: Needs, provider: Provider): Promise<CloudApi> {
  const config = ctx.config as unknown as CloudConfig
  const transport = provider === 'waba' ? metaTransport(config) : dialog360Transport(config)
  const secret = await ctx.secrets.get(transport.secretName)
  if (!secret)
    throw new ChannelError({ kind: 'auth', code: 'NO_TOKEN', message: 'the connection has no token', certain: true })
  const proof = transport.headers(secret)

  return {
    transport,
    config,
    call: callsOf(ctx.fetch, transport.root, proof),
    async download(url, signal) {
      const address = transport.fileUrl(url)
      if (address === undefined)
        throw new ChannelError({
          kind: 'unsupported',
          code: 'FOREIGN_HOST',
          message: 'the file lies at an unknown host',
          certain: true,
        })
      const response = await answered(ctx.fetchFile, address, { signal, headers: proof })
      if (response.ok && response.body) return response.body
      await response.body?.cancel()
      // An address is valid for five minutes; the next attempt requests a new one.
      throw new ChannelError({
        kind: response.status === 410 ? 'notFound' : 'provider',
        code: String(response.status),
        message: 'the file cannot be downloaded',
        certain: true,
      })
    },
  }
}

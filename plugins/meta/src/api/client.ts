import { ChannelError, type ConnectionContext } from '@recado/sdk'
import { unanswered } from '@recado/sdk/server'
import type * as z from 'zod'
import type { MetaConfig } from '../channel/config.ts'
import { facebookRoot, products, type Product, type ProductFacts } from '../channel/product.ts'
import { accessToken } from './token.ts'
import { GraphFailure, refusalOf } from './failure.ts'

type Needs = Pick<ConnectionContext<Record<string, unknown>>, 'config' | 'secrets' | 'fetch' | 'fetchFile'>

/** One call. `path` begins with a slash, without the version; `json` or `form` is its body. */
export interface ApiCall<T> {
  readonly method?: 'GET' | 'POST' | 'DELETE'
  readonly path: string
  readonly result: z.ZodType<T>
  readonly json?: Readonly<Record<string, unknown>>
  readonly form?: FormData
  /** In the name of the app instead of the account: at Facebook's host, with the app's id and secret. */
  readonly asApp?: true
  readonly signal: AbortSignal
}

/** One account's client of the Graph API. All of its errors are ChannelErrors, and none holds a secret. */
export interface MetaApi {
  readonly product: Product
  readonly facts: ProductFacts
  readonly config: MetaConfig
  call<T>(call: ApiCall<T>): Promise<T>
  /** From now on calls are made with this token. */
  useToken(renewed: string): void
  /** The bytes behind an address of Meta's storage. */
  download(url: string, signal: AbortSignal): Promise<Response>
}

const provider = 'Meta'
/** Where Meta keeps the files of messages; addresses are signed and end after some time. */
export const fileHosts = ['fbcdn.net', 'fbsbx.com', 'cdninstagram.com'] as const

const noToken = (): ChannelError =>
  new ChannelError({ kind: 'auth', code: 'NO_TOKEN', message: 'the connection has no token', certain: true })

/**
 * The secrets are read once: a connection that was deleted has none any more, and still has to be taken from Meta.
 * @throws ChannelError `auth` when the connection has no token
 */
export async function metaApi(ctx: Needs, product: Product): Promise<MetaApi> {
  const token = await accessToken(ctx.secrets)
  if (!token) throw noToken()
  return apiOf(ctx, product, ctx.config as unknown as MetaConfig, token)
}

/**
 * In the name of the page whose conversations these are, by which Meta routes them: the page itself, or the one that an
 * account of Instagram is linked to. Undefined where the settings of such an account do not name it.
 * @throws ChannelError `auth` when the connection has no token
 */
export async function pageApi(ctx: Needs, product: Product): Promise<MetaApi | undefined> {
  if (product === 'facebook') return metaApi(ctx, product)
  const config = ctx.config as unknown as MetaConfig
  const token = await ctx.secrets.get('pageToken')
  if (config.pageId === undefined || !token) return undefined
  return apiOf(ctx, 'facebook', { ...config, accountId: config.pageId }, token)
}

async function apiOf(ctx: Needs, product: Product, config: MetaConfig, ofAccount: string): Promise<MetaApi> {
  const facts = products[product]
  const appSecret = await ctx.secrets.get('appSecret')
  if (!appSecret) throw noToken()
  let token = ofAccount
  const own = config.apiRoot?.replace(/\/+$/, '')

  async function request(url: string, init: RequestInit, fetch = ctx.fetch): Promise<Response> {
    try {
      return await fetch(url, init)
    } catch (error) {
      throw unanswered(error, provider)
    }
  }

  /** A gateway of one's own may give files too, and is the only other host that may. */
  const isFileHost = (host: string): boolean =>
    fileHosts.some((known) => host === known || host.endsWith(`.${known}`)) ||
    (own !== undefined && new URL(own).host === host)

  return {
    product,
    facts,
    config,
    async call({ method = 'POST', path, result, json, form, asApp, signal }) {
      const root = own ?? (asApp ? facebookRoot : facts.root)
      const response = await request(`${root}/${config.version}${path}`, {
        method,
        signal,
        headers: {
          authorization: `Bearer ${asApp ? `${config.appId}|${appSecret}` : token}`,
          ...(json !== undefined && { 'content-type': 'application/json' }),
        },
        ...((json !== undefined || form !== undefined) && { body: json === undefined ? form! : JSON.stringify(json) }),
      })
      const answer = (await response.json().catch((error: unknown) => {
        if (signal.aborted) throw unanswered(error, provider)
        return undefined
      })) as unknown
      if (!response.ok || GraphFailure.safeParse(answer).success) throw refusalOf(response, answer)
      const read = result.safeParse(answer)
      if (read.success) return read.data
      throw new ChannelError({
        kind: 'provider',
        code: 'ANSWER',
        message: 'the answer is not understood',
        certain: false,
      })
    },
    useToken(renewed) {
      token = renewed
    },
    async download(url, signal) {
      if (!URL.canParse(url) || (!isFileHost(new URL(url).hostname) && !isFileHost(new URL(url).host)))
        throw new ChannelError({
          kind: 'unsupported',
          code: 'FOREIGN_HOST',
          message: 'the file lies at an unknown host',
          certain: true,
        })
      const response = await request(url, { signal }, ctx.fetchFile)
      if (response.ok && response.body) return response
      await response.body?.cancel()
      throw new ChannelError({
        // Addresses are signed and end: 403 says so.
        kind: [403, 404, 410].includes(response.status) ? 'notFound' : 'provider',
        code: String(response.status),
        message: 'the file cannot be downloaded',
        certain: true,
      })
    },
  }
}

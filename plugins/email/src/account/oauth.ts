import type { ChannelError, ConnectionContext } from '@recado/sdk'
import * as z from 'zod'
import type { EmailConfig } from '../channel/config.ts'
import { proxyTrouble } from './reach.ts'
import { Trouble } from './trouble.ts'

const Token = z.object({
  access_token: z.string().min(1).max(20_000),
  expires_in: z.coerce.number().positive().default(3_600),
  refresh_token: z.string().min(1).max(20_000).optional(),
})
const Refused = z.object({ error: z.string().max(200), error_description: z.string().optional() })

/** A token is renewed this long before it ends. */
const marginMs = 300_000
const answerMs = 10_000

/**
 * Google: developers.google.com/identity/protocols/oauth2. Microsoft: learn.microsoft.com/exchange, "Authenticate an
 * IMAP, POP or SMTP connection using OAuth".
 */
export function tokenEndpoint({
  auth,
  tenant = 'common',
  tokenUrl,
}: Pick<EmailConfig, 'auth' | 'tenant' | 'tokenUrl'>): { url: string; scope: string | undefined } {
  if (auth === 'google') return { url: tokenUrl ?? 'https://oauth2.googleapis.com/token', scope: undefined }
  return {
    url: tokenUrl ?? `https://login.microsoftonline.com/${tenant}/oauth2/v2.0/token`,
    scope: 'https://outlook.office.com/IMAP.AccessAsUser.All https://outlook.office.com/SMTP.Send offline_access',
  }
}

/**
 * Access tokens of one mailbox, renewed before they end and only once at a time. A refresh token that was replaced is
 * kept.
 */
export class AccessTokens {
  readonly #ctx: ConnectionContext<EmailConfig>
  #token: { value: string; until: number } | undefined
  #renewing: Promise<string> | undefined

  constructor(ctx: ConnectionContext<EmailConfig>) {
    this.#ctx = ctx
  }

  /** @throws Trouble `oauth.refresh`, and those of the proxy */
  get(): Promise<string> {
    if (this.#token && this.#token.until > Date.now()) return Promise.resolve(this.#token.value)
    this.#renewing ??= this.#renew().finally(() => {
      this.#renewing = undefined
    })
    return this.#renewing
  }

  /** The server did not take it: the next one is a new one. */
  forget(): void {
    this.#token = undefined
  }

  async #renew(): Promise<string> {
    const { config, secrets, fetch, signal } = this.#ctx
    const { url, scope } = tokenEndpoint(config)
    const [clientSecret, refreshToken] = await Promise.all([secrets.get('clientSecret'), secrets.get('refreshToken')])
    const form = new URLSearchParams({
      grant_type: 'refresh_token',
      client_id: config.clientId ?? '',
      refresh_token: refreshToken ?? '',
      ...(clientSecret && { client_secret: clientSecret }),
      ...(scope !== undefined && { scope }),
    })
    let body: unknown
    let status: number
    try {
      const response = await fetch(url, {
        method: 'POST',
        body: form,
        signal: AbortSignal.any([signal, AbortSignal.timeout(answerMs)]),
      })
      status = response.status
      body = await response.json().catch(() => undefined)
    } catch (cause) {
      const message = 'the address for access tokens does not answer'
      const silent = { kind: 'network', code: 'OAUTH_UNREACHABLE', message, certain: true } as const
      throw proxyTrouble(cause) ?? new Trouble('oauth.refresh', silent, { cause })
    }
    const token = Token.safeParse(body)
    if (status !== 200 || !token.success) throw refusal(status, body)
    const { access_token: value, expires_in: seconds, refresh_token: replaced } = token.data
    if (replaced !== undefined && replaced !== refreshToken) await secrets.set('refreshToken', replaced)
    this.#token = { value, until: Date.now() + seconds * 1_000 - Math.min(marginMs, seconds * 500) }
    return value
  }
}

function refusal(status: number, body: unknown): ChannelError {
  const said = Refused.safeParse(body).data?.error
  const isAuth = status < 500 && status !== 429
  return new Trouble('oauth.refresh', {
    kind: isAuth ? 'auth' : 'network',
    code: said ?? `OAUTH_${status}`,
    message: 'no access token was given',
    certain: true,
  })
}

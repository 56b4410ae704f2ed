import { createSign, generateKeyPairSync, randomUUID, type KeyObject } from 'node:crypto'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Provider } from 'oidc-provider'

/* Two identity providers for tests: a real one, and one that lies in its tokens. Both on loopback. */

/** Who is signed in there. */
export interface IdentityAtProvider {
  email: string
  verified: boolean
  name?: string
}

export interface RunningProvider {
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
  person: IdentityAtProvider
  close(): Promise<void>
}

export interface LyingProvider extends RunningProvider {
  /** Changes what the next token says, or whose key signs it. */
  forge(change: { claims?: Record<string, unknown>; key?: KeyObject; algorithm?: string }): void
}

const clientId = 'recado'
const clientSecret = 'a client secret that is long enough'

const listening = (server: Server): Promise<string> =>
  new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve(`http://127.0.0.1:${(server.address() as AddressInfo).port}`))
  })
const closing = (server: Server): Promise<void> =>
  new Promise((resolve) => {
    server.closeAllConnections()
    server.close(() => resolve())
  })

/** node-oidc-provider, which signs in whoever `person` is without asking anything. */
export async function identityProvider(redirectUri: string): Promise<RunningProvider> {
  const server = createServer()
  const issuer = await listening(server)
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const running = {
    issuer,
    clientId,
    clientSecret,
    person: { email: 'nobody@nowhere.test', verified: false } as IdentityAtProvider,
    close: () => closing(server),
  }
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: clientId,
        client_secret: clientSecret,
        redirect_uris: [redirectUri],
        grant_types: ['authorization_code'],
        response_types: ['code'],
      },
    ],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_context, interaction) => `/interaction/${interaction.uid}` },
    jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), use: 'sig', alg: 'RS256', kid: 'one' } as never] },
    cookies: { keys: ['a key for cookies'] },
    pkce: { required: () => true },
    ttl: { Interaction: 600, Session: 600, Grant: 600, AccessToken: 600, IdToken: 600 },
    findAccount: (_context, sub) => ({
      accountId: sub,
      claims: () => ({
        sub,
        email: running.person.email,
        email_verified: running.person.verified,
        ...(running.person.name !== undefined && { name: running.person.name }),
      }),
    }),
    async loadExistingGrant(context) {
      const grant = new context.oidc.provider.Grant({
        clientId: context.oidc.client!.clientId,
        accountId: context.oidc.session!.accountId!,
      })
      grant.addOIDCScope('openid email profile')
      await grant.save()
      return grant
    },
  })
  provider.use(async (context, next) => {
    if (!context.path.startsWith('/interaction/')) return next()
    await provider.interactionDetails(context.req, context.res)
    await provider.interactionFinished(context.req, context.res, { login: { accountId: running.person.email } })
    context.respond = false
    return undefined
  })
  server.on('request', provider.callback())
  return running
}

const bodyOf = async (request: IncomingMessage): Promise<URLSearchParams> => {
  let text = ''
  for await (const piece of request) text += String(piece)
  return new URLSearchParams(text)
}
const encoded = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')

/** The least that can be called a provider, with a real key; what it vouches for can be forged. */
export async function lyingProvider(): Promise<LyingProvider> {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const nonces = new Map<string, string>()
  let forgery: Parameters<LyingProvider['forge']>[0] = {}
  const server = createServer()
  const issuer = await listening(server)
  const running: LyingProvider = {
    issuer,
    clientId,
    clientSecret,
    person: { email: 'nobody@nowhere.test', verified: false },
    forge: (change) => {
      forgery = change
    },
    close: () => closing(server),
  }
  const token = (nonce: string | undefined): string => {
    const now = Math.floor(Date.now() / 1_000)
    const claims = {
      iss: issuer,
      aud: clientId,
      sub: 'one',
      nonce,
      iat: now,
      exp: now + 60,
      email: running.person.email,
      email_verified: running.person.verified,
      ...forgery.claims,
    }
    const unsigned = `${encoded({ alg: forgery.algorithm ?? 'RS256', kid: 'one' })}.${encoded(claims)}`
    return `${unsigned}.${
      forgery.algorithm === 'none'
        ? ''
        : createSign('RSA-SHA256')
            .update(unsigned)
            .sign(forgery.key ?? privateKey, 'base64url')
    }`
  }
  server.on(
    'request',
    (request, response) =>
      void (async () => {
        const url = new URL(request.url!, issuer)
        const answer = (body: object): void => {
          response.setHeader('content-type', 'application/json')
          response.end(JSON.stringify(body))
        }
        if (url.pathname === '/.well-known/openid-configuration')
          return answer({
            issuer,
            authorization_endpoint: `${issuer}/auth`,
            token_endpoint: `${issuer}/token`,
            jwks_uri: `${issuer}/jwks`,
            response_types_supported: ['code'],
            code_challenge_methods_supported: ['S256'],
          })
        if (url.pathname === '/jwks')
          return answer({ keys: [{ ...publicKey.export({ format: 'jwk' }), use: 'sig', alg: 'RS256', kid: 'one' }] })
        if (url.pathname === '/token')
          return answer({
            access_token: 'x',
            token_type: 'Bearer',
            id_token: token(nonces.get((await bodyOf(request)).get('code')!)),
          })
        const code = randomUUID()
        nonces.set(code, url.searchParams.get('nonce')!)
        response.writeHead(302, {
          location: `${url.searchParams.get('redirect_uri')}?code=${code}&state=${url.searchParams.get('state')}`,
        })
        return response.end()
      })(),
  )
  return running
}

/** A browser as far as redirects and cookies go, which belong to an origin here. */
export class Traveller {
  readonly #cookies = new Map<string, Map<string, string>>()

  async fetch(url: string, init: RequestInit = {}): Promise<Response> {
    const jar = this.#cookies.get(new URL(url).origin) ?? new Map<string, string>()
    this.#cookies.set(new URL(url).origin, jar)
    const response = await fetch(url, {
      ...init,
      redirect: 'manual',
      headers: {
        ...(init.headers as Record<string, string>),
        cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; '),
      },
    })
    for (const line of response.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(line)!
      if (value === '') jar.delete(name!)
      else jar.set(name!, value!)
    }
    return response
  }

  /** Follows redirects until one leads to where `stop` says; answers that address, not fetched. */
  async follow(from: string, stop: (url: string) => boolean): Promise<string> {
    let url = from
    for (let hop = 0; hop < 10; hop++) {
      if (stop(url)) return url
      const location = (await this.fetch(url)).headers.get('location')
      if (!location) throw new Error(`no redirect from ${url}`)
      url = new URL(location, url).href
    }
    throw new Error('too many redirects')
  }
}

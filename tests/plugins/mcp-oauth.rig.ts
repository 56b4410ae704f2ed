import {
  Client,
  StreamableHTTPClientTransport,
  UnauthorizedError,
  type OAuthClientProvider,
} from '@modelcontextprotocol/client'
import type { ConsentAsked, Led } from '../../plugins/mcp/src/consent/consent.ts'
import type { Scope } from '../../plugins/mcp/src/keys/key.ts'
import type { Person } from '../harness/app.ts'
import { McpProgram } from './mcp.rig.ts'

/** Where the programs of tests are led back to; nobody listens. */
export const callback = 'http://127.0.0.1:33418/callback'

type Kept<T> = T extends (value: infer V, ...rest: never[]) => unknown ? V : never

/** What the official client keeps, in memory, and where it led its user. */
export class KeptConnection implements OAuthClientProvider {
  readonly name: string
  readonly redirectUrl: string
  client: Kept<NonNullable<OAuthClientProvider['saveClientInformation']>> | undefined
  kept: Kept<OAuthClientProvider['saveTokens']> | undefined
  verifier = ''
  ledTo: URL | undefined

  constructor(name: string, redirectUrl = callback) {
    this.name = name
    this.redirectUrl = redirectUrl
  }
  get clientMetadata() {
    return {
      client_name: this.name,
      redirect_uris: [this.redirectUrl],
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: 'client_secret_post',
    }
  }
  state = () => 'estado 1e5'
  clientInformation = () => this.client
  saveClientInformation = (client: NonNullable<typeof this.client>): void => void (this.client = client)
  tokens = () => this.kept
  saveTokens = (tokens: NonNullable<typeof this.kept>): void => void (this.kept = tokens)
  redirectToAuthorization = (url: URL): void => void (this.ledTo = url)
  saveCodeVerifier = (verifier: string): void => void (this.verifier = verifier)
  codeVerifier = () => this.verifier
}

/** The page's request, as the server leads a browser to it. */
export async function requestOf(authorization: URL): Promise<string> {
  const answer = await fetch(authorization, { redirect: 'manual' })
  const [path, query] = (answer.headers.get('location') ?? '').split('?')
  if (answer.status !== 302 || path !== '/#/configuracoes/mcp/conectar')
    throw new Error(`led to ${answer.status} ${path}`)
  return new URLSearchParams(query).get('pedido')!
}

export const askedOf = (person: Person, request: string): Promise<ConsentAsked> =>
  person.ok('GET', `/p/mcp/consent?request=${encodeURIComponent(request)}`)

/** Decides as the page does, and answers the query with which the browser comes back to the program. */
export async function decided(person: Person, request: string, scopes: readonly Scope[] | null) {
  const { redirect } = await person.ok<Led>('POST', '/p/mcp/consent', { request, scopes })
  return new URL(redirect).searchParams
}

export const transportOf = (base: string, connection: OAuthClientProvider) =>
  new StreamableHTTPClientTransport(new URL('/v1/mcp', base), { authProvider: connection })

/** Connects with what is kept; a connection that is not accepted is an UnauthorizedError with `ledTo` set. */
export async function connectedBy(base: string, connection: OAuthClientProvider): Promise<McpProgram> {
  const client = new Client({ name: 'tests', version: '1.0.0' })
  await client.connect(transportOf(base, connection))
  return new McpProgram(client)
}

/** The whole way of the official client: found by itself, allowed by the person, connected. */
export async function signedIn(base: string, person: Person, connection: KeptConnection, scopes: readonly Scope[]) {
  await connectedBy(base, connection).then(
    () => Promise.reject(new Error('it was let in before anybody allowed it')),
    (error: unknown) => {
      if (!UnauthorizedError.isInstance(error)) throw error
    },
  )
  await transportOf(base, connection).finishAuth(await decided(person, await requestOf(connection.ledTo!), scopes))
  return connectedBy(base, connection)
}

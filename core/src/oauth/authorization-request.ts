import * as z from 'zod'
import type { RegisteredClient } from './client-id.ts'
import { isSameRedirect, leadsTo, redirectOf } from './redirect-address.ts'

/** A plugin that programs connect to. Scopes and permissions by their full names. */
export interface ConnectedResource {
  readonly plugin: string
  /** Path of the product that programs call. */
  readonly path: string
  readonly page: string
  readonly scopes: readonly string[]
}

/** Parameters of RFC 6749, 7636 and 8707 that count; others are passed over. */
const names = [
  'response_type',
  'client_id',
  'redirect_uri',
  'scope',
  'state',
  'code_challenge',
  'code_challenge_method',
  'resource',
] as const
/** Longest parameter, in characters; the id of a program is the longest. */
const longest = 3_000

const Challenge = z.string().regex(/^[A-Za-z0-9_-]{43}$/)

/** A request that its user can decide about. */
export interface AuthorizationRequest {
  readonly client: RegisteredClient
  readonly clientId: string
  readonly redirect: string
  readonly leadsTo: string
  readonly state: string | undefined
  readonly challenge: string
  readonly scopes: readonly string[]
  readonly resource: ConnectedResource
}

/** What a request is: of nobody that is known, wrong, or good. */
export type ReadRequest =
  | { readonly kind: 'unknown' }
  | { readonly kind: 'wrong'; readonly redirect: string; readonly leadsTo: string; readonly answer: string }
  | { readonly kind: 'good'; readonly request: AuthorizationRequest }

/** The query of an authorization request in one word, for the address of a page. */
export function packRequest(query: URLSearchParams): string {
  const kept = new URLSearchParams()
  for (const name of names) for (const value of query.getAll(name)) kept.append(name, value)
  return `q${Buffer.from(kept.toString()).toString('base64url')}`
}

const unpack = (packed: string): URLSearchParams =>
  new URLSearchParams(packed.startsWith('q') ? Buffer.from(packed.slice(1), 'base64url').toString() : '')

/** Where the answer of a request leads, with its parameters. */
export function answerAddress(
  redirect: string,
  issuer: string,
  state: string | undefined,
  answer: Readonly<Record<string, string>>,
): string {
  const url = new URL(redirect)
  const parameters = { ...answer, ...(state !== undefined && { state }), iss: issuer }
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value)
  return url.href
}

/** The full address of a resource, by which programs name it; a slash at its end does not count. */
export const resourceAddress = (issuer: string, { path }: Pick<ConnectedResource, 'path'>): string => `${issuer}${path}`
export const isResource = (given: string, address: string): boolean => {
  if (!URL.canParse(given)) return false
  const { origin, pathname, search, hash } = new URL(given)
  return search === '' && hash === '' && `${origin}${pathname.replace(/\/$/, '')}` === address
}

/** The id of the program that a packed request names. */
export const clientIdOf = (packed: string): string | undefined => unpack(packed).get('client_id') ?? undefined

/**
 * Reads a packed request. Nobody is led anywhere by a program that is not known (without `client`), or to an address
 * that it did not name (RFC 9700, 4.11).
 */
export function readRequest(
  packed: string,
  {
    client,
    issuer,
    resources,
  }: { client: RegisteredClient | undefined; issuer: string; resources: readonly ConnectedResource[] },
): ReadRequest {
  const query = unpack(packed)
  const twice = names.find((name) => query.getAll(name).length > 1 || (query.get(name)?.length ?? 0) > longest)
  const given = (name: (typeof names)[number]): string | undefined => query.get(name) ?? undefined
  const clientId = given('client_id')
  const redirect = given('redirect_uri') ?? (client?.redirects.length === 1 ? client.redirects[0] : undefined)
  if (!client || clientId === undefined || redirect === undefined) return { kind: 'unknown' }
  const target = redirectOf(redirect)
  if (!target || !client.redirects.some((known) => isSameRedirect(known, redirect))) return { kind: 'unknown' }

  const state = given('state')
  const wrong = (error: string): ReadRequest => ({
    kind: 'wrong',
    redirect,
    leadsTo: leadsTo(target),
    answer: answerAddress(redirect, issuer, state, { error }),
  })
  if (twice !== undefined) return wrong('invalid_request')
  if (given('response_type') !== 'code') return wrong('unsupported_response_type')
  const challenge = Challenge.safeParse(given('code_challenge'))
  if (!challenge.success || given('code_challenge_method') !== 'S256') return wrong('invalid_request')
  const named = given('resource')
  const resource = resources.find((one) => named !== undefined && isResource(named, resourceAddress(issuer, one)))
  if (!resource) return wrong('invalid_target')
  const asked = given('scope')?.split(' ').filter(Boolean)
  const scopes = resource.scopes.filter((scope, at) => at === 0 || asked === undefined || asked.includes(scope))
  if (asked !== undefined && asked.length > 0 && !resource.scopes.some((scope) => asked.includes(scope)))
    return wrong('invalid_scope')
  return {
    kind: 'good',
    request: {
      client,
      clientId,
      redirect,
      leadsTo: leadsTo(target),
      state,
      challenge: challenge.data,
      scopes,
      resource,
    },
  }
}

import { defineRoute, Refusal } from '@recado/contracts'
import * as z from 'zod'
import { readBytes, readJson, requireContentType } from '../http/body.ts'
import { bindRoute, crossOrigin, type BoundRoute } from '../http/route.ts'
import { isResource, packRequest, resourceAddress } from './authorization-request.ts'
import { ClientMetadata } from './client-id.ts'
import type { ConnectedPrograms, GivenTokens } from './connected-programs.ts'
import { leadsTo, redirectOf } from './redirect-address.ts'

/** Largest request of a program, in bytes. */
const maxBody = 16_384
/** Parameters that nobody knows are passed over (RFC 6749, 3.1). */
const query = z.looseObject({})
const open = { access: { kind: 'public' }, query, response: 'bytes' } as const

const Describe = defineRoute({
  method: 'GET',
  path: '/.well-known/oauth-authorization-server',
  summary: 'OAuth: where programs register, ask and get tokens (RFC 8414)',
  rate: 'read',
  ...open,
})
const Register = defineRoute({
  method: 'POST',
  path: '/oauth/register',
  summary: 'OAuth: a program registers (RFC 7591); JSON',
  rate: 'auth',
  ...open,
})
const Authorize = defineRoute({
  method: 'GET',
  path: '/oauth/authorize',
  summary: 'OAuth: leads a browser to the page where its user decides about a program',
  rate: 'auth',
  ...open,
})
const Token = defineRoute({
  method: 'POST',
  path: '/oauth/token',
  summary: 'OAuth: tokens for a code, or new ones for a renewal (RFC 6749); a form',
  rate: 'auth',
  ...open,
})
const Revoke = defineRoute({
  method: 'POST',
  path: '/oauth/revoke',
  summary: 'OAuth: a program ends its connection (RFC 7009); a form',
  rate: 'auth',
  ...open,
})

/** OAuth 2.1 for programs that connect to plugins, without secrets of programs. */
export function oauthRoutes(programs: ConnectedPrograms): readonly BoundRoute[] {
  const issuerAt = (url: URL): string => {
    const issuer = programs.issuerOf(url)
    if (issuer === undefined || programs.resources().length === 0) throw new Refusal('ERR_NOT_FOUND')
    return issuer
  }
  const called = [
    bindRoute(Describe, ({ url }) => json(200, serverMetadata(issuerAt(url), programs))),
    bindRoute(Register, async ({ url }, _caller, raw) => {
      issuerAt(url)
      return register(programs, raw)
    }),
    bindRoute(Token, async ({ url }, _caller, raw) => {
      issuerAt(url)
      return tokens(programs, await formOf(raw))
    }),
    bindRoute(Revoke, async ({ url }, _caller, raw) => {
      issuerAt(url)
      const form = await formOf(raw)
      const [token, clientId] = [form?.get('token'), form?.get('client_id')]
      if (!token || !clientId) return refused('invalid_request')
      await programs.revoke(token, clientId)
      return new Response(null, { status: 200, headers: unkept })
    }),
  ]
  // A browser is led to this one, and no page reads its answer.
  const authorize = bindRoute(Authorize, ({ url }) => {
    const issuer = issuerAt(url)
    const named = url.searchParams.get('resource') ?? ''
    const resources = programs.resources()
    const { page } = resources.find((one) => isResource(named, resourceAddress(issuer, one))) ?? resources[0]!
    const location = `/#${page}?pedido=${packRequest(url.searchParams)}`
    return new Response(null, { status: 302, headers: { location, 'cache-control': 'no-store' } })
  })
  return [...called.map(crossOrigin), authorize]
}

/** What a server says of itself, by RFC 8414. */
const serverMetadata = (issuer: string, programs: ConnectedPrograms): object => ({
  issuer,
  authorization_endpoint: `${issuer}/oauth/authorize`,
  token_endpoint: `${issuer}/oauth/token`,
  registration_endpoint: `${issuer}/oauth/register`,
  revocation_endpoint: `${issuer}/oauth/revoke`,
  scopes_supported: programs.resources().flatMap(({ scopes }) => scopes),
  response_types_supported: ['code'],
  response_modes_supported: ['query'],
  grant_types_supported: ['authorization_code', 'refresh_token'],
  code_challenge_methods_supported: ['S256'],
  token_endpoint_auth_methods_supported: ['none'],
  revocation_endpoint_auth_methods_supported: ['none'],
  authorization_response_iss_parameter_supported: true,
  client_id_metadata_document_supported: true,
})

async function register(programs: ConnectedPrograms, raw: Request): Promise<Response> {
  const read = ClientMetadata.safeParse(await readOr(() => readJson(raw, maxBody)))
  if (!read.success)
    return refused(
      read.error.issues[0]?.path[0] === 'redirect_uris' ? 'invalid_redirect_uri' : 'invalid_client_metadata',
    )
  const { redirect_uris: redirects, client_name: given } = read.data
  const name = given || leadsTo(redirectOf(redirects[0]!)!)
  const id = programs.clients.write({ name, redirects })
  if (id === undefined) return refused('invalid_client_metadata')
  return json(201, {
    client_id: id,
    client_id_issued_at: Math.floor(Date.now() / 1_000),
    client_name: name,
    redirect_uris: redirects,
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    token_endpoint_auth_method: 'none',
  })
}

async function tokens(programs: ConnectedPrograms, form: Map<string, string> | undefined): Promise<Response> {
  if (!form) return refused('invalid_request')
  const [clientId, resource] = [form.get('client_id'), form.get('resource')]
  if (clientId === undefined) return refused('invalid_request')
  if (!programs.isClient(clientId)) return refused('invalid_client', 401)
  switch (form.get('grant_type')) {
    case 'authorization_code': {
      const [code, verifier] = [form.get('code'), form.get('code_verifier')]
      if (code === undefined || verifier === undefined || !/^[A-Za-z0-9._~-]{43,128}$/.test(verifier))
        return refused('invalid_request')
      return given(await programs.exchange({ code, clientId, verifier, resource, redirect: form.get('redirect_uri') }))
    }
    case 'refresh_token': {
      const renewal = form.get('refresh_token')
      if (renewal === undefined) return refused('invalid_request')
      return given(await programs.renew({ renewal, clientId, resource }))
    }
    default:
      return refused('unsupported_grant_type')
  }
}

const given = (tokens: GivenTokens | undefined): Response =>
  tokens
    ? json(200, {
        access_token: tokens.access,
        token_type: 'Bearer',
        expires_in: tokens.seconds,
        refresh_token: tokens.renewal,
        scope: tokens.scopes.join(' '),
      })
    : refused('invalid_grant')

/** Fields of a form; undefined for what is none, or names one twice. */
async function formOf(raw: Request): Promise<Map<string, string> | undefined> {
  const text = await readOr(async () => {
    requireContentType(raw, ['application/x-www-form-urlencoded'])
    return new TextDecoder().decode(await readBytes(raw, maxBody))
  })
  if (typeof text !== 'string') return undefined
  const fields = [...new URLSearchParams(text)]
  const form = new Map(fields)
  return form.size === fields.length ? form : undefined
}

/** Programs read errors of OAuth alone: what cannot be read is nothing, but a broken connection stays one. */
async function readOr(read: () => Promise<unknown>): Promise<unknown> {
  try {
    return await read()
  } catch (error) {
    if (Refusal.is(error)) return undefined
    throw error
  }
}

const unkept = { 'cache-control': 'no-store' }
const json = (status: number, body: object): Response => Response.json(body, { status, headers: unkept })
const refused = (error: string, status = 400): Response => json(status, { error })

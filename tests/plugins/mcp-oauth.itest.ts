import { createHash, randomBytes } from 'node:crypto'
import type { ErrorBody } from '@recado/contracts'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { KeyList } from '../../plugins/mcp/src/keys/key.ts'
import { password, testApp, type Person, type TestApp } from '../harness/app.ts'
import { documentSite, type DocumentSite } from './document-site.ts'
import { askedOf, callback, connectedBy, decided, KeptConnection, requestOf, signedIn } from './mcp-oauth.rig.ts'
import { mcpFolder } from './mcp.rig.ts'

let world: TestApp
let admin: Person
let theirs: Person
let ugo: Person
let site: DocumentSite
beforeAll(async () => {
  site = await documentSite()
  world = await testApp({ pluginFolders: [mcpFolder], app: { egress: site.egress } })
  admin = await world.signIn(world.a.admin)
  theirs = await world.signIn(world.b.admin)
  await admin.ok('PUT', '/api/plugins/mcp', { enabled: true, settings: {} })
  ugo = await world.signIn(world.a.user)
})
afterAll(async () => {
  await world?.close()
  await site.close()
})

interface Tokens {
  access_token: string
  refresh_token: string
  scope: string
  expires_in: number
}
const form = async <T>(path: string, fields: Record<string, string>): Promise<{ status: number; body: T }> => {
  const answer = await fetch(`${world.base}${path}`, { method: 'POST', body: new URLSearchParams(fields) })
  return { status: answer.status, body: (await answer.json().catch(() => null)) as T }
}
const refusal = async (path: string, fields: Record<string, string>): Promise<string> => {
  const { status, body } = await form<{ error: string }>(path, fields)
  return `${status} ${body.error}`
}
const register = async (metadata: object): Promise<{ status: number; body: { client_id: string; error: string } }> => {
  const answer = await fetch(`${world.base}/oauth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(metadata),
  })
  return { status: answer.status, body: (await answer.json()) as never }
}
const lists = async (access: string): Promise<string> => {
  const answer = await fetch(`${world.base}/v1/mcp`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      authorization: `Bearer ${access}`,
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
  })
  return `${answer.status} ${((await answer.json()) as ErrorBody).error ?? 'listed'}`
}

/** As if the tokens of this program had been given out half a minute earlier. */
const halfAMinuteLater = (name: string) =>
  world.database.owner`
    update core.api_token set accepted_until = accepted_until - interval '31 seconds' where name = ${name}`

/** A program that a test plays itself, letter by letter. */
async function program(name = 'Agenda') {
  const { body } = await register({ client_name: name, redirect_uris: [callback] })
  const verifier = randomBytes(32).toString('base64url')
  const query: Record<string, string> = {
    response_type: 'code',
    client_id: body.client_id,
    redirect_uri: callback,
    state: 's1',
    scope: 'mcp.read mcp.draft',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    resource: `${world.base}/v1/mcp`,
  }
  const requested = (changed: Record<string, string | undefined> = {}) => {
    const url = new URL(`${world.base}/oauth/authorize`)
    for (const [key, value] of Object.entries({ ...query, ...changed }))
      if (value !== undefined) url.searchParams.set(key, value)
    return requestOf(url)
  }
  const code = async (person = ugo) => (await decided(person, await requested(), ['read', 'draft'])).get('code')!
  const exchanging = (given: string, changed: Record<string, string> = {}) => ({
    grant_type: 'authorization_code',
    code: given,
    client_id: body.client_id,
    redirect_uri: callback,
    code_verifier: verifier,
    resource: `${world.base}/v1/mcp`,
    ...changed,
  })
  const renewing = (renewal: string, changed: Record<string, string> = {}) => ({
    grant_type: 'refresh_token',
    refresh_token: renewal,
    client_id: body.client_id,
    ...changed,
  })
  const tokens = async (person = ugo) => (await form<Tokens>('/oauth/token', exchanging(await code(person)))).body
  return { id: body.client_id, requested, code, exchanging, renewing, tokens }
}

describe('the official client', () => {
  it('finds where to ask, registers, is let in by its user with what they chose, and renews by itself', async () => {
    const connection = new KeptConnection('Claude')
    const mcp = await signedIn(world.base, ugo, connection, ['draft'])
    expect(await mcp.tools()).toContain('draft_reply')
    expect(await mcp.tools()).not.toContain('send_reply')
    const { access_token: first, refresh_token: renewal } = connection.kept as unknown as Tokens
    expect(connection.kept).toMatchObject({ scope: 'mcp.read mcp.draft', expires_in: 3_600, token_type: 'Bearer' })

    // Its hour is over: the client comes with the token, is refused, and renews it.
    const { owner } = world.database
    await owner`update core.api_token set accepted_until = now() where name = 'Claude'`
    await expect.poll(() => lists(first), { timeout: 15_000 }).toBe('401 ERR_TOKEN_REFUSED')
    expect(await (await connectedBy(world.base, connection)).tools()).toContain('draft_reply')
    expect((connection.kept as unknown as Tokens).access_token).not.toBe(first)
    expect((connection.kept as unknown as Tokens).refresh_token).not.toBe(renewal)
  })

  it('is told no by its user', async () => {
    const connection = new KeptConnection('Recusado')
    await expect(connectedBy(world.base, connection)).rejects.toThrow()
    const answer = await decided(ugo, await requestOf(connection.ledTo!), null)
    expect(Object.fromEntries(answer)).toEqual({ error: 'access_denied', state: 'estado 1e5', iss: world.base })
  })
})

describe('what the server says of itself', () => {
  it('names resource, server, endpoints and scopes, and leads there whoever comes without a token', async () => {
    const answer = await fetch(`${world.base}/v1/mcp`, { method: 'POST' })
    const place = `${world.base}/.well-known/oauth-protected-resource/v1/mcp`
    expect([answer.status, answer.headers.get('www-authenticate')]).toEqual([
      401,
      `Bearer resource_metadata="${place}"`,
    ])
    const scopes = ['mcp.read', 'mcp.draft', 'mcp.tag', 'mcp.send']
    expect(await (await fetch(place)).json()).toMatchObject({
      resource: `${world.base}/v1/mcp`,
      authorization_servers: [world.base],
      scopes_supported: scopes,
    })
    expect(await (await fetch(`${world.base}/.well-known/oauth-authorization-server`)).json()).toMatchObject({
      issuer: world.base,
      authorization_endpoint: `${world.base}/oauth/authorize`,
      token_endpoint: `${world.base}/oauth/token`,
      registration_endpoint: `${world.base}/oauth/register`,
      revocation_endpoint: `${world.base}/oauth/revoke`,
      code_challenge_methods_supported: ['S256'],
      token_endpoint_auth_methods_supported: ['none'],
      scopes_supported: scopes,
    })
  })
})

describe('pages of other origins', () => {
  const origin = 'http://localhost:6274'
  const preflight = (path: string, method: string) =>
    fetch(`${world.base}${path}`, {
      method: 'OPTIONS',
      headers: {
        origin,
        'access-control-request-method': method,
        'access-control-request-headers': 'authorization,content-type,mcp-protocol-version',
      },
    })
  const open = [
    ['GET', '/.well-known/oauth-protected-resource/v1/mcp'],
    ['GET', '/.well-known/oauth-authorization-server'],
    ['POST', '/oauth/register'],
    ['POST', '/oauth/token'],
    ['POST', '/oauth/revoke'],
    ['POST', '/v1/mcp'],
  ] as const

  it('may find, register, get tokens and call, also where they are refused, and read why', async () => {
    for (const [method, path] of open) {
      const asked = await preflight(path, method)
      expect([path, asked.status, asked.headers.get('access-control-allow-origin')]).toEqual([path, 204, '*'])
      expect(asked.headers.get('access-control-allow-methods')).toContain(method)
      expect(asked.headers.get('access-control-allow-headers')).toMatch(/authorization/i)
      expect(asked.headers.get('access-control-allow-credentials')).toBeNull()
      const answer = await fetch(`${world.base}${path}`, { method, headers: { origin } })
      expect([path, answer.headers.get('access-control-allow-origin')]).toEqual([path, '*'])
      expect(answer.headers.get('access-control-expose-headers')).toContain('WWW-Authenticate')
    }
    const { tokens } = await program('Inspector')
    const { access_token: access } = await tokens()
    const answer = await fetch(`${world.base}/v1/mcp`, {
      method: 'POST',
      headers: {
        origin,
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        authorization: `Bearer ${access}`,
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
    })
    expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([200, '*'])
  })

  it('read nothing else', async () => {
    for (const [method, path] of [
      ['GET', '/oauth/authorize'],
      ['GET', '/p/mcp/keys'],
      ['POST', '/p/mcp/consent'],
      ['POST', '/p/mcp/mcp'],
      ['GET', '/tickets'],
      ['GET', '/.well-known/nothing'],
    ] as const) {
      const headers = [(await preflight(path, method)).headers]
      headers.push((await fetch(`${world.base}${path}`, { method, headers: { origin }, redirect: 'manual' })).headers)
      expect([path, headers.map((one) => one.get('access-control-allow-origin'))]).toEqual([path, [null, null]])
    }
  })

  it('that came over an open line, or hide where they are from, are refused', async () => {
    const { tokens } = await program('Página')
    const { access_token: access } = await tokens()
    for (const wrong of ['http://evil.example', 'null']) {
      const answer = await fetch(`${world.base}/v1/mcp`, {
        method: 'POST',
        headers: { origin: wrong, 'content-type': 'application/json', authorization: `Bearer ${access}` },
        body: '{}',
      })
      expect([answer.status, ((await answer.json()) as ErrorBody).error]).toEqual([403, 'ERR_MCP_ORIGIN'])
    }
  })
})

describe('registering', () => {
  it('takes https, the user’s own machine and apps, and nothing that a browser would run', async () => {
    const told = async (uri: string) => {
      const { status, body } = await register({ redirect_uris: [uri] })
      return status === 201 ? 'taken' : `${status} ${body.error}`
    }
    for (const uri of [
      'https://claude.ai/api/mcp/auth_callback',
      'http://localhost:1/x',
      'http://[::1]:9/',
      'cursor://a/b',
    ])
      expect([uri, await told(uri)]).toEqual([uri, 'taken'])
    for (const uri of [
      'http://evil.example/x',
      'javascript:alert(1)',
      'data:text/html,x',
      'https://a.example/#x',
      'https://u:p@a.example/',
      'nothing',
      `https://a.example/${'x'.repeat(500)}`,
    ])
      expect([uri, await told(uri)]).toEqual([uri, '400 invalid_redirect_uri'])
    expect((await register({ redirect_uris: [] })).status).toBe(400)
    expect((await register({ redirect_uris: Array.from({ length: 6 }, () => callback) })).status).toBe(400)
    expect((await register({ redirect_uris: [callback], grant_types: ['client_credentials'] })).body.error).toBe(
      'invalid_client_metadata',
    )
    const { body } = await register({ redirect_uris: [callback], client_name: `Nome\u202egnol${'n'.repeat(200)}` })
    const name = (body as unknown as { client_name: string }).client_name
    expect([name.length, name.startsWith('Nome gnol')]).toEqual([80, true])
  })

  it('never fails, whatever it is sent', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(fc.jsonValue(), fc.record({ redirect_uris: fc.array(fc.webUrl()), client_name: fc.string() })),
        async (metadata) => {
          expect((await register(metadata as object)).status).toBeOneOf([201, 400, 429])
        },
      ),
      { numRuns: 40 },
    )
  })
})

describe('a request', () => {
  it('of nobody, or that would lead elsewhere, leads nowhere', async () => {
    const { requested, id } = await program()
    const other = await program('Outro')
    for (const changed of [
      { client_id: 'rcc_e30.AAAA' },
      { client_id: `${id.slice(0, -3)}AAA` },
      { redirect_uri: 'https://evil.example/' },
      { redirect_uri: `${callback}/more` },
      { client_id: undefined },
    ])
      expect([changed, await askedOf(ugo, await requested(changed))]).toEqual([changed, { state: 'unknown' }])
    expect(await ugo.refused('POST', '/p/mcp/consent', { request: 'qAAAA', scopes: [] })).toBe(
      '422 ERR_MCP_REQUEST_UNKNOWN',
    )
    expect(other.id).not.toBe(id)
  })

  it('that is wrong says why to the program, once its user goes back', async () => {
    const { requested } = await program()
    for (const [changed, error] of [
      [{ resource: 'https://other.example/v1/mcp' }, 'invalid_target'],
      [{ resource: undefined }, 'invalid_target'],
      [{ code_challenge: undefined }, 'invalid_request'],
      [{ code_challenge_method: 'plain' }, 'invalid_request'],
      [{ response_type: 'token' }, 'unsupported_response_type'],
      [{ scope: 'tickets.write' }, 'invalid_scope'],
    ] as const) {
      const asked = await askedOf(ugo, await requested(changed))
      if (asked.state !== 'refused') throw new Error(`${JSON.stringify(changed)} was ${asked.state}`)
      const { searchParams } = new URL(asked.redirect)
      expect([asked.leadsTo, searchParams.get('error'), searchParams.get('state')]).toEqual([
        '127.0.0.1:33418',
        error,
        's1',
      ])
    }
  })

  it('names the program, where it leads and what it may, and of that nothing its user may not', async () => {
    const { requested } = await program('Agenda')
    expect(await askedOf(ugo, await requested({ scope: 'mcp.read mcp.send' }))).toEqual({
      state: 'asked',
      name: 'Agenda',
      site: null,
      leadsTo: '127.0.0.1:33418',
      scopes: ['read', 'send'],
    })
    await admin.ok('PUT', `/users/${world.a.user.id}`, { denied: ['mcp.send'] })
    ugo = await world.signIn(world.a.user)
    const request = await requested({ scope: 'mcp.read mcp.send' })
    expect(await askedOf(ugo, request)).toMatchObject({ scopes: ['read'] })
    expect(await ugo.refused('POST', '/p/mcp/consent', { request, scopes: ['send'] })).toBe(
      '403 ERR_PERMISSION_NOT_HELD',
    )
    await admin.ok('PUT', `/users/${world.a.user.id}`, { denied: [] })
    ugo = await world.signIn(world.a.user)
    // Nothing that was not asked for is given, whatever the page says.
    const given = await decided(ugo, await requested({ scope: 'mcp.read' }), ['read', 'send'])
    expect(given.get('code')).toMatch(/^rca_/)
  })

  it('is for companies that switched the server on, and for who showed who they are', async () => {
    const { requested } = await program()
    const request = await requested()
    expect(await theirs.refused('GET', `/p/mcp/consent?request=${request}`)).toBe('404 ERR_PLUGIN_DISABLED')
    const person = await world.signIn(world.a.colleague)
    const { owner } = world.database
    await owner`
      update core.session set confirmed_at = now() - interval '6 minutes' where id = ${person.login.sessionId}`
    await expect
      .poll(
        () => person.call<ErrorBody>('POST', '/p/mcp/consent', { request, scopes: [] }).then(({ body }) => body.error),
        {
          timeout: 5_000,
        },
      )
      .toBe('ERR_CONFIRMATION_REQUIRED')
    await person.ok('POST', '/auth/confirm', { password })
    expect((await decided(person, request, [])).get('code')).toMatch(/^rca_/)
  })
})

describe('a program whose id is the address of its document', () => {
  const documentOf = (changed: object = {}) => ({
    client_id: site.address('/client.json'),
    client_name: 'Inspector',
    redirect_uris: [callback],
    ...changed,
  })
  it('is fetched when its user looks, told by its site, and gets tokens without registering', async () => {
    site.answer('/client.json', documentOf())
    const { requested, exchanging, renewing } = await program()
    const id = site.address('/client.json')
    const request = await requested({ client_id: id })
    expect(site.asked('/client.json')).toBe(0)
    expect(await askedOf(ugo, request)).toMatchObject({
      state: 'asked',
      name: 'Inspector',
      site: new URL(id).host,
      leadsTo: '127.0.0.1:33418',
    })
    const code = (await decided(ugo, request, ['read', 'draft'])).get('code')!
    expect(site.asked('/client.json')).toBe(1)
    const foreign = await program('Outro')
    expect(await refusal('/oauth/token', exchanging(code, { client_id: foreign.id }))).toBe('400 invalid_grant')
    const { status, body } = await form<Tokens>('/oauth/token', exchanging(code, { client_id: id }))
    expect(status).toBe(200)
    expect(await lists(body.access_token)).toBe('200 listed')
    const renewed = await form<Tokens>('/oauth/token', renewing(body.refresh_token, { client_id: id }))
    expect(await lists(renewed.body.access_token)).toBe('200 listed')
    const { client_id_metadata_document_supported: told } = (await (
      await fetch(`${world.base}/.well-known/oauth-authorization-server`)
    ).json()) as { client_id_metadata_document_supported: boolean }
    expect(told).toBe(true)
  })

  it('is nobody where the document is away, of another, too large, forwarded, or leads elsewhere', async () => {
    const { requested } = await program()
    for (const [path, answer] of [
      ['/away.json', undefined],
      ['/other.json', documentOf()],
      ['/large.json', documentOf({ client_id: site.address('/large.json'), logo: 'x'.repeat(6_000) })],
      [
        '/secret.json',
        documentOf({ client_id: site.address('/secret.json'), token_endpoint_auth_method: 'client_secret_post' }),
      ],
      [
        '/elsewhere.json',
        documentOf({ client_id: site.address('/elsewhere.json'), redirect_uris: ['https://a.example/'] }),
      ],
      ['/runs.json', documentOf({ client_id: site.address('/runs.json'), redirect_uris: ['javascript:alert(1)'] })],
    ] as const) {
      if (answer) site.answer(path, answer)
      const request = await requested({ client_id: site.address(path) })
      expect([path, await askedOf(ugo, request)]).toEqual([path, { state: 'unknown' }])
    }
    site.forward('/forward.json', '/client.json')
    expect(await askedOf(ugo, await requested({ client_id: site.address('/forward.json') }))).toEqual({
      state: 'unknown',
    })
    // Nothing inside of a network is asked, whatever its name.
    const inside = await requested({ client_id: 'https://inside.test/client.json' })
    expect(await askedOf(ugo, inside)).toEqual({ state: 'unknown' })
  })
})

describe('a code', () => {
  it('is good once, for its program, its address, its proof and its resource', async () => {
    const { code, exchanging } = await program()
    const other = await program('Outro')
    expect(await refusal('/oauth/token', exchanging('rca_0_x'))).toBe('400 invalid_grant')
    const foreign = await code()
    expect(await refusal('/oauth/token', exchanging(foreign, { client_id: other.id }))).toBe('400 invalid_grant')
    expect(await refusal('/oauth/token', exchanging(foreign, { client_id: 'rcc_x' }))).toBe('401 invalid_client')
    expect((await form('/oauth/token', exchanging(foreign))).status).toBe(200)
    for (const changed of [
      { code_verifier: 'x'.repeat(43) },
      { redirect_uri: 'http://127.0.0.1:33418/other' },
      { resource: 'https://other.example/' },
    ]) {
      const spoilt = await code()
      expect(await refusal('/oauth/token', exchanging(spoilt, changed))).toBe('400 invalid_grant')
      expect(await refusal('/oauth/token', exchanging(spoilt))).toBe('400 invalid_grant')
    }
    expect(await refusal('/oauth/token', { ...exchanging(await code()), code_verifier: 'short' })).toBe(
      '400 invalid_request',
    )
    expect(await refusal('/oauth/token', { ...exchanging(await code()), grant_type: 'password' })).toBe(
      '400 unsupported_grant_type',
    )
  })

  it('that comes twice ends the connection, since somebody else has it too', async () => {
    const { code, exchanging } = await program()
    const given = await code()
    const { body } = await form<Tokens>('/oauth/token', exchanging(given))
    expect(await lists(body.access_token)).toBe('200 listed')
    expect(await refusal('/oauth/token', exchanging(given))).toBe('400 invalid_grant')
    expect(await lists(body.access_token)).toBe('401 ERR_TOKEN_REFUSED')
  })
})

describe('a renewal', () => {
  it('replaces both tokens, and one that comes again ends the connection', async () => {
    const { tokens, renewing } = await program('Rotação')
    const first = await tokens()
    const second = (await form<Tokens>('/oauth/token', renewing(first.refresh_token))).body
    expect(await lists(first.access_token)).toBe('401 ERR_TOKEN_REFUSED')
    expect(await lists(second.access_token)).toBe('200 listed')
    const guessed = `${second.refresh_token.slice(0, -4)}AAAA`
    expect(await refusal('/oauth/token', renewing(guessed))).toBe('400 invalid_grant')
    expect(await lists(second.access_token)).toBe('200 listed')
    expect(await refusal('/oauth/token', renewing(second.refresh_token, { resource: 'https://other.example/' }))).toBe(
      '400 invalid_grant',
    )

    await halfAMinuteLater('Rotação')
    expect(await refusal('/oauth/token', renewing(first.refresh_token))).toBe('400 invalid_grant')
    expect(await lists(second.access_token)).toBe('401 ERR_TOKEN_REFUSED')
    expect(await refusal('/oauth/token', renewing(second.refresh_token))).toBe('400 invalid_grant')
    const { entries } = await admin.ok<{ entries: { userId: string | null; facts: object }[] }>(
      'GET',
      '/audit?action=token.revoke',
    )
    expect(entries[0]).toMatchObject({ facts: { name: 'Rotação', plugin: 'mcp', reason: 'renewal' } })
  })

  it('that comes again at once is answered with the same tokens, and goes on with them', async () => {
    const { tokens, renewing } = await program('Duas vezes')
    const { refresh_token: renewal } = await tokens()
    const answers = await Promise.all([1, 2, 3].map(() => form<Tokens>('/oauth/token', renewing(renewal))))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    const [first, ...others] = answers.map(({ body }) => body)
    for (const other of others)
      expect([other.access_token, other.refresh_token]).toEqual([first!.access_token, first!.refresh_token])
    expect(await lists(first!.access_token)).toBe('200 listed')
    const next = (await form<Tokens>('/oauth/token', renewing(first!.refresh_token))).body
    expect(await lists(next.access_token)).toBe('200 listed')

    // Another program that has it, and one that is older than the last, are no second call of the same.
    const other = await program('Outro')
    expect(await refusal('/oauth/token', { ...renewing(first!.refresh_token), client_id: other.id })).toBe(
      '400 invalid_grant',
    )
    expect(await lists(next.access_token)).toBe('200 listed')
    expect(await refusal('/oauth/token', renewing(renewal))).toBe('400 invalid_grant')
    expect(await lists(next.access_token)).toBe('401 ERR_TOKEN_REFUSED')
  })

  it('that comes again later ends the connection, also when it is the last but one', async () => {
    const { tokens, renewing } = await program('Depois')
    const { refresh_token: renewal } = await tokens()
    const { body } = await form<Tokens>('/oauth/token', renewing(renewal))
    await halfAMinuteLater('Depois')
    expect(await refusal('/oauth/token', renewing(renewal))).toBe('400 invalid_grant')
    expect(await lists(body.access_token)).toBe('401 ERR_TOKEN_REFUSED')
  })
})

describe('a connection', () => {
  it('is listed to its user and to who manages keys, ended by either and by the program, and is in the trail', async () => {
    const connections = async (person: Person, path: string) =>
      (await person.ok<KeyList>('GET', path)).keys.filter(({ leadsTo }) => leadsTo !== null)
    const { tokens, requested, id } = await program('Lista')
    // One that nobody came for is none.
    await decided(ugo, await requested(), [])
    const [before] = await connections(ugo, '/p/mcp/keys')
    expect(before?.name).not.toBe('Lista')

    const mine = await tokens()
    const [own] = await connections(ugo, '/p/mcp/keys')
    expect(own).toMatchObject({ name: 'Lista', leadsTo: '127.0.0.1:33418', scopes: ['read', 'draft'] })
    const { entries } = await admin.ok<{ entries: { action: string; facts: object }[] }>(
      'GET',
      `/audit?subject=${own!.id}`,
    )
    expect(entries).toMatchObject([
      {
        action: 'token.create',
        facts: { plugin: 'mcp', name: 'Lista', scopes: ['mcp.read', 'mcp.draft'], leadsTo: '127.0.0.1:33418' },
      },
    ])
    await ugo.ok('DELETE', `/p/mcp/keys/${own!.id}`)
    expect(await lists(mine.access_token)).toBe('401 ERR_TOKEN_REFUSED')

    const second = await tokens()
    const [listed] = await connections(admin, '/p/mcp/company-keys')
    expect(listed).toMatchObject({ name: 'Lista', user: { id: world.a.user.id } })
    await admin.ok('DELETE', `/p/mcp/company-keys/${listed!.id}`)
    expect(await lists(second.access_token)).toBe('401 ERR_TOKEN_REFUSED')

    const third = await tokens()
    const other = await program('Outro')
    await form('/oauth/revoke', { token: third.refresh_token, client_id: other.id })
    expect(await lists(third.access_token)).toBe('200 listed')
    expect((await form('/oauth/revoke', { token: third.refresh_token, client_id: id })).status).toBe(200)
    expect(await lists(third.access_token)).toBe('401 ERR_TOKEN_REFUSED')
    const fourth = await tokens()
    expect((await form('/oauth/revoke', { token: fourth.access_token, client_id: id })).status).toBe(200)
    expect(await lists(fourth.access_token)).toBe('401 ERR_TOKEN_REFUSED')
  })

  it('reaches nothing but the server, and ends with the user, the password’s change and the plugin', async () => {
    const { tokens } = await program()
    const { access_token: access } = await tokens()
    const asked = (path: string) =>
      fetch(`${world.base}${path}`, { headers: { authorization: `Bearer ${access}` } }).then(({ status }) => status)
    expect(await asked('/tickets')).toBe(401)
    expect(await asked('/p/mcp/keys')).toBe(403)
    await admin.ok('PUT', '/api/plugins/mcp', { enabled: false })
    expect(await lists(access)).toBe('404 ERR_PLUGIN_DISABLED')
    await admin.ok('PUT', '/api/plugins/mcp', { enabled: true })
    await admin.ok('PUT', `/users/${world.a.user.id}`, { isActive: false })
    expect(await lists(access)).toBe('401 ERR_TOKEN_REFUSED')
    await admin.ok('PUT', `/users/${world.a.user.id}`, { isActive: true })
    ugo = await world.signIn(world.a.user)
  })
})

describe('the token endpoint', () => {
  it('never fails, whatever it is sent', async () => {
    const { id } = await program()
    await fc.assert(
      fc.asyncProperty(
        fc.dictionary(
          fc.constantFrom('grant_type', 'code', 'refresh_token', 'client_id', 'code_verifier', 'resource', 'x'),
          fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom(id, 'authorization_code', 'refresh_token')),
        ),
        async (fields) => {
          const { status, body } = await form<{ error: string }>('/oauth/token', fields)
          expect(status).toBeOneOf([400, 401, 429])
          expect(body.error).toEqual(expect.any(String))
        },
      ),
      { numRuns: 40 },
    )
  })
})

import { defineRoute, Refusal } from '@recado/contracts'
import * as z from 'zod'
import { describe, expect, it } from 'vitest'
import { ana, rig, signedIn } from './http.rig.ts'
import { createRateLimiter } from './rate.ts'
import { AnswerWithHeaders, bindRoute, type BoundRoute } from './route.ts'
import { RouteError, type HttpOptions } from './server.ts'

function serve(routes: BoundRoute[], more: Partial<HttpOptions> = {}) {
  const { http, logged } = rig(routes, more)
  const call = async (path: string, init: RequestInit = {}) => {
    const response = await http.app.fetch(new Request(`http://recado.test${path}`, init))
    const text = await response.text()
    return {
      status: response.status,
      headers: response.headers,
      text,
      body: text !== '' && response.headers.get('content-type')?.includes('json') ? JSON.parse(text) : text,
    }
  }
  const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
    call(path, {
      method: 'POST',
      body: typeof body === 'string' ? body : JSON.stringify(body),
      headers: { 'content-type': 'application/json', ...headers },
    })
  return { http, call, post, logged }
}

const Item = z.object({ name: z.string(), nested: z.object({ size: z.number() }).optional() })
const echo = bindRoute(
  defineRoute({
    method: 'POST',
    path: '/items/',
    summary: 'Echoes',
    access: { kind: 'public' },
    rate: 'write',
    body: Item,
    response: Item,
  }),
  (request) => request.body,
)
const one = bindRoute(
  defineRoute({
    method: 'GET',
    path: '/items/:itemId',
    summary: 'One',
    access: { kind: 'public' },
    rate: 'read',
    params: z.object({ itemId: z.string() }),
    response: z.object({ id: z.string() }),
  }),
  (request) => ({ id: request.params.itemId, secret: 'hidden' }),
)
const count = bindRoute(
  defineRoute({
    method: 'GET',
    path: '/items/count',
    summary: 'Count',
    access: { kind: 'public' },
    rate: 'read',
    query: z.object({ status: z.array(z.string()).default([]), page: z.coerce.number().int().default(1) }),
    response: z.object({ status: z.array(z.string()), page: z.number() }),
  }),
  (request) => request.query,
)
const fails = (name: string, thrown: unknown, owner = 'core'): BoundRoute => ({
  ...bindRoute(
    defineRoute({
      method: 'GET',
      path: `/fail/${name}`,
      summary: 'Fails',
      access: { kind: 'public' },
      rate: 'read',
      response: z.object({}),
    }),
    () => {
      throw thrown
    },
  ),
  owner,
})

describe('routes', () => {
  it('answers with and without a trailing slash, fixed paths before named ones', async () => {
    const { call } = serve([one, count, echo])
    expect((await call('/items/7')).body).toEqual({ id: '7' })
    expect((await call('/items/7/')).body).toEqual({ id: '7' })
    expect((await call('/items/count/?status=open')).body).toEqual({ status: ['open'], page: 1 })
    expect((await call('/items/count?status[]=open&status[]=pending&page=3')).body).toEqual({
      status: ['open', 'pending'],
      page: 3,
    })
    expect((await call('/items/count?status=open&status=pending')).body).toEqual({
      status: ['open', 'pending'],
      page: 1,
    })
  })

  it('answers HEAD without a body and OPTIONS with the methods', async () => {
    const { call } = serve([one, echo])
    const head = await call('/items/7', { method: 'HEAD' })
    expect([head.status, head.text]).toEqual([200, ''])
    expect((await call('/items', { method: 'OPTIONS' })).headers.get('allow')).toBe('OPTIONS, POST')
  })

  it('refuses unknown paths and methods as not found, with a request id and without CORS', async () => {
    const { call } = serve([one])
    for (const answer of [
      await call('/nothing'),
      await call('/items/7', { method: 'DELETE', headers: { origin: 'https://other.test' } }),
    ]) {
      expect(answer.status).toBe(404)
      expect(answer.body).toEqual({ error: 'ERR_NOT_FOUND', requestId: answer.headers.get('x-request-id') })
      expect(answer.headers.get('access-control-allow-origin')).toBeNull()
      expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
    }
  })

  it('refuses two routes for the same path with a sentence and keeps the old table', async () => {
    const { http, call } = serve([one])
    const twin = { ...one, path: '/items/:other', owner: 'weather' }
    expect(() => http.setRoutes([one, twin])).toThrow(
      new RouteError('GET /items/:other of weather is already served by core as /items/:itemId'),
    )
    expect((await call('/items/7')).status).toBe(200)
  })

  it('refuses a route that does not say who may call it, or asks for what nobody declares', () => {
    const { http } = serve([one], {
      isPermission: (permission) => permission === 'tickets.read' || permission === 'notes.read',
    })
    const asking = (access: unknown, owner = 'core', path = '/others') => [
      { ...one, owner, path, spec: { ...one.spec, access } } as BoundRoute,
    ]
    for (const access of [undefined, null, {}, { kind: 'everybody' }, { kind: 'sessions', permission: 'tickets.read' }])
      expect(() => http.setRoutes(asking(access))).toThrow('GET /others of core does not say who may call it')
    for (const permission of ['tickets.reed', 'constructor', '__proto__', '', undefined, 'other.read', 'notes.write']) {
      expect(() => http.setRoutes(asking({ kind: 'session', permission }))).toThrow(
        new RouteError(`GET /others of core asks for the permission ${permission}, which nobody declares`),
      )
    }
    expect(() => http.setRoutes(asking({ kind: 'session', permission: 'other.read' }, 'notes'))).toThrow(
      /which nobody declares/,
    )
    expect(() => http.setRoutes(asking({ kind: 'connection' }))).toThrow(
      'has connection access but no :connectionId in its path',
    )
    expect(() => http.setRoutes(asking({ kind: 'company' }))).toThrow('has company access but no :company in its path')
    expect(http.routes).toEqual([one])
    http.setRoutes(asking({ kind: 'session', permission: 'notes.read' }, 'notes'))
    http.setRoutes(asking({ kind: 'session', permission: 'tickets.read' }, 'notes'))
  })

  it('mounts a plugin that asks for its own permissions although it does not run', () => {
    const { http } = serve([])
    http.setRoutes([
      { ...one, owner: 'notes', spec: { ...one.spec, access: { kind: 'session', permission: 'notes.read' } } },
    ])
    expect(http.routes).toHaveLength(1)
  })

  it('takes new routes while it runs', async () => {
    const { http, call } = serve([one])
    expect((await call('/items/count')).body).toEqual({ id: 'count' })
    http.setRoutes([one, count])
    expect((await call('/items/count')).body).toEqual({ status: [], page: 1 })
  })
})

describe('validation', () => {
  it('refuses undeclared keys at every depth and names them by path', async () => {
    const { post, call } = serve([echo, count])
    for (const body of [{ name: 'a', extra: 1 }, { name: 'a', nested: { size: 1, extra: 1 } }, { name: 7 }, {}]) {
      const answer = await post('/items', body)
      expect([answer.status, answer.body.error]).toEqual([422, 'ERR_VALIDATION'])
      expect(answer.body.issues[0].path).toMatch(/^body/)
    }
    expect((await call('/items/count?unknown=1')).body.issues[0].path).toBe('query')
    expect((await call('/items/count?page=1&page=2')).body.issues[0].path).toBe('query.page')
  })

  it.each([
    ['broken JSON', '{"name":'],
    ['not UTF-8 safe text', '{"name":"\\ud800"}'],
    ['NUL', '{"name":"a\\u0000"}'],
    ['a prototype key', '{"name":"a","__proto__":{"x":1}}'],
    ['an infinite number', '{"name":"a","nested":{"size":1e400}}'],
    ['depth', `${'['.repeat(33)}${']'.repeat(33)}`],
  ])('refuses %s', async (_, body) => {
    const answer = await serve([echo]).post('/items', body)
    expect([answer.status, answer.body.error]).toEqual([422, 'ERR_VALIDATION'])
  })

  it.each([
    'text/plain',
    'application/json; charset=utf-16',
    'application/json, text/html',
    'multipart/form-data; boundary=x',
  ])('refuses the content type %s', async (type) => {
    expect((await serve([echo]).post('/items', { name: 'a' }, { 'content-type': type })).status).toBe(415)
  })

  it('refuses compressed bodies and bodies over the limit, announced or not', async () => {
    const { post } = serve([echo])
    expect((await post('/items', { name: 'a' }, { 'content-encoding': 'gzip' })).status).toBe(415)
    expect((await post('/items', { name: 'a'.repeat(1_000_000) })).body).toMatchObject({
      error: 'ERR_BODY_TOO_LARGE',
      limit: 1_000_000,
    })
    expect((await post('/items', { name: 'a' }, { 'content-length': '1000001' })).status).toBe(413)
  })

  it('strips what an answer does not declare and refuses answers of another shape', async () => {
    const wrong = bindRoute(
      defineRoute({
        method: 'GET',
        path: '/wrong',
        summary: 'Wrong',
        access: { kind: 'public' },
        rate: 'read',
        response: z.object({ id: z.string() }),
      }),
      () => ({ id: 7 }),
    )
    const { call, logged } = serve([one, wrong])
    expect((await call('/items/7')).text).not.toContain('hidden')
    expect((await call('/wrong')).body.error).toBe('ERR_INTERNAL')
    expect(logged).toHaveLength(1)
  })
})

describe('access', () => {
  const secured = (permission: string) =>
    bindRoute(
      defineRoute({
        method: 'GET',
        path: `/secured/${permission}`,
        summary: 'Secured',
        access: { kind: 'session', permission },
        rate: 'read',
        query: z.object({ page: z.coerce.number() }),
        response: z.object({ user: z.string() }),
      }),
      (_request, caller) => ({ user: caller.kind === 'session' ? caller.viewer.userId : '' }),
    )

  it('asks for a session, then for the permission, and only then looks at the request', async () => {
    const { call } = serve([secured('users.read'), secured('users.manage')])
    expect((await call('/secured/users.read')).body.error).toBe('ERR_SESSION_ENDED')
    expect((await call('/secured/users.manage', { headers: signedIn })).body.error).toBe('ERR_NO_PERMISSION')
    expect((await call('/secured/users.read', { headers: signedIn })).body.error).toBe('ERR_VALIDATION')
    expect((await call('/secured/users.read?page=1', { headers: signedIn })).body).toEqual({ user: ana.userId })
  })

  it('hands the connection of the path to a visitor route and refuses what is not an id', async () => {
    const route = bindRoute(
      defineRoute({
        method: 'GET',
        path: '/p/chat/:connectionId/state',
        summary: 'State',
        access: { kind: 'connection' },
        rate: 'visitor',
        params: z.object({ connectionId: z.string() }),
        response: z.object({ connection: z.string() }),
      }),
      (_request, caller) => ({ connection: caller.kind === 'connection' ? caller.connectionId : '' }),
    )
    const { call } = serve([route])
    expect((await call(`/p/chat/${ana.tenantId}/state`)).body).toEqual({ connection: ana.tenantId })
    expect((await call('/p/chat/1/state')).body.error).toBe('ERR_NOT_FOUND')
  })

  it('hands the address of the path to a route for strangers and refuses what is no address', async () => {
    const route = bindRoute(
      defineRoute({
        method: 'GET',
        path: '/help/:company',
        summary: 'Help',
        access: { kind: 'company' },
        rate: 'visitor',
        params: z.object({ company: z.string() }),
        response: z.object({ address: z.string() }),
      }),
      (_request, caller) => ({ address: caller.kind === 'company' ? caller.address : '' }),
    )
    const { call } = serve([route], {
      rate: createRateLimiter({ visitor: { connection: { points: 2, seconds: 60 } } }),
    })
    expect((await call('/help/aurora-2')).body).toEqual({ address: 'aurora-2' })
    for (const wrong of ['Aurora', 'ab', '-aurora', '%C3%A1gua', '..%2Faurora'])
      expect((await call(`/help/${wrong}`)).body.error, wrong).toBe('ERR_NOT_FOUND')
    expect((await call('/help/aurora-2')).status).toBe(200)
    expect((await call('/help/aurora-2')).body.error, 'readers of one company').toBe('ERR_TOO_MANY_REQUESTS')
    expect((await call('/help/boreal')).status, 'of another').toBe(200)
  })

  it('asks a program for its key, in the header of its route, and tells what is left of its budget', async () => {
    const keyed = (path: `/${string}`, header?: string) => ({
      ...bindRoute(
        defineRoute({
          method: 'GET',
          path,
          summary: 'Keyed',
          access: { kind: 'key', ...(header !== undefined && { header }) },
          rate: 'read',
          response: z.object({ holder: z.string() }),
        }),
        (_request, caller) => ({ holder: caller.kind === 'key' ? caller.holder : '' }),
      ),
      owner: 'doors',
    })
    const { call } = serve([keyed('/p/doors/one'), keyed('/p/doors/two', 'api_access_token')], {
      rate: createRateLimiter({ read: { program: { points: 2, seconds: 60 } } }),
      keys: {
        async authenticate(plugin, text) {
          if (text !== `${plugin}-key`) throw new Refusal('ERR_TOKEN_REFUSED')
          return { tenantId: ana.tenantId, keyId: 'k', holder: 'front door' }
        },
      },
    })
    const bearer = { authorization: 'Bearer doors-key' }
    expect((await call('/p/doors/one')).body.error).toBe('ERR_TOKEN_REFUSED')
    expect((await call('/p/doors/two', { headers: bearer })).body.error).toBe('ERR_TOKEN_REFUSED')
    const first = await call('/p/doors/two', { headers: { api_access_token: 'doors-key' } })
    expect(first.body).toEqual({ holder: 'front door' })
    expect((await call('/p/doors/two', { headers: { 'Api-Access-Token': 'doors-key' } })).body).toEqual({
      holder: 'front door',
    })
    const left = ({ headers }: { headers: Headers }) =>
      ['limit', 'remaining', 'reset'].map((name) => headers.get(`ratelimit-${name}`))
    expect(left(first)).toEqual(['2', '1', '60'])
    expect(left(await call('/p/doors/one', { headers: bearer }))).toEqual(['2', '0', '60'])
    const spent = await call('/p/doors/one', { headers: bearer })
    expect([spent.status, left(spent), spent.headers.get('retry-after')]).toEqual([429, ['2', '0', '60'], '60'])
  })

  it('stops a caller who asks too often and says for how long', async () => {
    const { call } = serve([one], {
      rate: createRateLimiter({
        read: { ip: { points: 2, seconds: 60 } },
        write: {},
        auth: {},
        search: {},
        upload: {},
        webhook: {},
        visitor: {},
      }),
    })
    const statuses = [(await call('/items/1')).status, (await call('/items/2')).status]
    const third = await call('/items/3')
    expect(statuses).toEqual([200, 200])
    expect(third.status).toBe(429)
    expect(Number(third.headers.get('retry-after'))).toBe(third.body.retryAfterSeconds)
  })
})

describe('errors', () => {
  it.each([
    [
      'a refusal',
      new Refusal('ERR_OTHER_OPEN_TICKET', { ticketId: 't' }),
      409,
      { error: 'ERR_OTHER_OPEN_TICKET', ticketId: 't' },
    ],
    ['an error', new Error('password=1'), 500, { error: 'ERR_INTERNAL' }],
    ['a string', 'oops', 500, { error: 'ERR_INTERNAL' }],
    ['nothing', undefined, 500, { error: 'ERR_INTERNAL' }],
    [
      'a database that shuts down',
      new Error('query failed', { cause: Object.assign(new Error(), { code: '57P01' }) }),
      503,
      { error: 'ERR_UNAVAILABLE', retryAfterSeconds: 2 },
    ],
    [
      'a database that is away',
      Object.assign(new Error(), { code: 'ECONNREFUSED', syscall: 'connect' }),
      503,
      { error: 'ERR_UNAVAILABLE', retryAfterSeconds: 2 },
    ],
    [
      'a provider that is away',
      new TypeError('fetch failed', {
        cause: Object.assign(new Error(), { code: 'ECONNREFUSED', syscall: 'connect' }),
      }),
      500,
      { error: 'ERR_INTERNAL' },
    ],
    ['a statement that ran too long', Object.assign(new Error(), { code: '57014' }), 504, { error: 'ERR_TIMEOUT' }],
  ])('maps %s', async (_, thrown, status, body) => {
    const { call } = serve([fails('x', thrown)])
    const answer = await call('/fail/x')
    expect(answer.status).toBe(status)
    expect(answer.body).toEqual({ ...body, requestId: answer.headers.get('x-request-id') })
  })

  it('blames a plugin for what it throws', async () => {
    expect((await serve([fails('x', new Error('no'), 'weather')]).call('/fail/x')).body.error).toBe('ERR_PLUGIN_FAILED')
  })
})

describe('answers', () => {
  it('lets core add headers to a JSON answer', async () => {
    const route = bindRoute(
      defineRoute({
        method: 'GET',
        path: '/cookie',
        summary: 'Cookie',
        access: { kind: 'public' },
        rate: 'read',
        response: z.object({ ok: z.boolean() }),
      }),
      () => new AnswerWithHeaders({ ok: true, more: 1 }, { 'set-cookie': 'a=b; HttpOnly' }),
    )
    const answer = await serve([route]).call('/cookie')
    expect(answer.body).toEqual({ ok: true })
    expect(answer.headers.get('set-cookie')).toBe('a=b; HttpOnly')
  })

  it('lets a bytes route bring its own headers', async () => {
    const route = bindRoute(
      defineRoute({
        method: 'GET',
        path: '/page',
        summary: 'Page',
        access: { kind: 'public' },
        rate: 'read',
        response: 'bytes',
      }),
      () =>
        new Response('<p>', {
          headers: { 'content-type': 'text/html', 'content-security-policy': 'frame-ancestors https://a.test' },
        }),
    )
    const answer = await serve([route]).call('/page')
    expect(answer.headers.get('content-security-policy')).toBe('frame-ancestors https://a.test')
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
  })
})

import { connect } from 'node:net'
import { defineRoute } from '@recado/contracts'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod'
import { listeningRig, rig, signedIn } from './http.rig.ts'
import { bindRoute } from './route.ts'

const Thing = z.object({
  name: z.string().max(100),
  count: z.int().min(0).optional(),
  kind: z.enum(['a', 'b']).default('a'),
  tags: z.array(z.string()).max(5).default([]),
  nested: z.object({ at: z.iso.datetime().nullable() }).optional(),
  either: z.union([z.string(), z.object({ id: z.uuid() })]).optional(),
  more: z.record(z.string(), z.number()).optional(),
})
const put = bindRoute(
  defineRoute({
    method: 'PUT',
    path: '/things/:thingId',
    summary: 'Change',
    access: { kind: 'session', permission: 'tickets.write' },
    rate: 'webhook',
    params: z.object({ thingId: z.uuid() }),
    query: z.object({
      page: z.coerce.number().int().min(1).default(1),
      only: z.array(z.enum(['x', 'y'])).default([]),
      flag: z.stringbool().default(false),
    }),
    body: Thing,
    response: z.object({ thing: Thing, page: z.number() }),
  }),
  ({ body, query }) => ({ thing: body, page: query.page }),
)
const id = '01890000-0000-7000-8000-000000000009'

describe('hostile requests', () => {
  const { http, logged } = rig([put])
  const send = (path: string, body: string, type = 'application/json') =>
    http.app.fetch(
      new Request(`http://recado.test${path}`, { method: 'PUT', body, headers: { ...signedIn, 'content-type': type } }),
    )

  it('of any JSON are answered or refused, never a fault', async () => {
    await fc.assert(
      fc.asyncProperty(fc.json({ maxDepth: 8 }), async (body) => {
        expect([200, 422]).toContain((await send(`/things/${id}`, body)).status)
      }),
      { numRuns: 300 },
    )
  })

  it('that differ in one place from a good one are refused when that place matters', async () => {
    const good = { name: 'x', count: 1, kind: 'b', tags: ['t'], nested: { at: null }, either: { id }, more: { a: 1 } }
    expect((await send(`/things/${id}`, JSON.stringify(good))).status).toBe(200)
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...Object.keys(good), 'unknown', 'constructor', 'toString'),
        fc.oneof(
          fc.constantFrom(null, true, [], {}, [[]], { id: 'x' }, 'false', -1, 1e308, '\0', '\ud800', ['\0']),
          fc.jsonValue(),
        ),
        async (key, value) => {
          const { status } = await send(`/things/${id}`, JSON.stringify({ ...good, [key]: value }))
          expect([200, 422]).toContain(status)
          if (!(key in good) || ['\0', '\ud800'].includes(value as string)) expect(status).toBe(422)
        },
      ),
      { numRuns: 500 },
    )
  })

  it('with any path and query are answered or refused', async () => {
    const word = fc.oneof(
      fc.constantFrom(
        'page',
        'only',
        'only[]',
        'flag',
        '__proto__',
        'constructor',
        'only[999999999]',
        '%00',
        '%zz',
        '-1',
        '1e9',
        'NaN',
        'x',
        'true',
        ' ',
        '%ed%a0%80',
      ),
      fc.webQueryParameters(),
    )
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(word, word), { maxLength: 6 }),
        fc.constantFrom(id, 'x', '%00', '..%2f', '%zz', id.toUpperCase()),
        async (pairs, thing) => {
          const response = await send(
            `/things/${thing}?${pairs.map(([key, value]) => `${key}=${value}`).join('&')}`,
            '{"name":"x"}',
          )
          expect([200, 404, 422]).toContain(response.status)
        },
      ),
      { numRuns: 500 },
    )
  })

  it('of any bytes and content type are answered or refused', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(
          fc.string({ unit: 'binary' }),
          fc.json().map((text) => text.slice(0, -1)),
        ),
        fc.constantFrom(
          'application/json',
          'application/json; charset=utf-8',
          'APPLICATION/JSON',
          'text/plain',
          'application/json, a/b',
          '',
        ),
        async (body, type) => {
          expect([200, 415, 422]).toContain((await send(`/things/${id}`, body, type)).status)
        },
      ),
      { numRuns: 300 },
    )
  })

  it('leave nothing in the log, since none of them is a fault of ours', () => {
    expect(logged).toEqual([])
  })

  it('of a megabyte do not hold the process up', async () => {
    for (const body of [
      '['.repeat(999_999),
      `{"more":{${Array.from({ length: 70_000 }, (_, n) => `"k${n}":1`).join(',')}}}`,
      `"${'\\u0061'.repeat(160_000)}"`,
    ]) {
      const began = performance.now()
      expect((await send(`/things/${id}`, body)).status).toBe(422)
      expect(performance.now() - began).toBeLessThan(1_000)
    }
  })
})

describe('hostile connections', () => {
  let server: Awaited<ReturnType<typeof listeningRig>>
  beforeAll(async () => {
    server = await listeningRig([put])
  })
  afterAll(() => server.close())

  /** Sends raw bytes and gives the status line's number, or `closed`. */
  const raw = (bytes: string) =>
    new Promise<string>((resolve) => {
      let answer = ''
      const socket = connect(Number(new URL(server.address).port), '127.0.0.1', () => socket.write(bytes))
      socket
        .on('data', (piece) => {
          answer += piece
          if (answer.includes('\r\n\r\n')) socket.destroy()
        })
        .on('error', () => undefined)
        .on('close', () => resolve(/^HTTP\/1\.1 (\d+)/.exec(answer)?.[1] ?? 'closed'))
    })
  const head =
    `PUT /things/${id} HTTP/1.1\r\nHost: recado.test\r\nAuthorization: Bearer good\r\n` +
    'Content-Type: application/json\r\n'

  it.each([
    ['a header of 1 MB', '431', `${head}X-Long: ${'a'.repeat(1_000_000)}\r\n\r\n`],
    [
      'a token of 15 KB',
      '401',
      `PUT /things/${id} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${'a'.repeat(15_000)}\r\n` +
        'Content-Length: 0\r\n\r\n',
    ],
    ['a body longer than announced', '400', `${head}Content-Length: 2\r\n\r\n{}{"name":"x"}`],
    ['two lengths', '400', `${head}Content-Length: 2\r\nContent-Length: 20\r\n\r\n{}`],
    ['a length beside chunks', '400', `${head}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`],
    ['chunks beside a length', '400', `${head}Transfer-Encoding: chunked\r\nContent-Length: 2\r\n\r\n0\r\n\r\n`],
    ['an encoding nobody knows', '400', `${head}Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n`],
    ['chunks that are not the last encoding', '400', `${head}Transfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n`],
    ['chunks twice', '400', `${head}Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n\r\n0\r\n\r\n`],
    ['a space before a colon', '400', `${head}Transfer-Encoding : chunked\r\n\r\n0\r\n\r\n`],
    ['a length with a sign', '400', `${head}Content-Length: +2\r\n\r\n{}`],
    ['a length in hex', '400', `${head}Content-Length: 0x2\r\n\r\n{}`],
    ['a length that is a list', '400', `${head}Content-Length: 2, 2\r\n\r\n{}`],
    ['a length below nothing', '400', `${head}Content-Length: -1\r\n\r\n{}`],
    ['a chunk of a size that is none', '400', `${head}Transfer-Encoding: chunked\r\n\r\n0x2\r\n{}\r\n0\r\n\r\n`],
    ['a chunk that ends too late', '400', `${head}Transfer-Encoding: chunked\r\n\r\n2\r\n{}x\r\n0\r\n\r\n`],
    ['a header that goes on in the next line', '400', `${head}X: a\r\n b\r\nContent-Length: 2\r\n\r\n{}`],
    ['a length that goes on in the next line', '400', `${head}Content-Length:\r\n 2\r\n\r\n{}`],
    ['headers that end by line feeds', '400', 'GET / HTTP/1.1\nHost: x\n\n'],
    ['no host', '400', 'GET / HTTP/1.1\r\n\r\n'],
    ['two hosts', '400', 'GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n'],
    ['a line break in a header', '400', 'GET / HTTP/1.1\r\nHost: x\r\nX: a\rb\r\n\r\n'],
    ['a host that is none', '400', 'GET / HTTP/1.1\r\nHost: a b/../\r\n\r\n'],
    ['a path that is none', '400', 'GET \\..\\x HTTP/1.1\r\nHost: x\r\n\r\n'],
    ['nothing of HTTP', '400', 'hello\r\n\r\n'],
  ])('with %s get %s, and harm nobody else', async (_, status, bytes) => {
    expect(await raw(bytes)).toBe(status)
    expect(
      (
        await fetch(`${server.address}/things/${id}`, {
          method: 'PUT',
          body: '{"name":"x"}',
          headers: { ...signedIn, 'content-type': 'application/json' },
        })
      ).status,
    ).toBe(200)
  })
})

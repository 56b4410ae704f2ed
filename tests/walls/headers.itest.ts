import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testApp, type Person, type TestApp } from '../harness/app.ts'

/* What every kind of answer says to browsers, under https: of both companies, of nobody, and of what is no route. */

let world: TestApp
let people: readonly Person[]
const shellDist = mkdtempSync(join(tmpdir(), 'recado-shell-'))
beforeAll(async () => {
  writeFileSync(
    join(shellDist, 'index.html'),
    '<!doctype html><title>Recado</title><script nonce="__CSP_NONCE__"></script>',
  )
  writeFileSync(join(shellDist, 'service-worker.js'), '')
  writeFileSync(join(shellDist, 'manifest.webmanifest'), '{}')
  world = await testApp({ channel: 'webchat', app: { publicUrl: 'https://desk.example', shellDist } })
  people = [await world.signIn(world.a.admin), await world.signIn(world.b.admin)]
}, 60_000)
afterAll(async () => {
  await world.close()
  rmSync(shellDist, { recursive: true })
})

/** Of every answer, whatever it is. */
const everywhere = {
  'x-content-type-options': 'nosniff',
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
  'cross-origin-opener-policy': 'same-origin',
}
const silent = { 'referrer-policy': 'no-referrer' }
const own = { ...silent, 'cross-origin-resource-policy': 'same-origin' }
/** Of answers that no page may show in a frame. */
const unframed = /frame-ancestors 'none'/

async function seen(path: string, person?: Person, init: RequestInit = {}): Promise<Response> {
  const answer = await fetch(world.base + path, { ...init, headers: { ...person?.credentials, ...init.headers } })
  await answer.body?.cancel()
  expect(answer.headers.get('server'), 'nothing says what answers').toBeNull()
  expect(answer.headers.get('x-powered-by')).toBeNull()
  expect(answer.headers.get('access-control-allow-credentials')).toBeNull()
  return answer
}
const expectHeaders = (answer: Response, headers: Readonly<Record<string, string>>): void =>
  expect(
    Object.fromEntries(Object.keys({ ...everywhere, ...headers }).map((name) => [name, answer.headers.get(name)])),
    answer.url,
  ).toEqual({ ...everywhere, ...headers })

describe('answers say to browsers what they are', () => {
  test.each<[string, string, number, RegExp]>([
    [
      'the shell',
      '/',
      200,
      /^default-src 'none'; script-src 'self' 'nonce-[\w+/=]+'; .*; object-src 'none'; frame-ancestors 'none'$/,
    ],
    ['its service worker', '/service-worker.js', 200, /^default-src 'none'; connect-src 'self'$/],
    ['its manifest', '/manifest.webmanifest', 200, unframed],
    ['the page of the API', '/docs', 200, /script-src 'self';.*frame-ancestors 'none'/],
    ['its viewer', '/docs/viewer.js', 200, unframed],
    ['the document of the API', '/openapi.json', 200, unframed],
    ['a probe', '/livez', 200, unframed],
    ['metrics', '/metrics', 200, unframed],
    ['a refusal', '/tickets', 401, unframed],
    ['no route', '/nothing', 404, unframed],
    ['no webhook', `/hooks/webchat/${randomUUID()}/x`, 404, unframed],
    ['no file', '/media/a/b/c', 404, unframed],
    ['no panel', '/plugins/nothing/remoteEntry.js', 404, unframed],
    ['a socket’s polling', '/socket.io/?EIO=4&transport=polling', 200, unframed],
    ['a socket of another version', '/socket.io/?EIO=3&transport=polling', 400, unframed],
    ['a socket of a foreign page', '/socket.io/?EIO=4&transport=polling&token=x', 403, unframed],
  ])('%s', async (_, path, status, policy) => {
    const answer = await seen(path)
    expect(answer.status).toBe(status)
    expectHeaders(answer, own)
    expect(answer.headers.get('content-security-policy')).toMatch(policy)
  })

  test('answers of the API to both companies, and none of them is kept', async () => {
    for (const person of people) {
      for (const path of [
        '/auth/session',
        '/tickets?status[]=open',
        '/api/shell/manifest',
        `/tickets/${randomUUID()}`,
      ]) {
        const answer = await seen(path, person)
        expectHeaders(answer, {
          ...own,
          'cache-control': 'no-store',
          'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
        })
      }
    }
  })

  test('files of a company run nothing, and are kept by their reader alone', async () => {
    for (const person of people) {
      let taken = 0
      const made = await person.ok<{ id: string }>('POST', '/p/quick-messages/fastreply', {
        key: `k${randomUUID().slice(0, 8)}`,
        message: 'Olá',
      })
      for (const [name, type] of [
        ['pagina.html', 'text/html'],
        ['desenho.svg', 'image/svg+xml'],
        ['nota.txt', 'text/plain'],
      ] as const) {
        const form = new FormData()
        form.set(
          'file',
          new File(['<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'], name, { type }),
        )
        const { status, body } = await person.call<{ file?: { url: string } }>(
          'PUT',
          `/p/quick-messages/fastreply/${made.id}/file`,
          form,
        )
        // What could run may be refused outright; what is taken leaves without a type that runs.
        if (status >= 300) {
          expect(status).toBe(422)
          continue
        }
        taken++
        const answer = await seen(body.file!.url)
        expectHeaders(answer, {
          ...silent,
          'cross-origin-resource-policy': 'same-site',
          'content-security-policy': "sandbox; default-src 'none'; frame-ancestors 'none'",
        })
        expect(answer.headers.get('content-disposition')).toMatch(/^attachment/)
        expect(answer.headers.get('content-type')).not.toMatch(/html|svg|xml/)
        expect(answer.headers.get('cache-control')).toMatch(/^private/)
      }
      expect(taken).toBeGreaterThan(0)
    }
  })

  test('what pages of other sites embed says so, and nothing else does', async () => {
    for (const { connection } of [world.a, world.b]) {
      const frame = await seen(`/p/webchat/c/${connection}/frame`)
      expectHeaders(frame, {
        'cross-origin-resource-policy': 'cross-origin',
        'referrer-policy': 'strict-origin-when-cross-origin',
      })
      expect(frame.headers.get('content-security-policy')).toMatch(
        /^default-src 'none'; script-src 'self'; .*object-src 'none'; frame-ancestors \*; require-trusted-types/,
      )
    }
    const demo = await seen('/p/webchat/demo')
    expectHeaders(demo, {})
    expect(demo.headers.get('content-security-policy')).toMatch(unframed)
    for (const path of ['/p/webchat/widget.js', '/plugins/webchat/locales/pt-BR.json']) {
      const answer = await seen(path)
      expectHeaders(answer, {
        ...silent,
        'cross-origin-resource-policy': 'cross-origin',
        'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      })
    }
  })

  test('a stream is neither kept nor framed', async () => {
    const session = await fetch(`${world.base}/p/webchat/c/${world.a.connection}/session`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{}',
    })
    expect(session.status).toBeLessThan(300)
    const { token } = (await session.json()) as { token: string }
    const answer = await seen(`/p/webchat/c/${world.a.connection}/events`, undefined, {
      headers: { authorization: `Bearer ${token}` },
    })
    expect(answer.headers.get('content-type')).toBe('text/event-stream')
    expectHeaders(answer, {
      ...silent,
      'cache-control': 'no-store, no-transform',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    })
  })
})

test('without https nothing is promised of it', async () => {
  const plain = await testApp({ channel: 'webchat' })
  for (const path of ['/livez', '/nothing', '/socket.io/?EIO=4&transport=polling'])
    expect((await fetch(plain.base + path)).headers.get('strict-transport-security'), path).toBeNull()
  await plain.close()
}, 60_000)

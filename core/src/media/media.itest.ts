import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Refusal } from '@recado/contracts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testDatabase, type TestDatabase } from '../../../tests/harness/database.ts'
import { twoTenants, type TestTenant } from '../../../tests/harness/tenants.ts'
import { listen, type Listener } from '../http/listen.ts'
import { createRateLimiter } from '../http/rate.ts'
import { createHttp } from '../http/server.ts'
import { diskBlobs } from './disk.ts'
import { diskAlone } from './placed-blobs.ts'
import { mediaRoutes } from './media.routes.ts'
import { createMediaStore } from './store.ts'

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
let database: TestDatabase
let a: TestTenant
let b: TestTenant
let folder: string
let media: ReturnType<typeof createMediaStore>
let server: Listener
/** Letters of messages, with their images. */
const letters = new Map<string, ReadonlySet<string>>()
let now = new Date('2026-11-20T12:00:07Z')
const silent = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined }
beforeAll(async () => {
  database = await testDatabase()
  ;({ a, b } = await twoTenants(database.owner))
  folder = await mkdtemp(join(tmpdir(), 'recado-media-'))
  media = createMediaStore({
    db: database.db,
    blobs: diskAlone(diskBlobs(folder)),
    secret: 'a secret of an installation, long enough',
    clock: { now: () => now },
  })
  const http = createHttp({
    log: silent,
    metrics: { request: () => undefined },
    authenticator: {
      authenticate: async () => {
        throw new Refusal('ERR_SESSION_ENDED')
      },
    },
    permits: () => false,
    rate: createRateLimiter(),
    config: { publicUrl: undefined },
  })
  http.setRoutes(mediaRoutes(media, async (tenantId, mediaId) => letters.get(`${tenantId} ${mediaId}`)))
  server = await listen(http, { host: '127.0.0.1', port: 0 })
})
afterAll(async () => {
  await server.close(0)
  await database.drop()
  await rm(folder, { recursive: true })
})

const get = (path: string, init?: RequestInit) => fetch(`http://127.0.0.1:${server.port}${path}`, init)
const leftOvers = async (tenant: string) =>
  (await readdir(join(folder, tenant)).catch(() => [])).filter((file) => !file.endsWith('.bin'))
const filesOf = async (tenant: string) => (await readdir(join(folder, tenant)).catch(() => [])).length

describe('the media store', () => {
  it('keeps the type of the bytes, a safe name and the size', async () => {
    const info = await media.put(a.id, png, { name: '../../\u202egnp.exe', mime: 'text/html' })
    expect(info).toMatchObject({ mime: 'image/png', name: 'gnp.exe', bytes: png.length })
    expect(await media.info(a.id, info.id)).toEqual(info)
    expect(Buffer.from(await new Response((await media.open(a.id, info.id)).stream).arrayBuffer())).toEqual(png)
  })

  it('gives one company nothing of another', async () => {
    const info = await media.put(a.id, png, {})
    expect(await media.info(b.id, info.id)).toBeUndefined()
    await expect(media.open(b.id, info.id)).rejects.toMatchObject({ code: 'ERR_NO_MEDIA_FOUND' })
  })

  it('ends a source that is too large or fails, and leaves nothing behind', async () => {
    const before = await filesOf(a.id)
    async function* endless() {
      for (;;) yield Buffer.alloc(64 * 1024)
    }
    async function* broken() {
      yield png
      throw new Error('the sender is gone')
    }
    await expect(media.put(a.id, endless(), { maxBytes: 1_000_000 })).rejects.toMatchObject({
      code: 'ERR_FILE_TOO_LARGE',
      facts: { limit: 1_000_000 },
    })
    await expect(media.put(a.id, broken(), {})).rejects.toThrow('the sender is gone')
    expect([await filesOf(a.id), await leftOvers(a.id)]).toEqual([before, []])
    expect((await media.put(a.id, Buffer.alloc(10_000_000, 1), {})).bytes).toBe(10_000_000)
    await expect(media.put(a.id, Buffer.alloc(10_000_001, 1), {})).rejects.toMatchObject({ code: 'ERR_FILE_TOO_LARGE' })
  })

  it('leaves no bytes when the description cannot be stored', async () => {
    const nobody = '01890000-0000-7000-8000-000000000099'
    await expect(media.put(nobody, png, {})).rejects.toThrow()
    expect(await filesOf(nobody)).toBe(0)
  })
})

describe('signed paths', () => {
  it('serve the file with headers that let it run nothing', async () => {
    const info = await media.put(a.id, png, { name: 'foto do cão.png' })
    const response = await get(media.sign(a.id, info.id, 300_000, info.name))
    expect(response.status).toBe(200)
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'image/png',
      'content-disposition': `inline; filename="foto do c_o.png"; filename*=UTF-8''foto%20do%20c%C3%A3o.png`,
      'x-content-type-options': 'nosniff',
      'content-security-policy': "sandbox; default-src 'none'; frame-ancestors 'none'",
      'cross-origin-resource-policy': 'same-site',
      'content-length': String(png.length),
    })
    expect(Buffer.from(await response.arrayBuffer())).toEqual(png)
  })

  it('show a letter with its stored pictures in a frame where nothing runs', async () => {
    const picture = await media.put(a.id, png, {})
    const other = await media.put(a.id, png, {})
    const html =
      `<!doctype html><p onclick="x()">Olá</p><img src="media:${picture.id}"><img src="media:${other.id}"><script>` +
      'alert(1)</script>'
    const { id } = await media.put(a.id, Buffer.from(html), { mime: 'text/html' })
    const path = media.sign(a.id, id, 300_000)
    expect((await get(`${path}&view=letter`)).headers.get('content-type'), 'no letter of any message').toBe(
      'application/octet-stream',
    )
    letters.set(`${a.id} ${id}`, new Set([picture.id]))
    const shown = await get(`${path}&view=letter`)
    expect(Object.fromEntries(shown.headers)).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cross-origin-resource-policy': 'same-origin',
    })
    expect(shown.headers.get('content-security-policy')).toMatch(
      /^sandbox allow-same-origin allow-popups allow-popups-to-escape-sandbox; default-src 'none'/,
    )
    const text = await shown.text()
    expect(text).toContain(`<img src="media:${other.id}">`)
    const address = /<img src="([^"]+)"/.exec(text)![1]!.replaceAll('&amp;', '&')
    expect(Buffer.from(await (await get(address)).arrayBuffer())).toEqual(png)
    const plain = await get(path)
    expect([plain.headers.get('content-type'), plain.headers.get('content-disposition')?.split(';')[0]]).toEqual([
      'application/octet-stream',
      'attachment',
    ])
    expect((await get(`${media.sign(a.id, picture.id, 300_000)}&view=letter`)).headers.get('content-type')).toBe(
      'image/png',
    )
  })

  it('stay the same for a while and then end', async () => {
    const info = await media.put(a.id, png, {})
    const path = media.sign(a.id, info.id, 300_000)
    now = new Date(now.getTime() + 1_000)
    expect(media.sign(a.id, info.id, 300_000)).toBe(path)
    now = new Date(now.getTime() + 298_000)
    expect((await get(path)).status).toBe(200)
    now = new Date(now.getTime() + 600_000)
    expect([(await get(path)).status, ((await (await get(path)).json()) as { error: string }).error]).toEqual([
      404,
      'ERR_NO_MEDIA_FOUND',
    ])
  })

  it('refuse everything that was not signed, all alike', async () => {
    const info = await media.put(a.id, png, { name: 'a.png' })
    const other = await media.put(b.id, png, { name: 'a.png' })
    const path = media.sign(a.id, info.id, 300_000, 'a.png')
    const url = new URL(path, 'http://x')
    const expires = url.searchParams.get('e')!
    const bad = [
      path.replace(info.id, other.id),
      path.replace(a.id, b.id),
      path.replace('a.png', 'b.png'),
      path.replace(`e=${expires}`, `e=${Number(expires) + 60}`),
      path.slice(0, -1),
      `${path}AA`,
      path.replace(/&s=.*/, ''),
      path.replace(/&s=.*/, '&s='),
      `/media/${a.id}/${info.id}/a.png`,
      '/media/x/y/z?e=1&s=1',
      `/media/${a.id}/${info.id}/..%2f..%2fsecret?e=${expires}&s=x`,
      media.sign(a.id, '01890000-0000-7000-8000-000000000099', 300_000),
      media.sign(b.id, info.id, 300_000, 'a.png'),
    ]
    for (const attempt of bad)
      expect([
        attempt,
        (await get(attempt)).status,
        ((await (await get(attempt)).json()) as { error: string }).error,
      ]).toEqual([attempt, 404, 'ERR_NO_MEDIA_FOUND'])
  })

  it('offer a mail for saving only, without its type', async () => {
    const mail = 'Subject: Oi\r\nContent-Type: text/html\r\n\r\n<script>alert(1)</script>'
    const info = await media.put(a.id, Buffer.from(mail), { name: 'oi.eml', mime: 'message/rfc822' })
    expect(info.mime).toBe('message/rfc822')
    const response = await get(media.sign(a.id, info.id, 300_000, 'oi.eml'))
    expect([response.headers.get('content-type'), response.headers.get('content-disposition')]).toEqual([
      'application/octet-stream',
      expect.stringContaining('attachment') as string,
    ])
    expect(await response.text()).toBe(mail)
  })

  it.each([
    ['a page', '<!doctype html><script>alert(1)</script>', 'x.jpg', 'application/octet-stream'],
    ['a drawing', '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>', 'x.png', 'application/octet-stream'],
    ['a text', 'words', 'x.txt', 'text/plain; charset=utf-8'],
  ])('offer %s for saving only', async (_, bytes, name, type) => {
    const info = await media.put(a.id, Buffer.from(bytes), { name, mime: 'image/jpeg' })
    const response = await get(media.sign(a.id, info.id, 300_000, name))
    expect([response.headers.get('content-type'), response.headers.get('content-disposition')?.split(';')[0]]).toEqual([
      type,
      'attachment',
    ])
  })

  it('serve parts of a file, and nothing twice', async () => {
    const info = await media.put(a.id, Buffer.from('0123456789'), { mime: 'text/plain' })
    const path = media.sign(a.id, info.id, 300_000)
    const part = await get(path, { headers: { range: 'bytes=2-4' } })
    expect([part.status, part.headers.get('content-range'), await part.text()]).toEqual([206, 'bytes 2-4/10', '234'])
    const beyond = await get(path, { headers: { range: 'bytes=10-' } })
    expect([beyond.status, beyond.headers.get('content-range')]).toEqual([416, 'bytes */10'])
    const whole = await get(path)
    expect((await get(path, { headers: { 'if-none-match': whole.headers.get('etag')! } })).status).toBe(304)
    expect(await (await get(path, { headers: { range: 'bytes=2-4', 'if-range': '"another"' } })).text()).toBe(
      '0123456789',
    )
    const head = await get(path, { method: 'HEAD' })
    expect([head.status, head.headers.get('content-length'), await head.text()]).toEqual([200, '10', ''])
  })
})

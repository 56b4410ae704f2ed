import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listeningRig } from './http.rig.ts'
import { servePluginAssets, serveShell } from './static.ts'

let folder: string
let logo: string | null = null
let server: Awaited<ReturnType<typeof listeningRig>>
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'recado-static-'))
  const put = async (path: string, text: string) => {
    await mkdir(join(folder, path, '..'), { recursive: true })
    await writeFile(join(folder, path), text)
  }
  await put('secret.txt', 'secret')
  await put(
    'dist/index.html',
    '<!doctype html><script nonce="__CSP_NONCE__" type="module" src="/assets/index-Ab3dE_f7.js"></script>',
  )
  await put('dist/assets/index-Ab3dE_f7.js', `export const words = '${'Recado '.repeat(500)}'`)
  await put('dist/.vite/manifest.json', '{}')
  await put('dist/favicon.svg', '<svg/>')
  await put('dist/service-worker.js', 'addEventListener("push", () => undefined)')
  await put('dist/manifest.webmanifest', '{"name":"Recado","short_name":"Recado","icons":[]}')
  await put('weather/ui/remoteEntry-Xy12_abc.js', 'export {}')
  await put('weather/locales/quick-messages.json', '{"a":"b"}')
  await symlink(join(folder, 'secret.txt'), join(folder, 'dist/link.txt'))
  server = await listeningRig([], {
    fallbacks: [
      servePluginAssets((id) =>
        id === 'weather' ? { ui: join(folder, 'weather/ui'), locales: join(folder, 'weather/locales') } : undefined,
      ),
      serveShell({ dist: join(folder, 'dist'), logo: async () => logo, name: async () => 'Papelaria Aurora' }),
    ],
  })
})
afterAll(async () => {
  await server.close()
  await rm(folder, { recursive: true })
})
const get = (path: string, headers: Record<string, string> = {}) => fetch(server.address + path, { headers })

describe('the shell', () => {
  it('S7-080 has a service worker that is asked for anew and reaches this origin alone', async () => {
    const worker = await get('/service-worker.js')
    expect([
      worker.status,
      worker.headers.get('content-type'),
      worker.headers.get('cache-control'),
      worker.headers.get('content-security-policy'),
    ]).toEqual([200, 'text/javascript; charset=utf-8', 'no-cache', "default-src 'none'; connect-src 'self'"])
  })
  it('can be installed under the name of the installation', async () => {
    const manifest = await get('/manifest.webmanifest')
    expect(manifest.headers.get('content-type')).toBe('application/manifest+json')
    expect(await manifest.json()).toEqual({ name: 'Papelaria Aurora', short_name: 'Papelaria Aurora', icons: [] })
  })

  it('is one document, never kept, with a nonce of its own each time and a policy without unsafe words', async () => {
    const [one, two] = [await get('/'), await get('/')]
    const [first, second] = [await one.text(), await two.text()]
    const nonce = /nonce="([^"]+)"/.exec(first)![1]!
    expect(first).not.toBe(second)
    expect(one.headers.get('cache-control')).toBe('no-store')
    const policy = one.headers.get('content-security-policy')!
    expect(policy).toContain(`script-src 'self' 'nonce-${nonce}';`)
    expect(policy).not.toContain('unsafe')
    for (const rule of ["default-src 'none'", "base-uri 'none'", "object-src 'none'", "frame-ancestors 'none'"])
      expect(policy).toContain(rule)
  })

  it('may show the logo of the installation from where it lies, and an address that would say more to the browser adds nothing', async () => {
    const pictures = async (address: string) => {
      logo = address
      const policy = (await get('/')).headers.get('content-security-policy')!
      logo = null
      return /img-src ([^;]*)/.exec(policy)![1]
    }
    expect(await pictures('https://cdn.example.com/brand/logo.png')).toBe("'self' blob: data: https://cdn.example.com")
    for (const address of ['https://a;script-src/x', 'javascript:alert(1)', 'nothing'])
      expect(await pictures(address)).toBe("'self' blob: data:")
  })

  it('keeps hashed files for good and asks again for the others', async () => {
    expect((await get('/assets/index-Ab3dE_f7.js')).headers.get('cache-control')).toBe(
      'public, max-age=31536000, immutable',
    )
    const icon = await get('/favicon.svg')
    expect(icon.headers.get('cache-control')).toBe('no-cache')
    expect((await get('/favicon.svg', { 'if-none-match': icon.headers.get('etag')! })).status).toBe(304)
  })

  it('compresses what the client can read', async () => {
    const raw = await server.http.app.fetch(
      new Request('http://x/assets/index-Ab3dE_f7.js', { headers: { 'accept-encoding': 'gzip, br' } }),
    )
    expect(raw.headers.get('content-encoding')).toBe('br')
    expect(brotliDecompressSync(Buffer.from(await raw.arrayBuffer())).toString()).toContain('Recado')
    expect(
      (
        await server.http.app.fetch(
          new Request('http://x/assets/index-Ab3dE_f7.js', { headers: { 'accept-encoding': 'br;q=0, identity' } }),
        )
      ).headers.get('content-encoding'),
    ).toBeNull()
  })

  it.each([
    '/../secret.txt',
    '/..%2fsecret.txt',
    '/%2e%2e/secret.txt',
    '/%2e%2e%2fsecret.txt',
    '/assets/..%5c..%5csecret.txt',
    '/assets/%2e%2e/%2e%2e/secret.txt',
    '/link.txt',
    '/.vite/manifest.json',
    '/%2evite/manifest.json',
    '/favicon.svg%00.js',
    '/%zz',
    '/assets',
    '/assets/',
    '//secret.txt',
    '/dist/index.html',
  ])('gives nothing for %s', async (path) => {
    const answer = await server.http.app.fetch(new Request(`http://recado.test${path}`))
    expect([answer.status, ((await answer.json()) as { error: string }).error]).toEqual([404, 'ERR_NOT_FOUND'])
  })
})

describe('the files of plugins', () => {
  it('are served under the id, under a retry path too, and to other origins', async () => {
    for (const path of ['/plugins/weather/remoteEntry-Xy12_abc.js', '/plugins/weather/~2/remoteEntry-Xy12_abc.js']) {
      const answer = await get(path)
      expect([
        answer.status,
        answer.headers.get('cache-control'),
        answer.headers.get('cross-origin-resource-policy'),
      ]).toEqual([200, 'public, max-age=31536000, immutable', 'cross-origin'])
    }
  })

  it('do not take a word for a hash', async () => {
    const answer = await get('/plugins/weather/locales/quick-messages.json')
    expect([await answer.json(), answer.headers.get('cache-control')]).toEqual([{ a: 'b' }, 'no-cache'])
  })

  it.each([
    '/plugins/unknown/remoteEntry-Xy12_abc.js',
    '/plugins/weather/',
    '/plugins/weather/..%2flocales/quick-messages.json',
    '/plugins/weather/~x/remoteEntry-Xy12_abc.js',
    '/plugins/%2e%2e/secret.txt',
  ])('are not %s', async (path) => {
    expect((await get(path)).status).toBe(404)
  })
})

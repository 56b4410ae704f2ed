import { afterAll, beforeAll, expect, test } from 'vitest'
import { GifSimulator } from '../../plugins/gifs/simulator/simulator.ts'
import { testApp, type Person, type TestApp } from '../harness/app.ts'

interface Gif {
  id: string
  description: string
  preview: string
  files: { type: string; source: string }[]
}
interface Page {
  provider: { name: string }
  gifs: Gif[]
  nextCursor: string | null
}

let [node, simulator]: [TestApp, GifSimulator] = [] as never
/** Administrator and agent; and the other company's administrator. */
let [ana, ugo, bia]: Person[] = []
const key = 'simulated-key'
const settings = () => ({ provider: 'klipy', klipyKey: key, apiRoot: simulator.url })
beforeAll(async () => {
  simulator = await GifSimulator.start()
  simulator.keys.add(key)
  node = await testApp({ app: { egress: { allow: ['127.0.0.0/8'] } } })
  ;[ana, ugo, bia] = await Promise.all([node.a.admin, node.a.user, node.b.admin].map((user) => node.signIn(user)))
})
afterAll(async () => {
  await node?.close()
  await simulator?.close()
})

test('GIFs are off until a company switches them on, and its key comes back to nobody', async () => {
  expect(await ugo!.refused('GET', '/p/gifs/gifs')).toBe('404 ERR_PLUGIN_DISABLED')
  expect(await ugo!.refused('PUT', '/api/plugins/gifs', { enabled: true })).toBe('403 ERR_NO_PERMISSION')
  await ana!.ok('PUT', '/api/plugins/gifs', { enabled: true })
  expect(await ugo!.refused('GET', '/p/gifs/gifs')).toBe('409 ERR_GIFS_KEY')
  expect(JSON.stringify(await ana!.ok('PUT', '/api/plugins/gifs', { settings: settings() }))).not.toContain(key)
})

test('S1-024 an agent finds a GIF, sees it through the server, and sends it; another company has none', async () => {
  const page = await ugo!.ok<Page>('GET', '/p/gifs/gifs?searchParam=obrigado')
  expect(page).toMatchObject({ provider: { name: 'KLIPY' }, nextCursor: null })
  const [gif] = page.gifs
  const picture = await fetch(`${node.base}/p/gifs/pictures?source=${encodeURIComponent(gif!.preview)}`, {
    headers: ugo!.credentials,
  })
  expect([picture.status, picture.headers.get('content-type'), picture.headers.get('cache-control')]).toEqual([
    200,
    'image/gif',
    'private, max-age=300',
  ])
  const kept = await ugo!.ok<{ path: string; type: string }>('POST', '/p/gifs/files', {
    source: gif!.files[0]!.source,
    description: gif!.description,
  })
  const sent = await fetch(node.base + kept.path)
  expect([kept.type, sent.headers.get('content-type')]).toEqual(['image/gif', 'image/gif'])
  expect(Buffer.from(await sent.arrayBuffer())).toEqual(Buffer.from(await picture.arrayBuffer()))
  expect(await bia!.refused('GET', '/p/gifs/gifs')).toBe('404 ERR_PLUGIN_DISABLED')
  expect(await bia!.refused('POST', '/p/gifs/files', { source: gif!.files[0]!.source })).toBe('404 ERR_PLUGIN_DISABLED')
})

test('each company asks with its own key and filter, and sees nothing that was kept for another', async () => {
  await bia!.ok('PUT', '/api/plugins/gifs', {
    enabled: true,
    settings: { ...settings(), klipyKey: 'another-key', filter: 'off' },
  })
  expect(await bia!.refused('GET', '/p/gifs/gifs?searchParam=obrigado')).toBe('409 ERR_GIFS_KEY')
  simulator.keys.add('another-key')
  const before = simulator.listed.length
  expect((await bia!.ok<Page>('GET', '/p/gifs/gifs?searchParam=risada')).gifs).toHaveLength(3)
  expect((await ugo!.ok<Page>('GET', '/p/gifs/gifs?searchParam=risada')).gifs).toHaveLength(2)
  expect(simulator.listed.slice(before).map(({ searchParams }) => searchParams.get('key'))).toEqual([
    'another-key',
    key,
  ])
})

test('S8-174 a provider that wants a pause is told with the wait, as a header too, and one company’s pause is not another’s', async () => {
  simulator.faults.plan('list', { status: 429, retryAfter: 20 })
  const answer = await ugo!.call('GET', '/p/gifs/gifs?searchParam=festa')
  expect(answer).toMatchObject({ status: 429, body: { error: 'ERR_GIFS_BUSY', retryAfterSeconds: 20 } })
  expect(answer.headers.get('retry-after')).toBe('20')
  expect(await bia!.call<Page>('GET', '/p/gifs/gifs?searchParam=festa')).toMatchObject({ status: 200 })
})

test('what stands elsewhere is not fetched', async () => {
  for (const source of [
    'http://169.254.169.254/latest/meta-data',
    `${node.base}/healthz`,
    'https://example.com/a.gif',
    'http://localhost:1/a.gif',
  ]) {
    expect(await bia!.refused('POST', '/p/gifs/files', { source }), source).toBe('404 ERR_NOT_FOUND')
  }
  expect(await bia!.refused('POST', '/p/gifs/files', { source: 'nowhere' })).toContain('ERR_VALIDATION')
})

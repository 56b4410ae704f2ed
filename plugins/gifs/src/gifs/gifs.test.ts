import { testHost } from '@recado/sdk/testing'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { GifSimulator } from '../../simulator/simulator.ts'
import plugin from '../server.ts'
import type { GifPage } from './gif.ts'

const host = testHost({ plugin, folder: join(import.meta.dirname, '../..') })
let simulator: GifSimulator
beforeAll(async () => {
  simulator = await GifSimulator.start()
})
afterAll(() => simulator.close())

let keys = 0
/** The first company with a key of its own, and what it asks. */
function company(settings: object = {}) {
  const key = `simulated-key-${++keys}`
  simulator.keys.add(key)
  host.a.save({ klipyKey: key, giphyKey: key, apiRoot: simulator.url, ...settings })
  return host.a
}
type Company = ReturnType<typeof company>
const list = async (of: Company, query: Record<string, string> = {}) =>
  (await of.ask('GET', '/p/gifs/gifs', { query, locale: 'pt-BR' })) as {
    status: number
    body: GifPage & { error?: string; retryAfterSeconds?: number }
  }
const words = ({ gifs }: GifPage): string[] => gifs.map(({ description }) => description)

describe.each(['klipy', 'giphy'] as const)('S1-024 GIFs of %s', (provider) => {
  test('are found by words, popular without any, and follow each other page by page', async () => {
    const of = company({ provider })
    expect(words((await list(of, { searchParam: 'GATO' })).body)).toEqual([
      'Gato batendo palmas',
      'Gato batendo palmas devagar',
      'Gato batendo palmas de novo',
    ])
    const first = (await list(of, { limit: '30' })).body
    const second = (await list(of, { limit: '30', cursor: first.nextCursor! })).body
    expect([first.gifs.length, second.gifs.length, second.nextCursor]).toEqual([30, 13, null])
    expect(new Set([...words(first), ...words(second)]).size).toBe(43)
    expect(first.provider.name.toLowerCase()).toBe(provider)
  })

  test('are filtered as the company wants', async () => {
    expect(words((await list(company({ provider, filter: 'low' }), { searchParam: 'novo' })).body)).toContain(
      'Sono de novo',
    )
    expect(words((await list(company({ provider, filter: 'off' }), { searchParam: 'novo' })).body)).toContain(
      'Risada de novo',
    )
    expect(words((await list(company({ provider }), { searchParam: 'novo' })).body)).not.toContain('Sono de novo')
  })

  test('are not asked for twice within minutes', async () => {
    const of = company({ provider })
    const before = simulator.listed.length
    for (const query of [{}, {}, { searchParam: 'gato' }]) await list(of, query)
    expect(simulator.listed.length - before).toBe(2)
  })

  test('a picture comes through the server, and a file is taken over to be sent', async () => {
    const of = company({ provider })
    const [gif] = (await list(of, { searchParam: 'café' })).body.gifs
    const picture = (await of.ask('GET', '/p/gifs/pictures', { query: { source: gif!.preview } })).body as Response
    expect([
      picture.headers.get('content-type'),
      Buffer.from(await picture.arrayBuffer())
        .subarray(0, 6)
        .toString(),
    ]).toEqual(['image/gif', 'GIF89a'])
    const film = gif!.files.find(({ type }) => type === 'video/mp4')!
    const kept = (
      await of.ask('POST', '/p/gifs/files', { body: { source: film.source, description: gif!.description } })
    ).body as { path: string; type: string }
    expect(kept).toMatchObject({ type: 'video/mp4', path: expect.any(String) })
  })

  test('a provider that wants a pause is left alone until then', async () => {
    const of = company({ provider })
    simulator.faults.plan('list', { status: 429, retryAfter: 30 })
    expect(await list(of)).toMatchObject({ status: 429, body: { error: 'ERR_GIFS_BUSY', retryAfterSeconds: 30 } })
    const before = simulator.requests.length
    expect(await list(of, { searchParam: 'gato' })).toMatchObject({ status: 429, body: { error: 'ERR_GIFS_BUSY' } })
    expect(simulator.requests.length).toBe(before)
  })

  test.each([
    [{ status: 500 }, 'ERR_GIFS'],
    [{ status: 401 }, 'ERR_GIFS_KEY'],
    [{ status: 403 }, 'ERR_GIFS_KEY'],
    ['truncated', 'ERR_GIFS'],
    ['dropBefore', 'ERR_GIFS'],
  ] as const)('S8-174 after %j it says %s', async (fault, code) => {
    const of = company({ provider })
    simulator.faults.plan('list', fault)
    expect((await list(of)).body.error).toBe(code)
  })
})

test('without a key, or with another one, it says that the key is missing', async () => {
  const of = company({ klipyKey: null })
  expect(await list(of)).toMatchObject({ status: 409, body: { error: 'ERR_GIFS_KEY' } })
  of.save({ klipyKey: 'a-stranger-key', apiRoot: simulator.url })
  expect(await list(of)).toMatchObject({ status: 409, body: { error: 'ERR_GIFS_KEY' } })
})

test.each([
  'https://example.com/a.gif',
  'http://static.klipy.com/a.gif',
  'https://klipy.com.example/a.gif',
  'https://169.254.169.254/latest',
  'https://media1.giphy.com/a.gif',
])('nothing is fetched from %s', async (source) => {
  const of = company()
  const before = of.requests.length
  expect(await of.ask('GET', '/p/gifs/pictures', { query: { source } })).toMatchObject({
    status: 404,
    body: { error: 'ERR_NOT_FOUND' },
  })
  expect(await of.ask('POST', '/p/gifs/files', { body: { source } })).toMatchObject({ status: 404 })
  expect(of.requests.length).toBe(before)
})

test('what is no picture is not passed on, whatever the provider calls it', async () => {
  const of = company()
  expect(await of.ask('GET', '/p/gifs/pictures', { query: { source: `${simulator.url}/play/state` } })).toMatchObject({
    body: { error: 'ERR_FILE_TYPE' },
  })
})

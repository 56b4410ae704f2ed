import { packageManifestFile, packageSignatureFile, Refusal } from '@recado/contracts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  archiveOf,
  packedPlugin,
  publisherKey,
  sha256,
  type PackedOptions,
  type TarEntry,
} from '../../../tests/harness/packed-plugin.ts'
import { readPackedPlugin } from './packed-plugin.ts'

const server = { 'dist/server.js': 'throw new Error("nobody may run this")' }
const read = async (options: Partial<PackedOptions> & { id?: string; version?: string } = {}) => {
  try {
    return await readPackedPlugin(
      await packedPlugin(options.id ?? 'stranger', options.version ?? '1.0.0', { files: server, ...options }),
    )
  } catch (error) {
    if (Refusal.is(error)) return `${error.code}: ${error.facts.detail}`
    throw error
  }
}
const renamed = (from: string, to: string) => (entries: TarEntry[]) =>
  entries.map((entry) => (entry.name === `package/${from}` ? { ...entry, name: `package/${to}` } : entry))
const without = (file: string) => (entries: TarEntry[]) => entries.filter((entry) => entry.name !== `package/${file}`)
const withContent = (file: string, change: (content: string) => string) => (entries: TarEntry[]) =>
  entries.map((entry) =>
    entry.name === `package/${file}` ? { ...entry, content: change(String(entry.content)) } : entry,
  )

describe('a packed plugin', () => {
  test('is what its manifest says, byte by byte, and says who signed it', async () => {
    const key = publisherKey()
    const bytes = await packedPlugin('stranger', '1.2.3', { files: { ...server, 'locales/ru.json': '{}' }, key })
    const found = await readPackedPlugin(bytes)
    expect(found).toMatchObject({
      hash: sha256(bytes),
      seal: { kind: 'signed', publicKey: key.publicKey, fingerprint: key.fingerprint },
      manifest: { id: 'stranger', version: '1.2.3' },
    })
    expect(Object.keys(found.manifest.files).sort()).toEqual(['dist/server.js', 'locales/ru.json', 'package.json'])
    expect(await read()).toMatchObject({ seal: { kind: 'none' } })
  })

  test.each<[string, Partial<PackedOptions> & { id?: string; version?: string }, string | RegExp]>([
    [
      'without a manifest',
      { tamper: without(packageManifestFile) },
      'ERR_PLUGIN_CONTENT: it has no recado-plugin.json',
    ],
    [
      'with a manifest that is not JSON',
      { tamper: withContent(packageManifestFile, (json) => json.slice(1)) },
      'ERR_PLUGIN_CONTENT: recado-plugin.json is not JSON in UTF-8',
    ],
    [
      'with a manifest of another format',
      { tamper: withContent(packageManifestFile, (json) => json.replace('"format":1', '"format":2')) },
      /^ERR_PLUGIN_CONTENT: recado-plugin.json is wrong at format: /,
    ],
    ['without server code', { files: { 'README.md': '' } }, 'ERR_PLUGIN_CONTENT: dist/server.js is missing'],
    [
      'with a file less',
      { files: { ...server, 'a.txt': 'a' }, tamper: without('a.txt') },
      'ERR_PLUGIN_CONTENT: a.txt is missing',
    ],
    [
      'with a file more',
      { tamper: (entries: TarEntry[]) => [...entries, { name: 'package/more.js', content: '' }] },
      'ERR_PLUGIN_CONTENT: more.js is not in the manifest',
    ],
    [
      'with a file of another name',
      { files: { ...server, 'a.txt': 'a' }, tamper: renamed('a.txt', 'b.txt') },
      'ERR_PLUGIN_CONTENT: a.txt is missing',
    ],
    [
      'with a file that was changed',
      { tamper: withContent('dist/server.js', () => 'evil()') },
      'ERR_PLUGIN_CONTENT: dist/server.js is not what the manifest says',
    ],
    [
      'that lists a path out of it',
      { manifest: { files: { '../x': 'a'.repeat(64) } } },
      /^ERR_PLUGIN_CONTENT: recado-plugin.json is wrong at files/,
    ],
    ['with an id of core', { id: 'ticket' }, 'ERR_PLUGIN_ID_TAKEN: ticket'],
    ['with an id that is none', { id: '../x' }, 'ERR_PLUGIN_ID_TAKEN: ../x'],
    [
      'with a version that is none',
      { version: '../1' },
      'ERR_PLUGIN_CONTENT: its version "../1" is not a semver version',
    ],
    [
      'with a host range that is none',
      { manifest: { host: 'all' } },
      'ERR_PLUGIN_CONTENT: its host range "all" is not a semver range',
    ],
    [
      'for another contract',
      { manifest: { host: '^99.0.0' } },
      /^ERR_PLUGIN_INCOMPATIBLE: it was written for contract \^99\.0\.0, and this is /,
    ],
  ])('%s is refused', async (_what, options, code) => {
    expect(await read(options)).toEqual(code instanceof RegExp ? expect.stringMatching(code) : code)
  })

  test.each<[string, (json: string) => string]>([
    ['is not JSON', () => 'sealed'],
    ['is of another kind', (json) => json.replace('ed25519', 'rsa')],
    ['has a short key', (json) => JSON.stringify({ ...JSON.parse(json), publicKey: 'AAAA' })],
    ['has a short signature', (json) => JSON.stringify({ ...JSON.parse(json), signature: 'AAAA' })],
    [
      'has a key that is no point',
      (json) => JSON.stringify({ ...JSON.parse(json), publicKey: Buffer.alloc(32, 255).toString('base64') }),
    ],
    ['has somebody else’s key', (json) => JSON.stringify({ ...JSON.parse(json), publicKey: publisherKey().publicKey })],
  ])('whose signature %s has a broken seal', async (_what, change) => {
    expect(await read({ key: publisherKey(), tamper: withContent(packageSignatureFile, change) })).toMatchObject({
      seal: { kind: 'broken' },
    })
  })

  test('whose manifest was changed after signing, however little, has a broken seal', async () => {
    const key = publisherKey()
    await fc.assert(
      fc.asyncProperty(fc.constantFrom('Vizinhos', 'Mostra'), async (word) => {
        const found = await read({
          key,
          tamper: withContent(packageManifestFile, (json) => json.replace(word, word.toLowerCase())),
        })
        expect(found).toMatchObject({ seal: { kind: 'broken' } })
      }),
    )
    expect(await read({ key, tamper: withContent(packageManifestFile, (json) => `${json}\n`) })).toMatchObject({
      seal: { kind: 'broken' },
    })
  })

  test('whatever else is in an archive, it is refused', async () => {
    expect(await readPackedPlugin(await archiveOf([])).catch((error: Refusal) => error.code)).toBe('ERR_PLUGIN_CONTENT')
    await fc.assert(
      fc.asyncProperty(fc.string({ maxLength: 300 }), async (text) => {
        expect(
          await readPackedPlugin(await archiveOf([{ name: `package/${packageManifestFile}`, content: text }])).catch(
            (error: Refusal) => error.code,
          ),
        ).toBe('ERR_PLUGIN_CONTENT')
      }),
      { numRuns: 30 },
    )
  })
})

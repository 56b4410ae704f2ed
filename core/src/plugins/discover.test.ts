import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { discover, type Discovered } from './discover.ts'
import { PluginFault } from './fault.ts'

let folder: string
let found: readonly Discovered[]

async function write(files: Record<string, string>): Promise<void> {
  for (const [name, text] of Object.entries(files)) {
    await mkdir(join(folder, dirname(name)), { recursive: true })
    await writeFile(join(folder, name), text)
  }
}
const ui = (facts: object) =>
  JSON.stringify({
    id: 'drawn',
    contract: { major: 1, minor: 0 },
    entry: 'remoteEntry-abc.js',
    preload: ['./panel.css'],
    panels: {},
    ...facts,
  })
const one = (id: string, index = 0): Discovered => found.filter((plugin) => plugin.folder.id === id)[index]!

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'recado-discover-'))
  await write({
    'first/drawn/package.json': '{}',
    'first/drawn/dist/ui/plugin-ui.json': ui({ shared: ['react', '@recado/sdk/ui'] }),
    'first/drawn/locales/ru.json': '{}',
    'first/drawn/migrations/0001-a.sql': '',
    'first/foreign/package.json': '{}',
    'first/foreign/dist/ui/plugin-ui.json': ui({ id: 'other' }),
    'first/torn/package.json': '{}',
    'first/torn/dist/ui/plugin-ui.json': '{ "id": ',
    'first/.cache/package.json': '{}',
    'first/notes.txt': '',
    'first/empty/readme.md': '',
    'second/drawn/package.json': '{}',
  })
  found = await discover([join(folder, 'first'), join(folder, 'second'), join(folder, 'absent')], [], 1_000)
})
afterAll(() => rm(folder, { recursive: true, force: true }))

describe('finding plugins', () => {
  test('only folders with a package.json count, and a root that does not exist holds none', () => {
    expect(found.map((plugin) => plugin.folder.id).sort()).toEqual(['drawn', 'drawn', 'foreign', 'torn'])
  })

  test('paths of the interface are those it is served under', () => {
    const { remote, assets, locales, migrations } = one('drawn').folder
    expect(remote).toEqual({
      contract: { major: 1, minor: 0 },
      entry: '/plugins/drawn/remoteEntry-abc.js',
      preload: ['/plugins/drawn/panel.css'],
      shared: ['react', '@recado/sdk/ui'],
    })
    expect(assets).toBe(join(folder, 'first/drawn/dist/ui'))
    expect(locales).toEqual({ ru: '/plugins/drawn/locales/ru.json' })
    expect(migrations).toBe(join(folder, 'first/drawn/migrations'))
  })

  test('a torn or foreign description of the interface costs the panels only', () => {
    expect([one('torn').folder.remote, one('foreign').folder.remote]).toEqual([null, null])
  })

  test('of two plugins of one id the second is refused, and one without code is named', () => {
    expect(one('drawn', 1).result).toEqual(
      new PluginFault('invalid', `a plugin of the id drawn was already found in ${join(folder, 'first/drawn')}`),
    )
    expect(one('torn').result).toEqual(new PluginFault('invalid', 'it has neither src/server.ts nor dist/server.js'))
  })
})

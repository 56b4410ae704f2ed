import { createHash, createPublicKey, verify } from 'node:crypto'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import {
  packageManifestFile,
  packageSignatureFile,
  PluginPackageManifest,
  PluginPackageSignature,
} from '@recado/contracts'
import { publint } from 'publint'
import { formatMessage } from 'publint/utils'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { filesBelow, readArchive } from '../../sdk/src/cli/archive.ts'
import { Workshop, type StrangersPlugin } from './workshop.ts'

// Idle it takes seconds; a machine that runs everything at once needs more.
const limit = { timeout: 240_000 }
let workshop: Workshop
beforeAll(async () => {
  workshop = await Workshop.open()
}, 240_000)
afterAll(() => workshop?.close())

/** What an archive holds, in a folder of its own. */
async function unpacked(archive: string): Promise<string> {
  const folder = await mkdtemp(join(workshop.folder, '.unpacked-'))
  await readArchive(archive, folder)
  return folder
}
const json = async (...path: string[]): Promise<unknown> => JSON.parse(await readFile(join(...path), 'utf8'))

describe('the packed packages', limit, () => {
  it.each(['recado-contracts', 'recado-sdk', 'create-recado-plugin'])(
    '%s is what a registry expects, and speaks of nothing but itself',
    async (name) => {
      const folder = await unpacked(await workshop.archive(name))
      const manifest = (await json(folder, 'package.json')) as Record<string, unknown>
      const { messages } = await publint({ pkgDir: folder, level: 'suggestion', pack: false })
      expect(messages.map((message) => formatMessage(message, manifest, { color: false }))).toEqual([])
      expect(JSON.stringify(manifest)).not.toMatch(/workspace:|catalog:|devDependencies|"private"|(?<!\.d)\.tsx?"/)
      expect(
        filesBelow(folder).filter(
          (path) => /\.test\.|\.rig\.|(?<!\.d)\.tsx?$/.test(path) && !path.startsWith('templates/'),
        ),
      ).toEqual([])
    },
  )

  it('the same sources give the same bytes', async () => {
    const again = await Workshop.open()
    const digest = async (of: Workshop, name: string) =>
      createHash('sha256')
        .update(await readFile(await of.archive(name)))
        .digest('hex')
    for (const name of ['recado-contracts', 'recado-sdk', 'create-recado-plugin'])
      expect(await digest(again, name)).toBe(await digest(workshop, name))
    await again.close()
  })
})

describe('the generator', limit, () => {
  it.each([
    [['Line', '--kind', 'channel'], /small letters, digits and hyphens/],
    [['ticket', '--kind', 'channel'], /belongs to Recado/],
    [['my-line'], /--kind channel or --kind feature/],
    [['my-line', '--kind', 'kanban'], /--kind channel or --kind feature/],
    [[], /The name is missing/],
    [['my-line', '--kind', 'channel', '--title', 'a "quoted" title'], /without quotes/],
    [['my-line', '--colour', 'red'], /--colour/],
  ])('%j is refused in a sentence, and nothing is written', async (args, sentence) => {
    await expect(workshop.create(...args)).rejects.toThrow(sentence)
    await expect(readFile(join(workshop.folder, 'my-line/package.json'))).rejects.toThrow('ENOENT')
  })

  it('leaves a folder alone that is not empty', async () => {
    const folder = join(workshop.folder, 'taken')
    await mkdir(folder)
    await writeFile(join(folder, 'notes.txt'), 'mine')
    await expect(workshop.create('taken', '--kind', 'feature')).rejects.toThrow('taken is not empty')
    expect(filesBelow(folder)).toEqual(['notes.txt'])
  })
})

describe.each(['channel', 'feature'] as const)('a %s that was just started', limit, (kind) => {
  let plugin: StrangersPlugin
  beforeAll(async () => {
    plugin = await workshop.plugin(`my-${kind}`, kind)
  }, 240_000)

  it('has correct types, and its tests pass', async () => {
    const [, tests] = await Promise.all([plugin.typecheck(), plugin.test()])
    expect(tests).toMatchObject({ numFailedTests: 0 })
    expect(tests.numPassedTests).toBeGreaterThanOrEqual(5)
  })

  it('knows which version of the generator it began with', async () => {
    expect(await json(plugin.folder, '.recado/scaffold.json')).toEqual({
      generator: 'create-recado-plugin',
      version: '0.1.0',
      kind,
    })
    expect(
      filesBelow(plugin.folder)
        .filter((path) => !path.includes('node_modules'))
        .join('\n'),
    ).not.toContain('template')
    for (const path of ['src/server.ts', 'README.md', 'locales/ru.json', 'vite.config.ts'])
      expect(await readFile(join(plugin.folder, path), 'utf8')).not.toMatch(/template/i)
  })

  it('packs into an archive whose manifest names every file, and can be signed', async () => {
    const key = join(workshop.folder, `${kind}.pem`)
    await plugin.recado('keygen', key)
    const folder = await unpacked(await plugin.pack('--key', key))
    const bytes = await readFile(join(folder, packageManifestFile))
    const manifest = PluginPackageManifest.parse(JSON.parse(bytes.toString()))
    expect(manifest).toMatchObject({
      format: 1,
      id: `my-${kind}`,
      version: '0.1.0',
      channels: kind === 'channel' ? [{ type: 'my-channel', title: { 'pt-BR': 'My Channel' } }] : [],
    })
    expect(Object.keys(manifest.files).sort()).toEqual(
      filesBelow(folder).filter((path) => path !== packageManifestFile && path !== packageSignatureFile),
    )
    for (const [path, sum] of Object.entries(manifest.files))
      expect(
        createHash('sha256')
          .update(await readFile(join(folder, path)))
          .digest('hex'),
      ).toBe(sum)
    const { publicKey, signature } = PluginPackageSignature.parse(await json(folder, packageSignatureFile))
    const publisher = createPublicKey({
      key: { kty: 'OKP', crv: 'Ed25519', x: Buffer.from(publicKey, 'base64').toString('base64url') },
      format: 'jwk',
    })
    expect(verify(null, bytes, publisher, Buffer.from(signature, 'base64'))).toBe(true)
    expect(verify(null, Buffer.concat([bytes, Buffer.from(' ')]), publisher, Buffer.from(signature, 'base64'))).toBe(
      false,
    )
  })

  it('can import every entry of the SDK that runs outside of a test', async () => {
    const { exports } = (await json(plugin.folder, 'node_modules/@recado/sdk/package.json')) as {
      exports: Record<string, string | { default: string }>
    }
    const entries = Object.entries(exports).flatMap(([name, target]) =>
      typeof target === 'object' ? [name.replace('.', '@recado/sdk')] : [],
    )
    expect(entries).toEqual(
      expect.arrayContaining([
        '@recado/sdk',
        '@recado/sdk/client',
        '@recado/sdk/server',
        '@recado/sdk/ui',
        '@recado/sdk/vite',
        '@recado/sdk/testing',
        '@recado/sdk/testing/ui',
        '@recado/sdk/testing/simulator',
      ]),
    )
    // The suites hook into the test runner: the plugin's own tests import them.
    const outside = entries.filter((name) => name !== '@recado/sdk/testing')
    const script =
      `for (const name of ${JSON.stringify(outside)}) console.log(name, Object.keys(await ` +
      'import(name)).length > 0)'
    expect((await plugin.run('node', '--input-type=module', '-e', script)).trim().split('\n')).toEqual(
      outside.map((name) => `${name} true`),
    )
  })
})

describe('what a plugin gets wrong', limit, () => {
  it('is said in sentences that tell what to do', async () => {
    const plugin = await workshop.plugin('my-faults', 'feature')
    const change = async (path: string, from: string | RegExp, to: string) =>
      writeFile(join(plugin.folder, path), (await readFile(join(plugin.folder, path), 'utf8')).replace(from, to))
    await change('src/plugin.ts', "version: '0.1.0'", "version: '0.2.0'")
    await change('src/plugin.ts', "host: '^1.0.0'", "host: '^7.0.0'")
    await change('src/plugin.ts', "titleKey: 'permission.read'", "titleKey: 'permission.look'")
    await change('src/ui/panels.ts', 'tips: {', 'hints: {')
    await change('locales/es.json', /"none": "[^"]*"/, '"other": "x"')
    await Promise.all(
      ['README.md', 'plugin.test.ts', 'src/server.test.ts', 'src/ui/tips-panel.test.tsx'].map((path) =>
        rm(join(plugin.folder, path)),
      ),
    )
    await plugin.recado('build')
    const complaint = await plugin.recado('validate').then(
      () => '',
      (error: unknown) => (error as Error).message,
    )
    for (const sentence of [
      'package.json says version 0.1.0 and the definition 0.2.0',
      "write '^1.",
      'There is no README.md',
      'locales/es.json lacks tips.none',
      'locales/en.json lacks tips.other',
      'The locales have no text for permission.look',
      'There is no test',
      'The panel tips is contributed and not exported',
      'The panel hints is exported and stands nowhere',
    ])
      expect(complaint).toContain(sentence)
    await expect(plugin.pack()).rejects.toThrow('There is no README.md')
  })
})

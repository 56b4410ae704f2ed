import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { servePluginTexts } from '../http/static.ts'
import { PluginTextBundles } from './plugin-texts.ts'

let root: string
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'recado-texts-'))
})
afterAll(() => rm(root, { recursive: true, force: true }))

async function plugin(id: string, files: Readonly<Record<string, string>>) {
  const path = join(root, id)
  await mkdir(join(path, 'locales'), { recursive: true })
  for (const [locale, text] of Object.entries(files)) await writeFile(join(path, 'locales', `${locale}.json`), text)
  const locales = Object.fromEntries(Object.keys(files).map((locale) => [locale, `/plugins/${id}/${locale}.json`]))
  return { id, path, locales }
}
const json = JSON.stringify

it('serves the texts of all plugins in one file for each language, which may be kept for good', async () => {
  const folders = [
    await plugin('notes', { en: json({ title: 'Notes', hint: 'x'.repeat(2_000) }), ru: json({ title: 'Заметки' }) }),
    await plugin('forms', { en: json({ title: 'Forms' }) }),
  ]
  const bundles = new PluginTextBundles()
  const addresses = await bundles.addresses(folders)
  const serve = servePluginTexts((locale, hash) => bundles.read(folders, locale, hash))
  const ask = async (address: string, headers?: Record<string, string>) => {
    const url = new URL(address, 'http://localhost')
    return serve(new Request(url, { headers: headers ?? {} }), url)
  }
  const russian = await ask(addresses.ru)
  expect(await russian!.json()).toEqual({
    texts: { '/plugins/notes/ru.json': { title: 'Заметки' } },
    fallback: { '/plugins/notes/en.json': { hint: 'x'.repeat(2_000) }, '/plugins/forms/en.json': { title: 'Forms' } },
  })
  expect(russian!.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
  expect((await ask(addresses.ru, { 'accept-encoding': 'br' }))!.headers.get('content-encoding')).toBe('br')
  expect((await (await ask(addresses.en))!.json()).fallback).toEqual({})
  expect(await ask(addresses.en.replace(/[0-9a-f]{16}/, '0'.repeat(16)))).toBeUndefined()
})

it('leaves out a file that is broken, too large or too deep, and keeps those of the other plugins', async () => {
  const sound = await plugin('sound', { en: json({ title: 'Sound' }), es: json({ title: 'Sano' }) })
  const folders = [
    sound,
    await plugin('torn', { en: '{"title":', es: '[]' }),
    await plugin('huge', { en: json({ title: 'x'.repeat(300_000) }), es: 'null' }),
    await plugin('deep', { en: '{"a":'.repeat(20_000) + '1' + '}'.repeat(20_000), es: json({ title: 'Hondo' }) }),
  ]
  const bundles = new PluginTextBundles()
  const { es } = await bundles.addresses(folders)
  const asset = await bundles.read(folders, 'es', /-([0-9a-f]{16})\.json$/.exec(es)![1]!)
  expect(JSON.parse(Buffer.from(asset!.bytes).toString())).toEqual({
    texts: { [sound.locales['es']!]: { title: 'Sano' }, '/plugins/deep/es.json': { title: 'Hondo' } },
    fallback: { [sound.locales['en']!]: {} },
  })
})

it('has an address for each content: the same on a node that was never asked, another after a change', async () => {
  const one = await plugin('one', { en: json({ title: 'One' }) })
  const two = await plugin('two', { en: json({ title: 'Two' }) })
  const [here, there] = [new PluginTextBundles(), new PluginTextBundles()]
  const { en: before } = await here.addresses([one])
  const { en: after } = await here.addresses([two, one])
  expect(after).not.toBe(before)
  expect((await there.addresses([one, two])).en).toBe(after)
  const hashOf = (address: string) => /-([0-9a-f]{16})\.json$/.exec(address)![1]!
  expect(await new PluginTextBundles().read([one], 'en', hashOf(before))).toBeDefined()
  // A page that was opened before the change still finds what its manifest named.
  expect(await here.read([one, two], 'en', hashOf(before))).toBeDefined()
})

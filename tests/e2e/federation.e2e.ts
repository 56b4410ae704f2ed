import type { ShellManifest } from '@recado/contracts'
import { execFile } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gzipSync } from 'node:zlib'
import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { launch, openBrowser } from './browser.ts'
import { startPanelServer, type Files, type PanelServer } from './federation/server.ts'

type ManifestPlugin = ShellManifest['plugins'][number]
type PluginUi = {
  entry: string
  preload: string[]
  shared: string[]
  contract: { major: number; minor: number }
}

const current = { major: 1, minor: 0 }

/** A container written by hand: the panels module is the expression `module`. */
const handmade = (module: string): Files => ({
  'remoteEntry.js':
    `export const init = () => {}\nexport const get = async () => { const module = ${module}; return ` +
    '() => module }',
})
const panel = (component: string, builtFor = current) =>
  `({ builtFor: ${JSON.stringify(builtFor)}, default: { panels: { Card: { slot: 'ticket.sidebar', load: async () ` +
  `=> ({ default: ${component} }) } } } })`

describe.skipIf(!launch)('panels of plugins in the shell', () => {
  let folder: string, browser: Browser, server: PanelServer, page: Page, goodUi: PluginUi
  let problems: string[]

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'recado-panels-'))
    const { VITEST: _runner, NODE_ENV: _mode, ...env } = process.env
    await promisify(execFile)(process.execPath, [join(import.meta.dirname, 'federation/build.ts'), folder], { env })
    goodUi = JSON.parse(await readFile(join(folder, 'good/plugin-ui.json'), 'utf8')) as PluginUi
    browser = await openBrowser()
  })
  afterAll(async () => {
    await browser?.close()
    await rm(folder, { recursive: true, force: true })
  })
  beforeEach(async () => {
    server = await startPanelServer(join(folder, 'host'))
    page = await browser.newPage()
    page.setDefaultTimeout(10_000)
    problems = []
    page.on('pageerror', (error) => problems.push(String(error)))
    page.on('console', (message) => {
      if (message.type() === 'error') problems.push(message.text())
    })
  })
  afterEach(async () => {
    await page.close()
    await server[Symbol.asyncDispose]()
  })

  interface Shown {
    id: string
    files: Files
    entry?: string
    contract?: typeof current
    shared?: string[]
  }
  const show = async (...plugins: Shown[]) => {
    server.manifest = {
      plugins: plugins.map(({ id, entry = 'remoteEntry.js', contract = current, shared }): ManifestPlugin => ({
        id,
        version: '1.0.0',
        title: { en: `The ${id} plugin` },
        namespace: `plugin.${id}`,
        locales: { en: `/plugins/${id}/locales/en.json` },
        errors: [],
        remote: { entry: `/plugins/${id}/${entry}`, contract, preload: [], ...(shared && { shared }) },
        slots: [],
        pages: [],
        commands: [],
      })),
    }
    for (const { id, files } of plugins) server.plugins.set(id, files)
    await page.goto(server.origin)
  }
  const good = () => ({ id: 'good', files: join(folder, 'good'), entry: goodUi.entry, shared: goodUi.shared })
  const section = (id: string) => page.locator(`#${id}`)
  const waitForText = (id: string, text: string) => section(id).getByText(text).first().waitFor()
  const retry = (id: string) => section(id).getByRole('button', { name: 'Try again' }).click()

  test('a panel runs on the instances of the shell under a strict policy, without a single error', async () => {
    await show(good())
    await waitForText('good', 'Hello Ana, good 2026-1 / asked may')
    await section('good').getByRole('button', { name: 'count 0' }).click()
    await waitForText('good', 'count 1')
    await section('good').getByRole('button', { name: 'open' }).click()
    await page.getByTestId('inside').waitFor()
    // Its own utility inside the portal; and none of its utilities reach the shell.
    expect(await page.getByTestId('inside').evaluate((element) => getComputedStyle(element).padding)).toBe('48px')
    await page.keyboard.press('Escape')
    expect(await page.locator('#host-button').evaluate((element) => getComputedStyle(element).padding)).toBe('32px')
    expect(await page.getByTestId('card').evaluate((element) => getComputedStyle(element).backgroundColor)).not.toBe(
      'rgba(0, 0, 0, 0)',
    )
    expect(problems).toEqual([])
  })

  test('a built panel contains nothing of the shared packages and stays small', async () => {
    const files = (await readdir(join(folder, 'good'))).filter((file) => /\.(js|css)$/.test(file))
    const texts = await Promise.all(files.map((file) => readFile(join(folder, 'good', file), 'utf8')))
    expect(texts.join('')).not.toMatch(/__CLIENT_INTERNALS|QueryClient\b.*class|createRootRoute/)
    const bytes = texts.reduce((sum, text) => sum + gzipSync(text).length, 0)
    expect(bytes).toBeLessThan(5_000)
  })

  test('the federation runtime and packages that no panel uses are not fetched for it', async () => {
    await show(good())
    await waitForText('good', 'count 0')
    expect(goodUi.shared).not.toContain('react-i18next')
    expect(server.requests.join(' ')).not.toMatch(/foreign-containers|react-i18next/)
  })

  test('a foreign federation build loads too, on the same React, beside panels of the preset', async () => {
    await show(good(), { id: 'foreign', files: join(folder, 'foreign') })
    await waitForText('good', 'count 0')
    await waitForText('foreign', 'foreign foreign 0')
    await section('foreign').getByRole('button').click()
    await waitForText('foreign', 'foreign foreign 1')
    expect(server.requests.join(' ')).toContain('foreign-containers')
  })

  test('a container of an earlier SDK finds the packages that no other container has used', async () => {
    // Its scope takes packages once for all containers, as the preset did until contract 1.28.
    const earlier = `
      const key = Symbol.for('@recado/sdk/shared')
      export const init = async (scope) => {
        const given = {}
        for (const id of Object.keys(scope)) given[id] = Object.values(scope[id]).at(-1).lib()
        globalThis[key] ??= given
      }
      export const get = async () => () => ${panel(
        "() => globalThis[Symbol.for('@recado/sdk/shared')]['@tanstack/react-router'].Link ? 'a link' : 'none'",
      )}`
    await show(good(), { id: 'earlier', files: { 'remoteEntry.js': earlier } })
    await waitForText('good', 'count 0')
    await waitForText('earlier', 'a link')
  })

  test('whatever a remote does wrong stays in its own place', async () => {
    await show(
      { id: 'missing', files: {} },
      { id: 'throws-at-load', files: { 'remoteEntry.js': 'throw new Error("at load")' } },
      { id: 'throws-in-render', files: handmade(panel('() => { throw new Error("in render") }')) },
      { id: 'wrong-shape', files: handmade('({ builtFor: { major: 1, minor: 0 }, default: 42 })') },
      { id: 'no-component', files: handmade(panel('"a text"')) },
      { id: 'lies-about-contract', files: handmade(panel('() => "shown"', { major: 2, minor: 0 })) },
      { id: 'next-contract', files: handmade(panel('() => "shown"')), contract: { major: 2, minor: 0 } },
      { id: 'next-minor', files: handmade(panel('() => "shown"')), contract: { major: 1, minor: 99 } },
      good(),
    )
    await waitForText('good', 'count 0')
    for (const [id, sentence] of Object.entries({
      missing: 'did not arrive',
      'throws-at-load': 'did not arrive',
      'throws-in-render': 'ran into an error',
      'wrong-shape': 'does not contain',
      'no-component': 'does not contain',
      'lies-about-contract': 'another version',
      'next-contract': 'another version',
      'next-minor': 'another version',
    })) {
      await waitForText(id, sentence)
      await waitForText(id, `The ${id} plugin`)
    }
    expect(server.requests.filter((path) => /^\/plugins\/next-.*\.js$/.test(path))).toEqual([])
    await page.locator('#host-button').click()
    await page.getByText('Host is alive: 1').waitFor()
  })

  test('a panel that threw while drawing is mounted anew by a retry', async () => {
    await show({
      id: 'moody',
      files: handmade(panel('() => { if (!globalThis.calm) throw new Error("in render"); return "calm now" }')),
    })
    await waitForText('moody', 'ran into an error')
    await page.evaluate(() => {
      ;(globalThis as Record<string, unknown>)['calm'] = true
    })
    await retry('moody')
    await waitForText('moody', 'calm now')
  })

  test('an entry that failed once is reached by a retry through another path', async () => {
    const refused = new Set<string>()
    server.intercept = (path) =>
      path.endsWith(goodUi.entry) && !refused.has('once') ? (refused.add('once'), 503) : undefined
    await show(good())
    await waitForText('good', 'did not arrive')
    await retry('good')
    await waitForText('good', 'count 0')
    expect(server.requests).toContain(`/plugins/good/~1/${goodUi.entry}`)
  })

  test('a chunk that failed once is reached by a retry through another path', async () => {
    let failed = false
    server.intercept = (path) => (/\/Card-[^/]+\.js$/.test(path) && !failed ? ((failed = true), 503) : undefined)
    await show(good())
    await waitForText('good', 'did not arrive')
    await retry('good')
    await waitForText('good', 'count 0')
  })

  test('a slow panel says that it is late, and a retry shows what came in the meantime without loading it again', async () => {
    const entry = Promise.withResolvers<undefined>()
    server.intercept = (path) => (path.endsWith(goodUi.entry) ? entry.promise : undefined)
    await show(good())
    await waitForText('good', 'longer than usual')
    await retry('good')
    entry.resolve(undefined)
    await waitForText('good', 'count 0')
    expect(server.requests.filter((path) => path.endsWith(goodUi.entry))).toEqual([`/plugins/good/${goodUi.entry}`])
  })
})

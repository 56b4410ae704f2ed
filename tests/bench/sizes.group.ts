import { existsSync, mkdtempSync, chmodSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { chromium, type Page } from 'playwright-core'
import { chromiumForTests } from '../harness/chromium.ts'
import {
  firstScreenLimits,
  kilobytes as kB,
  signedInLimit,
  watchCode,
  type FetchedCode,
} from '../harness/fetched-code.ts'
import { repository } from './cluster.ts'
import { atMost, type Figure, type Group } from './figure.ts'
import { startProduct } from './start.group.ts'

const email = 'admin@recado.test'
const password = 'Medida2026'

const of =
  (plugin: string) =>
  ({ path }: FetchedCode): boolean =>
    path.startsWith(`/plugins/${plugin}/`)
const quiet = (page: Page): Promise<void> => page.waitForLoadState('networkidle')

/** The files that one panel of a built plugin makes a browser fetch: the container and the panel's own. */
async function panelFigures(plugin: string): Promise<Figure[]> {
  const folder = join(repository, 'plugins', plugin, 'dist', 'ui')
  if (!existsSync(join(folder, 'plugin-ui.json'))) return []
  const { preload, panels } = JSON.parse(await readFile(join(folder, 'plugin-ui.json'), 'utf8')) as {
    preload: string[]
    panels: Record<string, string[]>
  }
  return Promise.all(
    Object.entries(panels).map(async ([panel, files]): Promise<Figure> => {
      const sizes = await Promise.all(
        [...new Set([...preload, ...files])].map(async (file) => ({
          gzip: gzipSync(await readFile(join(folder, file))).length,
        })),
      )
      // A page of a plugin is as large as it has to be; a panel in a page of the shell should not be felt.
      return {
        what: `${plugin}: ${panel}, ${sizes.length} files`,
        value: kB(sizes),
        unit: 'kB',
        ...(panel !== 'page' && { aims: [atMost(5, 'value')] }),
      }
    }),
  )
}

async function widgetFigures(): Promise<Figure[]> {
  const folder = join(repository, 'plugins', 'webchat', 'dist', 'ui', 'widget')
  if (!existsSync(folder)) return []
  const gzipped = async (...files: string[]): Promise<number> =>
    kB(await Promise.all(files.map(async (file) => ({ gzip: gzipSync(await readFile(join(folder, file))).length }))))
  return [
    {
      what: 'web chat: loader on the customer’s page',
      value: await gzipped('loader.js'),
      unit: 'kB',
      aims: [atMost(5, 'value')],
    },
    {
      what: 'web chat: widget in its frame',
      value: await gzipped('frame.js', 'frame.css'),
      unit: 'kB',
      aims: [atMost(40, 'value')],
    },
  ]
}

export const sizes: Group = {
  name: 'sizes',
  title: 'What a browser fetches',
  notes: [
    'A Chromium with an empty cache opens the running product; counted are scripts and styles, in gzip. The ' +
      'first screen is what stands before the sign-in; after it come the frame and the home page, and then the ' +
      'attendance screen.',
  ],
  async run({ cluster, skip }) {
    const launch = await chromiumForTests()
    const built = [
      ...(await widgetFigures()),
      ...(await panelFigures('webchat')),
      ...(await panelFigures('quick-messages')),
    ]
    if (!launch) {
      skip('the first screen', 'there is no Chromium')
      return built
    }
    const dataDir = mkdtempSync(join(cluster.folder, 'sizes-'))
    chmodSync(dataDir, 0o755)
    const product = await startProduct({
      DATA_DIR: dataDir,
      PORT: '0',
      LOG_LEVEL: 'warn',
      RECADO_ADMIN_EMAIL: email,
      RECADO_ADMIN_PASSWORD: password,
    })
    const browser = await chromium.launch(launch)
    try {
      const page = await browser.newPage()
      const fetched = watchCode(page)
      await page.goto(product.address)
      await page.locator('input[type=password]').waitFor()
      await quiet(page)
      const first = await fetched.take()
      await page.locator('input[type=email], input[name=email], form input').first().fill(email)
      await page.locator('input[type=password]').fill(password)
      await page.getByRole('slider').press('End')
      await page.locator('form button[type=submit]').first().click()
      await page.locator('input[type=password]').waitFor({ state: 'detached' })
      await page.locator('[data-count]').first().waitFor()
      await quiet(page)
      const home = await fetched.take()
      await page.goto(`${product.address}/#/atendimento`)
      await page.getByRole('separator').first().waitFor()
      await quiet(page)
      const desk = await fetched.take()
      const signedIn = [...home, ...desk]
      const remotes = (plugin: string): Figure[] => {
        const own = signedIn.filter(of(plugin))
        return own.length === 0
          ? []
          : [
              {
                what: `of it, the plugin ${plugin}: ${own.length} requests`,
                value: kB(own),
                unit: 'kB',
                aims: [atMost(5, 'value')],
              },
            ]
      }
      const ofShell = ({ path }: FetchedCode): boolean => !path.startsWith('/plugins/')
      const [atHome, atDesk] = [home.filter(ofShell), desk.filter(ofShell)]
      return [
        { what: 'first screen', value: kB(first), unit: 'kB', aims: [atMost(firstScreenLimits.kilobytes, 'value')] },
        {
          what: 'first screen',
          value: first.length,
          unit: 'requests',
          aims: [atMost(firstScreenLimits.requests, 'value')],
        },
        {
          what: `after signing in, home: the shell’s, ${atHome.length} requests`,
          value: kB(atHome),
          unit: 'kB',
          aims: [atMost(signedInLimit, 'value')],
        },
        { what: `then attendance: the shell’s, ${atDesk.length} requests`, value: kB(atDesk), unit: 'kB' },
        ...remotes('webchat'),
        ...remotes('quick-messages'),
        ...built,
      ]
    } finally {
      await browser.close()
      await product.stop()
    }
  },
}

import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { freePort } from '../harness/free-port.ts'
import { journey, launch, openBrowser, seen, takeSeat, type Seat } from './browser.ts'
import { fillLogin } from './fill-login.ts'
import { Keys } from './keys.ts'
import { assertFits, look } from './look.ts'
import { dataRoot } from '../harness/data-root.ts'

const repository = join(import.meta.dirname, '../..')
const password = 'caderno-de-capa-azul'
const filledWithinMs = 300_000

/** The first administrator of a clone tries the demo company beside their own, and takes it away again. */
describe.skipIf(!launch)('the demo that a new installation offers', () => {
  let product: ChildProcess, base: string, browser: Browser, master: Seat
  const folder = mkdtempSync(join(dataRoot, 'recado-try-demo-'))
  const demoFolders = () => readdirSync(folder).filter((name) => name.startsWith('recado-demo-'))

  beforeAll(async () => {
    const port = await freePort()
    base = `http://127.0.0.1:${port}`
    const { PATH, HOME } = process.env
    const args = JSON.parse(readFileSync(join(repository, 'scripts/server-arguments.json'), 'utf8')) as string[]
    product = spawn(process.execPath, args, {
      cwd: repository,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        PATH,
        HOME,
        NODE_ENV: 'production',
        PORT: String(port),
        DATA_DIR: join(folder, 'data'),
        TMPDIR: folder,
        LOG_LEVEL: 'warn',
        RECADO_ADMIN_PASSWORD: password,
        RECADO_DEMO_PROGRAM: join(repository, 'scripts/demo/main.ts'),
      },
    })
    await new Promise<void>((resolve, reject) => {
      let said = ''
      for (const stream of [product.stdout!, product.stderr!])
        stream.on('data', (text: Buffer) => {
          said += text
          if (said.includes('Recado is ready')) resolve()
        })
      product.once('close', () => reject(new Error(`the product ended:\n${said}`)))
    })
    browser = await openBrowser()
    master = await takeSeat(browser, { viewport: { width: 1440, height: 900 } })
    await master.page.goto(`${base}/#/home`)
    await fillLogin(master.page, 'admin@recado.local', password)
  }, filledWithinMs)
  afterAll(async () => {
    await browser?.close()
    if (product?.exitCode === null && product.signalCode === null) {
      const closed = new Promise((resolve) => product.once('close', resolve))
      product.kill('SIGTERM')
      await closed
    }
    rmSync(folder, { recursive: true, force: true })
  }, 60_000)
  journey()

  test(
    'is filled beside the product, says how far it is, and where to sign in',
    { timeout: filledWithinMs },
    async () => {
      const { page } = master
      const offer = page.getByRole('region', { name: /demonstração/ })
      await offer.getByRole('button', { name: 'Experimentar' }).waitFor()
      await assertFits(master, 'the offer of a demo')
      await new Keys(page).press(offer.getByRole('button', { name: 'Experimentar' }))
      await offer.getByText('Preparando a demonstração').waitFor()
      await look(page, 'demo-filling', [1440, 390])
      await offer.getByText('A demonstração está pronta').waitFor({ timeout: filledWithinMs })
      await offer.getByText('helena@recado.local').waitFor()
      await offer.getByText(/caderno-de-capa-verde/).waitFor()
      await assertFits(master, 'a demo that is ready')
      const [opened] = await Promise.all([
        page.context().waitForEvent('page'),
        offer.getByRole('button', { name: 'Abrir a demonstração' }).click(),
      ])
      await fillLogin(opened, 'rafael@recado.local', 'caderno-de-capa-verde')
      await opened.getByRole('link', { name: 'Atendimento' }).first().waitFor()
      expect(new URL(opened.url()).host).not.toBe(new URL(base).host)
      await opened.close()
      expect(demoFolders()).toHaveLength(1)
    },
  )

  test('is taken away by a press, with everything of it', { timeout: 90_000 }, async () => {
    const offer = master.page.getByRole('region', { name: /demonstração/ })
    await new Keys(master.page).press(offer.getByRole('button', { name: 'Encerrar e apagar tudo' }))
    await offer.getByRole('button', { name: 'Experimentar' }).waitFor({ timeout: 60_000 })
    expect(demoFolders()).toEqual([])
    master.assertClean()
  })

  test('ends with the product', { timeout: 90_000 }, async () => {
    const offer = master.page.getByRole('region', { name: /demonstração/ })
    await offer.getByRole('button', { name: 'Experimentar' }).click()
    await seen(() => demoFolders().length).toBe(1)
    const closed = new Promise((resolve) => product.once('close', resolve))
    product.kill('SIGTERM')
    await closed
    await expect.poll(demoFolders, { timeout: 60_000 }).toEqual([])
  })
})

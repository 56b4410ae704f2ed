import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, test } from 'vitest'
import { createApp } from '../../core/src/app.ts'
import type { App } from '../../core/src/composition/running-app.ts'
import { busServer } from '../faults/bus-server.ts'
import { Person, quiet, type TestApp } from '../harness/app.ts'
import {
  journey,
  launch,
  openBrowser,
  productForTests,
  row,
  seen,
  shellDist,
  signIn,
  takeSeat,
  thread,
  view,
  type Seat,
} from './browser.ts'
import { takenConversation } from './conversations.ts'
import { dataRoot } from '../harness/data-root.ts'

const bus = launch && (await busServer())
/** Longer than the notice waits before it shows. */
const slowMs = 1_500

/* The bus between two nodes goes away, and an agent at one of them is shown what happens at the other. */
describe.skipIf(!bus)('while nodes do not hear each other', () => {
  let node: TestApp, other: App, browser: Browser, ana: Seat, colleague: Person, dataDir: string, ticket: string

  beforeAll(async () => {
    node = await productForTests({ app: { natsUrl: bus!.url } })
    dataDir = mkdtempSync(join(dataRoot, 'recado-other-'))
    const { ownerUrl, appUrl, secret, roles } = node.database
    other = await createApp({
      ownerUrl,
      appUrl,
      secret,
      roles,
      natsUrl: bus!.url,
      dataDir,
      host: '127.0.0.1',
      port: 0,
      version: '0.0.0',
      log: quiet,
      connections: 24,
      pluginFolders: [join(import.meta.dirname, '../../plugins')],
      shellDist,
    })
    ticket = await takenConversation(node, 'Beatriz Lima', { user: node.a.user })
    colleague = new Person(`http://127.0.0.1:${other.port}`, (await node.signIn(node.a.admin)).login)
    browser = await openBrowser()
    ana = await takeSeat(browser)
    await signIn(ana, node.base, node.a.user, '/atendimento')
    await view(ana.page, 'Meus').click()
    await row(ana.page, 'Beatriz Lima').click()
  })
  afterAll(async () => {
    colleague?.close()
    await browser?.close()
    await other?.close()
    await node?.close()
    await bus?.stop()
    rmSync(dataDir, { recursive: true, force: true })
  })
  journey()

  test('what happens at the other node comes within seconds, and the screen says that it catches up', async () => {
    const { page } = ana
    // A network on which the notice has the time to be read.
    await page.route(/\/(tickets|messages)\//, async (route) => {
      await new Promise((resolve) => setTimeout(resolve, slowMs))
      await route.continue()
    })
    await bus!.kill()
    await colleague.ok('POST', `/messages/${ticket}`, { body: 'Dito no outro servidor' })
    const notice = page.getByRole('status').getByText('Atualizando o que mudou…')
    await notice.waitFor()
    await thread(page).getByText('Dito no outro servidor').waitFor()
    await seen(() => row(page, 'Beatriz Lima').getByText('Dito no outro servidor').count()).toBe(1)
    await seen(() => notice.count()).toBe(0)
  })
})

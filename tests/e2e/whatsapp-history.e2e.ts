import type { Browser, Locator } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { samplePast } from '../../plugins/whatsapp/simulator/past.ts'
import { WhatsappSimulator } from '../../plugins/whatsapp/simulator/whatsapp.ts'
import type { TestApp } from '../harness/app.ts'
import {
  goTo,
  journey,
  launch,
  openBrowser,
  productForTests,
  row,
  signIn,
  takeSeat,
  thread,
  type Seat,
  view,
} from './browser.ts'
import { linkNumber } from './link-number.ts'
import { look } from './look.ts'

/** The past of a number that was just linked comes in when an administrator asks for it. */
describe.skipIf(!launch)('the past of a number', () => {
  let node: TestApp, browser: Browser, admin: Seat, simulator: WhatsappSimulator
  const card = (): Locator => admin.page.getByRole('article', { name: 'Celular da loja', exact: true })

  beforeAll(async () => {
    simulator = await WhatsappSimulator.start()
    node = await productForTests({ app: { egress: { allow: ['127.0.0.0/8'] } } })
    await linkNumber(await node.signIn(node.a.admin), simulator, (account) => {
      account.past = samplePast(account, simulator.person('Bruna Lima', '5511987650001'), undefined)
    })
    browser = await openBrowser()
    admin = await takeSeat(browser, { viewport: { width: 1440, height: 900 } })
    await signIn(admin, node.base, node.a.admin, '/configuracoes/canais')
  })
  afterAll(async () => {
    await browser?.close()
    await node?.close()
    await simulator?.close()
  })
  journey()

  test('is asked for in the menu of the channel, shows how far it came, and brings conversations that are done', async () => {
    await card().getByRole('button', { name: 'Mais ações' }).click()
    await admin.page.getByRole('menuitem', { name: 'Importar histórico' }).click()
    const dialog = admin.page.getByRole('dialog', { name: 'Importar o histórico de Celular da loja' })
    await dialog.getByLabel('Contatos').check()
    await admin.assertAccessible('what of a number is imported')
    await look(admin.page, 'whatsapp-history-form', [1440, 390])
    await dialog.getByRole('button', { name: 'Importar', exact: true }).click()
    await card().getByText('Importação concluída.').waitFor()
    await look(admin.page, 'whatsapp-history-done', [1440, 390])
    await goTo(admin.page, 'Atendimento')
    await view(admin.page, 'Resolvidos').click()
    await row(admin.page, 'histórico 1000').click()
    await thread(admin.page).getByText('histórico 1000').waitFor()
    expect(await admin.page.getByRole('button', { name: 'Abrir', exact: true }).count()).toBe(0)
    await look(admin.page, 'whatsapp-history-thread', [1440, 390])
    admin.assertClean()
  })
})

import type { Browser, Locator } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { HubChannel } from '../../plugins/hub/simulator/account.ts'
import { HubSimulator } from '../../plugins/hub/simulator/simulator.ts'
import type { TestApp } from '../harness/app.ts'
import {
  act,
  composer,
  goTo,
  journey,
  launch,
  openBrowser,
  productForTests,
  row,
  signIn,
  takeSeat,
  thread,
  view,
  type Seat,
} from './browser.ts'
import { look } from './look.ts'

const publicUrl = 'https://recado.example'

/** An administrator reads what the hub charges, connects a marketplace, and an agent answers a question there. */
describe.skipIf(!launch)('NotificaMe Hub', () => {
  let node: TestApp, browser: Browser, admin: Seat, customer: Seat, simulator: HubSimulator, channel: HubChannel
  const card = (): Locator => admin.page.getByRole('article', { name: 'Loja no Mercado Livre', exact: true })

  beforeAll(async () => {
    let base = publicUrl
    simulator = await HubSimulator.start({ reach: (url) => url.replace(publicUrl, base) })
    channel = simulator.addAccount().addChannel('mercadolivre')
    node = await productForTests({ app: { egress: { allow: ['127.0.0.0/8'] }, publicUrl } })
    base = node.base
    browser = await openBrowser()
    admin = await takeSeat(browser, { viewport: { width: 1440, height: 900 } })
    customer = await takeSeat(browser, { viewport: { width: 390, height: 844 } })
    await signIn(admin, node.base, node.a.admin, '/configuracoes/canais')
    await customer.page.goto(simulator.url)
  })
  afterAll(async () => {
    await browser?.close()
    await node?.close()
    await simulator?.close()
  })
  journey()

  test('S9-102 S9-103 S9-104 S9-105 S9-106 S9-107 S9-108 S9-109 S9-110 S9-111 fees are told before a channel is connected', async () => {
    await admin.page.getByRole('button', { name: 'Novo canal' }).first().click()
    await admin.page.getByRole('button', { name: /^NotificaMe Hub/ }).click()
    const dialog = admin.page.getByRole('dialog')
    const fees = dialog.getByRole('region', { name: 'O que o NotificaMe cobra' })
    const of = async (name: string) => (await fees.getByRole('row', { name }).getByRole('cell').textContent())!
    for (const name of ['Mercado Livre', 'YouTube', 'OLX', 'LinkedIn', 'Magalu'])
      expect((await of(name)).replaceAll(/\s/g, ' ')).toBe('R$ 50,00')
    for (const name of ['Facebook', 'Instagram', 'E-mail', 'Chat do site']) expect(await of(name)).toBe('Sem taxa')
    await fees.getByText('Há também uma mensalidade por canal').waitFor()
    await admin.assertAccessible('the fees of the hub')
    await look(admin.page, 'hub-form', [1440, 1024, 390])
    await dialog.getByLabel('Nome do canal').fill('Loja no Mercado Livre')
    await dialog.getByLabel(/^Canal do hub/).selectOption('mercadolivre')
    await dialog.getByLabel(/^ID do canal/).fill(channel.id)
    await dialog.getByLabel(/^Token da conta/).fill(channel.account.token)
    await dialog.getByText('Avançado').click()
    await dialog.getByLabel(/^Endereço da API/).fill(simulator.url)
    await dialog.getByRole('button', { name: 'Criar canal' }).click()
    await card().getByRole('status').filter({ hasText: 'Conectado' }).first().waitFor()
    admin.assertClean()
  })

  test('S1-010 S3-056 a question of a marketplace is answered', async () => {
    await customer.page.getByLabel('Message').fill('Ainda tem em estoque?')
    await customer.page.getByRole('button', { name: 'Send', exact: true }).click()
    await goTo(admin.page, 'Atendimento')
    await view(admin.page, 'Fila').click()
    await row(admin.page, 'Ainda tem em estoque?').click()
    await act(admin.page, 'Atender')
    await composer(admin.page).fill('Tem sim!')
    await composer(admin.page).press('Enter')
    await customer.page.getByText('Tem sim!').waitFor()
    await customer.page.getByRole('button', { name: 'Read all' }).click()
    await thread(admin.page).getByLabel(/Lida/).first().waitFor()
    await look(admin.page, 'hub-conversation')
    admin.assertClean()
    customer.assertClean()
  })
})

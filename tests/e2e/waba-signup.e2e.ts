import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Line } from '../../plugins/waba/simulator/line.ts'
import { WabaSimulator } from '../../plugins/waba/simulator/waba.ts'
import type { TestApp } from '../harness/app.ts'
import {
  journey,
  launch,
  openBrowser,
  productForTests,
  row,
  goTo,
  signIn,
  takeSeat,
  view,
  type Seat,
} from './browser.ts'
import { assertFits, look } from './look.ts'

const publicUrl = 'https://recado.example'

/** An administrator connects a number of the Business app by Meta's own window, after thinking better of it once. */
describe.skipIf(!launch)('Embedded Signup of a WhatsApp number', () => {
  let node: TestApp, browser: Browser, admin: Seat, simulator: WabaSimulator, line: Line

  beforeAll(async () => {
    let base = publicUrl
    simulator = await WabaSimulator.start({ reach: (url) => url.replace(publicUrl, base) })
    line = simulator.addBusinessApp()
    line.past.push({ phone: '5511960003333', body: 'Vocês abrem sábado?', at: Math.floor(Date.now() / 1_000) - 86_400 })
    line.addressBook.push({ name: 'Bia Nunes', phone: '5511960003333' })
    node = await productForTests({ app: { egress: { allow: ['127.0.0.0/8'] }, publicUrl } })
    base = node.base
    await node.database
      .owner`update core.user_account set is_master = true, consent_version = 99 where id = ${node.a.admin.id}`
    const { app } = simulator.signup
    await (
      await node.signIn(node.a.admin)
    ).ok('PUT', '/global-settings', {
      wabaAppId: app.id,
      wabaConfigId: app.configId,
      wabaAppSecret: app.secret,
      wabaApiRoot: simulator.url,
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

  const offer = (): Locator =>
    admin.page.getByRole('dialog').getByRole('region', { name: 'Conectar o número do aplicativo WhatsApp Business' })
  const openMeta = async (): Promise<Page> => {
    const opened = admin.page.waitForEvent('popup')
    await offer().getByRole('button', { name: 'Conectar pela Meta' }).click()
    const meta = await opened
    await meta.getByRole('heading', { name: 'Connect your WhatsApp Business app' }).waitFor()
    return meta
  }

  test('what the number needs and what is lost is said before', async () => {
    await admin.page.getByRole('button', { name: 'Novo canal' }).first().click()
    await admin.page.getByRole('button', { name: /^WhatsApp oficial \(Meta\)/ }).click()
    for (const words of [
      /versão 2\.24\.17/,
      /7 dias de uso/,
      /Conversas em grupo ficam só no celular/,
      /Listas de transmissão/,
    ])
      await offer().getByText(words).waitFor()
    await assertFits(admin, 'the offer of Embedded Signup', [1440, 390])
    admin.assertClean()
  })

  test('who leaves Meta’s window reads that nothing has changed', async () => {
    const meta = await openMeta()
    await meta.getByRole('link', { name: 'Cancel' }).click()
    await meta.getByText('A conexão foi cancelada na janela da Meta').waitFor()
    await look(meta, 'waba-signup-refused')
    expect(meta.url()).not.toContain('state')
    await meta.close()
    expect(line.webhook).toBeUndefined()
  })

  test('the number is connected, and its past is there', async () => {
    const meta = await openMeta()
    await meta.getByRole('link', { name: `Share +${line.phone}` }).click()
    await meta.getByRole('heading', { name: 'Número conectado' }).waitFor()
    await meta.getByText(`+${line.phone}`).waitFor()
    expect(meta.url()).not.toContain('code')
    await look(meta, 'waba-signup-done')
    await meta.close()
    await offer().getByText(`Conectado: +${line.phone}`).waitFor()
    await admin.page.keyboard.press('Escape')
    const card = admin.page.getByRole('article', { name: 'Loja Exemplo', exact: true })
    await card.getByRole('status').filter({ hasText: 'Conectado' }).first().waitFor()
    await look(admin.page, 'waba-signup-card')
    line.customer('Bia Nunes', '5511960003333').write('E domingo?')
    await goTo(admin.page, 'Atendimento')
    await view(admin.page, 'Fila').click()
    await row(admin.page, 'E domingo?').click()
    await admin.page.getByText('Vocês abrem sábado?').waitFor()
    admin.assertClean()
  })

  test('the page of the sign-up offers it by itself too', async () => {
    await admin.page.goto(`${node.base}/#/configuracoes/whatsapp-oficial`)
    const offered = admin.page.getByRole('region', { name: 'Conectar o número do aplicativo WhatsApp Business' })
    await offered.getByRole('button', { name: 'Conectar pela Meta' }).waitFor()
    await look(admin.page, 'waba-signup-page')
    admin.assertClean()
  })
})

import type { Browser, Locator } from 'playwright-core'
import { afterAll, beforeAll, describe, test } from 'vitest'
import { WuzapiSimulator } from '../../plugins/wuzapi/simulator/simulator.ts'
import type { TestApp } from '../harness/app.ts'
import {
  act,
  composer,
  goTo,
  goToSetting,
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

/** An administrator links a number by a gateway, with the page of the simulator as phone; a customer is answered. */
describe.skipIf(!launch)('WhatsApp through WuzAPI', () => {
  let node: TestApp, browser: Browser, admin: Seat, phone: Seat, simulator: WuzapiSimulator
  const card = (): Locator => admin.page.getByRole('article', { name: 'Loja pelo servidor', exact: true })
  const status = (words: string): Promise<void> =>
    card().getByRole('status').filter({ hasText: words }).first().waitFor()
  const fault = async (name: string): Promise<void> => {
    await phone.page.locator('summary', { hasText: 'Faults' }).click()
    await phone.page.getByRole('button', { name }).click()
    await phone.page.locator('summary', { hasText: 'Faults' }).click()
  }
  const scan = async (): Promise<void> => {
    const picture = card().getByRole('img', { name: 'QR code para conectar' })
    await phone.page.getByLabel('Code', { exact: true }).fill((await picture.getAttribute('src'))!)
    await phone.page.getByRole('button', { name: 'Scan' }).click()
  }

  beforeAll(async () => {
    let base = publicUrl
    simulator = await WuzapiSimulator.start({ reach: (url) => url.replace(publicUrl, base) })
    node = await productForTests({ app: { egress: { allow: ['127.0.0.0/8'] }, publicUrl } })
    base = node.base
    browser = await openBrowser()
    admin = await takeSeat(browser, { viewport: { width: 1440, height: 900 } })
    phone = await takeSeat(browser, { viewport: { width: 390, height: 844 } })
    await signIn(admin, node.base, node.a.admin, '/configuracoes/canais')
    await phone.page.goto(simulator.url)
  })
  afterAll(async () => {
    await browser?.close()
    await node?.close()
    await simulator?.close()
  })
  journey()

  test('S3-050 a channel is made with address, session and tokens, and is connected once the phone has scanned its code', async () => {
    await admin.page.getByRole('button', { name: 'Novo canal' }).first().click()
    await admin.page.getByRole('button', { name: /^WhatsApp \(WuzAPI\)/ }).click()
    const dialog = admin.page.getByRole('dialog')
    await dialog.getByLabel('Nome do canal').fill('Loja pelo servidor')
    await dialog.getByLabel(/^Endereço da API/).fill(simulator.url)
    await dialog.getByLabel(/^Sessão/).fill('loja')
    await dialog.getByLabel(/^Token da sessão/).fill('um token da loja')
    await dialog.getByLabel(/^Token da API/).fill(simulator.adminToken)
    await dialog.getByRole('checkbox', { name: 'Canal padrão para novas conversas' }).check()
    await look(admin.page, 'wuzapi-form', [1440, 1024, 390])
    await admin.assertAccessible('the form of a gateway')
    await dialog.getByRole('button', { name: 'Criar canal' }).click()
    await card().getByRole('img', { name: 'QR code para conectar' }).waitFor()
    await admin.assertAccessible('a code of a gateway')
    await look(admin.page, 'wuzapi-code', [1440, 1024, 390])
    await scan()
    await status('Conectado')
    await card().getByText('+55 (11) 99999-0000').waitFor()
    await card().getByText('Padrão', { exact: true }).waitFor()
    await look(admin.page, 'wuzapi-connected')
    await look(phone.page, 'wuzapi-simulator', [1440, 390])
  })

  test('S1-003 S3-060 a customer writes on the page of the simulator, an agent answers, and the ticks turn blue', async () => {
    await phone.page.getByLabel('Message').fill('Bom dia, o pedido 42 já saiu?')
    await phone.page.getByRole('button', { name: 'Send', exact: true }).click()
    await goTo(admin.page, 'Atendimento')
    await view(admin.page, 'Fila').click()
    await row(admin.page, 'Bom dia, o pedido 42 já saiu?').click()
    await act(admin.page, 'Atender')
    await composer(admin.page).fill('Saiu hoje cedo, Maria!')
    await composer(admin.page).press('Enter')
    await phone.page.getByText('Saiu hoje cedo, Maria!').waitFor()
    await phone.page.getByRole('button', { name: 'Read all' }).click()
    await thread(admin.page).getByLabel(/Lida/).first().waitFor()
    await look(admin.page, 'wuzapi-conversation')
    admin.assertClean()
  })

  test('each fault is said in plain words, with what to do', async () => {
    await goToSetting(admin.page, 'Canais')
    await status('Conectado')
    await fault('Gateway outdated')
    await card().getByText('O servidor precisa ser atualizado').waitFor()
    await fault('Gateway updated')
    await status('Conectado')
    await fault('Opened elsewhere')
    await card().getByText('O número está aberto em outro lugar').waitFor()
    await card().getByRole('button', { name: 'Tentar de novo' }).click()
    await status('Conectado')
    await fault('Remove the device')
    await card().getByText('O número não está mais conectado').waitFor()
    await admin.assertAccessible('a number that is not linked')
    await look(admin.page, 'wuzapi-removed', [1440, 1024, 390])
    await card().getByRole('button', { name: 'Tentar de novo' }).click()
    await card().getByRole('img', { name: 'QR code para conectar' }).waitFor()
    await card().getByRole('button', { name: 'Conectar pelo número em vez do QR code' }).click()
    await card().getByLabel('Número do celular, com código do país').fill('+55 11 99999-0000')
    await card().getByRole('button', { name: 'Obter código' }).click()
    const typed = card()
      .locator('strong')
      .filter({ hasText: /^[0-9A-F]{4}-[0-9A-F]{4}$/ })
    await typed.waitFor()
    await look(admin.page, 'wuzapi-typed', [1440, 390])
    await phone.page.getByLabel('Code', { exact: true }).fill((await typed.textContent())!)
    await phone.page.getByRole('button', { name: 'Scan' }).click()
    await status('Conectado')
    admin.assertClean()
    phone.assertClean()
  })
})

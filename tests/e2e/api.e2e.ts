import { execFile } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { promisify } from 'node:util'
import type { Connection } from '@recado/contracts'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { GatewayAccount } from '../../plugins/sms/simulator/gateway.ts'
import { SmsSimulator } from '../../plugins/sms/simulator/simulator.ts'
import { eventually, type TestApp } from '../harness/app.ts'
import {
  goToSetting,
  journey,
  launch,
  notices,
  openBrowser,
  productForTests,
  row,
  seen,
  signIn,
  takeSeat,
  thread,
  view,
  type Seat,
} from './browser.ts'
import { look } from './look.ts'

const run = promisify(execFile)

/**
 * An administrator makes an API configuration, copies its token and the first example, a program sends with it, and an
 * agent sees the conversation.
 */
describe.skipIf(!launch)('API configurations', () => {
  let node: TestApp, browser: Browser, admin: Seat, agent: Seat, simulator: SmsSimulator, account: GatewayAccount
  let token = ''
  const phone = `+55119${randomInt(60_000_000, 99_999_999)}`

  beforeAll(async () => {
    simulator = await SmsSimulator.start()
    account = simulator.addGateway('28398')
    node = await productForTests({ app: { egress: { allow: ['127.0.0.0/8'] } } })
    const person = await node.signIn(node.a.admin)
    await person.ok<Connection>('POST', '/whatsapp', {
      name: 'SMS da loja',
      type: 'smsgateway',
      config: {
        url: `${simulator.gatewayUrl(account)}/send`,
        token: account.token,
        from: account.number,
        balanceUrl: `${simulator.gatewayUrl(account)}/balance`,
        errorPath: 'error',
        webhookSecret: account.secret,
      },
    })
    browser = await openBrowser()
    ;[admin, agent] = await Promise.all([takeSeat(browser), takeSeat(browser)])
    await signIn(admin, node.base, node.a.admin)
    await signIn(agent, node.base, node.a.supervisor, '/atendimento')
  })
  afterAll(async () => {
    await browser?.close()
    await node?.close()
    await simulator?.close()
  })
  journey()

  const dialog = () => admin.page.getByRole('dialog')
  const customer = () => simulator.customer(account, phone)

  test('S2-084 S3-028 an administrator makes one; what is wrong is said at its field, and the token is shown once', async () => {
    await goToSetting(admin.page, 'API')
    await admin.page.getByText('Nenhuma configuração ainda').waitFor()
    expect(new URL(admin.page.url()).hash).toBe('#/configuracoes/api')
    await admin.assertAccessible('no API configurations')
    await look(admin.page, 'api-empty', [1440, 1024, 390])
    await admin.page.getByRole('button', { name: 'Nova configuração' }).click()
    await dialog()
      .getByLabel(/^Webhook de status da sessão/)
      .fill('https://10.0.0.1/status')
    await dialog().getByRole('button', { name: 'Salvar' }).click()
    await seen(() =>
      dialog()
        .getByLabel(/^Nome/)
        .evaluate((field) => field === document.activeElement),
    ).toBe(true)
    await dialog().getByLabel(/^Nome/).fill('Loja virtual')
    await dialog().getByRole('combobox', { name: 'Canal' }).click()
    await admin.page.getByRole('option', { name: /SMS da loja/ }).click()
    admin.expects(/answered 422/, /status of 422/)
    await dialog().getByRole('button', { name: 'Salvar' }).click()
    await seen(() =>
      dialog()
        .getByLabel(/^Webhook de status da sessão/)
        .getAttribute('aria-invalid'),
    ).toBe('true')
    await admin.assertAccessible('API configuration form')
    await look(admin.page, 'api-editor', [1440, 1024, 390])
    await dialog()
      .getByLabel(/^Webhook de status da sessão/)
      .fill(`${node.base}/status`)
    await dialog().getByRole('button', { name: 'Salvar' }).click()
    await dialog().getByText('Copie agora: ele não será mostrado de novo.').waitFor()
    token = (await dialog().getByLabel('Token', { exact: true }).innerText()).trim()
    expect(token).toMatch(/^rck_/)
    await admin.assertAccessible('token of an API configuration')
    await look(admin.page, 'api-token', [1440, 1024, 390])
    await dialog().getByRole('button', { name: 'Já guardei' }).click()
    await dialog().waitFor({ state: 'detached' })
    await admin.page.getByRole('article', { name: 'Loja virtual' }).getByText('nunca usado').waitFor()
    expect(await admin.page.content()).not.toContain(token)
    admin.assertClean()
  })

  test('the example in curl, as it is copied, sends, and an agent finds the conversation in the queue', async () => {
    const card = admin.page.getByRole('article', { name: 'Loja virtual' })
    await card.getByRole('button', { name: 'Exemplos' }).click()
    const example = (await card.getByRole('region', { name: 'Exemplo em curl' }).innerText()).replaceAll(
      '+5511998765432',
      phone,
    )
    await admin.assertAccessible('examples')
    await look(admin.page, 'api-card', [1440, 1024, 390])
    const { stdout } = await run('sh', ['-c', example], { env: { ...process.env, RECADO_TOKEN: token } })
    expect(JSON.parse(stdout)).toMatchObject({ message: 'Message add queue', opened: true })
    await eventually(
      () => customer().received.map(({ text }) => text),
      (texts) => texts.join() === 'Seu pedido 1042 saiu para entrega.',
    )
    await view(agent.page, 'Fila').click()
    await row(agent.page, 'Seu pedido 1042 saiu para entrega.').click()
    await thread(agent.page).getByText('Seu pedido 1042 saiu para entrega.').waitFor()
    agent.assertClean()
  })

  test('they try it with a number of their own, and a wrong one is said at its field', async () => {
    const card = admin.page.getByRole('article', { name: 'Loja virtual' })
    admin.expects(/answered 422/, /status of 422/)
    await card.getByRole('button', { name: 'Testar' }).click()
    await dialog()
      .getByLabel(/^Número/)
      .fill('98765-4321')
    await dialog().getByRole('button', { name: 'Enviar' }).click()
    await seen(() =>
      dialog()
        .getByLabel(/^Número/)
        .getAttribute('aria-invalid'),
    ).toBe('true')
    await admin.assertAccessible('trial')
    await look(admin.page, 'api-trial', [1440, 1024, 390])
    await dialog()
      .getByLabel(/^Número/)
      .fill(phone)
    await dialog().getByRole('button', { name: 'Enviar' }).click()
    await notices(admin.page).getByText('Mensagem enviada para a fila de envio').waitFor()
    await eventually(
      () => customer().received.map(({ text }) => text),
      (texts) => texts.includes('Teste da API'),
    )
    admin.assertClean()
  })

  test('a new token ends the old one when it is told to, and a deleted configuration ends both', async () => {
    const card = admin.page.getByRole('article', { name: 'Loja virtual' })
    const status = async (text: string) => {
      const address = (await card.getByRole('region', { name: 'Endereço da API' }).innerText()).trim()
      return (await fetch(address, { headers: { authorization: `Bearer ${text}` } })).status
    }
    await card.getByRole('button', { name: 'Gerar novo token' }).click()
    await admin.assertAccessible('renewing a token')
    await look(admin.page, 'api-renew', [1440, 1024, 390])
    await dialog().getByRole('button', { name: 'Gerar token' }).click()
    const renewed = (await dialog().getByLabel('Token', { exact: true }).innerText()).trim()
    await dialog().getByRole('button', { name: 'Já guardei' }).click()
    await card.getByText(/aceito até/).waitFor()
    expect(await Promise.all([status(token), status(renewed)])).toEqual([200, 200])
    await admin.page.getByRole('button', { name: 'Excluir Loja virtual' }).click()
    await admin.page.getByRole('alertdialog').getByRole('button', { name: 'Excluir configuração' }).click()
    await admin.page.getByText('Nenhuma configuração ainda').waitFor()
    admin.assertClean()
  })
})

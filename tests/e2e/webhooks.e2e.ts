import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TestApp } from '../harness/app.ts'
import { isSignedBy, webhookReceiver, type WebhookReceiver } from '../harness/webhook-receiver.ts'
import { Visitor } from '../plugins/webchat.rig.ts'
import { journey, launch, openBrowser, productForTests, seen, signIn, takeSeat, type Seat } from './browser.ts'
import { look } from './look.ts'

/** An administrator names an address, hears of a customer's message there, and sees what became of each delivery. */
describe.skipIf(!launch)('webhooks', () => {
  journey()
  let node: TestApp, browser: Browser, seat: Seat, page: Page, receiver: WebhookReceiver, secret: string
  beforeAll(async () => {
    receiver = await webhookReceiver()
    node = await productForTests({ app: { egress: { allow: ['127.0.0.1/32'] } } })
    browser = await openBrowser()
    seat = await takeSeat(browser)
    page = seat.page
    await signIn(seat, node.base, node.a.admin, '/configuracoes/webhooks')
  })
  afterAll(async () => {
    await browser?.close()
    await node?.close()
    await receiver?.close()
  })

  const dialog = (name: string | RegExp) => page.getByRole('dialog', { name })
  const card = () => page.getByRole('article', { name: 'Sistema da loja' })
  const widths = [1440, 1024, 390] as const
  const choose = async (name: string) => {
    await card().getByRole('button', { name: 'Ações de Sistema da loja' }).click()
    await page.getByRole('menuitem', { name }).click()
  }
  const says = async (text: string) => {
    const visitor = new Visitor(node.base, node.a.connection)
    await visitor.session({ profile: { name: 'Marina Duarte', email: 'marina@exemplo.com.br' } })
    await visitor.say(text)
  }

  test('an endpoint is added, and its secret shown once', async () => {
    await page.getByText('Nenhum webhook ainda').waitFor()
    await seat.assertAccessible('no webhooks')
    await look(page, 'webhooks-none', widths)
    await page.getByRole('button', { name: 'Novo webhook' }).first().click()
    const form = dialog('Novo webhook')
    await form.getByRole('button', { name: 'Salvar' }).click()
    await seen(() => form.locator('[aria-invalid]').count()).toBe(1)
    await form.getByLabel(/^Endereço/).fill('http://10.0.0.5/interno')
    await form.getByRole('button', { name: 'Salvar' }).click()
    await form.getByText(/Este endereço não pode ser usado/).waitFor()
    await form.getByLabel(/^Endereço/).fill(receiver.url('/loja'))
    await form.getByLabel('Descrição').fill('Sistema da loja')
    await form.getByLabel('Atendimento criado').click()
    await seat.assertAccessible('form of a webhook')
    await look(page, 'webhook-form', widths)
    await form.getByRole('button', { name: 'Salvar' }).click()
    const shown = dialog('Segredo do webhook')
    secret = (await shown.getByLabel('Segredo do webhook').filter({ hasText: 'whsec_' }).textContent())!
    expect(secret).toMatch(/^whsec_/)
    await seat.assertAccessible('secret of a webhook')
    await look(page, 'webhook-secret', widths)
    await shown.getByRole('button', { name: 'Já copiei' }).click()
    await card().getByText('Nenhuma entrega ainda').waitFor()
    expect(await page.content()).not.toContain(secret)
  })

  test('a customer’s message arrives there, signed, and a test too', async () => {
    await says('Quero trocar um produto')
    await seen(() =>
      receiver
        .at('/loja')
        .map(({ body }) => body.type)
        .toSorted(),
    ).toEqual(['message.received.v1', 'ticket.created.v1'])
    expect(receiver.at('/loja').every((one) => isSignedBy(secret, one))).toBe(true)
    await card().getByRole('button', { name: 'Enviar teste' }).click()
    await page
      .getByText(/Teste recebido em \d+ ms/)
      .first()
      .waitFor()
    await card()
      .getByText(/Última tentativa/)
      .waitFor()
    await seat.assertAccessible('webhooks')
    await look(page, 'webhooks', widths)
  })

  test('what failed is found, looked at and sent again', async () => {
    receiver.answers('/loja', [(response) => response.writeHead(500).end('Sem estoque de respostas')])
    await card().getByRole('button', { name: 'Enviar teste' }).click()
    await page.getByText('O teste falhou: resposta 500').first().waitFor()
    await card().getByRole('button', { name: 'Entregas' }).click()
    await page.getByRole('heading', { name: 'Entregas de Sistema da loja' }).waitFor()
    const rows = page.getByRole('list', { name: 'Entregas' }).getByRole('listitem')
    await seen(() => rows.count()).toBe(4)
    await seat.assertAccessible('deliveries of a webhook')
    await look(page, 'webhook-deliveries', widths)
    await page.getByLabel('Mostrar', { exact: true }).selectOption({ label: 'Com falha' })
    await seen(() => rows.count()).toBe(1)
    await rows.getByRole('button').click()
    const sheet = dialog('Teste')
    await sheet.getByText('Sem estoque de respostas').waitFor()
    await seat.assertAccessible('a delivery')
    await look(page, 'webhook-delivery', widths)
    await sheet.getByRole('button', { name: 'Enviar de novo' }).click()
    await sheet.getByText(/2\. .*recebida/).waitFor()
    await sheet.getByRole('button', { name: 'Fechar' }).last().click()
    await page.getByText('Nenhuma entrega falhou.').waitFor()
    await page.getByRole('button', { name: 'Reenviar período' }).click()
    await seat.assertAccessible('replay of a period')
    await look(page, 'webhook-period', widths)
    await dialog('Reenviar um período').getByRole('button', { name: 'Cancelar' }).click()
    await page.getByRole('link', { name: 'Voltar aos webhooks' }).click()
  })

  test('its secret is changed, it is paused, and deleted after a question', async () => {
    await choose('Trocar segredo')
    await page.getByRole('alertdialog').getByRole('button', { name: 'Trocar segredo' }).click()
    const shown = dialog('Segredo do webhook')
    const next = (await shown.getByLabel('Segredo do webhook').filter({ hasText: 'whsec_' }).textContent())!
    expect(next).not.toBe(secret)
    await shown.getByRole('button', { name: 'Já copiei' }).click()
    await card()
      .getByText(/O segredo anterior ainda assina até/)
      .waitFor()
    await choose('Pausar')
    await card().getByText('Pausado').waitFor()
    await page.setViewportSize({ width: 390, height: 844 })
    await seen(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
    await page.setViewportSize({ width: 1440, height: 900 })
    await choose('Excluir')
    await seat.assertAccessible('question before a webhook is deleted')
    await page.getByRole('alertdialog').getByRole('button', { name: 'Excluir' }).click()
    await page.getByText('Nenhum webhook ainda').waitFor()
  })
})

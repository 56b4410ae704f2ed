import { randomInt } from 'node:crypto'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { eventually, type TestApp } from '../harness/app.ts'
import { webhookReceiver, type WebhookReceiver } from '../harness/webhook-receiver.ts'
import { Program } from '../plugins/chatwoot-api.rig.ts'
import {
  act,
  goToSetting,
  journey,
  launch,
  openBrowser,
  productForTests,
  reply,
  row,
  signIn,
  takeSeat,
  thread,
  view,
  type Seat,
} from './browser.ts'
import { look } from './look.ts'

/**
 * An administrator makes an access token, a program made for Chatwoot connects with what the page shows and brings a
 * customer, and an agent answers: the program gets it.
 */
describe.skipIf(!launch)('Chatwoot API', () => {
  let node: TestApp, browser: Browser, admin: Seat, agent: Seat, receiver: WebhookReceiver, program: Program

  beforeAll(async () => {
    receiver = await webhookReceiver()
    node = await productForTests({ app: { egress: { allow: ['127.0.0.0/8'] } } })
    const person = await node.signIn(node.a.admin)
    await person.ok('PUT', '/api/plugins/chatwoot-api', { enabled: true })
    browser = await openBrowser()
    ;[admin, agent] = await Promise.all([takeSeat(browser), takeSeat(browser)])
    await signIn(admin, node.base, node.a.admin)
    await signIn(agent, node.base, node.a.supervisor, '/atendimento')
  })
  afterAll(async () => {
    await browser?.close()
    await node?.close()
    await receiver?.close()
  })
  journey()

  test('an administrator makes a token, which is shown once, beside address and account', async () => {
    await goToSetting(admin.page, 'API do Chatwoot')
    await admin.page.getByText('Nenhum token ainda').waitFor()
    await admin.assertAccessible('no access tokens')
    await look(admin.page, 'chatwoot-empty', [1440, 1024, 390])
    await admin.page.getByRole('button', { name: 'Novo token' }).click()
    const dialog = admin.page.getByRole('dialog')
    await dialog.getByLabel('Nome do programa').fill('Evolution API')
    await dialog.getByRole('button', { name: 'Gerar token' }).click()
    const token = (await dialog.getByRole('region', { name: 'Token de acesso' }).innerText()).trim()
    expect(token).toMatch(/^rck_/)
    await admin.assertAccessible('an access token')
    await dialog.getByRole('button', { name: 'Já guardei' }).click()
    await dialog.waitFor({ state: 'detached' })
    await admin.page.getByText(/nunca usado/).waitFor()
    expect(await admin.page.content()).not.toContain(token)
    const account = Number(await admin.page.getByRole('region', { name: 'ID da conta' }).innerText())
    program = new Program(node.base, account, token)
    admin.assertClean()
  })

  test('an agent answers a conversation that a program brought, and the program gets the answer', async () => {
    const inbox = await program.ok<{ id: number }>('POST', '/inboxes', {
      name: 'WhatsApp da loja',
      channel: { type: 'api', webhook_url: receiver.url('/chatwoot/webhook/loja') },
    })
    const { payload } = await program.ok<{ payload: { contact: { id: number } } }>('POST', '/contacts', {
      inbox_id: inbox.id,
      name: 'Rita Lima',
      phone_number: `+55119${randomInt(60_000_000, 99_999_999)}`,
    })
    const conversation = await program.ok<{ id: number }>('POST', '/conversations', {
      inbox_id: inbox.id,
      contact_id: payload.contact.id,
    })
    const post = (body: object) => program.ok('POST', `/conversations/${conversation.id}/messages`, body)
    await post({ content: 'O pedido já saiu?', message_type: 'incoming' })
    await view(agent.page, 'Fila').click()
    await row(agent.page, 'Rita Lima').click()
    await thread(agent.page).getByText('O pedido já saiu?').waitFor()
    await act(agent.page, 'Atender')
    await reply(agent.page, 'Sai hoje à tarde')
    await eventually(
      () => receiver.received.map(({ body }) => body as unknown as { content?: string; message_type?: string }),
      (told) =>
        told.some(
          ({ content, message_type }) => message_type === 'outgoing' && content?.includes('Sai hoje à tarde') === true,
        ),
    )
    await post({ content: 'Número fora do WhatsApp', message_type: 'outgoing', private: true })
    await thread(agent.page)
      .getByRole('article', { name: /Nota de Evolution API/ })
      .waitFor()
    await agent.assertAccessible('a note of a program')
    agent.assertClean()
  })

  test('the page says which inboxes there are, and how the last answer went', async () => {
    await admin.page.reload()
    await admin.page.getByText('WhatsApp da loja').waitFor()
    await admin.page.getByText(/Última resposta entregue em/).waitFor()
    await admin.assertAccessible('access tokens and inboxes')
    await look(admin.page, 'chatwoot', [1440, 1024, 390])
    admin.assertClean()
  })
})

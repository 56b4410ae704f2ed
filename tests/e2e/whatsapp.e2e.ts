import { chromium, type Browser, type Locator } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { phoneWith } from '../../plugins/whatsapp/simulator/past.ts'
import { Passkey } from '../../plugins/whatsapp/simulator/passkey.ts'
import { WhatsappSimulator } from '../../plugins/whatsapp/simulator/whatsapp.ts'
import type { TestApp } from '../harness/app.ts'
import {
  act,
  composer,
  goTo,
  goToSetting,
  journey,
  launch,
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

/** An administrator links a number with the page of the simulator as its phone; a customer writes, an agent answers. */
describe.skipIf(!launch)('WhatsApp by QR code', () => {
  let node: TestApp, browser: Browser, admin: Seat, phone: Seat, simulator: WhatsappSimulator
  const card = (): Locator => admin.page.getByRole('article', { name: 'Celular da loja', exact: true })
  const status = (words: string): Promise<void> =>
    card().getByRole('status').filter({ hasText: words }).first().waitFor()
  const fault = async (name: string): Promise<void> => {
    await phone.page.locator('summary', { hasText: 'Faults' }).click()
    await phone.page.getByRole('button', { name }).click()
    await phone.page.locator('summary', { hasText: 'Faults' }).click()
  }

  beforeAll(async () => {
    simulator = await WhatsappSimulator.start()
    simulator.receipts = 'read'
    node = await productForTests({ app: { egress: { allow: ['127.0.0.0/8'] } } })
    browser = await chromium.launch({
      ...launch!,
      args: [...(launch!.args ?? []), '--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream'],
    })
    admin = await takeSeat(browser, {
      permissions: ['clipboard-read', 'clipboard-write', 'microphone'],
      viewport: { width: 1440, height: 900 },
    })
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

  test('S2-072 S2-105 a channel is made, shows a code, and is connected once the phone has scanned it', async () => {
    await admin.page.getByRole('button', { name: 'Novo canal' }).first().click()
    await admin.page.getByRole('button', { name: /^WhatsApp \(QR code\)/ }).click()
    const dialog = admin.page.getByRole('dialog')
    await dialog.getByLabel('Nome do canal').fill('Celular da loja')
    await dialog.getByText('Avançado').click()
    await dialog.getByLabel('Servidor simulado', { exact: true }).fill(simulator.url)
    await look(admin.page, 'whatsapp-form')
    await dialog.getByRole('button', { name: 'Criar canal' }).click()
    await card().getByRole('img', { name: 'QR code para conectar' }).waitFor()
    await admin.assertAccessible('a code to scan')
    await look(admin.page, 'whatsapp-code', [1440, 1024, 390])
    await card().getByRole('button', { name: 'Copiar o código como texto' }).click()
    await phone.page
      .getByLabel('Code', { exact: true })
      .fill(await admin.page.evaluate(() => navigator.clipboard.readText()))
    await phone.page.getByRole('button', { name: 'Scan' }).click()
    await status('Conectado')
    await look(admin.page, 'whatsapp-connected')
    await look(phone.page, 'whatsapp-simulator', [1440, 390])
  })

  test('S1-003 a customer writes on the page of the simulator, an agent answers, and the ticks turn blue', async () => {
    await phone.page.getByLabel('Message').fill('Bom dia, o pedido 42 já saiu?')
    await phone.page.getByRole('button', { name: 'Send', exact: true }).click()
    await goTo(admin.page, 'Atendimento')
    await view(admin.page, 'Fila').click()
    await row(admin.page, 'Bom dia, o pedido 42 já saiu?').click()
    await act(admin.page, 'Atender')
    await composer(admin.page).fill('Saiu hoje cedo, Maria!')
    await composer(admin.page).press('Enter')
    await phone.page.getByText('Saiu hoje cedo, Maria!').waitFor()
    await thread(admin.page).getByLabel(/Lida/).first().waitFor()
    await look(admin.page, 'whatsapp-conversation')
    admin.assertClean()
  })

  test('an agent records a voice note, the customer plays it, and the screen says so', async () => {
    const { page } = admin
    await page.getByRole('button', { name: 'Gravar áudio' }).click()
    await page.getByRole('timer').filter({ hasText: '0:01' }).waitFor()
    await page.getByRole('button', { name: 'Enviar mensagem de voz' }).click()
    const note = await simulator.sentMessage(({ content }) => content.audioMessage?.ptt === true)
    await phone.page.locator(`audio[src*="${note.id}"]`).waitFor()
    const { seconds, waveform } = note.content.audioMessage!
    expect(seconds).toBeGreaterThanOrEqual(1)
    expect(Math.max(...waveform!)).toBe(100)
    expect(await phone.page.getByRole('img', { name: 'Waveform' }).locator('i').count()).toBe(64)
    await phone.page.locator('summary', { hasText: 'More' }).click()
    await phone.page.getByRole('button', { name: 'Play the voice notes' }).click()
    await phone.page.locator('summary', { hasText: 'More' }).click()
    await thread(page).getByLabel('Ouvida').waitFor()
    await look(page, 'whatsapp-played')
    admin.assertClean()
  })

  test('an agent asks by a poll, the customer votes, and older messages are asked for on the phone', async () => {
    const { page } = admin
    await page.getByRole('button', { name: 'Criar enquete', exact: true }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Pergunta').fill('Qual horário de entrega?')
    for (const [index, option] of ['De manhã', 'De tarde'].entries())
      await dialog.getByLabel(`Opção ${index + 1}`).fill(option)
    await admin.assertAccessible('a poll that is written')
    await look(page, 'whatsapp-poll-form')
    await dialog.getByRole('button', { name: 'Enviar enquete' }).click()
    await thread(page).getByText('Qual horário de entrega?').waitFor()
    await phone.page.getByRole('article').filter({ hasText: 'Qual horário de entrega?' }).click()
    await phone.page.getByLabel('Message').fill('2')
    await phone.page.getByRole('button', { name: 'Vote' }).click()
    await thread(page).getByText('1 voto').first().waitFor()
    await admin.assertAccessible('a poll with votes')
    // WhatsApp stops no polls.
    const asked = thread(page).locator('[data-index]').filter({ hasText: 'Qual horário de entrega?' }).first()
    await asked.hover()
    await asked.getByRole('button', { name: 'Mais ações' }).click()
    await page.getByRole('menuitem', { name: 'Apagar para todos' }).waitFor()
    expect(await page.getByRole('menuitem', { name: 'Encerrar enquete' }).count()).toBe(0)
    await page.keyboard.press('Escape')
    const [account] = simulator.accounts.values()
    const maria = simulator.person('Maria', '5511980000000')
    const yesterday = new Date(Date.now() - 24 * 3_600_000)
    account!.older = phoneWith(account!, [{ with: maria, at: yesterday, content: { conversation: 'Quero 42 pães' } }])
    const offer = page.getByRole('button', { name: 'Buscar mensagens mais antigas no canal' })
    // It stands above the first message and covers none, in a conversation that is longer than the screen too.
    await page.setViewportSize({ width: 390, height: 520 })
    await seen(async () => {
      const [above, first] = await Promise.all([
        offer.boundingBox(),
        thread(page).locator('[data-index="0"]').boundingBox(),
      ])
      return above!.y + above!.height <= first!.y
    }).toBe(true)
    await page.setViewportSize({ width: 1440, height: 900 })
    await offer.click()
    await thread(page).getByText('Quero 42 pães').waitFor()
    await thread(page).getByText('1 mensagem encontrada').waitFor()
    await admin.assertAccessible('older messages from the phone')
    await look(page, 'whatsapp-poll', [1440, 1024, 390])
    admin.assertClean()
  })

  test('the report of the channel is read, copied and saved, and tells nothing that was said', async () => {
    await goToSetting(admin.page, 'Canais')
    await card().getByRole('button', { name: 'Mais' }).click()
    await admin.page.getByRole('menuitem', { name: 'Relatório técnico' }).click()
    const dialog = admin.page.getByRole('dialog', { name: 'Relatório técnico de Celular da loja' })
    const report = dialog.getByRole('region', { name: 'Relatório técnico' })
    await seen(() => report.innerText()).toContain('"lastEndCode"')
    const told = await report.innerText()
    for (const kept of ['Celular da loja', 'Maria', 'pedido 42']) expect(told).not.toContain(kept)
    await admin.assertAccessible('the report of a channel')
    await look(admin.page, 'channel-report')
    await dialog.getByRole('button', { name: 'Copiar: Relatório técnico' }).click()
    await seen(() => admin.page.evaluate(() => navigator.clipboard.readText())).toBe(told)
    const saved = admin.page.waitForEvent('download')
    await dialog.getByRole('button', { name: 'Salvar arquivo' }).click()
    expect((await saved).suggestedFilename()).toMatch(/^recado-whatsapp-\d{4}-\d\d-\d\d\.json$/)
    await dialog.getByRole('button', { name: 'Fechar' }).first().click()
    await dialog.waitFor({ state: 'hidden' })
  })

  test('each fault is said in plain words, with what to do', async () => {
    await goToSetting(admin.page, 'Canais')
    await status('Conectado')
    await fault('Opened elsewhere')
    await card().getByText('O número está aberto em outro lugar').waitFor()
    await admin.assertAccessible('a conflict')
    await look(admin.page, 'whatsapp-conflict')
    await card().getByRole('button', { name: 'Tentar de novo' }).click()
    await status('Conectado')
    await fault('Remove the device')
    await card().getByText('O celular desconectou este aparelho').waitFor()
    await look(admin.page, 'whatsapp-removed')
    await phone.page.getByLabel('ask for a passkey').check()
    await card().getByRole('button', { name: 'Tentar de novo' }).click()
    await card().getByRole('button', { name: 'Copiar o código como texto' }).click()
    await phone.page
      .getByLabel('Code', { exact: true })
      .fill(await admin.page.evaluate(() => navigator.clipboard.readText()))
    await phone.page.getByRole('button', { name: 'Scan' }).click()
    await card().getByText('O WhatsApp pediu uma chave de acesso para conectar este número').waitFor()
    await card().getByRole('button', { name: 'Baixar o ajudante' }).waitFor()
    await card().getByText('Sem o ajudante, com um comando').click()
    await card().getByLabel('Resultado').waitFor()
    await admin.assertAccessible('a passkey')
    await look(admin.page, 'whatsapp-passkey', [1440, 1024, 390])
  })

  test('the command runs in a browser, and its answer links the number', async () => {
    await card().getByRole('button', { name: 'Copiar comando' }).click()
    const command = await admin.page.evaluate(() => navigator.clipboard.readText())
    const passkey = new Passkey()
    simulator.account('5511999990000').passkey = passkey.publicKey
    await phone.context.exposeFunction('signed', (challenge: string, rpId: string) =>
      passkey.answer(JSON.stringify({ challenge, rpId })),
    )
    const answer = await phone.page.evaluate(async (text) => {
      const { signed } = globalThis as unknown as { signed(challenge: string, rpId: string): Promise<string> }
      const { promise, resolve } = Promise.withResolvers<string>()
      const credentials = {
        get: async ({ publicKey }: { publicKey: { challenge: Uint8Array; rpId: string } }) => {
          const challenge = btoa(String.fromCharCode(...publicKey.challenge))
          const url = challenge.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
          const answered = await signed(url, publicKey.rpId)
          return { toJSON: () => JSON.parse(answered) as object }
        },
      }
      new Function('navigator', 'copy', text)({ credentials }, resolve)
      return promise
    }, command)
    expect(JSON.parse(answer)).toMatchObject({ type: 'public-key' })
    await card().getByLabel('Resultado').fill('{}')
    admin.expects(/status of 422/, /answered 422: POST .*\/passkey\//)
    await card().getByRole('button', { name: 'Enviar ao WhatsApp' }).click()
    await card().getByText('Isto não é o resultado do comando. Copie-o de novo, inteiro.').waitFor()
    await card().getByLabel('Resultado').fill(answer)
    await card().getByRole('button', { name: 'Enviar ao WhatsApp' }).click()
    await status('Conectado')
    await seen(() => simulator.account('5511999990000').shownCode).toMatch(/^[1-9A-Z]{8}$/)
    admin.assertClean()
    phone.assertClean()
  })

  test('who cannot scan asks for a code, and types it on the phone', async () => {
    await phone.page.getByLabel('ask for a passkey').uncheck()
    await fault('Remove the device')
    await card().getByRole('button', { name: 'Tentar de novo' }).click()
    await card().getByRole('button', { name: 'Conectar pelo número em vez do QR code' }).click()
    await admin.page.keyboard.type('celular da loja')
    admin.expects(/status of 422/, /answered 422: POST .*\/pairing\//)
    await admin.page.keyboard.press('Enter')
    await card().getByText('Informe o número com o código do país').waitFor()
    await card().getByLabel('Número do celular').fill('+55 11 99999-0000')
    await admin.assertAccessible('linking by number')
    await look(admin.page, 'whatsapp-by-number', [1440, 390])
    await card().getByRole('button', { name: 'Obter código' }).click()
    const code = card().getByText(/^[1-9A-Z]{4}-[1-9A-Z]{4}$/)
    await code.waitFor()
    await look(admin.page, 'whatsapp-typed-code', [1440, 390])
    await phone.page.getByLabel('Code to type').fill((await code.textContent())!)
    await phone.page.getByRole('button', { name: 'Type', exact: true }).click()
    await status('Conectado')
    admin.assertClean()
    phone.assertClean()
  })
})

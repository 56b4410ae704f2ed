import { join } from 'node:path'
import type { Browser, Locator } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { TelegramSimulator } from '../../plugins/telegram/simulator/telegram.ts'
import type { TestApp } from '../harness/app.ts'
import { pluginFolder } from '../harness/plugin-folder.ts'
import { journey, launch, openBrowser, pictures, productForTests, signIn, takeSeat, type Seat } from './browser.ts'

const repository = join(import.meta.dirname, '../..')

/** What an administrator does with connections, on a channel that signs in by a code and has a past. */
describe.skipIf(!launch)('the screen of channels', () => {
  let node: TestApp, browser: Browser, seat: Seat, telegram: TelegramSimulator

  const card = (name: string): Locator => seat.page.getByRole('article', { name, exact: true })
  const choose = async (name: string, act: string): Promise<void> => {
    await card(name).getByRole('button', { name: 'Mais ações' }).click()
    await seat.page.getByRole('menuitem', { name: act }).click()
  }
  const look = async (name: string): Promise<void> => {
    await seat.page.screenshot({ path: join(pictures, `channels-${name}.png`) })
    await seat.assertAccessible(`channels ${name}`)
  }

  beforeAll(async () => {
    telegram = await TelegramSimulator.start()
    node = await productForTests({
      app: { egress: { allow: ['127.0.0.0/8'] } },
      pluginFolders: [join(repository, 'plugins'), pluginFolder(join(repository, 'tests/plugins/past'))],
    })
    browser = await openBrowser()
    seat = await takeSeat(browser, { viewport: { width: 1440, height: 1200 } })
    const admin = await node.signIn(node.a.admin)
    for (const [name, config] of [
      ['Celular da loja', { code: 'scan-me' }],
      ['Loja antiga', { pages: 4 }],
      ['Loja nova', { pages: 0 }],
    ] as const)
      await admin.ok('POST', '/whatsapp', { name, type: 'past', config })
    await signIn(seat, node.base, node.a.admin, '/configuracoes/canais')
  })
  afterAll(async () => {
    await browser?.close()
    await node?.close()
    await telegram?.close()
  })
  journey()

  test('S2-072 a code is shown to be scanned, and a new one on request', async () => {
    const code = card('Celular da loja').getByRole('img', { name: 'QR code para conectar' })
    await code.waitFor()
    const before = await code.innerHTML()
    await look('code')
    await card('Celular da loja').getByRole('button', { name: 'Novo QR code' }).click()
    await expect
      .poll(async () => (await code.count()) === 1 && (await code.innerHTML()) !== before, { timeout: 10_000 })
      .toBe(true)
  })

  test('S3-043 S5-110 the past comes in, with its progress; dates that do not fit are said', async () => {
    await choose('Loja antiga', 'Importar histórico')
    const dialog = seat.page.getByRole('dialog')
    await dialog.getByLabel(/^De(?!stino)/).fill('31012026')
    await dialog.getByLabel(/^Até/).fill('01012026')
    await dialog.getByRole('button', { name: 'Importar' }).click()
    await dialog.getByText('A data inicial vem depois da final.').waitFor()
    await look('import')
    await seat.page.keyboard.press('Escape')
    await choose('Loja antiga', 'Importar histórico')
    await dialog.getByRole('button', { name: 'Importar' }).click()
    await card('Loja antiga').getByText('Importação concluída.').waitFor()
    await card('Loja antiga').getByText('8 mensagens').waitFor()
  })

  test('S4-069 S5-113 conversations move to a channel that fits, which has to be chosen', async () => {
    await choose('Loja antiga', 'Transferir conversas')
    const dialog = seat.page.getByRole('dialog')
    expect(await dialog.getByRole('combobox').locator('option').allInnerTexts()).toEqual([
      'Escolha um canal',
      'Celular da loja',
      'Loja nova',
    ])
    await dialog.getByRole('button', { name: 'Transferir conversas' }).click()
    await dialog.getByText('Escolha o canal de destino.').waitFor()
    await look('transfer')
    await dialog.getByRole('combobox').selectOption({ label: 'Loja nova' })
    await dialog.getByRole('button', { name: 'Transferir conversas' }).click()
    await card('Loja antiga').getByText('Transferência concluída.').waitFor()
    await look('tasks')
  })

  test('S4-068 a reset is confirmed before it is done', async () => {
    await choose('Celular da loja', 'Reiniciar sessão')
    await seat.page.getByRole('alertdialog').getByRole('button', { name: 'Reiniciar sessão' }).click()
    await card('Celular da loja').getByRole('img', { name: 'QR code para conectar' }).waitFor()
  })

  test('a channel has a queue, and may be the one for new conversations', async () => {
    await choose('Loja nova', 'Editar')
    const form = seat.page.getByRole('dialog')
    await form.getByLabel('Fila').selectOption({ index: 1 })
    await form.getByLabel('Canal padrão para novas conversas').check()
    await look('form')
    await form.getByRole('button', { name: 'Salvar' }).click()
    await card('Loja nova').getByText('Padrão', { exact: true }).waitFor()
    await choose('Loja nova', 'Editar')
    expect(await form.getByLabel('Fila').inputValue()).toMatch(/^[0-9a-f-]{36}$/)
    await seat.page.keyboard.press('Escape')
  })

  test('a provider fills in its servers, and what few need is folded away', async () => {
    const { page } = seat
    await page.getByRole('button', { name: 'Novo canal' }).first().click()
    await page.getByRole('button', { name: /^E-mail/ }).click()
    const form = page.getByRole('dialog')
    await form.getByLabel('Provedor').selectOption({ label: 'Gmail' })
    expect(await form.getByLabel('Servidor IMAP (entrada)').inputValue()).toBe('imap.gmail.com')
    expect(await form.getByLabel('Porta SMTP').inputValue()).toBe('465')
    expect(await form.getByRole('link', { name: 'Ajuda: Gmail' }).getAttribute('href')).toMatch(
      /^https:\/\/support\.google\.com\//,
    )
    expect(await form.getByLabel('Certificado do seu servidor').isVisible()).toBe(false)
    await look('provider')
    await form.getByText('Avançado').click()
    await form.getByLabel('Certificado do seu servidor').waitFor()
    await look('advanced')
    await form.getByLabel('Provedor').selectOption({ label: 'Microsoft 365 (Outlook)' })
    expect(await form.getByLabel('Login', { exact: true }).inputValue()).toBe('microsoft')
    await page.keyboard.press('Escape')
  })

  test('settings are tested before a channel is made: what is broken is said at the form, and put right there', async () => {
    const { page } = seat
    const bot = telegram.addBot()
    await page.getByRole('button', { name: 'Novo canal' }).first().click()
    await page.getByRole('button', { name: /^Telegram/ }).click()
    const form = page.getByRole('dialog')
    await form.getByText('Como conseguir os dados').waitFor()
    expect(await form.getByRole('link', { name: 'Abrir t.me' }).getAttribute('href')).toBe('https://t.me/BotFather')
    await look('guide')
    await form.getByLabel('Nome do canal').fill('Bot da loja')
    await form.getByText('Avançado').click()
    await form.getByLabel(/^Endereço da Bot API/).fill(telegram.url)
    await form.getByLabel(/^Token do bot/).fill('123456789:nobody_has_this_token_at_all_00')
    await form.getByRole('button', { name: 'Criar canal' }).click()
    await form.getByText('O Telegram não aceita o token').waitFor()
    expect(await form.getByText('Unauthorized').count()).toBe(0)
    expect(await card('Bot da loja').count()).toBe(0)
    await look('broken')
    await form.getByLabel(/^Token do bot/).fill(bot.token)
    await form.getByRole('button', { name: 'Criar canal' }).click()
    await form.waitFor({ state: 'detached' })
    await card('Bot da loja').getByText('Conectado').waitFor()
    await choose('Bot da loja', 'Editar')
    expect(await form.getByText('Abra o @BotFather').isVisible()).toBe(false)
    await form.getByLabel(/^Endereço da Bot API/).fill('http://127.0.0.1:1')
    await form.getByLabel(/^Token do bot/).fill(bot.token)
    await form.getByRole('button', { name: 'Salvar', exact: true }).click()
    await form.getByRole('button', { name: 'Salvar sem testar' }).click()
    await form.waitFor({ state: 'detached' })
    await card('Bot da loja').getByText('Tentar de novo').waitFor()
  })

  test('fits a telephone', async () => {
    await seat.page.setViewportSize({ width: 390, height: 844 })
    await look('telephone')
    expect(await seat.page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0)
  })
})

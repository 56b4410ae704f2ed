import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, Locator } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { password, type TestApp } from '../harness/app.ts'
import { listener, type Listener } from '../walls/listener.ts'
import {
  ageConfirmation,
  goToSetting,
  journey,
  launch,
  openBrowser,
  productForTests,
  seen,
  signIn,
  takeSeat,
  type Seat,
} from './browser.ts'
import { look } from './look.ts'
import { countdown } from './stranger/countdown.ts'

/** Another address asks for the secrets again, and what matters asks who one is, without anything typed being lost. */
describe.skipIf(!launch)('secrets with another address, and acts that are confirmed', () => {
  const [stored, fresh] = ['12345678:stored-token-of-a-bot-0001', '12345678:another-token-of-a-bot-0002']
  let node: TestApp, browser: Browser, seat: Seat
  let home: Listener, elsewhere: Listener

  beforeAll(async () => {
    ;[home, elsewhere] = [await listener(), await listener()]
    node = await productForTests({ app: { egress: { allow: ['127.0.0.1/32'] } } })
    await node.database.owner`update core.user_account set is_master = true where id = ${node.a.admin.id}`
    const admin = await node.signIn(node.a.admin)
    const config = { apiRoot: home.url, token: stored }
    const bot = await admin.ok<{ id: string }>('POST', '/whatsapp', { name: 'Robô da loja', type: 'telegram', config })
    await admin.ok('DELETE', `/whatsappsession/${bot.id}`)
    await admin.ok('PUT', '/global-settings', { smtpHost: 'smtp.aqui.test', smtpPassword: 'senha-do-servidor' })
    browser = await openBrowser()
    seat = await takeSeat(browser)
    await signIn(seat, node.base, node.a.admin, '/configuracoes/canais')
  })
  afterAll(async () => {
    await browser?.close()
    await node?.close()
    await Promise.all([home, elsewhere].map((one) => one?.close()))
  })
  journey()

  const confirmation = (): Locator => seat.page.getByRole('dialog', { name: 'Confirme que é você' })
  const sheet = (): Locator => seat.page.getByRole('dialog', { name: /Robô da loja/ })
  const token = (): Locator => sheet().getByLabel('Token do bot', { exact: false })
  async function confirm(): Promise<void> {
    await confirmation().getByLabel('Senha').fill(password)
    await seat.page.keyboard.press('Enter')
    await confirmation().waitFor({ state: 'detached' })
  }

  test('the form asks for the token as soon as the address is another one, and takes it back with the address', async () => {
    await seat.page
      .getByRole('article', { name: 'Robô da loja', exact: true })
      .getByRole('button', { name: 'Mais ações' })
      .click()
    await seat.page.getByRole('menuitem', { name: 'Editar' }).click()
    const address = sheet().getByLabel('Endereço da Bot API')
    await sheet()
      .getByText(/Definido/)
      .first()
      .waitFor()
    await address.fill(`${home.url}/outro/caminho`)
    expect(
      await sheet()
        .getByText(/o endereço mudou/)
        .count(),
    ).toBe(0)
    await address.fill(elsewhere.url)
    await sheet().getByText('Digite de novo: o endereço mudou').first().waitFor()
    await seen(() => sheet().getByRole('status').allInnerTexts()).toContain(
      'O endereço mudou. Digite de novo: Token do bot',
    )
    await seat.assertAccessible('a token that has to be typed again')
    await look(seat.page, 'retype-token')
    await address.fill(home.url)
    await sheet()
      .getByText(/o endereço mudou/)
      .first()
      .waitFor({ state: 'detached' })
  })

  test('nothing is saved without it, by keyboard alone, and nothing typed is lost while the password is asked for', async () => {
    await sheet().getByLabel('Endereço da Bot API').fill(elsewhere.url)
    await seat.page.keyboard.press('Enter')
    await seen(() =>
      token().evaluate((input) => input === document.activeElement && input.getAttribute('aria-invalid') === 'true'),
    ).toBe(true)
    await seat.page.keyboard.type(fresh)
    await ageConfirmation(seat, node, node.a.admin)
    await seat.page.keyboard.press('Enter')
    await confirmation().waitFor()
    await look(seat.page, 'retype-confirm')
    await seat.page.keyboard.press('Escape')
    await sheet().getByRole('alert').waitFor()
    expect([await token().inputValue(), await sheet().getByLabel('Endereço da Bot API').inputValue()]).toEqual([
      fresh,
      elsewhere.url,
    ])
    expect(elsewhere.heard()).toBe('')
    await sheet().getByRole('button', { name: 'Salvar' }).click()
    await confirm()
    // The settings are tested before they are kept, and nobody there knows the token.
    await sheet().getByRole('button', { name: 'Salvar sem testar' }).click()
    await sheet().waitFor({ state: 'detached' })
    await seen(() => elsewhere.heard().includes(fresh)).toBe(true)
    expect(elsewhere.heard()).not.toContain(stored)
  })

  test('the mail server of the installation asks for its password in the same way', async () => {
    await goToSetting(seat.page, 'Configurações globais')
    await seat.page
      .getByText(/Definido, termina em/)
      .first()
      .waitFor()
    await seat.page.getByRole('textbox', { name: 'Servidor' }).fill('smtp.longe.test')
    await seat.page.getByText(/Digite de novo: o endereço mudou/).waitFor()
    await seat.assertAccessible('a mail password that has to be typed again')
    await look(seat.page, 'retype-mail')
    seat.expects(/answered 422/, /status of 422/)
    await seat.page.getByRole('button', { name: 'Salvar', exact: true }).click()
    const field = seat.page.getByLabel('Senha', { exact: true })
    await seen(() =>
      field.evaluate((input) => input === document.activeElement && input.getAttribute('aria-invalid') === 'true'),
    ).toBe(true)
    await field.fill('outra-senha')
    await seat.page.getByRole('button', { name: 'Salvar', exact: true }).click()
    await seat.page.getByText('Tudo certo... Alterações salvas.').first().waitFor()
  })

  test('the export of contacts asks who one is, and goes on by itself', async () => {
    await seat.page.goto(`${node.base}/#/contatos`)
    await seat.page.getByRole('button', { name: 'Mais ações de contatos' }).waitFor()
    await ageConfirmation(seat, node, node.a.admin)
    await seat.page.getByRole('button', { name: 'Mais ações de contatos' }).click()
    await seat.page.getByRole('menuitem', { name: /CSV/ }).click()
    await confirmation().waitFor()
    const [file] = await Promise.all([seat.page.waitForEvent('download'), confirm()])
    expect(file.suggestedFilename()).toMatch(/^contacts.*\.csv$/)
  })

  test('an unsigned plugin is refused with what to do about it', async () => {
    await goToSetting(seat.page, 'Plugins')
    await seat.page.getByRole('button', { name: 'Instalar plugin' }).click()
    const dialog = seat.page.getByRole('dialog', { name: 'Instalar plugin' })
    const archive = join(node.dataDir, 'countdown-1.0.0.recado.tgz')
    writeFileSync(archive, await countdown({ version: '1.0.0', title: 'Contagem', days: 12 }))
    await dialog.locator('input[type=file]').setInputFiles(archive)
    await dialog.getByText('Esta instalação só aceita plugins de editores confiáveis.').waitFor()
    await dialog.getByText(/assine com “recado-plugin sign”, adicione sua chave pública/).waitFor()
    expect(await dialog.getByRole('button', { name: 'Instalar', exact: true }).isDisabled()).toBe(true)
    await seat.assertAccessible('an unsigned plugin')
    await look(seat.page, 'unsigned-plugin')
    seat.assertClean()
  })
})

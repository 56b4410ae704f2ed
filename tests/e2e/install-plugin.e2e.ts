import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, Locator } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { password, type TestApp } from '../harness/app.ts'
import { publisherKey } from '../harness/packed-plugin.ts'
import {
  ageConfirmation,
  journey,
  launch,
  navigation,
  notices,
  openBrowser,
  pictures,
  productForTests,
  seen,
  signIn,
  takeSeat,
  type Seat,
} from './browser.ts'
import { countdown } from './stranger/countdown.ts'

/** A master brings a stranger's plugin in, and everybody works with it, without anybody starting anything anew. */
describe.skipIf(!launch)('a stranger’s plugin in the running product', () => {
  const key = publisherKey()
  let node: TestApp, browser: Browser, master: Seat, agent: Seat

  beforeAll(async () => {
    node = await productForTests({ app: { pluginSignatures: 'ask' } })
    await node.database.owner`update core.user_account set is_master = true where id = ${node.a.admin.id}`
    mkdirSync(pictures, { recursive: true })
    browser = await openBrowser()
    ;[master, agent] = await Promise.all([takeSeat(browser), takeSeat(browser)])
    await Promise.all([
      signIn(master, node.base, node.a.admin, '/configuracoes/plugins'),
      signIn(agent, node.base, node.a.user, '/home'),
    ])
  })
  afterAll(async () => {
    await browser?.close()
    await node?.close()
  })
  journey()

  const card = (title: string): Locator => master.page.getByRole('article', { name: title, exact: true })
  const dialog = (name: string | RegExp): Locator => master.page.getByRole('dialog', { name })
  const entry = (name: string): Locator => navigation(agent.page).getByRole('link', { name, exact: true })
  const choose = (name: string, bytes: Uint8Array) =>
    dialog('Instalar plugin')
      .locator('input[type=file]')
      .setInputFiles({ name, mimeType: 'application/gzip', buffer: Buffer.from(bytes) })
  const picture = (seat: Seat, name: string) => seat.page.screenshot({ path: join(pictures, `install-${name}.png`) })

  test('what is no package is refused in words, and the dialog stays', async () => {
    master.expects(/installations/, /status of 422/)
    await master.page.getByRole('button', { name: 'Instalar plugin' }).click()
    await dialog('Instalar plugin').getByText('Nada do plugin é executado antes de você confirmar.').waitFor()
    await picture(master, 'choose')
    await master.assertAccessible('choose a package')
    await choose('ferias.pdf', Buffer.from('isto não é um pacote'))
    await dialog('Instalar plugin').getByRole('alert').getByText('O arquivo não pôde ser lido').waitFor()
    await picture(master, 'refused')
  })

  test('what a package asks for and who signed it is seen before it is installed', async () => {
    await choose(
      'countdown-1.0.0.recado.tgz',
      await countdown({ version: '1.0.0', title: 'Contagem', days: 12, key, egress: ['api.example.com'] }),
    )
    const inspection = dialog('Instalar plugin')
    for (const text of [
      'Contagem',
      'Assinado por um editor desconhecido',
      key.fingerprint.toUpperCase().slice(0, 4),
      'Ver a contagem (Atendente, Supervisor, Administrador)',
      'api.example.com',
      '/contagem',
    ])
      await inspection.getByText(text).first().waitFor()
    const install = inspection.getByRole('button', { name: 'Instalar', exact: true })
    expect(await install.isDisabled()).toBe(true)
    await picture(master, 'inspection')
    await master.assertAccessible('inspection')
    await inspection.getByLabel('Li o aviso acima e quero instalar mesmo assim').check()
    await install.click()
    await notices(master.page).getByText('Contagem instalado. Cada empresa decide se o ativa.').waitFor()
    await card('Contagem')
      .getByText(/Instalado por/)
      .waitFor()
    expect(await card('Contagem').getByRole('switch').isChecked()).toBe(false)
    await picture(master, 'installed')
  })

  test('switched on, its page is there for everybody without a reload', async () => {
    await card('Contagem').getByRole('switch').click()
    await dialog('Ativar Contagem?').getByRole('button', { name: 'Ativar' }).click()
    await entry('Contagem').click()
    await agent.page.getByRole('heading', { name: 'Contagem' }).waitFor()
    await agent.page.getByText('Faltam 12 dias').waitFor()
    await picture(agent, 'panel')
    await agent.assertAccessible('panel of an installed plugin')
  })

  test('an update from the inbox says what is new, and takes the place of the old version', async () => {
    const inbox = join(node.dataDir, 'plugins-inbox')
    mkdirSync(inbox, { recursive: true })
    writeFileSync(
      join(inbox, 'countdown-1.1.0.recado.tgz'),
      await countdown({
        version: '1.1.0',
        title: 'Contagem regressiva',
        days: 3,
        key,
        egress: ['api.example.com', '*'],
      }),
    )
    await master.page.getByRole('button', { name: 'Editores confiáveis' }).click()
    await dialog('Editores confiáveis').getByLabel('Nome do editor').fill('Vizinhos & Cia')
    await dialog('Editores confiáveis').getByLabel('Chave pública').fill(key.publicKey)
    await dialog('Editores confiáveis').getByRole('button', { name: 'Confiar neste editor' }).click()
    await dialog('Editores confiáveis').getByRole('listitem').getByText('Vizinhos & Cia').waitFor()
    await picture(master, 'publishers')
    await master.assertAccessible('publishers')
    await dialog('Editores confiáveis').getByRole('button', { name: 'Fechar' }).last().click()

    await master.page.getByRole('button', { name: 'Instalar plugin' }).click()
    await dialog('Instalar plugin').getByRole('button', { name: 'Conferir countdown-1.1.0.recado.tgz' }).click()
    await dialog('Instalar plugin').getByText('Assinado por Vizinhos & Cia').waitFor()
    await dialog('Instalar plugin')
      .getByRole('listitem')
      .filter({ hasText: 'Qualquer endereço público na internet' })
      .getByText('novo')
      .waitFor()
    await picture(master, 'update')
    await dialog('Instalar plugin').getByRole('button', { name: 'Atualizar para 1.1.0' }).click()
    await card('Contagem regressiva').getByText('versão 1.1.0').waitFor()
    // The page that the agent has open is the new version's by now, words and all.
    await entry('Contagem regressiva').waitFor()
    await agent.page.getByRole('heading', { name: 'Contagem regressiva' }).waitFor()
  })

  test('it fits a telephone and the dark', async () => {
    for (const [name, colorScheme, viewport] of [
      ['phone', 'light', { width: 390, height: 844 }],
      ['phone-dark', 'dark', { width: 390, height: 844 }],
      ['dark', 'dark', { width: 1440, height: 900 }],
    ] as const) {
      await master.page.setViewportSize(viewport)
      await master.page.emulateMedia({ colorScheme })
      await picture(master, `page-${name}`)
      await master.assertAccessible(`plugins page ${name}`)
      await master.page.getByRole('button', { name: 'Instalar plugin' }).click()
      await picture(master, `choose-${name}`)
      await choose('countdown-1.0.0.recado.tgz', await countdown({ version: '1.0.0', title: 'Contagem', days: 12 }))
      await dialog('Instalar plugin').getByText('A versão anterior não foi assinada com esta chave.').waitFor()
      await picture(master, `inspection-${name}`)
      await master.assertAccessible(`inspection ${name}`)
      expect(await master.page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0)
      await dialog('Instalar plugin').getByRole('button', { name: 'Escolher outro' }).click()
      await master.page.keyboard.press('Escape')
      await dialog('Instalar plugin').waitFor({ state: 'detached' })
    }
    await master.page.setViewportSize({ width: 1440, height: 900 })
    await master.page.emulateMedia({ colorScheme: 'light' })
  })

  test('who is no master switches it on and off and can neither install nor remove', async () => {
    const other = await takeSeat(browser)
    await signIn(other, node.base, node.b.admin, '/configuracoes/plugins')
    const theirs = other.page.getByRole('article', { name: 'Contagem regressiva', exact: true })
    await theirs.waitFor()
    expect(await theirs.getByRole('switch').isChecked()).toBe(false)
    expect(await other.page.getByRole('button', { name: /Instalar plugin|Editores confiáveis|^Remover/ }).count()).toBe(
      0,
    )
    other.assertClean()
    await other.leave()
  })

  test('switched off and removed, it leaves every screen', async () => {
    await card('Contagem regressiva').getByRole('switch').click()
    await master.page.getByRole('alertdialog').getByRole('button', { name: 'Desativar' }).click()
    await entry('Contagem regressiva').waitFor({ state: 'detached' })
    await card('Contagem regressiva').getByRole('button', { name: 'Remover Contagem regressiva' }).click()
    const removal = dialog('Remover Contagem regressiva?')
    await removal.getByText('Dados, configurações e conversas ficam guardados').waitFor()
    expect(await removal.getByRole('button', { name: 'Remover', exact: true }).isDisabled()).toBe(true)
    await removal.getByLabel('Digite countdown para confirmar').fill('countdown')
    await picture(master, 'remove')
    await master.assertAccessible('remove')
    await ageConfirmation(master, node, node.a.admin)
    await removal.getByRole('button', { name: 'Remover', exact: true }).click()
    await dialog('Confirme que é você').getByLabel('Senha').fill(password)
    await master.page.keyboard.press('Enter')
    await notices(master.page).getByText('Contagem regressiva removido.').waitFor()
    await seen(() => card('Contagem regressiva').count()).toBe(0)
    master.assertClean()
    agent.assertClean()
  })
})

import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TestApp } from '../harness/app.ts'
import { pluginFolder } from '../harness/plugin-folder.ts'
import {
  goToSetting,
  journey,
  launch,
  navigation,
  openBrowser,
  productForTests,
  seen,
  signIn,
  takeSeat,
  type Seat,
} from './browser.ts'

/* Who runs the installation sets it up; an administrator sets up the company. */

const square =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><rect width="8" height="8" fill="#7c3aed"/></svg>'

describe.skipIf(!launch)('setting up the installation', () => {
  journey()
  let node: TestApp
  let browser: Browser
  let seat: Seat
  const pictures = createServer((_request, response) =>
    response.writeHead(200, { 'content-type': 'image/svg+xml' }).end(square),
  )
  const logo = () => `http://127.0.0.1:${(pictures.address() as AddressInfo).port}/logo.svg`

  const look = (name: string): Promise<void> => seat.assertAccessible(name)
  const saved = () => seat.page.getByText('Tudo certo... Alterações salvas.').first().waitFor()
  const save = () => seat.page.getByRole('button', { name: 'Salvar', exact: true }).click()
  const tab = (name: string) => seat.page.getByRole('tab', { name, exact: true }).click()

  beforeAll(async () => {
    await new Promise<void>((resolve) => {
      pictures.listen(0, '127.0.0.1', resolve)
    })
    node = await productForTests({
      pluginFolders: ['typebot', 'webchat'].map((id) => pluginFolder(join(import.meta.dirname, '../../plugins', id))),
    })
    // Who writes a notice is asked to accept it too; here everybody has.
    await node.database.owner`update core.user_account set consent_version = 1, is_master = id = ${node.a.admin.id}`
    browser = await openBrowser()
    seat = await takeSeat(browser)
    await signIn(seat, node.base, node.a.admin)
  })
  afterAll(async () => {
    await seat.leave()
    await browser.close()
    await node.close()
    pictures.close()
  })

  test('S2-068 S2-089 S2-124 the mail server is tried before it is saved, and what is wrong is said at its field', async () => {
    await goToSetting(seat.page, 'Configurações globais')
    await seat.page.getByRole('heading', { name: 'Configurações globais' }).waitFor()
    await seat.page.getByRole('textbox', { name: 'Servidor' }).fill('127.0.0.1')
    await seat.page.getByLabel(/^Porta/).fill('70000')
    await seat.page.getByLabel('E-mail do remetente').fill('nao-responda@atende.test')
    seat.expects(/answered 422|status of 422/)
    await save()
    await seat.page.getByText('O máximo é 65535').waitFor()
    await seen(() => seat.page.getByLabel(/^Porta/).evaluate((input) => input === document.activeElement)).toBe(true)
    await look('smtp')
    await seat.page.getByLabel(/^Porta/).fill('1')
    await seat.page.getByRole('button', { name: 'Enviar e-mail de teste' }).click()
    const dialog = seat.page.getByRole('dialog')
    await dialog.getByLabel(/^Para/).fill('ana@aqui.test')
    await dialog.getByRole('button', { name: 'Enviar', exact: true }).click()
    await dialog.getByText('Não conseguimos falar com o servidor. Confira o endereço e a porta.').waitFor()
    await look('smtp-test')
    await seat.page.keyboard.press('Escape')
    await save()
    await saved()
  })

  test('S2-125 what was not saved is asked about before the screen is left', async () => {
    await tab('Sistema')
    await seat.page.getByLabel('Limite de canais por empresa').fill('12')
    await navigation(seat.page).getByRole('link', { name: 'Início' }).click()
    const asked = seat.page.getByRole('alertdialog', { name: 'Sair sem salvar?' })
    await asked.getByRole('button', { name: 'Cancelar' }).click()
    await look('system')
    expect(await seat.page.getByLabel('Limite de canais por empresa').inputValue()).toBe('12')
    await seat.page.getByLabel('Modo de envio').selectOption('direct')
    await save()
    await saved()
  })

  test('S2-126 a secret is written, and afterwards only said to be there', async () => {
    await tab('Typebot')
    await seat.page.getByLabel('Token da API').fill('um-token-bem-comprido')
    await look('typebot')
    await save()
    await seat.page.getByText('Definido, termina em rido').waitFor()
  })

  test('S2-127 S7-026 name and logo are everywhere, the login stands where it was put, and the notice has its version', async () => {
    await tab('Frontend')
    await seat.page.getByLabel(/^Nome do sistema/).fill('Atende Bem')
    seat.expects(
      /violates the following Content Security Policy/,
      /failed: GET http:\/\/127\.0\.0\.1:\d+\/logo\.svg csp/,
    )
    await seat.page.getByLabel('Endereço do logo').fill(logo())
    await seat.page.getByText('O logo aparece depois de salvar e recarregar a página.').waitFor()
    await seat.page.getByRole('button', { name: 'Adicionar vídeo' }).click()
    await seat.page.getByLabel(/^Título/).fill('Primeiros passos')
    await seat.page.getByLabel(/^Endereço \*?$/).fill('https://video.test/1')
    await seat.page.getByLabel('Texto em Português (Brasil)').fill('Guardamos só o que é preciso para atender você.')
    await seat.page.getByText('Nova versão ao salvar').waitFor()
    await look('frontend')
    await save()
    await saved()
    await seat.page.getByText('Versão 1', { exact: true }).waitFor()
    await seen(() => seat.page.title()).toBe('Atende Bem')
    await seat.page.reload()
    await navigation(seat.page).locator('img').waitFor()
    expect(await navigation(seat.page).locator('img').getAttribute('src')).toBe(logo())
    expect(await seat.page.locator('link[rel="icon"]').getAttribute('href')).toBe(logo())
    const stranger = await takeSeat(browser)
    await stranger.page.goto(`${node.base}/#/login`)
    await stranger.page.getByText('Atende Bem').waitFor()
    stranger.assertClean()
    await stranger.leave()
  })

  test('S2-070 S9-138 the company: name, clock and protocol, with an example of the number', async () => {
    await goToSetting(seat.page, 'Geral')
    await seat.page.getByLabel(/^Nome da empresa/).fill('Aurora Atendimento')
    await seat.page.getByLabel('Fuso horário').selectOption('America/Manaus')
    await seat.page.getByLabel('Prefixo').fill('AT')
    await seat.page.getByLabel('Data', { exact: true }).fill('yyyy')
    await seat.page.getByLabel('Separador').fill('/')
    await seen(() => seat.page.locator('output').textContent()).toBe(`AT/${new Date().getFullYear()}/1042`)
    await look('general')
    await save()
    await saved()
    await seat.page.getByLabel(/^Não reabrir por/).fill('muito')
    await save()
    await seat.page.getByText('Digite um número').waitFor()
    await seat.page.getByRole('button', { name: 'Descartar' }).click()
  })

  test('a switch takes effect at once and is taken back from its notice', async () => {
    const masked = seat.page.getByRole('switch', { name: 'Esconder dados de contato' })
    await masked.click()
    await seat.page.getByText('Tudo certo... “Esconder dados de contato” ligado.').waitFor()
    await seat.page.getByRole('button', { name: 'Desfazer' }).click()
    await seat.page.getByText('Tudo certo... “Esconder dados de contato” desligado.').waitFor()
    expect(await masked.isChecked()).toBe(false)
  })

  test('S2-080 S7-098 S7-099 what runs, what failed, and the caches', async () => {
    await node.database.owner`
      select graphile_worker.add_job('report', ${node.database.owner.json({ tenantId: node.b.id, data: null })}::json,
        max_attempts => 1)`
    await node.database
      .owner`update graphile_worker._private_jobs set attempts = 1, last_error = 'Error: the printer is on fire'`
    await goToSetting(seat.page, 'Informações do sistema')
    await seat.page.getByText('Error: the printer is on fire').waitFor()
    await seat.page.getByText(/PostgreSQL 18/).waitFor()
    await look('system-info')
    await seat.page.getByRole('button', { name: 'Limpar cache' }).click()
    await seat.page.getByRole('alertdialog').getByRole('button', { name: 'Limpar cache' }).click()
    await seat.page.getByText(/Cache limpo/).waitFor()
    await seat.page.getByRole('button', { name: 'Descartar' }).click()
    await seat.page.getByRole('alertdialog').getByRole('button', { name: 'Descartar' }).click()
    await seat.page.getByText('Error: the printer is on fire').waitFor({ state: 'detached' })
  })

  test('S6-017 S2-069 an administrator of another company has the company’s settings and not the installation’s', async () => {
    const other = await takeSeat(browser)
    await signIn(other, node.base, node.b.admin, '/configuracoes/informacoes-sistema')
    await other.page.getByText('Atendimentos abertos').waitFor()
    expect(await other.page.getByRole('button', { name: 'Limpar cache' }).count()).toBe(0)
    await other.page.goto(`${node.base}/#/configuracoes/globais`)
    await other.page.waitForURL(/#\/home/)
    other.assertClean()
    await other.leave()
  })

  test('nobody’s browser complained', () => {
    seat.assertClean()
  })
})

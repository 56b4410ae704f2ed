import { join } from 'node:path'
import type { TicketPage } from '@recado/contracts'
import type { Browser, Locator } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { eventually, type TestApp } from '../harness/app.ts'
import { pluginFolder } from '../harness/plugin-folder.ts'
import { Visitor } from '../plugins/webchat.rig.ts'
import {
  composer,
  goTo,
  journey,
  launch,
  navigation,
  notices,
  openBrowser,
  productForTests,
  row,
  signIn,
  takeSeat,
  type Seat,
} from './browser.ts'
import { look } from './look.ts'

const repository = join(import.meta.dirname, '../..')
const fixture = (path: string) => join(repository, 'tests/plugins', path)

/** An administrator decides what the company uses, and everybody's screen follows. */
describe.skipIf(!launch)('plugins in the shell', () => {
  let node: TestApp, browser: Browser, admin: Seat, agent: Seat

  beforeAll(async () => {
    node = await productForTests({
      brokenPlugins: true,
      pluginFolders: [
        join(repository, 'plugins'),
        pluginFolder(
          fixture('good/ledger'),
          fixture('bad/throws-at-import'),
          fixture('bad/too-new'),
          fixture('bad/broken-migration'),
        ),
      ],
    })
    const sofia = await node.signIn(node.a.supervisor)
    const visitor = new Visitor(node.base, node.a.connection)
    await visitor.session({ profile: { name: 'Iara Melo' } })
    await visitor.say('Boa tarde')
    const {
      tickets: [ticket],
    } = await eventually(
      () => sofia.ok<TicketPage>('GET', '/tickets?status[]=pending&showAll=true'),
      ({ tickets }) => tickets.length === 1,
    )
    await sofia.ok('PUT', `/tickets/${ticket!.id}`, { status: 'open', userId: node.a.user.id })
    browser = await openBrowser()
    ;[admin, agent] = await Promise.all([takeSeat(browser), takeSeat(browser)])
    await Promise.all([
      signIn(admin, node.base, node.a.admin, '/configuracoes/plugins'),
      signIn(agent, node.base, node.a.user, '/atendimento'),
    ])
  })
  afterAll(async () => {
    await browser?.close()
    await node?.close()
  })
  journey()

  const card = (title: string): Locator => admin.page.getByRole('article', { name: title, exact: true })
  const entry = (seat: Seat): Locator => navigation(seat.page).getByRole('link', { name: 'Mensagens rápidas' })
  const action = (): Locator => agent.page.locator('footer').getByRole('button', { name: 'Mensagens rápidas' })

  test('a broken plugin is shown with its reason, and everything else works', async () => {
    for (const [title, status] of [
      ['throws-at-import', 'Falhou'],
      ['too-new', 'Incompatível'],
      ['broken-migration', 'Falhou'],
    ] as const) {
      await card(title).getByText(status, { exact: true }).waitFor()
      expect(await card(title).getByRole('switch').isDisabled()).toBe(true)
      expect(await card(title).getByRole('paragraph').allInnerTexts()).toContainEqual(expect.stringMatching(/.{20,}/))
    }
    for (const title of ['Chat do site', 'Mensagens rápidas'])
      expect(await card(title).getByRole('switch').isChecked()).toBe(true)
    await row(agent.page, 'Iara Melo').click()
    await composer(agent.page).waitFor()
    await admin.assertAccessible('plugins')
  })

  test('a disabled plugin leaves every screen at once, and comes back enabled', async () => {
    await entry(agent).waitFor()
    await action().waitFor()
    await card('Mensagens rápidas').getByRole('switch').click()
    await admin.page.getByRole('alertdialog').getByRole('button', { name: 'Desativar' }).click()
    await notices(admin.page).getByText('Tudo certo... Mensagens rápidas desativado.').waitFor()
    for (const seat of [admin, agent]) await entry(seat).waitFor({ state: 'detached' })
    await action().waitFor({ state: 'detached' })
    const away = await agent.context.newPage()
    await away.goto(`${node.base}/#/mensagens-rapidas`)
    await away.getByRole('heading', { name: 'Este recurso está desativado' }).waitFor()
    await away.close()

    await card('Mensagens rápidas').getByRole('switch').click()
    const dialog = admin.page.getByRole('dialog', { name: 'Ativar Mensagens rápidas?' })
    await dialog.getByText('Criar mensagens rápidas para todos e por fila (Administrador)').waitFor()
    await admin.assertAccessible('enable plugin')
    await dialog.getByRole('button', { name: 'Ativar' }).click()
    for (const seat of [admin, agent]) await entry(seat).waitFor()
    await action().waitFor()
  })

  test('the settings of a plugin are checked, and its secret is never shown again', async () => {
    const { page } = admin
    await card('ledger').getByRole('button', { name: 'Configurar' }).click()
    const dialog = page.getByRole('dialog', { name: 'Configurações de ledger' })
    await dialog.getByRole('textbox', { name: 'prefix' }).fill('um prefixo comprido demais')
    await dialog.getByLabel('pin').fill('123')
    await dialog.getByRole('button', { name: 'Salvar' }).click()
    await dialog.getByText('Use no máximo 20 caracteres').waitFor()
    await dialog.getByText('Use pelo menos 4 caracteres').waitFor()
    await admin.assertAccessible('settings with errors')
    await dialog.getByRole('textbox', { name: 'prefix' }).fill('+')
    await dialog.getByLabel('pin').fill('1234')
    await dialog.getByRole('button', { name: 'Salvar' }).click()
    await dialog.waitFor({ state: 'detached' })
    await card('ledger').getByRole('button', { name: 'Configurar' }).click()
    await dialog.getByText(/^Definido/).waitFor()
    expect(await dialog.getByRole('textbox', { name: 'prefix' }).inputValue()).toBe('+')
    expect(await page.content()).not.toContain('1234"')
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
  })

  test('S6-012 S6-013 S3-022 quick messages: the admin writes for everybody and for a queue, the agent for themselves', async () => {
    const write = async (
      seat: Seat,
      key: string,
      text: string,
      scope?: { label: string; queue?: string },
    ): Promise<void> => {
      const { page } = seat
      await page.getByRole('button', { name: 'Nova mensagem' }).first().click()
      const dialog = page.getByRole('dialog', { name: 'Nova mensagem rápida' })
      await dialog.getByRole('textbox', { name: 'Atalho' }).fill(key)
      await dialog.getByRole('textbox', { name: 'Mensagem' }).fill(text)
      if (scope) await dialog.getByRole('combobox', { name: 'Para quem' }).selectOption(scope.label)
      if (scope?.queue) await dialog.getByRole('combobox', { name: 'Fila' }).selectOption(scope.queue)
      await dialog.getByRole('button', { name: 'Salvar' }).click()
      await dialog.waitFor({ state: 'detached' })
      await line(seat, key).waitFor()
    }
    const line = (seat: Seat, key: string): Locator =>
      seat.page.getByRole('row').filter({ has: seat.page.getByRole('rowheader', { name: `/${key}`, exact: true }) })
    for (const seat of [admin, agent]) await goTo(seat.page, 'Mensagens rápidas')
    await write(admin, 'boasvindas', 'Olá, {{name}}!', { label: 'Para todos' })
    await write(admin, 'prazo', 'Entregamos em dois dias.', { label: 'Por fila', queue: 'Vendas' })
    await write(admin, 'suporte', 'Já abrimos um chamado.', { label: 'Por fila', queue: 'Suporte' })
    await admin.assertAccessible('quick messages')

    agent.expects(/409/)
    await agent.page.reload()
    await agent.page.getByRole('button', { name: 'Nova mensagem' }).click()
    const dialog = agent.page.getByRole('dialog', { name: 'Nova mensagem rápida' })
    expect(await dialog.getByRole('combobox', { name: 'Para quem' }).isDisabled()).toBe(true)
    await dialog.getByRole('button', { name: 'Salvar' }).click()
    await dialog.getByText('Escreva algo ou anexe um arquivo.').waitFor()
    await agent.assertAccessible('quick message with errors')
    await agent.page.keyboard.press('Escape')
    await write(agent, 'abraco', 'Um abraço, {{agent}}')
    expect(await agent.page.getByRole('rowheader').allInnerTexts()).toEqual(
      expect.arrayContaining(['/abraco', '/boasvindas', '/prazo']),
    )
    expect(await line(agent, 'suporte').count()).toBe(0)
    await line(agent, 'boasvindas').getByText('Somente leitura').waitFor()

    await agent.page.getByRole('button', { name: 'Editar abraco' }).click()
    const edited = agent.page.getByRole('dialog', { name: 'Editar mensagem rápida' })
    await edited.getByRole('textbox', { name: 'Mensagem' }).fill('Até logo')
    await edited.getByRole('button', { name: 'Salvar' }).click()
    await line(agent, 'abraco').getByText('Até logo').waitFor()
    await agent.page.getByRole('button', { name: 'Excluir abraco' }).click()
    await agent.page.getByRole('alertdialog').getByRole('button', { name: 'Excluir mensagem' }).click()
    await line(agent, 'abraco').waitFor({ state: 'detached' })
  })

  test('a page of a plugin that is off says so, and who can switch it on', async () => {
    for (const { page } of [admin, agent]) {
      await page.goto(`${node.base}/#/configuracoes/prompt`)
      await page.getByRole('heading', { name: 'Este recurso está desativado' }).waitFor()
    }
    await admin.page.getByText('“Inteligência artificial”').waitFor()
    await admin.assertAccessible('a page that is off')
    await look(admin.page, 'page-is-off', [1440, 390])
    await agent.page.getByText('Peça a um administrador para ativá-lo.').waitFor()
    await agent.page.getByRole('button', { name: 'Ir para o início' }).waitFor()
    await admin.page.getByRole('button', { name: 'Abrir plugins' }).click()
    await admin.page.getByRole('heading', { name: 'Plugins', exact: true }).first().waitFor()
    await agent.page.goto(`${node.base}/#/nada`)
    await agent.page.getByRole('heading', { name: 'Página não encontrada' }).waitFor()
  })

  test('nobody’s browser complained', () => {
    for (const seat of [admin, agent]) seat.assertClean()
  })
})

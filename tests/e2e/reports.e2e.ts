import { readFile } from 'node:fs/promises'
import type { Tag } from '@recado/contracts'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Person, TestApp } from '../harness/app.ts'
import {
  act,
  companySite,
  goTo,
  journey,
  launch,
  navigation,
  openBrowser,
  openWidget,
  productForTests,
  reply,
  row,
  say,
  seen,
  signIn,
  takeSeat,
  thread,
  widgetThread,
  type Seat,
  type Site,
} from './browser.ts'
import { look } from './look.ts'

/** An administrator reads each report, chooses, downloads and prints; an agent finds none of it. */
describe.skipIf(!launch)('reports', () => {
  let node: TestApp, site: Site, browser: Browser, admin: Seat, agent: Seat, visitor: Seat, supervisor: Person

  beforeAll(async () => {
    node = await productForTests()
    site = await companySite(node.base)
    site.include(
      `<script async src="${node.base}/p/webchat/widget.js" data-connection="${node.a.connection}"></script>`,
    )
    browser = await openBrowser()
    ;[admin, agent, visitor] = await Promise.all([takeSeat(browser), takeSeat(browser), takeSeat(browser)])
    supervisor = await node.signIn(node.a.supervisor)
    const tag = await supervisor.ok<Tag>('POST', '/tags', { tag: 'Atacado', color: '#0f766e' })
    for (const contact of [
      { name: 'Marina Prado', number: '+5511981234567', email: 'marina@papelaria.com.br', tagIds: [tag.id] },
      { name: 'Caetano Reis', number: '+5568981234568', birthdayDate: '1992-02-29', tagIds: [tag.id] },
      { name: 'Jandira Luz', number: '+5513981234569', birthdayDate: '1990-02-03' },
    ])
      await supervisor.ok('POST', '/contacts', contact)
    await signIn(admin, node.base, node.a.admin)
    await signIn(agent, node.base, node.a.user, '/atendimento')
  })
  afterAll(async () => {
    await browser?.close()
    site?.close()
    await node?.close()
  })
  journey()

  const cellOf = (text: string) => admin.page.getByRole('cell', { name: text, exact: true })
  /** What is on the screen, at three widths in light and dark: nothing is wider than it, and axe finds nothing. */
  async function check(name: string): Promise<void> {
    for (const colorScheme of ['light', 'dark'] as const) {
      await admin.page.emulateMedia({ colorScheme })
      for (const width of [390, 1024, 1440]) {
        await admin.page.setViewportSize({ width, height: 900 })
        await admin.assertAccessible(`${name} ${colorScheme} ${width}`)
        expect(
          await admin.page.locator('#content').evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth),
        ).toBe(0)
      }
    }
    await admin.page.emulateMedia({ colorScheme: 'light' })
    await look(admin.page, `reports-${name}`, [1440, 1024, 390])
  }
  const hash = () => new URL(admin.page.url()).hash.split('?')[0]
  async function open(report: string, path: string): Promise<void> {
    await goTo(admin.page, 'Relatórios')
    await admin.page.getByRole('heading', { name: 'Relatórios', level: 1 }).waitFor()
    await admin.page.locator('#content').getByRole('link', { name: report }).click()
    await admin.page.getByRole('heading', { name: report, level: 1 }).waitFor()
    expect(hash()).toBe(`#/relatorios/${path}`)
  }

  test('S1-031 S2-061 the first page says in a sentence what each report is', async () => {
    await goTo(admin.page, 'Relatórios')
    await admin.page.getByText('Todos os contatos, com as colunas e os filtros que você escolher.').waitFor()
    expect(hash()).toBe('#/relatorios')
    await check('index')
    admin.assertClean()
  })

  test('S2-063 the list of contacts is searched, has the columns that are chosen, is downloaded and printed', async () => {
    await open('Lista de contatos', 'lista-contatos')
    await cellOf('Jandira Luz').waitFor()
    await admin.page.getByRole('textbox', { name: 'Buscar' }).fill('marina')
    await cellOf('Jandira Luz').waitFor({ state: 'detached' })
    await admin.page.getByRole('button', { name: 'Colunas' }).click()
    await admin.page.getByRole('menuitemcheckbox', { name: 'Estado' }).click()
    await admin.page.getByRole('menuitemcheckbox', { name: 'Cadastrado em' }).click()
    await admin.page.keyboard.press('Escape')
    await cellOf('SP').waitFor()
    await check('list')
    const [download] = await Promise.all([
      admin.page.waitForEvent('download'),
      admin.page.getByRole('button', { name: 'Baixar CSV' }).click(),
    ])
    expect(download.suggestedFilename()).toBe('contacts.csv')
    expect(await readFile(await download.path(), 'utf8')).toBe(
      '\uFEFFNome;Telefone;E-mail;Etiquetas;Estado\r\n' +
        "Marina Prado;'+5511981234567;marina@papelaria.com.br;Atacado;SP\r\n",
    )
    const [workbook] = await Promise.all([
      admin.page.waitForEvent('download'),
      admin.page.getByRole('button', { name: 'Baixar Excel' }).click(),
    ])
    expect((await readFile(await workbook.path())).subarray(0, 2).toString()).toBe('PK')
    await admin.page.emulateMedia({ media: 'print' })
    await seen(() => navigation(admin.page).count()).toBe(0)
    expect(await admin.page.getByRole('textbox', { name: 'Buscar' }).isVisible()).toBe(false)
    expect(await cellOf('Marina Prado').isVisible()).toBe(true)
    await admin.page.emulateMedia({ media: null })
    admin.assertClean()
  })

  test('S2-064 S5-100 the report by tags waits for one', async () => {
    await open('Contatos por etiquetas', 'contatos-por-etiquetas')
    await admin.page.getByText('Escolha pelo menos uma etiqueta').waitFor()
    await check('tags-none')
    await admin.page.getByRole('combobox').press('Enter')
    await admin.page.getByRole('option', { name: 'Atacado' }).click()
    await admin.page.keyboard.press('Escape')
    await cellOf('Caetano Reis').waitFor()
    await cellOf('Marina Prado').waitFor()
    expect(await cellOf('Jandira Luz').count()).toBe(0)
    await check('tags')
    admin.assertClean()
  })

  test('S2-065 S5-099 the report by states waits for one', async () => {
    await open('Contatos por estado', 'contatos-por-estado')
    await admin.page.getByText('Escolha pelo menos um estado').waitFor()
    await admin.page.getByLabel('São Paulo').check()
    await cellOf('Marina Prado').waitFor()
    await cellOf('Jandira Luz').waitFor()
    expect(await cellOf('Caetano Reis').count()).toBe(0)
    await check('states')
    await admin.page.getByRole('button', { name: 'Limpar filtros' }).click()
    await admin.page.getByText('Escolha pelo menos um estado').waitFor()
    admin.assertClean()
  })

  test('S2-066 S5-101 the report of birthdays waits for a month or a whole period', async () => {
    await open('Aniversariantes do mês', 'aniversariantes-do-mes')
    await admin.page.getByLabel('Mês', { exact: true }).selectOption({ label: 'Escolha o mês' })
    await admin.page.getByText('Escolha um mês ou um período').waitFor()
    await admin.page.getByLabel('Mês', { exact: true }).selectOption({ label: 'fevereiro' })
    await cellOf('Jandira Luz').waitFor()
    await cellOf('Caetano Reis').waitFor()
    await admin.page.getByLabel('Mês', { exact: true }).selectOption({ label: 'Outro período' })
    await admin.page.getByText('Escolha um mês ou um período').waitFor()
    await admin.page.getByLabel('De', { exact: true }).fill('20/02/2027')
    await admin.page.getByLabel('Até', { exact: true }).fill('28/02/2027')
    await cellOf('28/02/2027').waitFor()
    await cellOf('35').waitFor()
    expect(await cellOf('Jandira Luz').count()).toBe(0)
    await check('birthdays')
    await admin.page.getByLabel('Até', { exact: true }).fill('01/02/2027')
    await admin.page.getByText('O início vem antes do fim').waitFor()
    admin.assertClean()
  })

  test('S2-067 S9-080 the report of conversations begins with this month and leads to each of them', async () => {
    await visitor.page.goto(site.address)
    await openWidget(visitor.page)
    await say(visitor.page, 'Preciso de dez resmas')
    await agent.page.getByRole('tab', { name: /^Fila/ }).click()
    await row(agent.page, 'Preciso de dez resmas').click()
    await act(agent.page, 'Atender')
    await reply(agent.page, 'Já separo para você')
    await widgetThread(visitor.page).getByText('Já separo para você').waitFor()
    await open('Relatório de atendimentos', 'relatorio-tickets')
    await cellOf('Em atendimento').waitFor()
    const day = new Intl.DateTimeFormat('pt-BR', { timeZone: 'America/Sao_Paulo' }).format(new Date())
    expect(await admin.page.getByLabel('De', { exact: true }).inputValue()).toBe(`01${day.slice(2)}`)
    await check('tickets')
    const [download] = await Promise.all([
      admin.page.waitForEvent('download'),
      admin.page.getByRole('button', { name: 'Baixar CSV' }).click(),
    ])
    const table = (await readFile(await download.path(), 'utf8')).trim().split('\r\n')
    expect(table).toHaveLength(2)
    expect(table[0]).toContain('Primeira resposta;Tempo até a resposta;Encerrado em;Duração')
    await admin.page.getByLabel('Resolvido').check()
    await admin.page.getByText('Nada encontrado').waitFor()
    await check('tickets-none')
    await admin.page.getByRole('button', { name: 'Limpar filtros' }).click()
    await admin.page.getByRole('table').getByRole('link').first().click()
    await thread(admin.page).getByText('Já separo para você').waitFor()
    admin.assertClean()
    visitor.assertClean()
  })

  test('an agent has no entry and no page', async () => {
    expect(await navigation(agent.page).getByRole('link', { name: 'Relatórios' }).count()).toBe(0)
    for (const path of ['/relatorios', '/relatorios/lista-contatos']) {
      await agent.page.goto(`${node.base}/#${path}`)
      await agent.page.getByText('Página não encontrada').waitFor()
    }
    agent.assertClean()
  })
})

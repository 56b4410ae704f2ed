import type { LoginResult, TicketPage } from '@recado/contracts'
import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Person, TestApp } from '../harness/app.ts'
import { Visitor } from '../plugins/webchat.rig.ts'
import { journey, launch, openBrowser, productForTests, seen, signIn, takeSeat, type Seat } from './browser.ts'
import { look } from './look.ts'

/** The home page tells how the day goes, and the page of figures how a period went. */
describe.skipIf(!launch)('home and figures', () => {
  let node: TestApp, browser: Browser, desk: Seat, phone: Seat
  let admin: Person, agent: Person

  /** A conversation in sales: waiting, or answered and resolved by the agent. */
  async function talk(name: string, { resolves }: { resolves: boolean }): Promise<void> {
    const visitor = new Visitor(node.base, node.a.connection)
    await visitor.session({ profile: { name } })
    await visitor.say('Vocês abrem hoje?')
    const { tickets } = await admin.ok<TicketPage>('GET', '/tickets/?status[]=pending&showAll=true')
    const { id } = tickets.find((ticket) => ticket.name === name)!
    await admin.ok('POST', `/tickets/${id}/transfer`, { queueId: node.a.sales })
    if (!resolves) return
    await agent.ok('PUT', `/tickets/${id}`, { status: 'open' })
    await agent.ok('POST', `/messages/${id}`, { body: 'Até as 18 h' })
    await agent.ok('PUT', `/tickets/${id}`, { status: 'closed' })
  }

  beforeAll(async () => {
    node = await productForTests()
    browser = await openBrowser()
    admin = await node.signIn(node.a.admin)
    agent = await node.signIn(node.a.user)
    await talk('Nádia Prado', { resolves: true })
    await talk('Caio Reis', { resolves: true })
    await talk('Bento Luz', { resolves: false })
    await node.app.sweepFacts()
    ;[desk, phone] = [await takeSeat(browser), await takeSeat(browser, { viewport: { width: 390, height: 844 } })]
    await signIn(desk, node.base, node.a.supervisor, '/home')
    await signIn(phone, node.base, node.a.colleague, '/home')
  })
  afterAll(async () => {
    await browser?.close()
    await node?.close()
  })
  journey()

  const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
  const card = (page: Page, name: string) =>
    page.locator('section').filter({ has: page.getByRole('heading', { name, exact: true }) })

  /** At three widths, light and dark: nothing is wider than the page, axe finds nothing, and what else is asked. */
  async function fits(page: Page, name: string, also?: () => Promise<void>): Promise<void> {
    for (const width of [1440, 1024, 390]) {
      await page.setViewportSize({ width, height: 900 })
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme })
        // Colours pass over into one another.
        await page.evaluate(() => Promise.all(document.getAnimations().map(({ finished }) => finished)))
        await desk.assertAccessible(`${name}, ${colorScheme}, ${width} px`)
        const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
        expect(overflow, `${width} px`).toBeLessThanOrEqual(0)
        await also?.()
      }
    }
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.emulateMedia({ colorScheme: 'light' })
  }

  /** How the text of cells stands out from colours that lie over one another, which axe does not add up (WCAG). */
  const contrasts = (cells: Locator): Promise<number[]> =>
    cells.evaluateAll((all) => {
      const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true })!
      const luminance = (...colours: readonly string[]): number => {
        for (const colour of ['#fff', ...colours]) {
          canvas.fillStyle = colour
          canvas.fillRect(0, 0, 1, 1)
        }
        const [red, green, blue] = [...canvas.getImageData(0, 0, 1, 1).data].map((value) => {
          const part = value / 255
          return part <= 0.040_45 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
        })
        return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!
      }
      return all.map((cell) => {
        const below: string[] = []
        for (let at: Element | null = cell; at; at = at.parentElement)
          below.unshift(getComputedStyle(at).backgroundColor)
        const [ground, ink] = [luminance(...below), luminance(...below, getComputedStyle(cell).color)]
        return (Math.max(ground, ink) + 0.05) / (Math.min(ground, ink) + 0.05)
      })
    })

  /** Every chart of the page: the keyboard walks along its days, and each is told with its numbers. */
  async function walksByKeyboard(page: Page, name: string): Promise<void> {
    const charts = page.locator('.recharts-wrapper')
    expect(await charts.count()).toBeGreaterThan(0)
    for (const width of [1440, 390])
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.setViewportSize({ width, height: 900 })
        await page.emulateMedia({ colorScheme })
        for (let at = 0; at < (await charts.count()); at++) {
          const chart = charts.nth(at)
          await chart.locator('svg[tabindex="0"]').focus()
          const told = async (): Promise<string> => (await chart.getByRole('status').textContent()) ?? ''
          await page.keyboard.press('ArrowRight')
          await seen(told).toMatch(/20\d\d.+: (\d|–)/)
          const before = await told()
          await page.keyboard.press('ArrowRight')
          await seen(told).not.toBe(before)
          await desk.assertAccessible(`${name}, chart ${at + 1}, ${colorScheme}, ${width} px`)
        }
        // Each has its numbers as a table.
        const tables = page.getByRole('button', { name: 'Ver como tabela' })
        expect(await tables.count()).toBe(await charts.count())
      }
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.emulateMedia({ colorScheme: 'light' })
  }

  test('S2-017 S2-018 S2-019 S2-020 home says how many wait and are attended to, by queue and user', async () => {
    const { page } = desk
    expect(new URL(page.url()).hash).toBe('#/home')
    await seen(() => page.locator('[data-count="pending"]').textContent()).toBe('1')
    const sales = card(page, 'Por fila').getByRole('listitem').filter({ hasText: 'Vendas' })
    await seen(() => sales.textContent()).toContain('1')
    // Whoever takes it up is counted at once, without a reload.
    const { tickets } = await admin.ok<TicketPage>('GET', '/tickets/?status[]=pending&showAll=true')
    await agent.ok('PUT', `/tickets/${tickets[0]!.id}`, { status: 'open' })
    await node.app.sweepFacts()
    await seen(() => page.locator('[data-count="pending"]').textContent()).toBe('0')
    await seen(() => page.locator('[data-count="open"]').textContent()).toBe('1')
    const users = card(page, 'Por pessoa').getByRole('listitem')
    await seen(() => users.filter({ hasText: node.a.user.name }).textContent()).toContain('1')
    await page.locator('[data-count="open"]').click()
    await seen(() => new URL(page.url()).hash).toContain('/atendimento')
    await page.goBack()
  })

  test('S2-022 S2-023 home shows how the team does and how the channels develop', async () => {
    const { page } = desk
    const row = region(page, 'Desempenho da equipe').getByRole('row').filter({ hasText: node.a.user.name })
    await seen(() => row.getByRole('cell').first().textContent()).toBe('2')
    const channels = card(page, 'Evolução dos canais')
    await channels.locator('.recharts-line').first().waitFor()
    await walksByKeyboard(page, 'home')
    await channels.getByRole('button', { name: 'Ver como tabela' }).click()
    const days = channels.getByRole('row')
    expect(await days.count()).toBe(31)
    expect(await days.last().getByRole('cell').textContent()).toBe('3')
    await desk.assertAccessible('home')
    await look(page, 'home', [1440, 1024, 390])
  })

  test('a figure opens the conversations behind it, and one of them is a click away', async () => {
    const { page } = desk
    await page.getByRole('button', { name: /^Iniciados: 3\./ }).click()
    const dialog = page.getByRole('dialog', { name: 'Iniciados' })
    await seen(() => dialog.getByRole('row').count()).toBe(4)
    await desk.assertAccessible('conversations behind a figure')
    const saved = page.waitForEvent('download')
    await dialog.getByRole('button', { name: 'Baixar CSV' }).click()
    const file = await (await (await saved).createReadStream()).toArray()
    const lines = Buffer.concat(file as Buffer[])
      .toString()
      .trim()
      .split('\r\n')
    expect(lines.map((line) => line.split(';')[1])).toEqual(['Contato', 'Bento Luz', 'Caio Reis', 'Nádia Prado'])
    await look(page, 'figure-conversations', [1440, 390])
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: /^Mensagens recebidas: 3\./ }).click()
    const received = page.getByRole('dialog', { name: 'Mensagens recebidas' })
    await seen(() => received.getByRole('row').count()).toBe(4)
    expect(await received.getByRole('columnheader').allTextContents()).toContain('Mensagens')
    await page.keyboard.press('Escape')
    await received.waitFor({ state: 'detached' })
    const team = region(page, 'Desempenho da equipe')
    await team.getByRole('button', { name: new RegExp(`^Resolvidos · ${node.a.user.name}: 2\\.`) }).click()
    await page.getByRole('dialog').getByRole('link', { name: 'Nádia Prado' }).click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await seen(() => new URL(page.url()).hash).toContain('/atendimento/')
    await page.goBack()
    await page.getByRole('heading', { name: 'Evolução dos canais' }).waitFor()
  })

  test('the figures of a period are compared, narrowed to a user and widened again', async () => {
    const { page } = desk
    await page.getByRole('link', { name: 'Ver todos os indicadores' }).click()
    await page.getByRole('heading', { name: 'Indicadores', level: 1 }).waitFor()
    const current = page.getByRole('navigation').locator('a[aria-current="page"]')
    await seen(() => current.evaluateAll((links) => links.map((link) => link.getAttribute('href')))).toEqual([
      expect.stringMatching(/\/relatorios\/indicadores$/),
    ])
    const saved = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Baixar Excel' }).click()
    expect((await saved).suggestedFilename()).toMatch(/^figures-\d{4}-\d\d-\d\d-\d{4}-\d\d-\d\d\.xlsx$/)
    const total = (name: string) => page.locator('dl > div').filter({ has: page.getByText(name, { exact: true }) })
    await seen(() => total('Iniciados').textContent()).toContain('3')
    await seen(() => total('Resolvidos').textContent()).toContain('2')
    await region(page, 'Desempenho da equipe').getByRole('button', { name: node.a.user.name, exact: true }).click()
    const chip = page.getByRole('button', { name: new RegExp(`^Atendente: ${node.a.user.name}`) })
    await chip.waitFor()
    await seen(() => total('Mensagens enviadas').textContent()).toContain('2')
    await chip.click()
    await chip.waitFor({ state: 'detached' })
    // A queue has no messages of its own: it shows none rather than those of everybody.
    await region(page, 'Filas').getByRole('button', { name: 'Vendas', exact: true }).click()
    await page.getByRole('button', { name: /^Fila: Vendas/ }).waitFor()
    await total('Mensagens enviadas').waitFor({ state: 'detached' })
    await page.getByRole('heading', { name: 'Horários de movimento' }).waitFor({ state: 'detached' })
    await seen(() => total('Resolvidos').textContent()).toContain('2')
    await page.getByRole('button', { name: /^Fila: Vendas/ }).click()
    await total('Mensagens enviadas').waitFor()
    // A week with few and many messages, so that the map has all of its colours.
    const week = Array.from({ length: 20 }, (_, hour) => ({ by: ['1', String(hour)], count: hour + 1 }))
    await page.route('**/p/reports/figures', async (route) => {
      const response = await route.fetch()
      const { answers } = (await response.json()) as { answers: { rows: { by: object[] }[] }[] }
      const isMap = ({ rows }: (typeof answers)[number]): boolean => rows[0]?.by.length === 2 && answers.length === 1
      const json = answers.map((answer) =>
        !isMap(answer) || route.request().postData()?.includes('weekday') !== true
          ? answer
          : {
              ...answer,
              rows: week.map(({ by, count }) => ({
                ...{ ...answer.rows[0], count },
                by: by.map((value) => ({ value, name: null })),
              })),
            },
      )
      await route.fulfill({ response, json: { answers: json } })
    })
    await page.reload()
    await region(page, 'Horários de movimento')
      .getByRole('button', { name: /: 20\./ })
      .waitFor()
    await fits(page, 'figures', async () => {
      const cells = region(page, 'Horários de movimento').locator('td:has(button)')
      expect(Math.min(...(await contrasts(cells)))).toBeGreaterThanOrEqual(4.5)
    })
    await page.unroute('**/p/reports/figures')
    await page.reload()
    // An hour of the map opens the conversations of that hour.
    const hours = region(page, 'Horários de movimento').getByRole('button', { name: /: 3\. Ver os atendimentos$/ })
    await hours.first().click()
    await page
      .getByRole('dialog', { name: /^Mensagens recebidas · / })
      .getByRole('row')
      .nth(1)
      .waitFor()
    await desk.assertAccessible('conversations of an hour')
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    // Over a chart it would choose a day.
    await page.mouse.move(0, 0)
    await look(page, 'figures', [1440, 1024, 390])
    await walksByKeyboard(page, 'figures')
  })

  test('S2-062 the statistics of users are those of a period', async () => {
    const { page } = desk
    await page.goto(`${node.base}/#/relatorios/estatisticas-atendimentos-usuarios`)
    await page.getByRole('heading', { name: 'Estatísticas de atendimentos por usuário', level: 1 }).waitFor()
    const row = region(page, 'Desempenho da equipe').getByRole('row').filter({ hasText: node.a.user.name })
    await seen(() => row.getByRole('cell').allTextContents()).toEqual([
      '2',
      '3',
      '2',
      expect.stringMatching(/ s$/),
      expect.stringMatching(/ s$/),
    ])
    await page.getByLabel('Até', { exact: true }).fill('01/01/2026')
    await page.getByLabel('De', { exact: true }).fill('01/01/2026')
    await page.getByText('Nada aconteceu neste período.').waitFor()
    await fits(page, 'statistics of users without any')
    await page.getByRole('button', { name: '30 dias' }).click()
    await row.waitFor()
    await fits(page, 'statistics of users')
    await look(page, 'user-statistics', [1440, 1024, 390])
    await page.getByRole('link', { name: 'Relatórios', exact: true }).last().click()
    await page.getByRole('heading', { name: 'Relatórios', level: 1 }).waitFor()
    await page.goBack()
    await page.getByRole('heading', { name: 'Estatísticas de atendimentos por usuário', level: 1 }).waitFor()
    await page.goBack()
    await page.getByRole('heading', { name: 'Indicadores', level: 1 }).waitFor()
  })

  test('a report is saved, shared, opened by a colleague from its address, scheduled and deleted', async () => {
    const { page } = desk
    await page.getByRole('button', { name: 'Mês passado' }).click()
    await page.getByRole('button', { name: 'Mostrar', exact: true }).click()
    await page.getByRole('menuitemcheckbox', { name: 'Horários' }).click()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Salvar relatório' }).click()
    const save = page.getByRole('dialog', { name: 'Salvar relatório' })
    await save.getByLabel('Nome').fill('Fechamento do mês')
    await save.getByRole('checkbox', { name: 'Compartilhar com a empresa' }).check()
    await save.getByRole('button', { name: 'Salvar', exact: true }).click()
    await page.getByRole('button', { name: /^Relatório: Fechamento do mês/ }).waitFor()
    expect(await page.getByRole('heading', { name: 'Horários de movimento' }).count()).toBe(0)
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Baixar PDF' }).click()
    expect((await download).suggestedFilename()).toMatch(/^figures-.*\.pdf$/)

    await page.getByRole('button', { name: '7 dias' }).click()
    await page.getByRole('button', { name: 'Salvar alterações' }).waitFor()
    await page.getByRole('button', { name: 'Relatórios salvos' }).click()
    const list = page.getByRole('dialog', { name: 'Relatórios salvos' })
    await list.getByRole('button', { name: 'Enviar Fechamento do mês por e-mail' }).click()
    const sending = page.getByRole('dialog', { name: 'Enviar “Fechamento do mês” por e-mail' })
    await sending.getByLabel('Frequência').selectOption('month')
    await sending.getByRole('checkbox', { name: node.a.supervisor.name }).check()
    await sending.getByRole('button', { name: 'Salvar envio' }).click()
    await sending.getByText(/^Próximo envio: /).waitFor()
    await sending.getByRole('button', { name: 'Enviar agora' }).click()
    await sending.getByText('a instalação não tem servidor de e-mail', { exact: false }).waitFor()
    await desk.assertAccessible('a scheduled report')
    await look(page, 'report-schedule', [1440, 390])
    await page.keyboard.press('Escape')
    await desk.assertAccessible('saved reports')
    await look(page, 'saved-reports', [1440, 390])
    await list.getByRole('button', { name: 'Abrir Fechamento do mês' }).click()
    await page.getByRole('button', { name: 'Salvar alterações' }).waitFor({ state: 'detached' })

    const { reports } = await admin.ok<{ reports: { id: string }[] }>('GET', '/p/reports/saved')
    const colleague = await takeSeat(browser)
    await signIn(colleague, node.base, node.a.admin, `/relatorios/indicadores?report=${reports[0]!.id}`)
    await colleague.page.getByRole('button', { name: /^Relatório: Fechamento do mês/ }).waitFor()
    await seen(() => colleague.page.getByRole('button', { name: 'Mês passado' }).getAttribute('aria-pressed')).toBe(
      'true',
    )
    await page.getByRole('button', { name: 'Relatórios salvos' }).click()
    await list.getByRole('button', { name: 'Excluir Fechamento do mês' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Excluir' }).click()
    await list.getByText('Nenhum relatório salvo').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: '30 dias' }).click()
  })

  test('days in the wrong order are said at their field, and what is shown stays', async () => {
    const { page } = desk
    await page.getByLabel('De', { exact: true }).fill('31/12/2030')
    await page.getByText('A data final não pode ser anterior à inicial.').waitFor()
    await page.getByText('Iniciados', { exact: true }).first().waitFor()
    await page.getByRole('button', { name: '7 dias' }).click()
    await page.getByText('A data final não pode ser anterior à inicial.').waitFor({ state: 'detached' })
  })

  test('an agent has the counts of what they see, and no figures of the company', async () => {
    const { page } = phone
    await page.locator('[data-count="pending"]').waitFor()
    expect(await page.getByText('Desempenho da equipe').count()).toBe(0)
    await page.goto(`${node.base}/#/relatorios/indicadores`)
    await page.getByText('Página não encontrada').waitFor()
    await phone.assertAccessible('figures without permission')
  })

  test('cards of home are ordered, hidden and reset by the keyboard, and are so on another device', async () => {
    const { page } = desk
    await page.goto(`${node.base}/#/home`)
    for (const key of ['core/queues', 'core/users', 'reports/team'])
      await page.locator(`[data-card="${key}"]`).waitFor()
    const cards = (of: Page) => of.locator('[data-card]').evaluateAll((all) => all.map((card) => card.dataset['card']))
    const before = await cards(page)
    expect(before[0]).toBe('core/now')
    expect(before).toContain('reports/team')
    await page.getByRole('button', { name: 'Organizar início' }).click()
    const dialog = page.getByRole('dialog', { name: 'Organizar início' })
    await dialog.getByRole('button', { name: 'Mover Desempenho da equipe para cima' }).focus()
    for (let step = before.indexOf('reports/team'); step > 0; step--) await page.keyboard.press('Enter')
    await dialog.getByRole('checkbox', { name: 'Por pessoa' }).focus()
    const saved = page.waitForResponse((response) => response.request().postData()?.includes('core/users') === true)
    await page.keyboard.press('Space')
    await desk.assertAccessible('arranging home')
    await look(page, 'home-arrange', [1440, 390])
    await page.keyboard.press('Escape')
    await saved
    const wanted = ['reports/team', ...before.filter((key) => key !== 'reports/team' && key !== 'core/users')]
    expect(await cards(page)).toEqual(wanted)
    const other = await takeSeat(browser, { viewport: { width: 390, height: 844 } })
    await signIn(other, node.base, node.a.supervisor, '/home')
    await seen(() => cards(other.page)).toEqual(wanted)
    const overflow = await other.page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    expect(overflow).toBeLessThanOrEqual(0)
    await other.page.getByRole('button', { name: 'Organizar início' }).click()
    const reset = other.page.waitForResponse((response) => response.url().endsWith('/configs'))
    await other.page.getByRole('button', { name: 'Restaurar padrão' }).click()
    await other.page.keyboard.press('Escape')
    await seen(() => cards(other.page)).toEqual(before)
    expect((await reset).ok()).toBe(true)
    const supervisor = await node.signIn(node.a.supervisor)
    const kept = async () => (await supervisor.ok<Pick<LoginResult, 'configs'>>('GET', '/auth/session')).configs.home
    await seen(kept).toEqual({ order: [], hidden: [] })
  })
})

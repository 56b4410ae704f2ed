import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TestApp } from '../harness/app.ts'
import {
  act,
  companySite,
  goTo,
  goToSetting,
  journey,
  launch,
  openBrowser,
  openWidget,
  productForTests,
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

/**
 * An administrator switches a survey on, an agent resolves a conversation of the web chat, the visitor gives a grade
 * and a comment, and the report and the home page show it.
 */
describe.skipIf(!launch)('surveys', () => {
  let node: TestApp, site: Site, browser: Browser, admin: Seat, agent: Seat, visitor: Seat

  beforeAll(async () => {
    node = await productForTests()
    site = await companySite(node.base)
    site.include(
      `<script async src="${node.base}/p/webchat/widget.js" data-connection="${node.a.connection}"></script>`,
    )
    browser = await openBrowser()
    ;[admin, agent, visitor] = await Promise.all([takeSeat(browser), takeSeat(browser), takeSeat(browser)])
    await signIn(admin, node.base, node.a.admin)
    await signIn(agent, node.base, node.a.user, '/atendimento')
  })
  afterAll(async () => {
    await browser?.close()
    site?.close()
    await node?.close()
  })
  journey()

  const dialog = () => admin.page.getByRole('dialog')

  test('S1-032 S2-092 an administrator begins with a written survey, and what is wrong is said at its field', async () => {
    await admin.page.getByText('Nenhuma pesquisa enviada ainda.').waitFor()
    await goToSetting(admin.page, 'Pesquisas de satisfação')
    await admin.page.getByText('Nenhuma pesquisa ainda').waitFor()
    await admin.assertAccessible('no surveys')
    await look(admin.page, 'nps-settings-empty')
    await admin.page.getByRole('button', { name: 'Recomendação (NPS)' }).click()
    await dialog().getByLabel('Nota máxima').fill('11')
    await dialog().getByRole('button', { name: 'Salvar' }).click()
    await dialog().getByText('O máximo é 10').waitFor()
    await seen(() =>
      dialog()
        .getByLabel('Nota máxima')
        .evaluate((field) => field === document.activeElement),
    ).toBe(true)
    await dialog().getByLabel('Nota máxima').fill('10')
    await dialog().getByLabel('Pergunta por comentário').fill('O que podemos melhorar, {{name}}?')
    await admin.assertAccessible('survey form')
    await look(admin.page, 'nps-editor')
    await dialog().getByRole('button', { name: 'Salvar' }).press('Enter')
    await admin.page.getByRole('heading', { name: /^NPS/ }).waitFor()
    await dialog().waitFor({ state: 'detached' })
    await admin.assertAccessible('surveys')
    await look(admin.page, 'nps-settings')
    admin.assertClean()
  })

  test('a second survey of the name is refused, and nothing that was typed is lost', async () => {
    admin.expects(/answered 409/, /status of 409/)
    await admin.page.getByRole('button', { name: 'Nova pesquisa' }).click()
    await dialog().getByLabel('O que pergunta').selectOption({ label: 'CSAT: satisfação de 1 a 5, com rostos' })
    expect(await dialog().getByLabel('Mensagem de pedido').inputValue()).toContain('1 (péssimo) a 5')
    await dialog().getByLabel('Nome').fill('nps')
    await dialog().getByRole('button', { name: 'Salvar' }).click()
    await dialog().getByText('Já existe uma pesquisa com este nome').waitFor()
    await admin.page.keyboard.press('Escape')
    await admin.page.getByRole('alertdialog').getByRole('button', { name: 'Descartar' }).click()
    await dialog().waitFor({ state: 'detached' })
    admin.assertClean()
  })

  test('the agent resolves, the visitor is asked, grades and comments, and the conversation stays resolved', async () => {
    await visitor.page.goto(site.address)
    await openWidget(visitor.page)
    await say(visitor.page, 'Preciso trocar um caderno')
    const waiting = row(agent.page, 'Preciso trocar um caderno')
    await agent.page.getByRole('tab', { name: /^Fila/ }).click()
    await waiting.click()
    await act(agent.page, 'Atender')
    await act(agent.page, 'Resolver')
    const question = 'quanto você recomendaria'
    await widgetThread(visitor.page).getByText(question).waitFor()
    await say(visitor.page, 'muito obrigada')
    await widgetThread(visitor.page).getByText('Não entendi a nota').waitFor()
    await say(visitor.page, 'nota 9️⃣')
    await widgetThread(visitor.page).getByText('Obrigado pela sua resposta!').waitFor()
    await widgetThread(visitor.page).getByText('O que podemos melhorar').waitFor()
    await look(visitor.page, 'nps-visitor')
    await say(visitor.page, 'Um pouco mais de azul')
    await thread(agent.page).getByText('Um pouco mais de azul').waitFor()
    await agent.page.getByRole('button', { name: 'Reabrir' }).first().waitFor()
    agent.assertClean()
    visitor.assertClean()
  })

  test('S2-115 the report shows the answer, and each number opens its conversations', async () => {
    await goTo(admin.page, 'Satisfação')
    const score = admin.page.locator('[data-score]')
    await score.waitFor()
    await seen(async () => {
      await admin.page.reload()
      await score.waitFor()
      return score.textContent()
    }).toBe('100')
    await admin.page.getByText('1 de 1 responderam').waitFor()
    await admin.assertAccessible('survey report')
    await look(admin.page, 'nps-report')
    await admin.page.getByRole('button', { name: 'Nota 9: 1, abrir conversas' }).press('Enter')
    await admin.page.getByRole('heading', { name: 'Conversas: Nota 9' }).waitFor()
    await admin.page.getByText('Um pouco mais de azul').waitFor()
    await admin.page.getByRole('button', { name: 'Mostrar todas' }).click()
    const [download] = await Promise.all([
      admin.page.waitForEvent('download'),
      admin.page.getByRole('button', { name: 'Baixar CSV' }).click(),
    ])
    expect(download.suggestedFilename()).toMatch(/^nps-\d{4}-\d\d-\d\d-\d{4}-\d\d-\d\d\.csv$/)
    await look(admin.page, 'nps-report-answers')
    await admin.page.getByRole('listitem').getByRole('link').filter({ hasText: '·' }).first().click()
    await thread(admin.page).getByText('Um pouco mais de azul').waitFor()
    admin.assertClean()
  })

  test('the page of figures counts the grade, of its user and its queue, and opens the conversation', async () => {
    const { page } = admin
    await page.goto(`${node.base}/#/relatorios/indicadores`)
    const tile = page.getByRole('button', { name: /^NPS: 100/ }).first()
    await expect
      .poll(
        async () => {
          await page.reload()
          return tile.waitFor({ timeout: 3_000 }).then(
            () => true,
            () => false,
          )
        },
        { timeout: 30_000 },
      )
      .toBe(true)
    await page.getByText('1 resposta').first().waitFor()
    await page
      .getByRole('region', { name: 'Desempenho da equipe' })
      .getByRole('columnheader', { name: 'NPS' })
      .waitFor()
    await admin.assertAccessible('figures with a score')
    await look(page, 'figures-score')
    await tile.click()
    await dialog().getByRole('columnheader', { name: 'Nota' }).waitFor()
    await dialog().getByRole('cell', { name: '9', exact: true }).waitFor()
    await page.keyboard.press('Escape')
    await dialog().waitFor({ state: 'detached' })
    await page.goto(`${node.base}/#/home`)
    admin.assertClean()
  })

  test('S2-021 the home page shows the score, and an agent sees neither', async () => {
    await goTo(admin.page, 'Início')
    await admin.page.locator('[data-score]').getByText('100').waitFor()
    await admin.assertAccessible('home with a score')
    await look(admin.page, 'nps-home')
    await agent.page.goto(`${node.base}/#/relatorios/nps`)
    await agent.page.getByText('Página não encontrada').waitFor()
    await agent.page.goto(`${node.base}/#/home`)
    await agent.page.getByRole('heading', { level: 1 }).waitFor()
    expect(await agent.page.locator('[data-score]').count()).toBe(0)
    agent.assertClean()
    admin.assertClean()
  })
})

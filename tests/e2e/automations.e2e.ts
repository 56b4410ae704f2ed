import type { Browser, Locator } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '../../core/src/base/ids.ts'
import { eventually, type TestApp } from '../harness/app.ts'
import { Visitor } from '../plugins/webchat.rig.ts'
import {
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

/** An administrator makes a rule of an example, sees what it would have done, and what it does when somebody writes. */
describe.skipIf(!launch)('automations', () => {
  let node: TestApp, browser: Browser, admin: Seat
  const visitors: Visitor[] = []
  const ruleName = 'Etiquetar quem fala em boleto'

  beforeAll(async () => {
    node = await productForTests()
    const { owner } = node.database
    await owner`
      insert into core.tag ${owner(
        ['Financeiro', 'Fidelidade'].map((name) => ({ id: newId<never>(), tenant_id: node.a.id, name })),
      )}`
    await writes('Bom dia, quero a segunda via do boleto de novembro')
    browser = await openBrowser()
    admin = await takeSeat(browser)
    await signIn(admin, node.base, node.a.admin)
  })
  afterAll(async () => {
    for (const visitor of visitors) visitor.close()
    await browser?.close()
    await node?.close()
  })
  journey()

  /** Somebody who has never written before says this on the company's page. */
  async function writes(text: string): Promise<void> {
    const visitor = new Visitor(node.base, node.a.connection)
    visitors.push(visitor)
    await visitor.session()
    await visitor.say(text)
    await eventually(
      () => node.database.owner`select 1 from core.ticket where tenant_id = ${node.a.id} and last_message = ${text}`,
      ({ length }) => length === 1,
    )
  }
  const dialog = (): Locator => admin.page.getByRole('dialog', { name: /regra$/ })
  const rules = (): Locator => admin.page.getByRole('list', { name: 'Regras, na ordem em que são avaliadas' })

  test('an example opens filled in; what is missing is said at its field; the simulation counts what was written', async () => {
    const { page } = admin
    await goToSetting(page, 'Automações')
    await page.getByText('Nenhuma regra ainda').waitFor()
    await admin.assertAccessible('no rules')
    await look(page, 'automations-empty')
    await page.getByRole('button', { name: ruleName }).click()
    await dialog().getByText('segunda via', { exact: true }).waitFor()
    await dialog().getByRole('button', { name: 'Salvar' }).click()
    await dialog().locator('[role=combobox][aria-invalid=true]:focus').press('Enter')
    await page.getByPlaceholder('Buscar', { exact: true }).fill('finan')
    await page.getByRole('option', { name: 'Financeiro' }).waitFor()
    await page.keyboard.press('Enter')
    await page.keyboard.press('Escape')
    await dialog().getByRole('button', { name: 'Remover Financeiro' }).waitFor()
    await dialog().getByRole('button', { name: 'Simular' }).click()
    await dialog().getByText('Teria disparado 1 vez em 1 atendimento nos últimos 7 dias.').waitFor()
    await admin.assertAccessible('rule form')
    await look(page, 'automations-form-end')
    await dialog().getByLabel('Nome', { exact: false }).first().scrollIntoViewIfNeeded()
    await look(page, 'automations-form')
    await dialog().getByRole('button', { name: 'Salvar' }).click()
    await dialog().waitFor({ state: 'detached' })
    await rules().getByText('Financeiro').waitFor()
    admin.assertClean()
  })

  test('when somebody writes it, the ticket has its tag, and the activity says so', async () => {
    const { page } = admin
    await writes('Meu boleto venceu ontem')
    await seen(
      async () => (await node.database.owner`select 1 from core.ticket_tag where tenant_id = ${node.a.id}`).length,
    ).toBe(1)
    await page.getByRole('tab', { name: 'Atividade' }).click()
    await page.getByText('Feita').waitFor()
    await admin.assertAccessible('activity')
    await look(page, 'automations-activity')
    await page.getByRole('article').filter({ hasText: ruleName }).getByRole('link').click()
    await page.getByText('Meu boleto venceu ontem').first().waitFor()
    await page.getByText('Financeiro').first().waitFor()
    admin.assertClean()
  })

  test('without a mouse: a rule by time is put together, moved up, switched off and deleted', async () => {
    const { page } = admin
    await goToSetting(page, 'Automações')
    await page.getByRole('button', { name: 'Nova regra' }).press('Enter')
    await page.keyboard.type('Sem resposta')
    await dialog().getByLabel('Começa').selectOption('Depois de um tempo')
    await dialog().getByRole('button', { name: 'Adicionar condição' }).press('Enter')
    await page.getByPlaceholder('Buscar', { exact: true }).fill('prio')
    await page.getByRole('option', { name: 'Prioridade' }).waitFor()
    await admin.assertAccessible('choice of conditions')
    await look(page, 'automations-choice')
    await page.keyboard.press('Enter')
    await dialog().getByRole('checkbox', { name: 'Normal' }).press('Space')
    await dialog().getByRole('button', { name: 'Adicionar ação' }).press('Enter')
    await page.getByPlaceholder('Buscar', { exact: true }).fill('mudar prior')
    await page.getByRole('option', { name: 'Mudar a prioridade' }).waitFor()
    await page.keyboard.press('Enter')
    await dialog().getByRole('combobox', { name: 'Prioridade', exact: true }).selectOption('Urgente')
    await admin.assertAccessible('rule by time')
    await look(page, 'automations-form-time')
    await page.keyboard.press('Escape')
    await page.getByRole('alertdialog').getByRole('button', { name: 'Cancelar' }).press('Enter')
    await page.getByRole('alertdialog').waitFor({ state: 'detached' })
    await page.goBack()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Cancelar' }).press('Enter')
    await page.getByRole('alertdialog').waitFor({ state: 'detached' })
    await seen(() => new URL(page.url()).hash).toBe('#/automacoes')
    await dialog().getByRole('button', { name: 'Salvar' }).press('Enter')
    await dialog().waitFor({ state: 'detached' })
    await rules().getByText('o contato espera resposta há 30 minutos').waitFor()
    await page.getByRole('button', { name: 'Subir Sem resposta' }).press('Enter')
    await page.getByText('Sem resposta agora é a 1ª de 2.').waitFor({ state: 'attached' })
    await seen(() => rules().getByRole('heading').allInnerTexts()).toEqual(['Sem resposta', ruleName])
    await page.getByRole('switch', { name: 'Regra Sem resposta ativa' }).press('Space')
    await seen(() => rules().getByRole('heading').allInnerTexts()).toEqual([
      expect.stringContaining('desativada'),
      ruleName,
    ])
    await admin.assertAccessible('rules')
    await look(page, 'automations-list')
    await page.getByRole('button', { name: 'Excluir Sem resposta' }).press('Enter')
    await page.getByRole('alertdialog').getByRole('button', { name: 'Excluir regra' }).press('Enter')
    await seen(() => rules().getByRole('heading').allInnerTexts()).toEqual([ruleName])
    admin.assertClean()
  })

  test('on a phone the rule is read whole and changed', async () => {
    const { page } = admin
    await page.setViewportSize({ width: 390, height: 844 })
    await seen(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
    await page.getByRole('button', { name: `Editar ${ruleName}` }).click()
    await dialog().getByLabel('No mesmo atendimento').selectOption('Dispara uma vez só')
    await seen(() => dialog().evaluate((element) => element.scrollWidth <= element.clientWidth)).toBe(true)
    await admin.assertAccessible('rule form on a phone')
    await dialog().getByRole('button', { name: 'Salvar' }).click()
    await dialog().waitFor({ state: 'detached' })
    await rules().getByText('Dispara uma vez só').waitFor()
    admin.assertClean()
  })

  test('what a rule refers to and is gone is said on the page, and cannot be saved again', async () => {
    const { page } = admin
    const { owner } = node.database
    await owner`delete from core.ticket_tag where tenant_id = ${node.a.id}`
    await owner`delete from core.tag where tenant_id = ${node.a.id} and name = 'Financeiro'`
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.reload()
    await rules().getByText('“Adicionar etiqueta” precisa de atenção.', { exact: false }).waitFor()
    await admin.assertAccessible('rule with a problem')
    await look(page, 'automations-problem')
    await page.getByRole('button', { name: `Editar ${ruleName}` }).click()
    await dialog().getByText('Não está mais disponível').waitFor()
    admin.assertClean()
    admin.expects(/\/p\/automations\/rules\//, /status of 422/)
    await dialog().getByRole('button', { name: 'Salvar' }).click()
    await dialog().locator('[role=combobox][aria-invalid=true]:focus').waitFor()
    await dialog().getByText('Etiqueta não encontrada').waitFor()
    await look(page, 'automations-gone')
    admin.assertClean()
  })
})

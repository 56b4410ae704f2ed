import type { Browser, Locator } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TestApp } from '../harness/app.ts'
import {
  goToSetting,
  journey,
  launch,
  notices,
  openBrowser,
  productForTests,
  seen,
  signIn,
  takeSeat,
  type Seat,
} from './browser.ts'
import { look } from './look.ts'

/** An administrator arranges the departments and the words that mark contacts. */
describe.skipIf(!launch)('queues and tags in the shell', () => {
  let node: TestApp, browser: Browser, admin: Seat, agent: Seat

  beforeAll(async () => {
    node = await productForTests()
    browser = await openBrowser()
    ;[admin, agent] = await Promise.all([takeSeat(browser), takeSeat(browser)])
    await Promise.all([
      signIn(admin, node.base, node.a.admin, '/configuracoes/filas'),
      signIn(agent, node.base, node.a.user),
    ])
  })
  afterAll(async () => {
    await browser?.close()
    await node?.close()
  })
  journey()

  const entry = (name: string): Locator => admin.page.getByRole('main').getByRole('listitem').filter({ hasText: name })
  const act = async (name: string, what: string): Promise<void> => {
    await entry(name)
      .getByRole('button', { name: `Ações para ${name}` })
      .click()
    await admin.page.getByRole('menuitem', { name: what }).click()
  }

  test('S2-077 a queue is made with its colour and its people; a taken name is said at its field', async () => {
    await entry('Vendas').waitFor()
    await admin.assertAccessible('queues')
    await admin.page.getByRole('button', { name: 'Nova fila' }).click()
    const form = admin.page.getByRole('dialog', { name: 'Nova fila' })
    await form.getByLabel(/^Nome/).fill('vendas')
    await form.getByRole('radio', { name: 'Roxo' }).check({ force: true })
    await form.getByRole('button', { name: new RegExp(node.a.user.name) }).click()
    admin.expects(/answered 409: POST .*\/queue/, /status of 409/)
    await form.getByRole('button', { name: 'Salvar' }).click()
    await form
      .getByText('já existe', { exact: false })
      .or(form.getByText('Já existe', { exact: false }))
      .first()
      .waitFor()
    await admin.assertAccessible('form of a queue')
    await look(admin.page, 'queue-form')
    await form.getByLabel(/^Nome/).fill('Financeiro')
    await form.getByRole('button', { name: 'Salvar' }).click()
    await notices(admin.page).getByText('Fila Financeiro salva').waitFor()
    await entry('Financeiro').getByText('1 pessoa').waitFor()
    await look(admin.page, 'queues')
  })

  test('S8-058 a queue in use is not deleted but switched off; one that nothing uses is deleted', async () => {
    await node.database.owner`update core.connection set queue_id = ${node.a.sales} where id = ${node.a.connection}`
    await act('Vendas', 'Excluir')
    const dialog = admin.page.getByRole('dialog', { name: 'Excluir a fila Vendas?' })
    admin.expects(/answered 409: DELETE .*\/queue/, /status of 409/)
    await dialog.getByRole('button', { name: 'Excluir fila' }).click()
    await dialog.getByText('Não dá para excluir', { exact: false }).waitFor()
    await admin.assertAccessible('refused deletion')
    await look(admin.page, 'queue-delete')
    await dialog.getByRole('button', { name: 'Desativar' }).click()
    await entry('Vendas').getByText('Inativa').waitFor()
    await act('Financeiro', 'Excluir')
    await admin.page
      .getByRole('dialog', { name: 'Excluir a fila Financeiro?' })
      .getByRole('button', { name: 'Excluir fila' })
      .click()
    await seen(() => entry('Financeiro').count()).toBe(0)
  })

  test('S2-078 tags are made, found, switched off and deleted', async () => {
    await goToSetting(admin.page, 'Etiquetas')
    await admin.page.getByText('Nenhuma etiqueta ainda').waitFor()
    for (const name of ['VIP', 'Orçamento']) {
      await admin.page.getByRole('button', { name: 'Nova etiqueta' }).first().click()
      const form = admin.page.getByRole('dialog', { name: 'Nova etiqueta' })
      await form.getByLabel(/^Nome/).fill(name)
      await form.getByRole('button', { name: 'Salvar' }).click()
      await entry(name).waitFor()
    }
    await admin.assertAccessible('tags')
    await look(admin.page, 'tags')
    await admin.page.getByRole('searchbox', { name: 'Buscar pelo nome' }).fill('orç')
    await seen(() => entry('VIP').count()).toBe(0)
    await act('Orçamento', 'Desativar')
    await entry('Orçamento').getByText('Inativa').waitFor()
    await act('Orçamento', 'Excluir')
    await admin.page.getByRole('dialog').getByRole('button', { name: 'Excluir etiqueta' }).click()
    await admin.page.getByText('Nada com esse nome').waitFor()
    admin.assertClean()
  })

  test('who may not manage them finds neither the entry nor the page', async () => {
    await agent.page.goto(`${node.base}/#/configuracoes/filas`)
    await seen(() => new URL(agent.page.url()).hash).toBe('#/home')
    expect(await agent.page.getByText('Nova fila').count()).toBe(0)
  })
})

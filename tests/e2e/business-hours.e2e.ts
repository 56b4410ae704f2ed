import type { Browser, Locator } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TestApp } from '../harness/app.ts'
import { Visitor } from '../plugins/webchat.rig.ts'
import {
  goToSetting,
  journey,
  launch,
  openBrowser,
  productForTests,
  row,
  signIn,
  takeSeat,
  view,
  thread,
  type Seat,
} from './browser.ts'
import { look } from './look.ts'

/**
 * An administrator closes the company, puts the notice in front of people, and a visitor of the site who writes is told
 * so once; then the conversation waits for people.
 */
describe.skipIf(!launch)('opening hours', () => {
  let node: TestApp, browser: Browser, admin: Seat
  let visitor: Visitor

  beforeAll(async () => {
    node = await productForTests()
    browser = await openBrowser()
    admin = await takeSeat(browser)
    visitor = new Visitor(node.base, node.a.connection)
    await visitor.session({ profile: { name: 'Rosa Lima', email: 'rosa@exemplo.com.br' } })
    await signIn(admin, node.base, node.a.admin)
  })
  afterAll(async () => {
    await browser?.close()
    visitor?.close()
    await node?.close()
  })
  journey()

  const dialog = (): Locator => admin.page.getByRole('dialog')

  test('S2-074 S4-141 S4-142 the company’s hours are set, with a message for who writes outside them', async () => {
    await goToSetting(admin.page, 'Horário de atendimento')
    await admin.page.getByText('Ainda sem horário').waitFor()
    await admin.assertAccessible('hours of the company')
    await look(admin.page, 'hours-company', [1440, 1024, 390])
    for (const day of ['segunda', 'terça', 'quarta', 'quinta', 'sexta']) {
      const group = admin.page.getByRole('group', { name: new RegExp(`^${day}`, 'i') })
      await group.getByRole('combobox').selectOption({ label: 'Fechado' })
    }
    await admin.page.getByLabel('Mensagem fora do horário').fill('Estamos fechados, {{name}}. Voltamos amanhã.')
    await admin.page.getByRole('button', { name: 'Salvar' }).click()
    await admin.page.getByText('Horário salvo').waitFor()
    await admin.page.getByText('Fechado agora').waitFor()
  })

  test('S2-075 hours of a queue and holidays stand on a page of their own', async () => {
    await goToSetting(admin.page, 'Horários e feriados')
    await admin.page.getByText('Nenhum horário próprio').waitFor()
    await admin.page.getByRole('button', { name: 'Feriados nacionais' }).click()
    await dialog().getByText('Natal').waitFor()
    await look(admin.page, 'hours-national')
    await dialog()
      .getByRole('button', { name: /^Adicionar \d+/ })
      .click()
    await admin.page.getByText('Natal').waitFor()
    await admin.page.getByRole('button', { name: 'Novo horário' }).click()
    await dialog().getByRole('button', { name: 'Salvar' }).click()
    await dialog().getByText('Escolha de quem é este horário.').waitFor()
    await look(admin.page, 'hours-rule')
    await admin.assertAccessible('hours of a queue')
    await dialog().getByRole('button', { name: 'Cancelar' }).click()
    await admin.assertAccessible('rules and holidays')
    await look(admin.page, 'hours-rules', [1440, 1024, 390])
  })

  test('the notice stands before people, which the page says in a sentence', async () => {
    await goToSetting(admin.page, 'Quem responde primeiro')
    await admin.page.getByText('Novas conversas vão direto para a equipe.').waitFor()
    await admin.page.getByRole('button', { name: 'Editar a ordem: Toda a empresa' }).click()
    await dialog().getByRole('button', { name: 'Adicionar resposta automática' }).click()
    await admin.page.getByRole('option', { name: /Aviso fora do horário/ }).click()
    await admin.assertAccessible('an order of responders')
    await look(admin.page, 'responders-editor')
    await dialog().getByRole('button', { name: 'Salvar' }).click()
    await admin.page.getByText('Novas conversas: Aviso fora do horário → equipe.').waitFor()
    await admin.assertAccessible('orders of responders')
    await look(admin.page, 'responders', [1440, 1024, 390])
  })

  test('who writes is told once, and the conversation waits for people with the reason', async () => {
    await visitor.say('Boa noite, tem alguém?')
    await admin.page.goto(`${node.base}/#/atendimento/chats`)
    await view(admin.page, 'Fila').click()
    await row(admin.page, 'Estamos fechados, Rosa.').click()
    await thread(admin.page).getByText('Estamos fechados, Rosa.').waitFor()
    await visitor.say('Alô?')
    await thread(admin.page).getByText('Alô?').waitFor()
    await admin.page.getByText('passou para a equipe').waitFor()
    await look(admin.page, 'responders-in-panel')
    expect(await thread(admin.page).getByText('Estamos fechados').count()).toBe(1)
  })
})

import type { Browser, Locator } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '../../core/src/base/ids.ts'
import type { TestApp } from '../harness/app.ts'
import {
  composer,
  goTo,
  journey,
  launch,
  openBrowser,
  productForTests,
  seen,
  signIn,
  takeSeat,
  thread,
  type Seat,
} from './browser.ts'
import { takenConversation } from './conversations.ts'
import { look } from './look.ts'

/**
 * An administrator puts a macro together, of its own steps and of one that another plugin contributes; an agent sees
 * what it will do, runs it and takes it back.
 */
describe.skipIf(!launch)('macros', () => {
  let node: TestApp, browser: Browser, admin: Seat, agent: Seat
  let ticket: string

  beforeAll(async () => {
    node = await productForTests()
    ticket = await takenConversation(node, 'Maria Souza')
    await node.database.owner`
      insert into core.tag ${node.database.owner({
        id: newId<never>(),
        tenant_id: node.a.id,
        name: 'Resolvido no primeiro contato',
      })}`
    await (
      await node.signIn(node.a.admin)
    ).ok('POST', '/fastreply', { key: 'agradecimento', message: 'Muito obrigado!', scope: 'global', queueId: null })
    browser = await openBrowser()
    ;[admin, agent] = await Promise.all([takeSeat(browser), takeSeat(browser)])
    await signIn(admin, node.base, node.a.admin)
    await signIn(agent, node.base, node.a.user, `/atendimento/${ticket}`)
  })
  afterAll(async () => {
    await browser?.close()
    await node?.close()
  })
  journey()

  const dialog = (seat: Seat): Locator => seat.page.getByRole('dialog')
  const addStep = async (kind: string): Promise<void> => {
    await dialog(admin).getByRole('button', { name: 'Adicionar passo' }).click()
    await admin.page.getByRole('menuitem', { name: kind, exact: true }).click()
  }

  test('steps are put together for everybody, with the words as a contact reads them', async () => {
    await goTo(admin.page, 'Macros')
    await admin.page.getByText('Nenhuma macro ainda').waitFor()
    await admin.assertAccessible('no macros')
    await look(admin.page, 'macros-empty')
    await admin.page.getByRole('button', { name: 'Nova macro' }).first().click()
    await dialog(admin).getByRole('button', { name: 'Salvar' }).click()
    await dialog(admin).getByText('Dê um nome à macro.').waitFor()
    await dialog(admin).getByLabel('Nome').fill('Agradecer e encerrar')
    await dialog(admin)
      .getByLabel('Mensagem', { exact: false })
      .first()
      .fill('Obrigado, {{name}}! Protocolo {{protocol}}.')
    await dialog(admin).getByText('Obrigado, Maria! Protocolo 20260101000001.').waitFor()
    await addStep('Escrever nota interna')
    await dialog(admin).getByLabel('Nota interna', { exact: false }).fill('{{name}} foi atendida por {{agent}}')
    await dialog(admin).getByRole('button', { name: 'Adicionar passo' }).click()
    await admin.page.getByRole('menu').getByText('Mensagens rápidas', { exact: true }).waitFor()
    await look(admin.page, 'macro-step-menu')
    await admin.page.getByRole('menuitem', { name: 'Enviar mensagem rápida', exact: true }).click()
    await addStep('Resolver')
    await addStep('Adicionar etiqueta')
    await dialog(admin).getByLabel('Etiqueta').selectOption('Resolvido no primeiro contato')
    await dialog(admin).getByLabel('Todos podem usar').click()
    await dialog(admin).getByRole('button', { name: 'Salvar' }).click()
    await dialog(admin).getByText('Este passo encerra a macro: ele precisa ser o último.').waitFor()
    await dialog(admin).getByText('Preencha este campo').waitFor()
    await dialog(admin).getByLabel('Atalho').fill('/agradecimento')
    await admin.assertAccessible('macro form')
    await look(admin.page, 'macro-form')
    await dialog(admin).getByRole('button', { name: 'Descer o passo 4' }).press('Enter')
    await dialog(admin).getByRole('button', { name: 'Salvar' }).click()
    await admin.page.getByRole('heading', { name: 'Agradecer e encerrar' }).waitFor()
    await dialog(admin).waitFor({ state: 'detached' })
    await admin.assertAccessible('macros page')
    await look(admin.page, 'macros-page')
    admin.assertClean()
  })

  test('the agent sees what will happen, runs it without a mouse, and takes it back', async () => {
    await agent.page.getByRole('button', { name: 'Macros', exact: true }).click()
    await dialog(agent).getByText('Obrigado, Maria! Protocolo 20260101000001.').waitFor()
    await dialog(agent).getByText('Enviar mensagem rápida').waitFor()
    await dialog(agent).getByText('/agradecimento').waitFor()
    await agent.assertAccessible('macro choice')
    await look(agent.page, 'macro-run')
    await agent.page.keyboard.press('Enter')
    const reply = thread(agent.page).getByText('Obrigado, Maria! Protocolo 20260101000001.')
    await reply.waitFor()
    await thread(agent.page).getByText('Muito obrigado!').waitFor()
    const note = thread(agent.page).getByText(`Maria foi atendida por ${node.a.user.name}`)
    await note.waitFor()
    await agent.page.getByRole('button', { name: 'Reabrir' }).first().waitFor()
    await agent.page.getByRole('button', { name: 'Desfazer' }).click()
    await agent.page.getByRole('button', { name: 'Resolver' }).first().waitFor()
    await agent.page
      .getByText(
        'Desfeito. A mensagem enviada está sendo apagada também para o contato. A despedida, se houve, continua ' +
          'enviada. O que foi feito por outros plugins continua feito.',
      )
      .waitFor()
    await look(agent.page, 'macro-undone')
    await note.waitFor({ state: 'detached' })
    await reply.waitFor({ state: 'detached' })
    await thread(agent.page).getByText('Muito obrigado!').waitFor()
    await seen(
      async () => (await node.database.owner`select 1 from core.ticket_tag where ticket_id = ${ticket}`).length,
    ).toBe(0)
    agent.assertClean()
  })

  test('from the list of the slash, beside quick messages, asked as from the button', async () => {
    const field = composer(agent.page)
    const list = agent.page.getByRole('listbox')
    await field.fill('/agra')
    await list
      .getByRole('group', { name: 'Mensagens rápidas' })
      .getByRole('option', { name: '/agradecimento' })
      .waitFor()
    await list.getByRole('group', { name: 'Macros' }).getByRole('option', { name: 'Agradecer e encerrar' }).waitFor()
    await agent.assertAccessible('macros in the list of the slash')
    await look(agent.page, 'macro-slash')
    await field.press('End')
    await list.getByRole('option', { name: 'Agradecer e encerrar', selected: true }).waitFor()
    await field.press('Enter')
    await dialog(agent).getByText('Obrigado, Maria! Protocolo 20260101000001.').waitFor()
    expect(await field.inputValue()).toBe('')
    await agent.page.keyboard.press('Escape')
    await dialog(agent).waitFor({ state: 'detached' })
    await agent.page.locator('textarea:focus').waitFor()
    agent.assertClean()
  })

  test('from the menu of the conversation on a telephone, where the header has the name and no button of a plugin', async () => {
    await agent.page.setViewportSize({ width: 390, height: 844 })
    await agent.page.getByRole('button', { name: 'Macros', exact: true }).waitFor({ state: 'hidden' })
    await agent.page.getByRole('button', { name: 'Mais ações' }).first().click()
    await look(agent.page, 'conversation-menu')
    await agent.page.getByRole('menuitem', { name: 'Executar macro…' }).click()
    await dialog(agent).getByText('Obrigado, Maria! Protocolo 20260101000001.').waitFor()
    await agent.assertAccessible('macro choice on a telephone')
    await agent.page.keyboard.press('Escape')
    await dialog(agent).waitFor({ state: 'detached' })
    await agent.page.setViewportSize({ width: 1440, height: 900 })
    agent.assertClean()
  })

  test('by its name from the palette; one that is stopped half-way says where and why', async () => {
    const { owner } = node.database
    await agent.page.keyboard.press('Control+k')
    await agent.page.getByPlaceholder('Digite um comando', { exact: false }).fill('Macro: Agradecer')
    await owner`delete from core.ticket_tag where tenant_id = ${node.a.id}`
    await owner`delete from core.tag where tenant_id = ${node.a.id}`
    await agent.page.keyboard.press('Enter')
    await dialog(agent).getByText('Vai parar aqui', { exact: false }).waitFor()
    await dialog(agent).getByRole('button', { name: 'Executar' }).click()
    await dialog(agent).getByText('Não feito').waitFor()
    await agent.assertAccessible('stopped macro')
    await look(agent.page, 'macro-stopped')
    const [row] = await owner<{ status: string }[]>`select status from core.ticket where id = ${ticket}`
    expect(row!.status).toBe('open')
    agent.assertClean()
  })
})

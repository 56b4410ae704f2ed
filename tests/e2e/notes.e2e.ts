import type { Browser, Locator } from 'playwright-core'
import { afterAll, beforeAll, describe, test } from 'vitest'
import type { TestApp } from '../harness/app.ts'
import {
  goTo,
  journey,
  launch,
  openBrowser,
  notices,
  productForTests,
  seen,
  signIn,
  takeSeat,
  type Seat,
} from './browser.ts'
import { takenConversation } from './conversations.ts'
import { look } from './look.ts'

/** Two colleagues note things beside a conversation and look them up later. */
describe.skipIf(!launch)('notes', () => {
  let node: TestApp, browser: Browser, agent: Seat, admin: Seat
  let ticket: string

  beforeAll(async () => {
    node = await productForTests()
    ticket = await takenConversation(node, 'Maria Souza', { queueId: node.a.sales })
    browser = await openBrowser()
    ;[agent, admin] = await Promise.all([takeSeat(browser), takeSeat(browser)])
    await Promise.all([
      signIn(agent, node.base, node.a.user, `/atendimento/${ticket}`),
      signIn(admin, node.base, node.a.admin, `/atendimento/${ticket}`),
    ])
  })
  afterAll(async () => {
    await browser?.close()
    await node?.close()
  })
  journey()

  const list = (seat: Seat): Locator => seat.page.getByRole('list', { name: 'Notas' })
  const menu = async (seat: Seat, text: string, entry: string): Promise<void> => {
    await list(seat)
      .getByRole('listitem')
      .filter({ hasText: text })
      .getByRole('button', { name: /^Ações para a nota/ })
      .click()
    await seat.page.getByRole('menuitem', { name: entry }).click()
  }

  test('S2-056 a note beside the conversation reaches the colleague who looks at it', async () => {
    await admin.page.getByText('Nenhuma nota neste atendimento.').waitFor()
    await agent.page
      .getByRole('textbox', { name: 'Escreva uma nota para a equipe' })
      .fill('Pediu desconto de 10% para fechar hoje')
    await agent.page.getByRole('button', { name: 'Salvar nota' }).click()
    await list(admin).getByText('Pediu desconto de 10% para fechar hoje').waitFor()
    await agent.assertAccessible('notes beside a conversation')
  })

  test('S2-102 it is changed in its modal, pinned, deleted and brought back', async () => {
    await menu(agent, 'Pediu desconto', 'Editar')
    const dialog = agent.page.getByRole('dialog', { name: 'Editar nota' })
    await dialog.getByRole('textbox', { name: /^Nota/ }).fill('Pediu desconto de 12%')
    await dialog.getByRole('checkbox', { name: 'Fixar no topo' }).check()
    await agent.assertAccessible('note modal')
    await dialog.getByRole('button', { name: 'Salvar' }).click()
    await list(admin).getByText('Pediu desconto de 12%').waitFor()
    await list(agent).getByText('Fixada').waitFor()
    await look(agent.page, 'note-panel')
    await menu(agent, 'Pediu desconto', 'Excluir')
    await seen(() => list(agent).count()).toBe(0)
    await notices(agent.page).getByRole('button', { name: 'Desfazer' }).click()
    await list(agent).getByText('Pediu desconto de 12%').waitFor()
    agent.assertClean()
  })

  test('a note written in the composer stands in the thread of both, between the messages, and is changed and taken back there', async () => {
    const thread = (seat: Seat): Locator => seat.page.getByRole('log', { name: 'Conversa com Maria Souza' })
    const tab = (name: string): Locator => agent.page.getByRole('tab', { name, exact: true })
    const field = agent.page.getByRole('textbox', { name: 'Nota para a equipe sobre Maria Souza' })
    await agent.page.getByRole('textbox', { name: 'Mensagem para Maria Souza' }).fill('Resposta pela metade')
    await tab('Nota').click()
    await seen(() => field.evaluate((element) => element === document.activeElement)).toBe(true)
    await agent.page.keyboard.type('Não prometer prazo antes de falar com o estoque')
    await agent.page.keyboard.press('Control+Shift+KeyM')
    await seen(() => agent.page.getByRole('textbox', { name: 'Mensagem para Maria Souza' }).inputValue()).toBe(
      'Resposta pela metade',
    )
    await agent.page.keyboard.press('Control+Shift+KeyM')
    await seen(() => field.inputValue()).toBe('Não prometer prazo antes de falar com o estoque')
    await look(agent.page, 'note-tab')
    await agent.assertAccessible('note in the composer')
    await field.press('Enter')
    await seen(() => field.inputValue()).toBe('')
    for (const seat of [agent, admin]) await thread(seat).getByRole('article').getByText('Não prometer prazo').waitFor()
    await look(agent.page, 'note-in-thread')
    await thread(agent)
      .getByRole('article')
      .filter({ hasText: 'Não prometer' })
      .getByRole('button', { name: /^Ações para a nota/ })
      .click()
    await agent.page.getByRole('menuitem', { name: 'Editar' }).click()
    const dialog = agent.page.getByRole('dialog', { name: 'Editar nota' })
    await dialog.getByRole('textbox', { name: /^Nota/ }).fill('Prazo confirmado: sexta')
    await dialog.getByRole('button', { name: 'Salvar' }).click()
    await thread(admin).getByText('Prazo confirmado: sexta').waitFor()
    await thread(agent)
      .getByRole('article')
      .filter({ hasText: 'Prazo confirmado' })
      .getByRole('button', { name: /^Ações para a nota/ })
      .click()
    await agent.page.getByRole('menuitem', { name: 'Excluir' }).click()
    await seen(() => thread(admin).getByText('Prazo confirmado').count()).toBe(0)
    await tab('Responder').click()
    await seen(() => agent.page.getByRole('textbox', { name: 'Mensagem para Maria Souza' }).inputValue()).toBe(
      'Resposta pela metade',
    )
    agent.assertClean()
  })

  test('a colleague who is named in a note is told, and is led to it', async () => {
    const field = agent.page
      .getByRole('textbox', { name: 'Nota para a equipe sobre Maria Souza' })
      .or(agent.page.getByRole('combobox', { name: 'Nota para a equipe sobre Maria Souza' }))
    await goTo(admin.page, 'Início')
    await agent.page.getByRole('tab', { name: 'Nota', exact: true }).click()
    await seen(() => field.evaluate((element) => element === document.activeElement)).toBe(true)
    await agent.page.keyboard.type(`Pode aprovar? @${node.a.admin.name.slice(0, 3)}`)
    const option = agent.page.getByRole('option', { name: node.a.admin.name })
    await option.waitFor()
    await agent.assertAccessible('naming a colleague')
    await look(agent.page, 'mention-list')
    await agent.page.keyboard.press('Enter')
    await seen(() => field.inputValue()).toBe(`Pode aprovar? @${node.a.admin.name} `)
    await agent.page.keyboard.press('Enter')
    await seen(() => field.inputValue()).toBe('')
    await notices(admin.page).getByText(`${node.a.user.name} mencionou você na conversa com Maria Souza`).waitFor()
    await notices(admin.page).getByRole('button', { name: 'Abrir' }).click()
    await admin.page
      .getByRole('log', { name: 'Conversa com Maria Souza' })
      .getByRole('article')
      .getByText(`@${node.a.admin.name}`)
      .waitFor()
    await seen(() => new URL(admin.page.url()).hash.split('?')[0]).toBe(`#/atendimento/${ticket}`)
    await look(admin.page, 'mention-note')
    await agent.page.getByRole('tab', { name: 'Responder', exact: true }).click()
    agent.assertClean()
    admin.assertClean()
  })

  test('the end of a conversation stays in view when notes come in between its messages', async () => {
    const { owner } = node.database
    const beatriz = await takenConversation(node, 'Beatriz Rocha', { queueId: node.a.sales })
    const writer = await node.signIn(node.a.admin)
    for (const words of ['Cliente desde 2019', 'Paga sempre em dia'])
      await writer.ok('POST', `/p/notes/tickets/${beatriz}/notes`, { content: words })
    await owner`
      insert into core.message (id, tenant_id, ticket_id, contact_id, connection_id, from_me, body, parts, status,
        sent_at)
      select uuidv7(), tenant_id, id, contact_id, connection_id, false, 'Linha ' || n,
             jsonb_build_array(jsonb_build_object('kind', 'text', 'text', 'Linha ' || n, 'format', 'plain')),
             'received', now() - (30 - n) * interval '1 minute'
        from core.ticket, generate_series(0, 29) n where id = ${beatriz}`
    await owner`update plg_notes.note set created_at = now() - interval '90 seconds' where ticket_id = ${beatriz}`
    await agent.page.goto(`${node.base}/#/atendimento/${beatriz}`)
    await agent.page.reload()
    const pane = agent.page.getByRole('log', { name: 'Conversa com Beatriz Rocha' })
    await pane.getByRole('article').getByText('Paga sempre em dia').waitFor()
    await seen(() =>
      pane.evaluate(({ scrollHeight, scrollTop, clientHeight }) => scrollHeight - scrollTop - clientHeight),
    ).toBeLessThan(2)
    await pane.getByText('Linha 29', { exact: true }).waitFor()
    agent.assertClean()
  })

  test('S2-034 all of them stand on a page of their own', async () => {
    await goTo(agent.page, 'Notas')
    await list(agent).getByText('Pediu desconto de 12%').waitFor()
    await agent.page.getByRole('button', { name: 'Nova nota' }).click()
    const dialog = agent.page.getByRole('dialog', { name: 'Nova nota' })
    await dialog.getByRole('textbox', { name: /^Nota/ }).fill('Ligar para o fornecedor amanhã cedo')
    await dialog.getByRole('button', { name: 'Salvar' }).click()
    await list(agent).getByText('Ligar para o fornecedor').waitFor()
    await agent.assertAccessible('notes page')
    await look(agent.page, 'notes-page')
    await agent.page.getByRole('searchbox', { name: 'Buscar no texto' }).fill('fornecedor')
    await seen(() => list(agent).getByRole('listitem').count()).toBe(1)
    agent.assertClean()
    admin.assertClean()
  })
})

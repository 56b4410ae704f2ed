import type { Browser, Locator } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
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

/** An administrator puts a message together; an agent inserts and sends it. */
describe.skipIf(!launch)('quick messages', () => {
  let node: TestApp, browser: Browser, admin: Seat, agent: Seat
  let ticket: string

  beforeAll(async () => {
    node = await productForTests()
    ticket = await takenConversation(node, 'Maria Souza')
    browser = await openBrowser()
    ;[admin, agent] = await Promise.all([takeSeat(browser), takeSeat(browser)])
    await signIn(admin, node.base, node.a.admin)
    await goTo(admin.page, 'Mensagens rápidas')
    await signIn(agent, node.base, node.a.user, `/atendimento/${ticket}`)
  })
  afterAll(async () => {
    await browser?.close()
    await node?.close()
  })
  journey()

  const dialog = (): Locator => admin.page.getByRole('dialog')
  const stack = (): Locator => agent.page.getByRole('region', { name: 'Mensagens prontas para enviar' })
  const sent = (): Locator => thread(agent.page)

  test('a company names what its messages say, fixed or asked for', async () => {
    await admin.page.getByRole('button', { name: 'Variáveis' }).click()
    await dialog().getByRole('button', { name: 'Nova variável' }).click()
    await dialog().getByLabel('Nome').fill('produto')
    await dialog().getByLabel('Descrição').fill('Qual produto?')
    await dialog().getByRole('button', { name: 'Nova variável' }).click()
    await dialog().getByLabel('Nome').nth(1).fill('endereco')
    await dialog().getByLabel('Descrição').nth(1).fill('Endereço da loja')
    await dialog().getByLabel('Valor', { exact: true }).nth(1).selectOption({ label: 'Sempre o mesmo' })
    await dialog().getByLabel('Valor fixo').fill('Rua das Flores, 10')
    await admin.assertAccessible('variables')
    await look(admin.page, 'quick-variables')
    await dialog().getByRole('button', { name: 'Salvar' }).click()
    await dialog().waitFor({ state: 'detached' })
  })

  test('S1-021 S2-035 a message of several parts is written, ordered by keys, and what was taken out comes back', async () => {
    await admin.page.getByRole('button', { name: 'Nova mensagem' }).first().click()
    await dialog().getByLabel('Atalho').fill('visita')
    await dialog()
      .getByRole('textbox', { name: /^Mensagem/ })
      .first()
      .fill('{{greeting}}, {{firstName}}! Já separei o {{produto}} para você.')
    await dialog().getByRole('button', { name: 'Adicionar parte' }).click()
    await dialog()
      .getByLabel('Arquivo da parte 2')
      .setInputFiles({ name: 'mapa.txt', mimeType: 'text/plain', buffer: Buffer.from('Rua das Flores') })
    await dialog().getByLabel('Legenda').fill('Como chegar: {{endereco}}')
    await dialog().getByRole('button', { name: 'Adicionar parte' }).click()
    await dialog()
      .getByRole('textbox', { name: /^Mensagem/ })
      .last()
      .fill('Fila: {{queue}}')
    await dialog().getByRole('button', { name: 'Remover a parte 1' }).click()
    await dialog().getByRole('button', { name: 'Desfazer' }).click()
    await dialog().getByRole('button', { name: 'Subir a parte 3' }).click()
    await dialog().getByRole('button', { name: 'Descer a parte 2' }).click()
    await dialog().getByLabel('Para quem').selectOption({ label: 'Para todos' })
    await dialog().getByText('Como chegar: Rua das Flores, 10').waitFor()
    await admin.assertAccessible('quick message editor')
    await look(admin.page, 'quick-editor')
    await dialog().getByRole('button', { name: 'Salvar' }).click()
    await admin.page.getByRole('rowheader', { name: '/visita' }).waitFor()
    await admin.page.getByText('3 partes').waitFor()
    await look(admin.page, 'quick-page')
    admin.assertClean()
  })

  test('S1-021 it is shown as it will be sent, asks for what only the agent knows, waits above the editor and leaves in its order', async () => {
    await composer(agent.page).fill('/vis')
    const option = agent.page.getByRole('option', { name: '/visita' })
    await option.waitFor()
    await agent.page.getByText('produto está vazio').waitFor()
    await agent.page.getByText('queue está vazio').waitFor()
    await look(agent.page, 'quick-suggestions')
    await composer(agent.page).press('Enter')
    await agent.page.getByLabel('Qual produto?').fill('caderno verde')
    await agent.page.getByText('Já separei o caderno verde para você.').waitFor()
    await agent.assertAccessible('what is asked for')
    await look(agent.page, 'quick-ask')
    await agent.page.getByLabel('Qual produto?').press('Enter')
    await stack().getByRole('listitem').nth(2).waitFor()
    expect(await composer(agent.page).inputValue()).toBe('')
    await agent.assertAccessible('stack')
    await look(agent.page, 'quick-stack')
    await stack().getByRole('button', { name: 'Tirar a mensagem 3' }).click()
    await stack().getByRole('button', { name: 'Enviar 2 mensagens' }).click()
    await sent().getByText('Como chegar: Rua das Flores, 10').waitFor()
    await sent().getByText('mapa.txt').waitFor()
    await stack().waitFor({ state: 'detached' })
    const texts = async (): Promise<string> => (await sent().allInnerTexts()).join('\n')
    await seen(async () => /caderno verde[\s\S]*mapa\.txt[\s\S]*Como chegar/.test(await texts())).toBe(true)
    await look(agent.page, 'quick-sent')
    agent.assertClean()
  })
})

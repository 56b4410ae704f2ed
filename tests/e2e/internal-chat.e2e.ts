import type { Browser, Locator } from 'playwright-core'
import { chromium } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TestApp } from '../harness/app.ts'
import {
  goTo,
  journey,
  launch,
  navigation,
  networkAway,
  notices,
  productForTests,
  seen,
  signIn,
  takeSeat,
  type Seat,
} from './browser.ts'
import { takenConversation } from './conversations.ts'
import { look } from './look.ts'

/** Two colleagues talk with each other, in two browsers. */
describe.skipIf(!launch)('internal chat', () => {
  let node: TestApp, browser: Browser, ugo: Seat, ana: Seat
  let ticket: string

  beforeAll(async () => {
    node = await productForTests()
    ticket = await takenConversation(node, 'Maria Souza', { queueId: node.a.sales })
    browser = await chromium.launch({
      ...launch!,
      args: [...(launch!.args ?? []), '--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream'],
    })
    ;[ugo, ana] = await Promise.all([takeSeat(browser), takeSeat(browser)])
    await Promise.all([signIn(ugo, node.base, node.a.user), signIn(ana, node.base, node.a.admin)])
  })
  afterAll(async () => {
    await browser?.close()
    await node?.close()
  })
  journey()

  const log = (seat: Seat, name: string): Locator => seat.page.getByRole('log', { name: `Conversa com ${name}` })
  const field = (seat: Seat): Locator => seat.page.getByLabel(/^Mensagem para/)
  const write = async (seat: Seat, text: string): Promise<void> => {
    await field(seat).fill(text)
    await field(seat).press('Enter')
  }
  const chats = (seat: Seat): Locator => seat.page.getByRole('list', { name: 'Conversas da equipe' })
  const menu = async (seat: Seat, message: Locator, entry: string): Promise<void> => {
    await message.hover()
    await message
      .locator('xpath=..')
      .getByRole('button', { name: /^Opções da mensagem/ })
      .click()
    await seat.page.getByRole('menuitem', { name: entry, exact: true }).click()
  }
  const said = (seat: Seat, name: string, text: string): Locator =>
    log(seat, name).getByRole('article').filter({ hasText: text })

  test('S2-043 S1-033 a message reaches the colleague at once, with a number beside the entry until it is read', async () => {
    await goTo(ugo.page, 'Chat interno')
    await ugo.page.getByText('Nenhuma conversa ainda').waitFor()
    expect(new URL(ugo.page.url()).hash).toBe('#/chat-interno')
    await ugo.assertAccessible('internal chat without chats')
    await look(ugo.page, 'internal-chat-empty')
    await ugo.page.getByRole('button', { name: 'Nova conversa' }).first().click()
    const dialog = ugo.page.getByRole('dialog', { name: 'Nova conversa' })
    await dialog.getByRole('button', { name: node.a.admin.name }).waitFor()
    await ugo.assertAccessible('choosing a colleague')
    await look(ugo.page, 'internal-chat-new')
    await dialog.getByRole('button', { name: node.a.admin.name }).click()
    await write(ugo, 'Você pode ver um pedido comigo?')
    await said(ugo, node.a.admin.name, 'Você pode ver').waitFor()
    await notices(ana.page).getByText(`${node.a.user.name}: Você pode ver um pedido comigo?`).waitFor()
    await navigation(ana.page).getByRole('link', { name: 'Chat interno, não lidas: 1' }).waitFor()
    await look(ana.page, 'internal-chat-badge', [1440])
    await notices(ana.page).getByRole('button', { name: 'Abrir' }).click()
    await said(ana, node.a.user.name, 'Você pode ver').waitFor()
    await navigation(ana.page).getByRole('link', { name: 'Chat interno', exact: true }).waitFor()
    await said(ugo, node.a.admin.name, 'Você pode ver')
      .getByText(`Lida por ${node.a.admin.name}`)
      .waitFor({ state: 'attached' })
    await field(ana).pressSequentially('Claro')
    await log(ugo, node.a.admin.name).getByText(`${node.a.admin.name} está escrevendo…`).waitFor()
    await field(ana).press('Enter')
    await said(ugo, node.a.admin.name, 'Claro').waitFor()
    await seen(() => log(ugo, node.a.admin.name).getByText('está escrevendo').count()).toBe(0)
    await ugo.assertAccessible('internal chat')
    await look(ugo.page, 'internal-chat', [1440, 1024, 390])
    for (const seat of [ugo, ana]) seat.assertClean()
  })

  test('an answer, a reaction, a change and a deletion are seen by both', async () => {
    await menu(ana, said(ana, node.a.user.name, 'Você pode ver'), 'Responder')
    await write(ana, 'Qual deles?')
    const answer = said(ugo, node.a.admin.name, 'Qual deles?')
    await answer.getByRole('button', { name: `Em resposta a ${node.a.user.name}` }).waitFor()
    await answer.hover()
    await answer.locator('xpath=..').getByRole('button', { name: 'Reagir' }).click()
    await ugo.page.getByRole('button', { name: 'Reagir com 👍' }).click()
    await said(ana, node.a.user.name, 'Qual deles?')
      .getByRole('button', { name: `👍 1: ${node.a.user.name}` })
      .waitFor()
    await menu(ana, said(ana, node.a.user.name, 'Qual deles?'), 'Editar')
    await seen(() => field(ana).inputValue()).toBe('Qual deles?')
    await field(ana).fill('Qual dos pedidos?')
    await field(ana).press('Enter')
    await said(ugo, node.a.admin.name, 'Qual dos pedidos?').getByText('editada').waitFor()
    await write(ana, 'Mensagem por engano')
    await menu(ana, said(ana, node.a.user.name, 'Mensagem por engano'), 'Apagar para todos')
    await ana.page.getByRole('alertdialog').getByRole('button', { name: 'Apagar para todos' }).click()
    await said(ugo, node.a.admin.name, 'Mensagem apagada').waitFor()
    await seen(() => said(ugo, node.a.admin.name, 'Mensagem por engano').count()).toBe(0)
    await look(ugo.page, 'internal-chat-acts')
    for (const seat of [ugo, ana]) seat.assertClean()
  })

  test('S5-048 a voice note that is too short is refused, and a longer one is heard by the colleague', async () => {
    const voice = ugo.page.getByRole('group', { name: 'Gravar mensagem de voz' })
    await ugo.page.getByRole('button', { name: 'Gravar mensagem de voz' }).click()
    await voice.getByRole('button', { name: 'Enviar mensagem de voz' }).click()
    await voice.getByRole('alert').getByText('Áudio muito curto. Grave pelo menos 1 segundo.').waitFor()
    await look(ugo.page, 'internal-chat-short', [390])
    await voice.getByRole('button', { name: 'Tentar de novo' }).click()
    await voice.getByText('Gravando').waitFor()
    await voice.getByRole('timer').getByText('0:02').waitFor()
    await voice.getByRole('button', { name: 'Enviar mensagem de voz' }).click()
    const heard = log(ana, node.a.user.name).getByLabel('Mensagem de voz')
    await heard.waitFor()
    expect(await heard.evaluate(async (element) => (await fetch((element as HTMLAudioElement).src)).status)).toBe(200)
    ugo.assertClean()
  })

  test('S1-034 a group is made, a colleague is named in it, and its members change', async () => {
    await ugo.page.getByRole('button', { name: 'Nova conversa' }).first().click()
    await ugo.page.getByRole('button', { name: 'Criar grupo' }).click()
    const dialog = ugo.page.getByRole('dialog', { name: 'Criar grupo' })
    await dialog.getByLabel('Nome do grupo').fill('Plantão')
    await dialog.getByLabel(node.a.admin.name).check()
    await dialog.getByLabel(node.a.colleague.name).check()
    await ugo.assertAccessible('making a group')
    await dialog.getByRole('button', { name: 'Criar', exact: true }).click()
    await log(ugo, 'Plantão').getByText(`${node.a.user.name} criou o grupo Plantão`).waitFor()
    await field(ugo).pressSequentially(`@${node.a.admin.name.slice(0, 3)}`)
    await ugo.page.getByRole('option', { name: node.a.admin.name }).waitFor()
    await field(ugo).press('Enter')
    await field(ugo).pressSequentially('tudo certo?')
    await field(ugo).press('Enter')
    await chats(ana)
      .getByRole('button', { name: /Plantão/ })
      .getByText('1 mensagem não lida')
      .waitFor({ state: 'attached' })
    await chats(ana)
      .getByRole('button', { name: /Plantão/ })
      .click()
    await said(ana, 'Plantão', `@${node.a.admin.name} tudo certo?`).waitFor()
    await ugo.page.getByRole('button', { name: 'Opções da conversa' }).click()
    await ugo.page.getByRole('menuitem', { name: 'Participantes' }).click()
    const members = ugo.page.getByRole('dialog', { name: 'Plantão' })
    await members.getByRole('list', { name: 'Participantes do grupo' }).waitFor()
    await ugo.assertAccessible('members of a group')
    await look(ugo.page, 'internal-chat-members')
    await members.getByRole('button', { name: `Opções para ${node.a.colleague.name}` }).click()
    await ugo.page.getByRole('menuitem', { name: 'Remover do grupo' }).click()
    await log(ana, 'Plantão').getByText(`${node.a.user.name} removeu ${node.a.colleague.name}`).waitFor()
    await ugo.page.keyboard.press('Escape')
    for (const seat of [ugo, ana]) seat.assertClean()
  })

  test('a colleague is asked about a conversation, which is one click away', async () => {
    await ugo.page.goto(`${node.base}/#/atendimento/${ticket}`)
    await ugo.page.getByRole('button', { name: 'Perguntar a um colega' }).first().click()
    const dialog = ugo.page.getByRole('dialog', { name: 'Perguntar a um colega' })
    await dialog.getByRole('button', { name: node.a.admin.name }).click()
    await ugo.page.getByText('Com o atendimento citado').waitFor()
    await write(ugo, 'O que respondo a ela?')
    await chats(ana)
      .getByRole('button', { name: new RegExp(node.a.user.name) })
      .first()
      .click()
    const asked = said(ana, node.a.user.name, 'O que respondo a ela?')
    await asked.getByText('Atendimento de Maria Souza').waitFor()
    await look(ana.page, 'internal-chat-quote')
    await ana.assertAccessible('a quoted conversation')
    await asked.getByRole('link', { name: /Atendimento de Maria Souza/ }).click()
    await seen(() => new URL(ana.page.url()).hash).toContain(`/atendimento/${ticket}`)
    await ana.page.goBack()
    for (const seat of [ugo, ana]) seat.assertClean()
  })

  test('what is written while the network is away is kept, and sent by trying again; drafts stay', async () => {
    ugo.expects(networkAway, /ERR_INTERNET_DISCONNECTED/)
    await ugo.page.context().setOffline(true)
    await write(ugo, 'Escrito sem rede')
    const waiting = ugo.page.getByRole('article', { name: 'Não enviada' }).filter({ hasText: 'Escrito sem rede' })
    await waiting.waitFor()
    await look(ugo.page, 'internal-chat-offline', [390])
    await ugo.page.context().setOffline(false)
    await waiting.getByRole('button', { name: 'Tentar de novo' }).click()
    await said(ana, node.a.user.name, 'Escrito sem rede').waitFor()
    await seen(() => waiting.count()).toBe(0)
    await field(ugo).fill('pela metade')
    await ugo.page.reload()
    await seen(() => field(ugo).inputValue()).toBe('pela metade')
    ugo.assertClean()
  })

  test('answers stand in a thread beside the chat, are counted under the message, and are found', async () => {
    for (const seat of [ugo, ana])
      await chats(seat)
        .getByRole('button', { name: /Plantão/ })
        .click()
    await write(ugo, 'Quem cobre a segunda?')
    await menu(ana, said(ana, 'Plantão', 'Quem cobre a segunda?'), 'Responder em tópico')
    const panel = (seat: Seat): Locator => seat.page.getByRole('region', { name: 'Respostas', exact: true })
    const answersOf = (seat: Seat): Locator =>
      seat.page.getByRole('log', { name: `Respostas a ${node.a.user.name}` }).getByRole('article')
    const answer = async (seat: Seat, text: string): Promise<void> => {
      await panel(seat).getByLabel(`Resposta a ${node.a.user.name}`).fill(text)
      await panel(seat).getByLabel(`Resposta a ${node.a.user.name}`).press('Enter')
    }
    await panel(ana).getByText('Quem cobre a segunda?').waitFor()
    await answer(ana, 'Eu posso cobrir')
    await answersOf(ana).filter({ hasText: 'Eu posso cobrir' }).waitFor()
    await notices(ugo.page).getByText(`${node.a.admin.name}: Eu posso cobrir`).waitFor()
    const line = said(ugo, 'Plantão', 'Quem cobre a segunda?').getByRole('button', { name: /1 resposta/ })
    await line.getByText('1 nova').waitFor()
    await seen(() => said(ugo, 'Plantão', 'Eu posso cobrir').count()).toBe(0)
    await line.click()
    await answersOf(ugo).filter({ hasText: 'Eu posso cobrir' }).waitFor()
    await seen(() => line.getByText('1 nova').count()).toBe(0)
    await answer(ugo, 'Obrigado')
    await answersOf(ana).filter({ hasText: 'Obrigado' }).waitFor()
    await panel(ana)
      .getByText(/^Participam: /)
      .filter({ hasText: node.a.user.name })
      .waitFor()
    await said(ana, 'Plantão', 'Quem cobre a segunda?')
      .getByRole('button', { name: /2 respostas/ })
      .waitFor()
    await ugo.assertAccessible('answers beside a chat')
    await look(ugo.page, 'internal-chat-answers', [1440, 1024, 390])
    await panel(ugo).getByRole('button', { name: 'Opções das respostas' }).click()
    await ugo.page.getByRole('menuitemradio', { name: 'Silenciada' }).click()
    await panel(ugo).getByRole('button', { name: 'Fechar respostas' }).click()
    await seen(() => panel(ugo).count()).toBe(0)
    await ugo.page.getByRole('searchbox', { name: 'Buscar conversas e mensagens' }).fill('posso cobrir')
    await ugo.page
      .getByRole('region', { name: 'Mensagens encontradas' })
      .getByRole('button', { name: /Eu posso cobrir/ })
      .click()
    await answersOf(ugo).filter({ hasText: 'Eu posso cobrir' }).waitFor()
    await said(ugo, 'Plantão', 'Quem cobre a segunda?').waitFor()
    await ugo.page.getByRole('searchbox', { name: 'Buscar conversas e mensagens' }).fill('')
    await panel(ugo).getByRole('button', { name: 'Fechar respostas' }).click()
    for (const seat of [ugo, ana]) seat.assertClean()
  })

  test('a message is found by its words, and on a telephone one sees the list or the chat', async () => {
    await ugo.page.getByRole('searchbox', { name: 'Buscar conversas e mensagens' }).fill('pedido comigo')
    await ugo.page
      .getByRole('region', { name: 'Mensagens encontradas' })
      .getByRole('button', { name: /Você pode ver um pedido comigo/ })
      .click()
    await said(ugo, node.a.admin.name, 'Você pode ver').first().waitFor()
    await look(ugo.page, 'internal-chat-found')
    await ugo.page.setViewportSize({ width: 390, height: 844 })
    await seen(() => chats(ugo).isVisible()).toBe(false)
    await ugo.assertAccessible('internal chat on a telephone')
    await ugo.page.getByRole('button', { name: 'Voltar às conversas' }).click()
    await ugo.page.getByRole('searchbox', { name: 'Buscar conversas e mensagens' }).fill('')
    await chats(ugo).waitFor()
    await ugo.assertAccessible('list of chats on a telephone')
    ugo.assertClean()
  })
})

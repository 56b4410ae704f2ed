import type { Message, MessagePage, Ticket, TicketPage } from '@recado/contracts'
import type { Browser, Locator } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { eventually, type Person, type TestApp } from '../harness/app.ts'
import {
  act,
  companySite,
  composer,
  goToSetting,
  journey,
  launch,
  networkAway,
  openBrowser,
  openWidget,
  productForTests,
  reply,
  row,
  seen,
  say,
  signIn,
  takeSeat,
  thread,
  view,
  widget,
  widgetComposer,
  widgetThread,
  type Seat,
  type Site,
} from './browser.ts'
import { wireTo, type Wire } from './wire.ts'

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

/**
 * One conversation from the first word to the end, in the order of the tests: a visitor on a company's page, an agent
 * in the shell, and everything that may happen to the line between them.
 */
describe.skipIf(!launch)('the conversation', () => {
  journey()
  let node: TestApp, browser: Browser, site: Site, wire: Wire
  let admin: Seat, agent: Seat, visitor: Seat
  let sofia: Person, ticket: Ticket

  beforeAll(async () => {
    node = await productForTests()
    const ana = await node.signIn(node.a.admin)
    await ana.ok('POST', '/fastreply', {
      key: 'horario',
      message: '{{greeting}}, {{name}}! Abrimos das 9 às 18.',
      scope: 'global',
      queueId: null,
    })
    sofia = await node.signIn(node.a.supervisor)
    site = await companySite(node.base)
    wire = await wireTo(node.base)
    browser = await openBrowser()
    ;[admin, agent, visitor] = await Promise.all([takeSeat(browser), takeSeat(browser), takeSeat(browser)])
  })
  afterAll(async () => {
    await browser?.close()
    site?.close()
    await wire?.close()
    await node?.close()
  })

  const stored = async (): Promise<Message[]> =>
    (await sofia.ok<MessagePage>('GET', `/messages/${ticket.id}?limit=200`)).messages
  /** What was said in words; the body of a file without words is its name. */
  const bodies = async (): Promise<string[]> =>
    (await stored()).map(({ body }) => body).filter((body) => body !== 'modelo.png')
  /** The lines of a conversation that are one of these messages, in the order they stand. */
  const shown = async (log: Locator, among: readonly string[]): Promise<string[]> =>
    (await log.innerText()).split('\n').filter((line) => among.includes(line))
  /** Both sides and the database hold the same messages, each once, in the same order. */
  const agreeOn = async (expected: readonly string[]): Promise<void> => {
    const kept = await eventually(bodies, (all) => expected.every((body) => all.includes(body)))
    expect(kept.toSorted()).toEqual([...expected].toSorted())
    for (const log of [thread(agent.page), widgetThread(visitor.page)]) {
      await seen(() => shown(log, kept)).toEqual(kept)
    }
  }
  const said: string[] = []
  const visitorSays = async (text: string): Promise<void> => {
    said.push(text)
    await say(visitor.page, text)
  }
  const agentSays = async (text: string): Promise<void> => {
    said.push(text)
    await reply(agent.page, text)
  }
  const agentBubble = (text: string): Locator => thread(agent.page).locator('[data-index]').filter({ hasText: text })
  const visitorBubble = (text: string): Locator =>
    widgetThread(visitor.page).getByRole('article').filter({ hasText: text })

  test('S3-059 the admin creates a web chat, and its card gives the line for the company’s pages', async () => {
    const { page, context } = admin
    await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: node.base })
    await signIn(admin, node.base, node.a.admin)
    await goToSetting(page, 'Canais')
    await page.getByRole('button', { name: 'Novo canal' }).click()
    await page.getByRole('button', { name: 'Chat do site' }).click()
    await page.getByRole('textbox', { name: 'Nome do canal' }).fill('Loja virtual')
    await page.getByRole('textbox', { name: 'Título' }).fill('Papelaria Aurora')
    await page.getByRole('checkbox', { name: 'Perguntar nome e e-mail' }).click()
    await admin.assertAccessible('new connection')
    await page.getByRole('button', { name: 'Criar canal' }).click()
    const card = page.getByRole('article', { name: 'Loja virtual' })
    await card.getByText('Conectado').waitFor()
    await card.getByRole('button', { name: 'Copiar' }).click()
    const snippet = await eventually(
      () => page.evaluate(() => navigator.clipboard.readText()),
      (text) => text.startsWith('<script'),
    )
    expect(snippet).toMatch(
      new RegExp(`^<script async src="${node.base}/p/webchat/widget.js" data-connection="[0-9a-f-]{36}"></script>$`),
    )
    site.include(snippet)
    await admin.assertAccessible('channels')
  })

  test('S7-064 S7-065 a visitor writes, and the agent sees it in the queue without reloading', async () => {
    await signIn(agent, wire.address, node.a.user, '/atendimento')
    await view(agent.page, 'Fila').click()
    await agent.page.getByText('A fila está vazia').waitFor()

    await visitor.page.goto(site.address)
    await openWidget(visitor.page)
    await widget(visitor.page).getByRole('heading', { name: 'Papelaria Aurora' }).waitFor()
    await widget(visitor.page).getByRole('textbox', { name: 'Seu nome (opcional)' }).fill('Marina Duarte')
    await visitorSays('Vocês têm caderno sem pauta?')
    await row(agent.page, 'Marina Duarte').getByText('Vocês têm caderno sem pauta?').waitFor()
    ticket = (await sofia.ok<TicketPage>('GET', '/tickets?status[]=pending&showAll=true')).tickets[0]!
    expect(ticket.name).toBe('Marina Duarte')
  })

  test('S2-050 S4-007 the agent starts it; both see the other writing, and the answer arrives', async () => {
    await row(agent.page, 'Marina Duarte').click()
    await thread(agent.page).getByText('Vocês têm caderno sem pauta?').waitFor()
    await act(agent.page, 'Atender')
    await composer(agent.page).waitFor()
    await widgetComposer(visitor.page).pressSequentially('De')
    await agent.page.getByText('Marina Duarte está digitando…').waitFor()
    await composer(agent.page).pressSequentially('Te')
    await widget(visitor.page).getByText(`${node.a.user.name} está digitando…`).waitFor()
    await widgetComposer(visitor.page).fill('')
    await agentSays('Temos, sim: A5 e A4.')
    await visitorBubble('Temos, sim: A5 e A4.').waitFor()
    await widget(visitor.page).getByText(`Você está falando com ${node.a.user.name}`).waitFor()
    await agreeOn(said)
  })

  test('what has arrived and what was read is shown on both sides', async () => {
    await agentBubble('Temos, sim: A5 e A4.').getByRole('img', { name: 'Lida' }).waitFor()
    await widgetComposer(visitor.page).press('Escape')
    await widget(visitor.page).getByRole('main').waitFor({ state: 'hidden' })
    await agentSays('Quer que eu separe?')
    await agentBubble('Quer que eu separe?').getByRole('img', { name: 'Entregue' }).waitFor()
    await visitor.page.getByRole('button', { name: /Mensagens não lidas: 1$/ }).click()
    await agentBubble('Quer que eu separe?').getByRole('img', { name: 'Lida' }).waitFor()
    await visitorSays('Quero dois, por favor.')
    await visitorBubble('Quero dois, por favor.').getByText('Lida').waitFor()
  })

  test('files go both ways: a picture is shown where it stands, a document can be fetched', async () => {
    await widget(visitor.page)
      .locator('input[type=file]')
      .setInputFiles({ name: 'modelo.png', mimeType: 'image/png', buffer: png })
    const picture = thread(agent.page).getByRole('img', { name: 'modelo.png' })
    await picture.waitFor()
    await seen(() => picture.evaluate((image) => (image as HTMLImageElement).naturalWidth)).toBe(1)
    await agent.page
      .locator('footer input[type=file]')
      .setInputFiles({ name: 'orcamento.txt', mimeType: 'text/plain', buffer: Buffer.from('Dois cadernos: R$ 48,00') })
    await agentSays('Segue o orçamento.')
    const file = widgetThread(visitor.page).getByRole('link', { name: /orcamento\.txt/ })
    await file.waitFor()
    const address = await file.evaluate((link) => (link as HTMLAnchorElement).href)
    expect(await (await fetch(address)).text()).toBe('Dois cadernos: R$ 48,00')
  })

  test('a quick message is put in with /', async () => {
    await composer(agent.page).pressSequentially('/hor')
    await agent.page.getByRole('option', { name: /horario/ }).waitFor()
    await agent.assertAccessible('suggestions')
    await composer(agent.page).press('Enter')
    await seen(() => composer(agent.page).inputValue()).toMatch(
      /^(Bom dia|Boa tarde|Boa noite), Marina! Abrimos das 9 às 18\.$/,
    )
    said.push(await composer(agent.page).inputValue())
    await composer(agent.page).press('Enter')
    await visitorBubble('Abrimos das 9 às 18.').waitFor()
    await agreeOn(said)
    await agent.assertAccessible('conversation of the agent')
    await visitor.assertAccessible('conversation of the visitor')
  })

  test('the server restarts in the middle: both come back by themselves, nothing is lost or doubled', async () => {
    for (const seat of [admin, agent, visitor]) seat.expects(networkAway)
    await node.app.close()
    await visitorSays('Vocês entregam?')
    await agentSays('Só um instante.')
    await widget(visitor.page).getByText('Será enviada quando houver conexão').first().waitFor()
    await thread(agent.page).getByRole('img', { name: 'Guardada: sai assim que a conexão voltar' }).waitFor()
    await node.start()
    await agreeOn(said)
    await agentSays('Entregamos no bairro.')
    await visitorSays('Ótimo!')
    await agreeOn(said)
    await agent.page.getByText('Reconectando…').waitFor({ state: 'detached' })
  })

  test('S7-070 the agent’s line is cut while messages arrive, and resumed: nothing is lost or doubled', async () => {
    wire.cut()
    await agent.page.getByText('Reconectando…').waitFor()
    await visitorSays('Moro na rua das Flores.')
    await visitorSays('Número 12.')
    await agentSays('Qual o endereço?')
    await eventually(bodies, (all) => all.includes('Número 12.'))
    expect(await shown(thread(agent.page), ['Número 12.'])).toEqual([])
    wire.mend()
    await agreeOn(said)
    await visitorSays('Pode ser amanhã?')
    await agreeOn(said)
  })

  test('the visitor’s network is cut: what they write waits, over a reload too, and is sent once', async () => {
    await visitor.context.setOffline(true)
    await visitorSays('Perdi o sinal')
    await visitorSays('Estou no metrô')
    await agentSays('Pode, sim.')
    await widget(visitor.page).getByText('Será enviada quando houver conexão').first().waitFor()
    expect(await bodies()).not.toContain('Perdi o sinal')
    await visitor.context.setOffline(false)
    await agreeOn(said)
    await visitor.page.reload()
    await openWidget(visitor.page)
    await agreeOn(said)
  })

  test('S4-008 S4-010 the agent resolves it; when the visitor writes again it is back in the queue', async () => {
    await act(agent.page, 'Resolver')
    await agent.page.getByText('Este atendimento foi resolvido.').waitFor()
    await view(agent.page, 'Resolvidos').click()
    await row(agent.page, 'Marina Duarte').waitFor()
    await visitorSays('Faltou uma coisa')
    await view(agent.page, 'Fila').click()
    await row(agent.page, 'Marina Duarte').getByText('Faltou uma coisa').waitFor()
    const again = (await sofia.ok<TicketPage>('GET', '/tickets?status[]=pending&showAll=true')).tickets
    expect(again.map(({ id, status }) => [id, status])).toEqual([[ticket.id, 'pending']])
    await agreeOn(said)
  })

  test('S4-070 S5-111 deleting the connection asks for the word; the conversation stays', async () => {
    const { page } = admin
    const card = page.getByRole('article', { name: 'Loja virtual' })
    await card.getByRole('button', { name: 'Mais ações' }).click()
    await page.getByRole('menuitem', { name: 'Excluir' }).click()
    const confirm = page.getByRole('button', { name: 'Excluir canal' })
    expect(await confirm.isDisabled()).toBe(true)
    await admin.assertAccessible('delete connection')
    await page.getByRole('textbox', { name: /^Digite EXCLUIR/ }).fill('EXCLUIR')
    await confirm.click()
    await card.waitFor({ state: 'detached' })
    expect((await stored()).length).toBeGreaterThan(said.length)
  })

  test('nobody’s browser complained', () => {
    for (const seat of [admin, agent, visitor]) seat.assertClean()
  })
})

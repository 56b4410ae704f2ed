import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Browser, Locator } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TestApp } from '../harness/app.ts'
import { Visitor, type ThreadMessage } from '../plugins/webchat.rig.ts'
import {
  act,
  goToSetting,
  journey,
  launch,
  notices,
  openBrowser,
  productForTests,
  row,
  signIn,
  takeSeat,
  thread,
  view,
  type Seat,
} from './browser.ts'
import { look } from './look.ts'

const days = (mode: 'open' | 'closed') => Object.fromEntries([...'0123456'].map((day) => [day, { mode }]))

/**
 * Everything that answers by itself, in one conversation: out of hours the message of the hours, in hours a flow that
 * was made in the builder, then people, then a survey whose answer stands on the home page. Nobody has a notice of the
 * conversation while machines have it.
 */
describe.skipIf(!launch)('a conversation that answers by itself', () => {
  let node: TestApp, browser: Browser, admin: Seat, agent: Seat
  let rosa: Visitor, caio: Visitor
  let shop: Server
  let asked: string | undefined
  let heard: Awaited<ReturnType<Visitor['listen']>>
  let hours: string

  beforeAll(async () => {
    shop = createServer((request, response) => {
      asked = request.url
      response.writeHead(200, { 'content-type': 'application/json' }).end('{"order":{"state":"a caminho"}}')
    })
    await new Promise<void>((resolve) => shop.listen(0, '127.0.0.1', resolve))
    node = await productForTests({ app: { egress: { allow: ['127.0.0.0/8'] } } })
    const client = await node.signIn(node.a.admin)
    await client.ok('PUT', `/users/${node.a.supervisor.id}`, { profile: 'admin' })
    await client.ok('POST', '/tags', { tag: 'Pedido', color: '#334155' })
    ;({ id: hours } = await client.ok<{ id: string }>('POST', '/p/business-hours/business-hours', {
      type: 'global',
      days: days('closed'),
      message: 'Estamos fechados, {{name}}.',
    }))
    await client.ok('POST', '/p/nps/surveys', {
      name: 'NPS',
      kind: 'nps',
      enabled: true,
      requestMessage: 'De 0 a 10, quanto você recomendaria a loja?',
      thanksMessage: 'Obrigado pela nota!',
      invalidMessage: 'Só números, por favor.',
      timeoutMessage: 'O tempo acabou.',
    })
    browser = await openBrowser()
    ;[admin, agent] = await Promise.all([takeSeat(browser), takeSeat(browser)])
    await signIn(admin, node.base, node.a.admin)
    await signIn(agent, node.base, node.a.user)
    ;[rosa, caio] = [new Visitor(node.base, node.a.connection), new Visitor(node.base, node.a.connection)]
    await rosa.session({ profile: { name: 'Rosa Lima', email: 'rosa@exemplo.com.br' } })
    await caio.session({ profile: { name: 'Caio Reis', email: 'caio@exemplo.com.br' } })
  })
  afterAll(async () => {
    rosa?.close()
    caio?.close()
    await browser?.close()
    await node?.close()
    shop?.close()
  })
  journey()

  const button = (name: string): Locator => admin.page.getByRole('button', { name, exact: true })
  const dialog = (): Locator => admin.page.getByRole('dialog')
  const block = (): Locator => admin.page.getByRole('complementary', { name: 'Bloco' })
  const field = (name: string): Locator => block().getByRole('textbox', { name, exact: true })
  const addBlock = (name: string): Promise<void> =>
    admin.page
      .getByRole('navigation', { name: 'Blocos para adicionar' })
      .getByRole('button', { name, exact: true })
      .click()
  const choose = (name: string, option: string) =>
    block().getByRole('combobox', { name, exact: true }).selectOption({ label: option })
  async function pick(name: string, option: string): Promise<void> {
    await block().getByRole('combobox', { name }).last().click()
    await admin.page.getByRole('option', { name: option, exact: true }).click()
    await admin.page.keyboard.press('Escape')
  }
  async function open(title: string): Promise<void> {
    await button('Mostrar tudo').click()
    await admin.page
      .locator('.react-flow__node')
      .filter({ has: admin.page.getByText(title, { exact: true }) })
      .first()
      .click({ position: { x: 40, y: 12 } })
    await block().getByRole('heading', { name: title, exact: true }).waitFor()
  }
  const told = (text: string) =>
    heard.next<ThreadMessage>('message', (message: ThreadMessage) => message.text.includes(text))

  test('is led by a flow that was made in the builder, which is published and put behind the hours', async () => {
    await goToSetting(admin.page, 'Fluxos')
    await button('Novo fluxo').first().click()
    await dialog().getByLabel('Nome').fill('Balcão')
    await dialog().getByRole('button', { name: 'Salvar' }).click()
    await admin.page.getByRole('heading', { name: 'Balcão' }).waitFor()
    await addBlock('Mensagem')
    await block().getByRole('button', { name: 'Adicionar parte' }).click()
    await field('Texto').fill('Olá, {{name}}!')
    await addBlock('Menu')
    await field('Texto').fill('Sobre o que é?')
    for (const [number, label] of ['Meu pedido', 'Outro assunto'].entries()) {
      await block().getByRole('button', { name: 'Adicionar opção' }).click()
      await field(`Opção ${number + 1}`).fill(label)
    }
    await addBlock('Chamada HTTP')
    await field('Endereço').fill(`http://127.0.0.1:${(shop.address() as AddressInfo).port}/pedidos/{{protocol}}`)
    await block().getByRole('button', { name: 'Guardar outro valor' }).click()
    await field('Caminho').fill('order.state')
    await field('Variável').fill('situacao')
    await addBlock('Mensagem')
    await field('Nome do bloco').fill('Resposta')
    await block().getByRole('button', { name: 'Adicionar parte' }).click()
    await field('Texto').fill('Seu pedido está {{situacao}}.')
    await addBlock('Etiqueta')
    await pick('Etiquetas', 'Pedido')
    await addBlock('Entregar à equipe')
    await choose('Entregar a', 'uma fila')
    await pick('Fila', 'Vendas')
    const ways = [
      ['Início', 'continua', 'Mensagem'],
      ['Mensagem', 'continua', 'Menu'],
      ['Menu', 'Meu pedido', 'Chamada HTTP'],
      ['Menu', 'Outro assunto', 'Entregar à equipe'],
      ['Chamada HTTP', 'deu certo', 'Resposta'],
      ['Chamada HTTP', 'deu erro', 'Etiqueta'],
      ['Resposta', 'continua', 'Etiqueta'],
      ['Etiqueta', 'continua', 'Entregar à equipe'],
    ] as const
    for (const [from, outlet, to] of ways) {
      await open(from)
      await choose(outlet, to)
    }
    await admin.page.getByText('Rascunho salvo').waitFor()
    await button('Organizar').click()
    await admin.page.getByRole('menuitem', { name: 'Árvore', exact: true }).click()
    await button('Falhas: 0').waitFor()
    await button('Mostrar tudo').click()
    await look(admin.page, 'answering-flow', [1440, 1024])
    await button('Publicar').click()
    await admin.page.getByText('Versão 1 publicada').waitFor()
    await button('Voltar aos fluxos').click()
    await admin.page.getByRole('switch', { name: 'Ativo' }).click()
    await goToSetting(admin.page, 'Quem responde primeiro')
    await button('Editar a ordem: Toda a empresa').click()
    for (const name of [/Aviso fora do horário/, /^Fluxo/]) {
      await dialog().getByRole('button', { name: 'Adicionar resposta automática' }).click()
      await admin.page.getByRole('option', { name }).click()
    }
    await dialog().getByRole('combobox', { name: 'Fluxo' }).selectOption({ label: 'Balcão' })
    await dialog().getByRole('button', { name: 'Salvar' }).click()
    await admin.page.getByText('Novas conversas: Aviso fora do horário → Fluxo → equipe.').waitFor()
    await look(admin.page, 'answering-order', [1440, 390])
  })

  test('gets the message of the hours out of hours, once', async () => {
    const line = await rosa.listen()
    await line.next('live')
    await rosa.say('Boa noite')
    await line.next<ThreadMessage>('message', ({ text }: ThreadMessage) => text === 'Estamos fechados, Rosa.')
    await rosa.say('Tem alguém?')
    await admin.page.goto(`${node.base}/#/atendimento/chats`)
    await view(admin.page, 'Todos').click()
    await row(admin.page, 'Rosa Lima').click()
    await thread(admin.page).getByText('Tem alguém?').waitFor()
    expect(await thread(admin.page).getByText('Estamos fechados').count()).toBe(1)
  })

  test('is greeted in hours, asked, looked up, tagged and handed to a queue, with no notice before that', async () => {
    // The session of the first administrator is their browser's.
    const client = await node.signIn(node.a.supervisor)
    await client.ok('PUT', `/p/business-hours/business-hours/${hours}`, {
      type: 'global',
      days: days('open'),
      message: 'Estamos fechados, {{name}}.',
    })
    heard = await caio.listen()
    await heard.next('live')
    await caio.say('Oi')
    await told('Olá, Caio!')
    await told('Sobre o que é?')
    expect(await notices(agent.page).getByText('Caio Reis').count()).toBe(0)
    await caio.say('1')
    await told('Seu pedido está a caminho.')
    expect(asked).toMatch(/^\/pedidos\/\S+$/)
    await notices(agent.page)
      .getByText(/^Caio Reis/)
      .first()
      .waitFor()
    expect(
      await notices(agent.page)
        .getByText(/^Caio Reis/)
        .count(),
    ).toBe(1)
    await look(agent.page, 'answering-notice')
  })

  test('is taken by an agent and resolved; the survey asks, takes a grade and thanks; the home page has it', async () => {
    await agent.page.goto(`${node.base}/#/atendimento/chats`)
    await view(agent.page, 'Fila').click()
    await row(agent.page, 'Caio Reis').click()
    await thread(agent.page).getByText('Seu pedido está a caminho.').waitFor()
    await agent.page.getByText('Pedido', { exact: true }).first().waitFor()
    await act(agent.page, 'Atender')
    await act(agent.page, 'Resolver')
    await told('quanto você recomendaria')
    await caio.say('10')
    await told('Obrigado pela nota!')
    await look(agent.page, 'answering-resolved', [1440, 390])
    await admin.page.goto(`${node.base}/#/home`)
    await admin.page.reload()
    await admin.page.locator('[data-score]').getByText('100').waitFor()
    await look(admin.page, 'answering-home', [1440, 390])
  })
})

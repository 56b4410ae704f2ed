import { readFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Browser, Locator } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startHttpBotSimulator, type HttpBotSimulator } from '../../plugins/http-bot/simulator/simulator.ts'
import type { TestApp } from '../harness/app.ts'
import { Visitor, type ThreadMessage } from '../plugins/webchat.rig.ts'
import {
  goTo,
  goToSetting,
  journey,
  launch,
  openBrowser,
  productForTests,
  seen,
  signIn,
  takeSeat,
  thread,
  view,
  type Seat,
} from './browser.ts'
import { look } from './look.ts'

const signingKey = `whsec_${Buffer.from('a key of thirty-two bytes, more.').toString('base64')}`
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

/**
 * An administrator makes a flow in the builder, mends its faults, tries it as a customer, publishes it and puts it in
 * front of people; then a visitor of the site is greeted, chooses, and waits for people. Another flow gives the
 * conversation to a bot, which pauses and shows a picture.
 */
describe.skipIf(!launch)('flows', () => {
  let node: TestApp, browser: Browser, admin: Seat
  let visitor: Visitor, guest: Visitor
  let program: HttpBotSimulator, pictures: Server
  /** The flow as its file, under another name. */
  let downloaded = ''

  beforeAll(async () => {
    program = await startHttpBotSimulator(signingKey)
    pictures = createServer((_request, response) => response.end(png))
    await new Promise<void>((resolve) => pictures.listen(0, '127.0.0.1', resolve))
    node = await productForTests({ app: { egress: { allow: ['127.0.0.0/8'] } } })
    browser = await openBrowser()
    admin = await takeSeat(browser)
    visitor = new Visitor(node.base, node.a.connection)
    await visitor.session({ profile: { name: 'Rosa Lima', email: 'rosa@exemplo.com.br' } })
    await signIn(admin, node.base, node.a.admin)
  })
  afterAll(async () => {
    visitor?.close()
    guest?.close()
    await browser?.close()
    await node?.close()
    await program?.close()
    pictures?.close()
  })
  journey()

  const dialog = (): Locator => admin.page.getByRole('dialog')
  const side = (name: string): Locator => admin.page.getByRole('complementary', { name })
  const block = (): Locator => side('Bloco')
  const button = (name: string): Locator => admin.page.getByRole('button', { name, exact: true })
  const addBlock = (name: string): Promise<void> =>
    admin.page
      .getByRole('navigation', { name: 'Blocos para adicionar' })
      .getByRole('button', { name, exact: true })
      .click()
  const onCanvas = (title: string): Locator => admin.page.locator('.react-flow__node').filter({ hasText: title })
  /** Chooses a block; what is out of sight is brought back first. */
  async function open(title: string): Promise<void> {
    await button('Mostrar tudo').click()
    await onCanvas(title).click({ position: { x: 40, y: 12 } })
    await block().getByRole('heading', { name: title, exact: true }).waitFor()
  }
  async function choose(field: string, option: string): Promise<void> {
    await block().getByRole('combobox', { name: field, exact: true }).selectOption({ label: option })
  }
  const saved = () => admin.page.getByText('Rascunho salvo').waitFor()

  test('S2-087 flows are listed, and a new one opens in the builder', async () => {
    await goToSetting(admin.page, 'Fluxos')
    await admin.page.getByText('Nenhum fluxo ainda').waitFor()
    await admin.assertAccessible('no flows')
    await look(admin.page, 'flows-none')
    await button('Novo fluxo').first().click()
    await dialog().getByRole('button', { name: 'Salvar' }).click()
    await dialog().getByText('Preencha este campo.').waitFor()
    await dialog().getByLabel('Nome').fill('Boas-vindas')
    await dialog().getByLabel('Descrição').fill('Saúda, pergunta e entrega')
    await dialog().getByLabel('Número de teste').fill('+55 11 98765-4321')
    // Styles that do not come are said, and asked for again.
    const styles = '**/plugins/flows/builder-page-*.css'
    admin.expects(/Failed to load resource: net::ERR_FAILED/, /not loaded: .*builder-page/)
    await admin.page.route(styles, (route) => route.abort())
    await dialog().getByRole('button', { name: 'Salvar' }).click()
    await button('Tentar de novo').waitFor()
    await admin.assertAccessible('a builder without styles')
    await admin.page.unroute(styles)
    await button('Tentar de novo').click()
    await admin.page.getByRole('heading', { name: 'Boas-vindas' }).waitFor()
    expect(
      await admin.page.evaluate(() => [...document.styleSheets].filter((s) => s.href?.includes('builder-page')).length),
    ).toBe(1)
  })

  test('S2-088 S2-116 S2-118 blocks are added, filled in and led to each other', async () => {
    await open('Início')
    await block().getByText('Palavras que chamam um atendente').waitFor()
    await addBlock('Mensagem')
    await block().getByRole('button', { name: 'Adicionar parte' }).click()
    await block().getByRole('textbox', { name: 'Texto', exact: true }).fill('Olá, {{name}}! Aqui é a Papelaria.')
    await addBlock('Menu')
    await block().getByRole('textbox', { name: 'Texto', exact: true }).fill('Em que podemos ajudar?')
    for (const [number, label] of [
      [1, 'Compras'],
      [2, 'Encerrar'],
    ] as const) {
      await block().getByRole('button', { name: 'Adicionar opção' }).click()
      await block()
        .getByRole('textbox', { name: `Opção ${number}`, exact: true })
        .fill(label)
    }
    await addBlock('Entregar à equipe')
    await addBlock('Encerrar')
    await block().getByRole('textbox', { name: 'Última mensagem' }).fill('Até logo!')
    await open('Início')
    await choose('continua', 'Mensagem')
    await open('Mensagem')
    await choose('continua', 'Menu')
    await open('Menu')
    await choose('Compras', 'Entregar à equipe')
    await saved()
    await seen(() => admin.page.locator('.react-flow__edge').count()).toBe(3)
    await admin.assertAccessible('the builder')
  })

  test('S8-151 an element is not connected to itself, which is said', async () => {
    await button('Mostrar tudo').click()
    const menu = onCanvas('Menu')
    const from = await menu.locator('.react-flow__handle.source').first().boundingBox()
    const to = await menu.locator('.react-flow__handle.target').first().boundingBox()
    await admin.page.mouse.move(from!.x + 4, from!.y + 4)
    await admin.page.mouse.down()
    await admin.page.mouse.move(to!.x + 8, to!.y + 20, { steps: 8 })
    await admin.page.mouse.move(to!.x + 5, to!.y + 5, { steps: 4 })
    await admin.page.mouse.up()
    await admin.page.getByText('Não é possível ligar um elemento a ele mesmo.').first().waitFor()
    expect(await admin.page.locator('.react-flow__edge').count()).toBe(3)
  })

  test('S2-117 faults are shown at their block, listed, and lead there; a flow with one is not published', async () => {
    await addBlock('Condição')
    await saved()
    await admin.page.getByRole('button', { name: /^Falhas: [1-9]/ }).click()
    await look(admin.page, 'flows-faults')
    await side('Falhas')
      .getByRole('button', { name: /Condição/ })
      .first()
      .click()
    await block().getByText('Falta preencher').first().waitFor()
    await button('Publicar').click()
    await admin.page.getByText('O fluxo tem falhas e não foi publicado').first().waitFor()
    await open('Condição')
    await block().getByRole('button', { name: 'Excluir bloco' }).click()
    await saved()
    await open('Menu')
    await choose('Encerrar', 'Encerrar')
    await saved()
    await button('Falhas: 0').waitFor()
  })

  test('S2-119 S9-127 S9-128 S9-129 S9-130 S9-131 S9-132 each layout gives the blocks other places, and can be undone', async () => {
    const places = () =>
      admin.page
        .locator('.react-flow__node')
        .evaluateAll((nodes) => nodes.map((one) => (one as HTMLElement).style.transform).join(' '))
    const before = await places()
    const met = new Set([before])
    for (const name of ['Por forças', 'Radial', 'Árvore', 'Níveis', 'Círculo', 'Grade']) {
      await button('Organizar').click()
      await admin.page.getByRole('menuitem', { name, exact: true }).click()
      await seen(async () => met.has(await places())).toBe(false)
      met.add(await places())
    }
    expect(met.size).toBe(7)
    for (let step = 0; step < 6; step++) await button('Desfazer').click()
    await seen(places).toBe(before)
    await button('Organizar').click()
    await admin.page.getByRole('menuitem', { name: 'Árvore', exact: true }).click()
    await saved()
  })

  test('S2-120 S2-121 S2-122 S2-123 it is zoomed, fills the screen, is downloaded, and explains itself', async () => {
    const zoom = () =>
      admin.page
        .locator('.react-flow__viewport')
        .evaluate((one) => (one as HTMLElement).style.transform.match(/scale\((.+)\)/)?.[1])
    await button('Mostrar tudo').click()
    const before = Number(await zoom())
    await button('Afastar').click()
    await seen(async () => Number(await zoom()) < before).toBe(true)
    await button('Mostrar tudo').click()
    await look(admin.page, 'flows-builder', [1440, 1024, 390])
    await button('Tela cheia').click()
    await seen(() => admin.page.evaluate(() => document.fullscreenElement !== null)).toBe(true)
    await button('Tela cheia').click()
    await seen(() => admin.page.evaluate(() => document.fullscreenElement === null)).toBe(true)
    await button('Mais ações').click()
    const [download] = await Promise.all([
      admin.page.waitForEvent('download'),
      admin.page.getByRole('menuitem', { name: 'Baixar JSON' }).click(),
    ])
    const file = JSON.parse(await readFile(await download.path(), 'utf8')) as {
      name: string
      graph: { nodes: unknown[] }
    }
    expect([file.name, file.graph.nodes.length]).toEqual(['Boas-vindas', 5])
    downloaded = JSON.stringify({ ...file, name: 'Boas-vindas de antes' })
    await admin.page.keyboard.press('F1')
    await dialog().getByText('Como fazer um fluxo').waitFor()
    await look(admin.page, 'flows-help')
    await dialog().getByRole('button', { name: 'Fechar' }).last().click()
    await button('Lista').click()
    await admin.page.getByRole('list', { name: 'Blocos do fluxo' }).waitFor()
    await admin.assertAccessible('the flow as a list')
    await button('Desenho').click()
  })

  test('blocks are grouped, named and dragged together', async () => {
    await button('Mostrar tudo').click()
    const places = () =>
      admin.page
        .locator('.react-flow__node-block')
        .evaluateAll((nodes) => nodes.map((one) => (one as HTMLElement).style.transform))
    const before = await places()
    await onCanvas('Menu').click({ position: { x: 40, y: 12 } })
    await admin.page.keyboard.press('Control+a')
    await button('Mais ações').click()
    await admin.page.getByRole('menuitem', { name: 'Agrupar', exact: true }).click()
    const title = admin.page.locator('.react-flow__node-blockGroup').getByRole('textbox', { name: 'Título do grupo' })
    await title.fill('Atendimento inicial')
    await title.blur()
    await saved()
    await button('Mostrar tudo').click()
    await admin.assertAccessible('a group of blocks')
    await look(admin.page, 'flows-group')
    const group = await admin.page.locator('.react-flow__node-blockGroup').boundingBox()
    const from = { x: group!.x + 8, y: group!.y + group!.height - 8 }
    await admin.page.mouse.move(from.x, from.y)
    await admin.page.mouse.down()
    await admin.page.mouse.move(from.x + 60, from.y - 40, { steps: 6 })
    await admin.page.mouse.up()
    await seen(async () => (await places()).every((place, at) => place !== before[at])).toBe(true)
    const after = await places()
    await saved()
    await admin.page.locator('.react-flow__node-blockGroup').getByRole('button', { name: 'Desagrupar' }).click()
    await seen(() => admin.page.locator('.react-flow__node-blockGroup').count()).toBe(0)
    expect(await places()).toEqual(after)
    for (let step = 0; step < 4; step++) await button('Desfazer').click()
    await seen(places).toEqual(before)
    await saved()
  })

  test('S1-038 it is played as a customer, and published', async () => {
    await button('Testar').click()
    const phone = side('Conversa de teste')
    await phone.getByLabel('Escreva como cliente').fill('Oi')
    await phone.getByRole('button', { name: 'Enviar' }).click()
    await phone.getByText('Olá, Ana! Aqui é a Papelaria.').waitFor()
    await phone.getByRole('button', { name: 'Compras' }).click()
    await phone.getByText('Entregue à equipe').waitFor()
    await look(admin.page, 'flows-player')
    await button('Publicar').click()
    await admin.page.getByText('Versão 1 publicada').waitFor()
    await button('Voltar aos fluxos').click()
    await admin.page.getByRole('switch', { name: 'Ativo' }).click()
    await admin.page.getByText('versão 1', { exact: true }).waitFor()
    await look(admin.page, 'flows-list', [1440, 390])
  })

  test('S2-033 it stands as steps with actions on a page of its own', async () => {
    await goTo(admin.page, 'Auto-resposta')
    await admin.page.getByRole('heading', { name: 'Auto-resposta' }).waitFor()
    await admin.page.getByText('Em que podemos ajudar?').first().waitFor()
    await admin.assertAccessible('steps of a flow')
    await look(admin.page, 'flows-steps', [1440, 390])
  })

  test('S1-036 S1-037 a visitor is greeted and chooses, nobody is told until people are needed', async () => {
    await goToSetting(admin.page, 'Quem responde primeiro')
    await button('Editar a ordem: Toda a empresa').click()
    await dialog().getByRole('button', { name: 'Adicionar resposta automática' }).click()
    await admin.page.getByRole('option', { name: /^Fluxo/ }).click()
    await dialog().getByRole('combobox', { name: 'Fluxo' }).selectOption({ label: 'Boas-vindas' })
    await dialog().getByRole('button', { name: 'Salvar' }).click()
    await admin.page.getByText('Novas conversas: Fluxo → equipe.').waitFor()
    await visitor.say('Bom dia')
    await admin.page.goto(`${node.base}/#/atendimento/chats`)
    await view(admin.page, 'Todos').click()
    await admin.page.getByText('Rosa Lima').first().click()
    await thread(admin.page).getByText('Em que podemos ajudar?').waitFor()
    await thread(admin.page).getByText('Olá, Rosa! Aqui é a Papelaria.').waitFor()
    expect(await admin.page.getByText('passou para a equipe').count()).toBe(0)
    await visitor.say('1')
    await admin.page.getByText('passou para a equipe').waitFor()
    await look(admin.page, 'flows-conversation')
  })

  test('a real conversation of last week is replayed through the draft, which shows its way', async () => {
    await goToSetting(admin.page, 'Fluxos')
    await admin.page
      .getByRole('link', { name: /Editar/ })
      .or(button('Editar'))
      .first()
      .click()
    await button('Testar').click()
    const phone = side('Conversa de teste')
    const choice = phone.getByRole('combobox', { name: 'Conversa real da última semana' })
    const label = await choice.getByRole('option', { name: /^Rosa Lima/ }).textContent()
    await choice.selectOption({ label: label! })
    await phone.getByText('Bom dia').waitFor()
    await phone.getByText('Olá, Rosa! Aqui é a Papelaria.').waitFor()
    await phone.getByText('Entregue à equipe').waitFor()
    const path = phone.getByRole('navigation', { name: 'Por onde teria passado' })
    expect(await path.getByRole('button').count()).toBeGreaterThan(2)
    await admin.assertAccessible('a conversation replayed through a flow')
    await look(admin.page, 'flows-replay', [1440, 390])
    await path.getByRole('button').last().click()
  })

  test('what conversations took stands at its edges and blocks', async () => {
    await side('Conversa de teste').getByRole('button', { name: 'Fechar' }).click()
    await button('Mostrar tudo').click()
    const taken = admin.page.locator('.react-flow__edge-text')
    await seen(async () => (await taken.allTextContents()).filter((text) => text === '1').length).toBe(3)
    await onCanvas('Menu').getByText('30 dias: 1 entraram, 0 saíram aqui, 0 esperam').waitFor()
    await look(admin.page, 'flows-figures')
  })

  test('a file of a flow becomes a flow again, with all its blocks', async () => {
    await button('Voltar aos fluxos').click()
    await admin.page
      .getByLabel('Importar JSON')
      .setInputFiles({ name: 'fluxo.json', mimeType: 'application/json', buffer: Buffer.from(downloaded) })
    await admin.page.getByRole('heading', { name: 'Boas-vindas de antes' }).waitFor()
    await seen(() => admin.page.locator('.react-flow__node-block').count()).toBe(5)
    await button('Voltar aos fluxos').click()
    await admin.page.getByText('Boas-vindas de antes').first().waitFor()
  })

  test('a bot gets a conversation by its block, with its way out drawn for people', async () => {
    const ana = await node.signIn(node.a.admin)
    await ana.ok('PUT', '/api/plugins/http-bot', { enabled: true, settings: { url: program.url, signingKey } })
    await signIn(admin, node.base, node.a.admin)
    await goToSetting(admin.page, 'Fluxos')
    await button('Novo fluxo').first().click()
    await dialog().getByLabel('Nome').fill('Com robô')
    await dialog().getByRole('button', { name: 'Salvar' }).click()
    await admin.page.getByRole('heading', { name: 'Com robô' }).waitFor()
    await addBlock('Robô')
    await choose('Quem fala com o robô', 'Robô por HTTP')
    await block().getByRole('textbox', { name: 'Robô', exact: true }).fill('cores')
    await block().getByRole('textbox', { name: 'O que ouve primeiro', exact: true }).fill('Sou {{name}}')
    await addBlock('Encerrar')
    await block().getByRole('textbox', { name: 'Última mensagem' }).fill('Até logo!')
    await addBlock('Entregar à equipe')
    await open('Início')
    await choose('continua', 'Robô')
    await open('Robô')
    await choose('terminou', 'Encerrar')
    await choose('não foi possível', 'Entregar à equipe')
    await choose('pediu um atendente', 'Entregar à equipe')
    await saved()
    await seen(() => admin.page.locator('.react-flow__edge').count()).toBe(4)
    await button('Falhas: 0').waitFor()
    await admin.assertAccessible('the bot block')
    await look(admin.page, 'flows-bot', [1440, 390])
    await button('Publicar').click()
    await admin.page.getByText('Versão 1 publicada').waitFor()
    await button('Voltar aos fluxos').click()
    await admin.page
      .getByRole('listitem')
      .filter({ hasText: 'Com robô' })
      .getByRole('switch', { name: 'Ativo' })
      .click()
    await seen(() => admin.page.getByRole('switch', { name: 'Ativo', checked: true }).count()).toBe(2)
  })

  test('a visitor talks with the bot of the flow, which pauses, shows a picture and ends', async () => {
    await goToSetting(admin.page, 'Quem responde primeiro')
    await button('Editar a ordem: Toda a empresa').click()
    await dialog().getByRole('combobox', { name: 'Fluxo' }).selectOption({ label: 'Com robô' })
    await dialog().getByRole('button', { name: 'Salvar' }).click()
    await dialog().waitFor({ state: 'detached' })
    guest = new Visitor(node.base, node.a.connection)
    await guest.session({ profile: { name: 'Caio Reis', email: 'caio@exemplo.com.br' } })
    const heard = await guest.listen()
    await heard.next('live')
    await guest.say('Oi')
    await heard.next<ThreadMessage>('message', ({ text }: ThreadMessage) => text.startsWith('Qual cor?'))
    const picture = `http://127.0.0.1:${(pictures.address() as AddressInfo).port}/azul.png`
    program.answerNext(
      200,
      JSON.stringify({
        says: [
          { kind: 'text', text: 'Um momento' },
          { kind: 'wait', seconds: 1 },
          { kind: 'file', url: picture, media: 'image' },
          { kind: 'text', text: 'É esta?' },
        ],
        asks: { kind: 'text' },
      }),
    )
    await guest.say('1')
    await heard.next<ThreadMessage>('message', ({ text }: ThreadMessage) => text === 'É esta?')
    program.answerNext(200, JSON.stringify({ says: [{ kind: 'text', text: 'Anotado' }] }))
    await guest.say('Sim')
    await heard.next<ThreadMessage>('message', ({ text }: ThreadMessage) => text === 'Até logo!')
    const said = heard.messages().filter(({ from }) => from !== 'visitor')
    expect(said.map(({ text, files }) => files[0]?.kind ?? text)).toEqual([
      expect.stringContaining('Qual cor?'),
      'Um momento',
      'image',
      'É esta?',
      'Anotado',
      'Até logo!',
    ])
    const [first] = program.told
    expect(first).toMatchObject({ message: { text: 'Sou Caio' }, variables: { name: 'Caio' } })
    await admin.page.goto(`${node.base}/#/atendimento/chats`)
    await view(admin.page, 'Resolvidos').click()
    await admin.page.getByText('Caio Reis').first().click()
    await thread(admin.page).getByText('É esta?').waitFor()
    await look(admin.page, 'flows-bot-conversation')
  })
})

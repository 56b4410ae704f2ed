import type { Browser, Locator } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TestApp } from '../harness/app.ts'
import { journey, launch, openBrowser, productForTests, seen, signIn, takeSeat, type Seat } from './browser.ts'
import { look } from './look.ts'

const graph = {
  nodes: [
    { id: 'start', kind: 'start' },
    {
      id: 'hi',
      kind: 'message',
      title: 'Saudação',
      position: { x: 0, y: 240 },
      data: { parts: [{ kind: 'text', text: 'Olá, {{name}}!' }] },
    },
    { id: 'ask', kind: 'question', title: 'Pedido', position: { x: 320, y: 240 }, data: { text: 'Qual é o pedido?' } },
    { id: 'end', kind: 'people', title: 'Equipe', position: { x: 640, y: 480 } },
  ],
  edges: [
    { id: 'e1', from: 'start', outlet: 'next', to: 'hi' },
    { id: 'e2', from: 'hi', outlet: 'next', to: 'ask' },
    { id: 'e3', from: 'ask', outlet: 'next', to: 'end' },
  ],
}

/** Where a box ends to the right. */
const endOf = async (box: Promise<{ x: number; width: number }>): Promise<number> => {
  const { x, width } = await box
  return x + width
}

/** Two administrators have the same flow open, each in a browser of their own. */
describe.skipIf(!launch)('the builder of a flow', () => {
  let node: TestApp, browser: Browser, ana: Seat, sofia: Seat
  let path: string
  beforeAll(async () => {
    node = await productForTests({})
    const client = await node.signIn(node.a.admin)
    await client.ok('PUT', `/users/${node.a.supervisor.id}`, { profile: 'admin' })
    const { id } = await client.ok<{ id: string }>('POST', '/p/flows/flows', { name: 'Balcão', graph })
    path = `/configuracoes/chat-flow/builder?id=${id}`
    browser = await openBrowser()
    ana = await takeSeat(browser)
    sofia = await takeSeat(browser)
    await signIn(ana, node.base, node.a.admin, path)
    await ana.page.getByRole('heading', { name: 'Balcão' }).waitFor()
  })
  afterAll(async () => {
    await browser?.close()
    await node?.close()
  })
  journey()

  const side = ({ page }: Seat): Locator => page.getByRole('complementary', { name: 'Bloco' })
  const button = ({ page }: Seat, name: string): Locator => page.getByRole('button', { name, exact: true })
  const onCanvas = ({ page }: Seat, title: string): Locator =>
    page.locator('.react-flow__node').filter({ hasText: title })
  async function open(seat: Seat, title: string): Promise<void> {
    await button(seat, 'Mostrar tudo').click()
    await onCanvas(seat, title).click({ position: { x: 40, y: 12 } })
    await side(seat).getByRole('heading', { name: title, exact: true }).waitFor()
  }
  const saved = ({ page }: Seat) => page.getByText('Rascunho salvo').waitFor()
  const text = (seat: Seat): Locator => side(seat).getByRole('textbox', { name: 'Texto', exact: true })

  test('shows who else is in it and at which block', async () => {
    await signIn(sofia, node.base, node.a.supervisor, path)
    await sofia.page.getByRole('heading', { name: 'Balcão' }).waitFor()
    await open(sofia, 'Pedido')
    const others = ana.page.getByRole('list', { name: 'Quem mais está neste fluxo' })
    const sofiaThere = others.getByRole('button', { name: `${node.a.supervisor.name} está em Pedido` })
    await sofiaThere.waitFor()
    await onCanvas(ana, 'Pedido').getByText(node.a.supervisor.name).waitFor()
    await ana.page
      .getByRole('status')
      .filter({ hasText: `Também neste fluxo: ${node.a.supervisor.name}` })
      .waitFor()
    await open(ana, 'Saudação')
    await onCanvas(sofia, 'Saudação').getByText(node.a.admin.name).waitFor()
    await ana.assertAccessible('a flow that somebody else has open')
    await look(ana.page, 'flows-editors', [1440, 1024, 390])
    await sofiaThere.click()
    await side(ana).getByRole('heading', { name: 'Pedido', exact: true }).waitFor()
  })

  test('joins what two change in different blocks, each sees it at once, and undo takes back only one’s own', async () => {
    await open(ana, 'Saudação')
    await text(ana).fill('Bom dia, {{name}}!')
    await text(sofia).fill('O que vai querer?')
    await saved(ana)
    await saved(sofia)
    await onCanvas(ana, 'Pedido').getByText('O que vai querer?').waitFor()
    await onCanvas(sofia, 'Saudação').getByText('Bom dia, {{name}}!').waitFor()
    await button(ana, 'Desfazer').click()
    await onCanvas(sofia, 'Saudação').getByText('Olá, {{name}}!').waitFor()
    await onCanvas(ana, 'Pedido').getByText('O que vai querer?').waitFor()
  })

  test('tells the later one of a block that both changed, and both versions can stay', async () => {
    await open(ana, 'Pedido')
    await open(sofia, 'Pedido')
    // Sofia's line is slow: she hears of Ana's change by her own saving.
    const isDraft = (address: string): boolean => address.endsWith('/draft')
    const anaKept = ana.page.waitForResponse((response) => isDraft(response.url()))
    await sofia.page.route(
      ({ href }) => isDraft(href),
      async (route) => {
        await anaKept
        await route.continue()
      },
      { times: 1 },
    )
    await Promise.all([text(ana).fill('Pedido de quem?'), text(sofia).fill('Para quem é o pedido?')])
    const dialog = sofia.page.getByRole('dialog', { name: 'Duas versões de Pedido' })
    await dialog.getByText('Pedido de quem?').waitFor()
    await dialog.getByText('Para quem é o pedido?').waitFor()
    await sofia.assertAccessible('two versions of a block')
    await look(sofia.page, 'flows-clash', [1440, 390])
    await dialog.getByRole('button', { name: 'Ficar com as duas' }).click()
    await dialog.waitFor({ state: 'detached' })
    await saved(sofia)
    await seen(() => onCanvas(ana, 'Pedido').count()).toBe(2)
    await onCanvas(ana, 'Para quem é o pedido?').waitFor()
    await onCanvas(ana, 'Pedido de quem?').waitFor()
    expect(await ana.page.getByRole('dialog').count()).toBe(0)
  })

  test('offers the version of the start that nobody decided about again, once the builder is opened anew', async () => {
    await open(ana, 'Início')
    await open(sofia, 'Início')
    const words = (seat: Seat): Locator => side(seat).getByRole('textbox', { name: /Palavras que chamam/ })
    const isDraft = (address: string): boolean => address.endsWith('/draft')
    const anaKept = ana.page.waitForResponse((response) => isDraft(response.url()))
    await sofia.page.route(
      ({ href }) => isDraft(href),
      async (route) => {
        await anaKept
        await route.continue()
      },
      { times: 1 },
    )
    for (const [seat, word] of [
      [ana, 'pessoa'],
      [sofia, 'atendente'],
    ] as const) {
      await words(seat).fill(word)
      await words(seat).press('Tab')
    }
    const dialog = sofia.page.getByRole('dialog', { name: 'Duas versões de Início' })
    await dialog.getByText(/: atendente$/).waitFor()
    await sofia.page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await button(sofia, 'Voltar aos fluxos').click()
    await sofia.page.getByText('Balcão').first().waitFor()
    // Ana sees what Sofia has left undecided, and is not interrupted by it.
    expect(await ana.page.getByRole('dialog').count()).toBe(0)
    await button(ana, 'Ainda a decidir: 1').click()
    const shared = ana.page.getByRole('dialog', { name: 'Duas versões de Início' })
    await shared.getByText(`${node.a.supervisor.name} e ${node.a.admin.name} alteraram este bloco`).waitFor()
    await shared.getByText(/: atendente$/).waitFor()
    await ana.assertAccessible('versions that somebody else left undecided')
    await look(ana.page, 'flows-undecided', [1440, 390])
    await ana.page.keyboard.press('Escape')
    await shared.waitFor({ state: 'detached' })
    await sofia.page.goto(`${node.base}/#${path}`)
    await dialog.getByText(/: pessoa$/).waitFor()
    await dialog.getByRole('button', { name: 'Usar a minha' }).click()
    await dialog.waitFor({ state: 'detached' })
    await seen(() => button(ana, 'Ainda a decidir: 1').count()).toBe(0)
    await seen(async () => {
      await open(ana, 'Saudação')
      await open(ana, 'Início')
      return words(ana).inputValue()
    }).toBe('atendente')
  })

  test('shows all of it beside the map, which covers no block', async () => {
    await ana.page.setViewportSize({ width: 1440, height: 900 })
    await side(ana).getByRole('button', { name: 'Fechar' }).click()
    await button(ana, 'Mostrar tudo').click()
    const right = async (): Promise<number> => {
      const boxes = await ana.page.locator('.react-flow__node').all()
      return Math.max(...(await Promise.all(boxes.map(async (box) => (await box.boundingBox())!).map(endOf))))
    }
    const map = (await ana.page.locator('.react-flow__minimap').boundingBox())!
    await seen(async () => (await right()) <= map.x).toBe(true)
  })

  test('offers each action and condition of plugins as a block of its own, found by its name', async () => {
    const palette = ana.page.getByRole('navigation', { name: 'Blocos para adicionar' })
    expect(await palette.getByRole('button', { name: 'Ação de plugin' }).count()).toBe(0)
    await palette.getByRole('searchbox', { name: 'Buscar blocos' }).fill('nota')
    await palette
      .getByRole('region', { name: /^Ações · / })
      .first()
      .waitFor()
    await look(ana.page, 'flows-palette', [1440])
    await palette.getByRole('button', { name: 'Escrever nota interna', exact: true }).click()
    await side(ana).getByRole('heading', { name: 'Escrever nota interna', exact: true }).waitFor()
    await side(ana).getByRole('textbox').last().fill('Cliente do balcão')
    await palette.getByRole('searchbox', { name: 'Buscar blocos' }).fill('se: canal')
    await palette.getByRole('button', { name: 'Se: Canal', exact: true }).click()
    await side(ana).getByRole('heading', { name: 'Se: Canal', exact: true }).waitFor()
    await side(ana).getByRole('button', { name: 'Juntar outras condições' }).waitFor()
    await ana.assertAccessible('a condition of a plugin as a block')
    await look(ana.page, 'flows-plugin-block', [1440, 390])
    await saved(ana)
    await onCanvas(sofia, 'Se: Canal').waitFor()
    await onCanvas(sofia, 'Escrever nota interna').waitFor()
    await palette.getByRole('searchbox', { name: 'Buscar blocos' }).fill('')
  })

  test('is searched: blocks are found by text, name and kind, and gone through by keys', async () => {
    await ana.page.keyboard.press('Control+f')
    const search = ana.page.getByRole('search', { name: 'Buscar nos blocos' })
    const field = search.getByRole('searchbox')
    await seen(() => field.evaluate((one) => one === document.activeElement)).toBe(true)
    await field.fill('PEDIDO')
    await search.getByRole('status').filter({ hasText: 'Pedido: 1 de 2' }).waitFor()
    await ana.page.keyboard.press('Enter')
    await search.getByRole('status').filter({ hasText: 'Pedido: 2 de 2' }).waitFor()
    await ana.page.keyboard.press('Shift+Enter')
    await search.getByRole('status').filter({ hasText: 'Pedido: 1 de 2' }).waitFor()
    await ana.assertAccessible('a search over the blocks')
    await look(ana.page, 'flows-search', [1440, 390])
    await field.fill('cliente do balcao')
    await search.getByRole('status').filter({ hasText: 'Escrever nota interna: 1 de 1' }).waitFor()
    await search.getByRole('button', { name: 'Abrir', exact: true }).click()
    await side(ana).getByRole('heading', { name: 'Escrever nota interna', exact: true }).waitFor()
    await field.fill('nada disso')
    await search.getByRole('status').filter({ hasText: 'Nenhum bloco' }).waitFor()
    await field.press('Escape')
    await search.waitFor({ state: 'detached' })
  })

  test('tells of a version that somebody else published, and forgets who has left', async () => {
    await ana.page.getByText('nunca publicado').waitFor()
    await open(sofia, 'Se: Canal')
    await side(sofia).getByRole('button', { name: 'Excluir bloco' }).click()
    await saved(sofia)
    await button(sofia, 'Publicar').click()
    await ana.page.getByText('versão 1', { exact: true }).waitFor()
    await button(sofia, 'Voltar aos fluxos').click()
    await ana.page.getByRole('list', { name: 'Quem mais está neste fluxo' }).waitFor({ state: 'detached' })
  })
})

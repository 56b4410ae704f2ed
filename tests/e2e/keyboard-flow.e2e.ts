import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TestApp } from '../harness/app.ts'
import {
  chooseByLetters,
  journey,
  launch,
  openBrowser,
  productForTests,
  seen,
  signIn,
  takeSeat,
  type Seat,
} from './browser.ts'
import { look } from './look.ts'

/** An administrator who has no mouse makes a flow: every step by keys, every part of the builder looked at by axe. */
describe.skipIf(!launch)('a flow made by keyboard', () => {
  journey()
  let node: TestApp, browser: Browser, seat: Seat, page: Page
  beforeAll(async () => {
    node = await productForTests({})
    browser = await openBrowser()
    seat = await takeSeat(browser, { permissions: ['clipboard-read', 'clipboard-write'] })
    page = seat.page
    await signIn(seat, node.base, node.a.admin, '/configuracoes/chat-flow')
  })
  afterAll(async () => {
    await browser?.close()
    await node?.close()
  })

  const focused = (target: Locator): Promise<boolean> => target.evaluate((one) => one === document.activeElement)
  /** Walks there with the Tab key; what is near the end is nearer backwards. */
  async function tabTo(target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
    await target.waitFor()
    for (let step = 0; step < 120; step++) {
      if (await focused(target)) return
      await page.keyboard.press(key)
    }
    throw new Error(`the Tab key does not lead to ${String(target)}`)
  }
  async function press(target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
    await tabTo(target, key)
    await page.keyboard.press('Enter')
  }
  async function write(target: Locator, text: string): Promise<void> {
    await tabTo(target)
    await page.keyboard.press('Control+a')
    await page.keyboard.type(text)
  }
  const side = (name = 'Bloco'): Locator => page.getByRole('complementary', { name })
  const heading = (title: string): Locator => side().getByRole('heading', { name: title, exact: true })
  const field = (name: string): Locator => side().getByRole('textbox', { name, exact: true })
  const button = (name: string): Locator => page.getByRole('button', { name, exact: true })
  const palette = (): Locator => page.getByRole('navigation', { name: 'Blocos para adicionar' })
  const canvas = (): Locator => page.getByRole('main', { name: 'Construtor de fluxos' })
  const block = (title: string): Locator => page.locator('.react-flow__node-block').filter({ hasText: title })
  const saved = () => page.getByText('Rascunho salvo').waitFor()
  const edges = () => page.locator('.react-flow__edge').count()
  /** From wherever the focus is to a part of the builder. */
  async function goToPart(name: string): Promise<void> {
    const isThere = () =>
      page.evaluate(() => document.activeElement?.closest('[data-region]')?.getAttribute('data-region'))
    for (let step = 0; step < 5 && (await isThere()) !== name; step++) await page.keyboard.press('F6')
    expect(await isThere()).toBe(name)
  }
  /** A block by its name in the list of those that there are; its fields have the focus then. */
  async function addBlock(name: string): Promise<void> {
    await goToPart('palette')
    const search = palette().getByRole('searchbox')
    await seen(() => focused(search)).toBe(true)
    await page.keyboard.press('Control+a')
    await page.keyboard.type(name)
    await press(palette().getByRole('button', { name, exact: true }))
    await seen(() => focused(heading(name))).toBe(true)
  }
  /** A choice by its first letters, as every list of a browser takes it. */
  async function lead(outlet: string, to: string): Promise<void> {
    const select = side().getByRole('combobox', { name: outlet, exact: true })
    await tabTo(select)
    await page.keyboard.type(to)
    await seen(() => select.evaluate((one) => (one as HTMLSelectElement).selectedOptions[0]?.text)).toBe(to)
  }
  async function openOnCanvas(title: string): Promise<void> {
    await goToPart('flow')
    await tabTo(block(title))
    await page.keyboard.press('Enter')
    await seen(() => focused(heading(title))).toBe(true)
  }
  const places = () =>
    page
      .locator('.react-flow__node-block')
      .evaluateAll((all) => all.map((one) => (one as HTMLElement).style.transform).join(' '))
  async function act(name: string): Promise<void> {
    await goToPart('head')
    await press(button('Mais ações'))
    await chooseByLetters(page, name)
  }

  test('is begun in the list of flows', async () => {
    await press(button('Novo fluxo').first())
    const dialog = page.getByRole('dialog')
    await write(dialog.getByLabel('Nome'), 'Sem mouse')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Sem mouse' }).waitFor()
  })

  test('has its blocks added and filled in, which has the focus in their fields', async () => {
    await addBlock('Mensagem')
    await write(field('Nome do bloco'), 'Olá')
    await press(side().getByRole('button', { name: 'Adicionar parte' }))
    await tabTo(field('Texto'), 'Shift+Tab')
    await page.keyboard.type('Bom dia, {{name}}!')
    await addBlock('Menu')
    await write(field('Texto'), 'Em que ajudamos?')
    for (const [number, label] of ['Compras', 'Trocas'].entries()) {
      await press(side().getByRole('button', { name: 'Adicionar opção' }))
      await tabTo(field(`Opção ${number + 1}`), 'Shift+Tab')
      await page.keyboard.type(label)
    }
    await addBlock('Entregar à equipe')
    await addBlock('Encerrar')
    await write(field('Última mensagem'), 'Até logo!')
    await saved()
    await seat.assertAccessible('a block opened by keys')
  })

  test('has its blocks connected, each opened on the canvas by Enter', async () => {
    await openOnCanvas('Início')
    await lead('continua', 'Olá')
    await press(side().getByRole('button', { name: 'Ir para Olá' }))
    await seen(() => focused(heading('Olá'))).toBe(true)
    await lead('continua', 'Menu')
    // Escape closes the fields, and the focus is at their block again.
    await page.keyboard.press('Escape')
    await side().waitFor({ state: 'detached' })
    await seen(() => focused(block('Olá'))).toBe(true)
    expect(await block('Olá').evaluate((one) => getComputedStyle(one).outlineStyle)).toBe('solid')
    await openOnCanvas('Menu')
    await lead('Compras', 'Entregar à equipe')
    await lead('Trocas', 'Encerrar')
    await saved()
    await seen(edges).toBe(4)
    await page.keyboard.press('Escape')
  })

  test('has a block moved by the arrows, which is said, and undone and redone by keys', async () => {
    await tabTo(block('Menu'))
    await page.keyboard.press('Space')
    const before = await places()
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Shift+ArrowDown')
    await seen(places).not.toBe(before)
    const after = await places()
    await page.getByText(/^Movido de -?\d+, -?\d+ para baixo\.$/).waitFor({ state: 'attached' })
    await saved()
    await page.keyboard.press('Control+z')
    await page.keyboard.press('Control+z')
    await seen(places).toBe(before)
    await page.keyboard.press('Control+y')
    await page.keyboard.press('Control+Shift+z')
    await seen(places).toBe(after)
    await saved()
  })

  test('has blocks grouped and commented, both written beside the canvas', async () => {
    await goToPart('flow')
    await tabTo(block('Olá'))
    await page.keyboard.press('Space')
    await tabTo(block('Menu'))
    await page.keyboard.press('Control+Enter')
    await seen(() => page.locator('.react-flow__node.selected').count()).toBe(2)
    await act('Agrupar')
    await seen(() => focused(heading('Grupo'))).toBe(true)
    await write(side().getByRole('textbox', { name: 'Título do grupo' }), 'Recepção')
    await act('Adicionar comentário')
    await seen(() => focused(heading('Comentário'))).toBe(true)
    await write(field('Texto'), 'Rever em março')
    await saved()
    await seat.assertAccessible('a comment beside the canvas')
    await look(page, 'flows-keyboard', [1440, 390])
    await page.keyboard.press('Escape')
    await seen(() => focused(page.locator('.react-flow__node-comment'))).toBe(true)
    const group = page.locator('.react-flow__node-blockGroup')
    expect(await group.getAttribute('aria-label')).toBe('Grupo: Recepção')
    const before = await places()
    await tabTo(group)
    await page.keyboard.press('Space')
    await page.keyboard.press('ArrowLeft')
    await seen(places).not.toBe(before)
  })

  test('has blocks copied, pasted and removed', async () => {
    await goToPart('flow')
    await tabTo(block('Encerrar'))
    await page.keyboard.press('Space')
    await page.keyboard.press('Control+c')
    await page.getByText('Blocos copiados: 1').waitFor()
    await page.keyboard.press('Control+v')
    await seen(() => block('Encerrar').count()).toBe(2)
    await page.keyboard.press('Delete')
    await seen(() => block('Encerrar').count()).toBe(1)
    await seen(() => focused(canvas())).toBe(true)
    await saved()
  })

  test('is searched, and what is found is opened', async () => {
    await page.keyboard.press('Control+f')
    const search = page.getByRole('search', { name: 'Buscar nos blocos' })
    await seen(() => focused(search.getByRole('searchbox'))).toBe(true)
    await page.keyboard.type('bom dia')
    await search.getByRole('status').filter({ hasText: 'Olá: 1 de 1' }).waitFor()
    await press(search.getByRole('button', { name: 'Abrir', exact: true }))
    await seen(() => focused(heading('Olá'))).toBe(true)
    await goToPart('flow')
    await tabTo(search.getByRole('searchbox'), 'Shift+Tab')
    await page.keyboard.press('Escape')
    await search.waitFor({ state: 'detached' })
  })

  test('is laid out, and its faults lead to their blocks', async () => {
    await goToPart('head')
    await press(button('Organizar'))
    const before = await places()
    await chooseByLetters(page, 'Grade')
    await seen(places).not.toBe(before)
    await addBlock('Condição')
    await saved()
    await goToPart('head')
    await press(page.getByRole('button', { name: /^Falhas: [1-9]/ }))
    await seen(() => focused(side('Falhas').getByRole('heading', { name: 'Falhas' }))).toBe(true)
    await press(
      side('Falhas')
        .getByRole('button', { name: /Condição/ })
        .first(),
    )
    await seen(() => focused(heading('Condição'))).toBe(true)
    await press(side().getByRole('button', { name: 'Excluir bloco' }))
    await seen(() => focused(canvas())).toBe(true)
    await saved()
    await button('Falhas: 0').waitFor()
  })

  test('is read as a list: blocks with their faults, where they lead, their group, and the comments', async () => {
    await goToPart('head')
    await press(button('Lista'))
    const list = page.getByRole('list', { name: 'Blocos do fluxo' })
    expect((await list.getByRole('listitem').allInnerTexts()).map((text) => text.split('\n').filter(Boolean))).toEqual([
      ['Início', 'continua → Olá'],
      ['Olá', 'Bom dia, {{name}}!', 'Grupo: Recepção', 'continua → Menu'],
      [
        'Menu',
        'Em que ajudamos?',
        'Grupo: Recepção',
        'Compras → Entregar à equipe',
        'Trocas → Encerrar',
        'não escolheu → (nada)',
        'não respondeu → (nada)',
      ],
      ['Entregar à equipe', expect.any(String)],
      ['Encerrar', 'Até logo!'],
    ])
    const remarks = page.getByRole('list', { name: 'Grupos e comentários' })
    expect(await remarks.getByRole('listitem').allInnerTexts()).toEqual([
      'Grupo: Recepção',
      'Comentário: Rever em março',
    ])
    await seat.assertAccessible('the list of a flow')
    await goToPart('flow')
    await press(remarks.getByRole('button', { name: /^Comentário/ }))
    await write(field('Texto'), 'Rever em abril')
    await page.keyboard.press('Escape')
    const comment = remarks.getByRole('button', { name: 'Comentário: Rever em abril' })
    await seen(() => focused(comment)).toBe(true)
    await press(list.getByRole('button', { name: /^Encerrar/ }), 'Shift+Tab')
    await seen(() => focused(heading('Encerrar'))).toBe(true)
  })

  test('is tried as a customer, published, and left', async () => {
    await goToPart('head')
    await press(button('Testar'))
    const phone = side('Conversa de teste')
    await tabTo(phone.getByLabel('Escreva como cliente'))
    await page.keyboard.type('Oi')
    await page.keyboard.press('Enter')
    await phone.getByText('Bom dia, Ana!').waitFor()
    await press(phone.getByRole('button', { name: 'Compras' }), 'Shift+Tab')
    await phone.getByText('Entregue à equipe').waitFor()
    await seat.assertAccessible('a flow tried by keys')
    await page.keyboard.press('F1')
    await page.getByRole('dialog').getByText('próxima parte da tela').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await goToPart('head')
    await press(button('Publicar'))
    await page.getByText('Versão 1 publicada').waitFor()
    await press(button('Voltar aos fluxos'), 'Shift+Tab')
    await page.getByText('versão 1', { exact: true }).waitFor()
  })

  test('gives its copied blocks to another flow', async () => {
    await press(button('Novo fluxo').first())
    await write(page.getByRole('dialog').getByLabel('Nome'), 'Com blocos de outro')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Com blocos de outro' }).waitFor()
    await goToPart('flow')
    await page.keyboard.press('Control+v')
    await block('Encerrar').getByText('Até logo!').waitFor()
    await saved()
  })

  test('leaves nothing behind that the browser complains of', () => seat.assertClean())
})

import type { Browser, Locator } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TestApp } from '../harness/app.ts'
import { journey, launch, openBrowser, productForTests, seen, signIn, takeSeat, type Seat } from './browser.ts'
import { look } from './look.ts'

type Places = Record<string, { readonly x: number; readonly y: number }>

/** Distance of the grid. */
const gap = 20
/** Three blocks out of line, none of them on the grid. */
const places: Places = { start: { x: 3, y: 5 }, um: { x: 331, y: 47 }, dois: { x: 287, y: 263 } }
/** How far the second is from the third. */
const apart = [places['um']!.x - places['dois']!.x, places['um']!.y - places['dois']!.y]
const graph = {
  nodes: [
    { id: 'start', kind: 'start', position: places['start'] },
    ...['um', 'dois'].map((id) => ({
      id,
      kind: 'message',
      title: id,
      position: places[id],
      data: { parts: [{ kind: 'text', text: 'Olá' }] },
    })),
  ],
  edges: [
    { id: 'e1', from: 'start', outlet: 'next', to: 'um' },
    { id: 'e2', from: 'um', outlet: 'next', to: 'dois' },
  ],
}

/** Several blocks are aligned, dragged along the grid, moved by keys, grouped and commented; all of it is undone. */
describe.skipIf(!launch)('arranging a flow', () => {
  let node: TestApp, browser: Browser, admin: Seat
  let flow = ''
  beforeAll(async () => {
    node = await productForTests({})
    const ana = await node.signIn(node.a.admin)
    flow = (await ana.ok<{ id: string }>('POST', '/p/flows/flows', { name: 'Arrumar', graph })).id
    browser = await openBrowser()
    admin = await takeSeat(browser, { viewport: { width: 1440, height: 900 } })
    await signIn(admin, node.base, node.a.admin, `/configuracoes/chat-flow/builder?id=${flow}`)
    await admin.page.getByRole('heading', { name: 'Arrumar' }).waitFor()
    await block('um').waitFor()
  })
  afterAll(async () => {
    await browser?.close()
    await node?.close()
  })
  journey()

  const block = (id: string): Locator => admin.page.locator(`.react-flow__node[data-id="${id}"]`)
  const button = (name: string): Locator => admin.page.getByRole('button', { name, exact: true })
  const more = async (entry: string): Promise<void> => {
    await button('Mais ações').click()
    await admin.page.getByRole('menuitem', { name: entry, exact: true }).click()
  }
  /** Where the blocks are on the canvas. */
  const now = async (): Promise<Places> => {
    const found = await admin.page.locator('.react-flow__node-block').evaluateAll((all) =>
      all.map((one) => {
        const [, x, y] = /translate\((-?[\d.]+)px, (-?[\d.]+)px\)/.exec((one as HTMLElement).style.transform)!
        return [(one as HTMLElement).dataset['id']!, { x: Number(x), y: Number(y) }] as const
      }),
    )
    return Object.fromEntries(found)
  }
  const undo = async (times = 1): Promise<void> => {
    for (let step = 0; step < times; step++) await button('Desfazer').click()
  }
  /** Chooses these blocks and no others. */
  async function choose(first: string, ...others: readonly string[]): Promise<void> {
    await button('Mostrar tudo').click()
    await block(first).click({ position: { x: 40, y: 12 } })
    for (const id of others) await block(id).click({ position: { x: 40, y: 12 }, modifiers: ['Control'] })
    await seen(() => admin.page.locator('.react-flow__node.selected').count()).toBe(others.length + 1)
  }
  const drag = async (id: string, by: { x: number; y: number }): Promise<void> => {
    const box = (await block(id).boundingBox())!
    const [x, y] = [box.x + 40, box.y + 12]
    await admin.page.mouse.move(x, y)
    await admin.page.mouse.down()
    await admin.page.mouse.move(x + by.x / 2, y + by.y / 2, { steps: 4 })
    await admin.page.mouse.move(x + by.x, y + by.y, { steps: 4 })
    await admin.page.mouse.up()
  }

  test('two of three blocks get one left edge, or one top, and the third stays', async () => {
    expect(await now()).toEqual(places)
    await choose('um', 'dois')
    await more('Alinhar à esquerda')
    await seen(now).toEqual({ ...places, um: { x: 287, y: 47 } })
    await more('Alinhar ao topo')
    await seen(now).toEqual({ ...places, um: { x: 287, y: 47 }, dois: { x: 287, y: 47 } })
    await undo()
    await seen(now).toEqual({ ...places, um: { x: 287, y: 47 } })
    await undo()
    await seen(now).toEqual(places)
    await button('Refazer').click()
    await seen(now).toEqual({ ...places, um: { x: 287, y: 47 } })
    await undo()
    await seen(now).toEqual(places)
  })

  test('a block that is dragged comes to the grid; several do together, as far from each other as before; undone at once', async () => {
    await choose('um')
    await drag('um', { x: 73, y: 51 })
    const one = await now()
    expect([one['start'], one['dois']]).toEqual([places['start'], places['dois']])
    expect([one['um']!.x % gap, one['um']!.y % gap]).toEqual([0, 0])
    expect(one['um']!.x).toBeGreaterThan(places['um']!.x)
    await undo()
    await seen(now).toEqual(places)
    await choose('um', 'dois')
    await drag('dois', { x: 66, y: -37 })
    const both = await now()
    expect(both['start']).toEqual(places['start'])
    const [um, dois] = [both['um']!, both['dois']!]
    expect([um.x % gap, Math.abs(um.y % gap)]).toEqual([0, 0])
    expect(um.x).toBeGreaterThan(places['um']!.x)
    expect(um.y).toBeLessThan(places['um']!.y)
    expect([um.x - dois.x, um.y - dois.y]).toEqual(apart)
    await undo()
    await seen(now).toEqual(places)
  })

  test('several are moved by the arrows, along the grid', async () => {
    await choose('um', 'dois')
    await block('um').focus()
    await admin.page.keyboard.press('ArrowRight')
    await seen(async () => (await now())['um']!.x).toBe(360)
    const moved = await now()
    expect(moved['start']).toEqual(places['start'])
    expect(moved['dois']!.x % gap).toBe(0)
    expect(moved['dois']!.x).toBeGreaterThan(places['dois']!.x)
    await undo()
    await seen(now).toEqual(places)
  })

  test('a group stands around its blocks and takes them along; a comment stays where it is; undone, both are gone', async () => {
    const group = admin.page.locator('.react-flow__node-blockGroup')
    const comment = admin.page.locator('.react-flow__node-comment')
    await choose('um', 'dois')
    await more('Agrupar')
    await group.waitFor()
    const around = (await group.boundingBox())!
    for (const id of ['um', 'dois']) {
      const box = (await block(id).boundingBox())!
      expect(box.x, id).toBeGreaterThan(around.x)
      expect(box.y, id).toBeGreaterThan(around.y)
      expect(box.x + box.width, id).toBeLessThan(around.x + around.width)
      expect(box.y + box.height, id).toBeLessThan(around.y + around.height)
    }
    await more('Adicionar comentário')
    const text = comment.getByRole('textbox')
    await text.fill('Revisar os textos')
    await text.blur()
    await admin.page.getByText('Rascunho salvo').waitFor()
    await look(admin.page, 'flows-arranged')
    await admin.assertAccessible('a group and a comment')
    await button('Mostrar tudo').click()
    const before = await comment.evaluate((one) => (one as HTMLElement).style.transform)
    const at = (await group.boundingBox())!
    await admin.page.mouse.move(at.x + 6, at.y + at.height - 6)
    await admin.page.mouse.down()
    await admin.page.mouse.move(at.x + 66, at.y + at.height + 34, { steps: 6 })
    await admin.page.mouse.up()
    const moved = await now()
    const [um, dois] = [moved['um']!, moved['dois']!]
    expect(um.x).toBeGreaterThan(places['um']!.x)
    expect([um.x - dois.x, um.y - dois.y]).toEqual(apart)
    expect(moved['start']).toEqual(places['start'])
    expect(await comment.evaluate((one) => (one as HTMLElement).style.transform)).toBe(before)
    await undo()
    await seen(now).toEqual(places)
    await undo(2)
    await seen(() => comment.count()).toBe(0)
    await undo()
    await seen(() => group.count()).toBe(0)
    await admin.page.getByText('Rascunho salvo').waitFor()
    admin.assertClean()
  })
})

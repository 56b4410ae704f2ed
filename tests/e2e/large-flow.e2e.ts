import type { Browser, CDPSession, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { framesDuring } from '../bench/frames.ts'
import type { TestApp } from '../harness/app.ts'
import { journey, launch, openBrowser, productForTests, seen, signIn, takeSeat, type Seat } from './browser.ts'
import { look } from './look.ts'

/** Largest flow that there is: blocks in rows, each leading to the next, every second one with a second way out. */
const blocks = 500
const columns = 25
const graph = {
  nodes: Array.from({ length: blocks }, (_, at) => ({
    id: `b${at}`,
    kind: at === 0 ? 'start' : at % 2 === 0 ? 'condition' : 'message',
    position: { x: (at % columns) * 320, y: Math.floor(at / columns) * 240 },
    data:
      at !== 0 && at % 2 === 1 ? { parts: [{ kind: 'text', text: `Texto do bloco ${at}, com algumas palavras` }] } : {},
  })),
  edges: Array.from({ length: blocks - 1 }, (_, at) => at).flatMap((at) => {
    const isCondition = at !== 0 && at % 2 === 0
    const edges = [{ id: `e${at}`, from: `b${at}`, outlet: isCondition ? 'yes' : 'next', to: `b${at + 1}` }]
    return isCondition && at + 3 < blocks
      ? [...edges, { id: `n${at}`, from: `b${at}`, outlet: 'no', to: `b${at + 3}` }]
      : edges
  }),
}
/** A frame of 60 a second, and half of it again for slower machines; drawn without care it takes three times that. */
const frameMs = 1.5 * (1_000 / 60)
const frames = 60
const mostPasses = 4
/** Passes of which the middle one counts, of frames beside those of a flow with one block. */
const framePasses = 3

/** Processor time that the main thread of the page has used for anything, in milliseconds. */
async function busy(cdp: CDPSession): Promise<number> {
  const { metrics } = await cdp.send('Performance.getMetrics')
  return metrics.find(({ name }) => name === 'TaskDuration')!.value * 1_000
}

/** What the fixed work of `yardstick` takes where these limits were laid down, in milliseconds. */
const yardstickMs = 100
/**
 * How much slower this machine is than that one, 1 at least: elements written and laid out, which the product has
 * no part in. A core that two threads share gives each of them less in the same processor time.
 */
async function slowness(page: Page, cdp: CDPSession): Promise<number> {
  const taken: number[] = []
  for (let round = 0; round < 5; round++) {
    const before = await busy(cdp)
    await page.evaluate(() => {
      const box = document.createElement('div')
      box.style.cssText = 'position: fixed; inset: 0; visibility: hidden; contain: strict'
      document.body.append(box)
      for (let at = 0; at < 3_000; at++) {
        const row = document.createElement('p')
        row.textContent = `Line ${at} of some words that are measured and wrapped`
        row.style.inlineSize = `${100 + (at % 50)}px`
        box.append(row)
      }
      box.getBoundingClientRect()
      const height = box.scrollHeight
      box.remove()
      return height
    })
    taken.push((await busy(cdp)) - before)
  }
  return Math.max(1, taken.toSorted((a, b) => a - b)[2]! / yardstickMs)
}

/** What each of these steps takes of the main thread until its frame is drawn. */
async function costs(page: Page, cdp: CDPSession, step: (at: number) => Promise<unknown>): Promise<readonly number[]> {
  const taken: number[] = []
  for (let at = 0; at < frames; at++) {
    const before = await busy(cdp)
    await step(at)
    await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn))))
    taken.push((await busy(cdp)) - before)
  }
  return taken.toSorted((a, b) => a - b)
}

/**
 * The builder with a flow of five hundred blocks keeps its pace. What counts is the processor time of the
 * main thread for each frame: the machine draws in software and is shared. With RECADO_FIGURES set it says what it saw.
 */
describe.skipIf(!launch)('a large flow', () => {
  let node: TestApp, browser: Browser, admin: Seat, cdp: CDPSession, slower: number
  /** A flow with its beginning alone, in another page of the same browser. */
  let empty: Page, emptyId: string
  beforeAll(async () => {
    node = await productForTests({})
    const ana = await node.signIn(node.a.admin)
    const { id } = await ana.ok<{ id: string }>('POST', '/p/flows/flows', { name: 'Grande', graph })
    emptyId = (await ana.ok<{ id: string }>('POST', '/p/flows/flows', { name: 'Vazio' })).id
    browser = await openBrowser()
    admin = await takeSeat(browser, { viewport: { width: 1440, height: 900 } })
    await signIn(admin, node.base, node.a.admin, `/configuracoes/chat-flow/builder?id=${id}`)
    await admin.page.getByRole('heading', { name: 'Grande' }).waitFor()
    await admin.page.locator('.react-flow__node').first().waitFor()
    cdp = await admin.page.context().newCDPSession(admin.page)
    // What other work takes of the cores must not count.
    await cdp.send('Performance.enable', { timeDomain: 'threadTicks' })
    empty = await admin.page.context().newPage()
    slower = await slowness(admin.page, cdp)
    lines.push(`limits of time are multiplied by ${slower.toFixed(2)}`)
  })
  afterAll(async () => {
    if (process.env['RECADO_FIGURES']) process.stdout.write(`${lines.join('\n')}\n`)
    await browser?.close()
    await node?.close()
  })
  journey()

  const middle = { x: 720, y: 500 }
  const lines: string[] = []
  /** The best of some passes counts, because the machine is shared. */
  const keepsPace = async (what: string, pass: () => Promise<readonly number[]>): Promise<void> => {
    const median = (taken: readonly number[]) => taken[frames / 2]!
    const late = (taken: readonly number[]) => taken[Math.floor(frames * 0.9)]!
    const limit = frameMs * slower
    const keeps = (taken: readonly number[]) => median(taken) < limit && late(taken) < 2 * limit
    let best = await pass()
    for (let passes = 1; passes < mostPasses && !keeps(best); passes++) {
      const next = await pass()
      if (median(next) < median(best)) best = next
    }
    const [half, most] = [median(best), late(best)].map((ms) => ms.toFixed(1))
    lines.push(`${what}: half of the frames within ${half} ms, nine of ten within ${most} ms`)
    expect(median(best), `${what}: half of the frames`).toBeLessThan(limit)
    expect(late(best), `${what}: nine of ten frames`).toBeLessThan(2 * limit)
  }
  const shown = () => admin.page.locator('.react-flow__node').count()
  /** Where everything is that is drawn. */
  const places = () =>
    admin.page
      .locator('.react-flow__node, .react-flow__viewport')
      .evaluateAll((all) => all.map((one) => (one as HTMLElement).style.transform).join(' '))
  const drag = (what: string, place: () => Promise<{ x: number; y: number }>): Promise<void> =>
    keepsPace(what, async () => {
      const { mouse } = admin.page
      const { x, y } = await place()
      const before = await places()
      await mouse.move(x, y)
      await mouse.down()
      const taken = await costs(admin.page, cdp, (at) => mouse.move(x + (at % 30) * 6, y + (at % 20) * 4))
      expect(await places(), `${what} moves something`).not.toBe(before)
      await mouse.up()
      return taken
    })
  /** A place on the canvas without a block. */
  const free = (page = admin.page): Promise<{ x: number; y: number }> =>
    page.evaluate(() => {
      for (let y = 300; y < 800; y += 7)
        for (let x = 350; x < 1_200; x += 7)
          if (document.elementFromPoint(x, y)?.classList.contains('react-flow__pane')) return { x, y }
      throw new Error('no free place')
    })
  const someBlock = async (page = admin.page): Promise<{ x: number; y: number }> =>
    page.evaluate(() => {
      for (const node of document.querySelectorAll('.react-flow__node')) {
        const { left, top, width, height } = node.getBoundingClientRect()
        const [x, y] = [left + width / 3, top + Math.min(6, height / 4)]
        const isFree = x > 350 && x < 1_150 && y > 150 && y < 800
        if (isFree && node.contains(document.elementFromPoint(x, y))) return { x, y }
      }
      throw new Error('no block in sight')
    })
  /** Frames a second that a page draws while its canvas is panned, its picture zoomed or a block of it dragged. */
  const framesOf = async (page: Page, what: 'pan' | 'drag' | 'zoom'): Promise<number> => {
    await page.bringToFront()
    await page.getByRole('button', { name: 'Mostrar tudo', exact: true }).click()
    const { mouse } = page
    const { x, y } = what === 'drag' ? await someBlock(page) : await free(page)
    await mouse.move(x, y)
    if (what !== 'zoom') await mouse.down()
    const { perSecond } = await framesDuring(page, async () => {
      for (let at = 0; at < 90; at++)
        await (what === 'zoom'
          ? mouse.wheel(0, at % 30 < 15 ? -20 : 20)
          : mouse.move(x + (at % 30) * 6, y + (at % 20) * 4))
    })
    if (what !== 'zoom') await mouse.up()
    return perSecond
  }

  test('seen as a whole it is panned and zoomed, and a block is dragged', async () => {
    expect(await shown()).toBe(blocks)
    await look(admin.page, 'flows-large')
    await drag('pan of the whole', free)
    await drag('drag in the whole', someBlock)
    const { mouse } = admin.page
    await mouse.move(middle.x, middle.y)
    await keepsPace('zoom', () => costs(admin.page, cdp, (at) => mouse.wheel(0, at < frames / 2 ? -60 : 60)))
  })

  test('seen close, blocks outside of the picture are not drawn, and it is panned and dragged', async () => {
    const { mouse } = admin.page
    await mouse.move(middle.x, middle.y)
    for (let turn = 0; turn < 14; turn++) await mouse.wheel(0, -240)
    await seen(shown).toBeLessThan(blocks / 4)
    await drag('pan close by', free)
    await drag('drag close by', someBlock)
  })

  test('it gets as many frames as a flow with one block, panned, zoomed and dragged', async () => {
    await empty.goto(`${node.base}/#/configuracoes/chat-flow/builder?id=${emptyId}`)
    await empty.getByRole('heading', { name: 'Vazio' }).waitFor()
    await empty.locator('.react-flow__node').first().waitFor()
    await admin.page.bringToFront()
    await admin.page.getByRole('button', { name: 'Mostrar tudo', exact: true }).click()
    await seen(shown).toBe(blocks)
    for (const what of ['pan', 'drag', 'zoom'] as const) {
      const rates: number[] = []
      for (let pass = 0; pass < framePasses; pass++) {
        const [one, many] = [await framesOf(empty, what), await framesOf(admin.page, what)]
        rates.push(many / one)
        lines.push(`${what}: ${many.toFixed(1)} frames a second, of one block ${one.toFixed(1)}`)
      }
      const half = rates.toSorted((a, b) => a - b)[Math.floor(framePasses / 2)]!
      lines.push(`${what}: ${half.toFixed(2)} of the frames of a flow with one block`)
      expect(half, what).toBeGreaterThan(0.8)
    }
  })

  test('a block is chosen, and its fields are there, within a tenth of a second of the processor', async () => {
    await admin.page.getByRole('button', { name: 'Mostrar tudo', exact: true }).click()
    await seen(shown).toBe(blocks)
    const taken: number[] = []
    for (let at = 0; at < 12; at++) {
      const place = await admin.page.evaluate((nth) => {
        const near = [...document.querySelectorAll('.react-flow__node')].filter((one) => {
          const { left, top, right, bottom } = one.getBoundingClientRect()
          return left > 350 && right < 950 && top > 250 && bottom < 800
        })
        const { left, top, width, height } = near[(nth * 17) % near.length]!.getBoundingClientRect()
        return { x: left + width / 3, y: top + height / 4 }
      }, at)
      await admin.page.mouse.move(place.x, place.y)
      const before = await busy(cdp)
      await admin.page.mouse.click(place.x, place.y)
      await admin.page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn))))
      taken.push((await busy(cdp)) - before)
    }
    const [best, half] = [Math.min(...taken), taken.toSorted((a, b) => a - b)[taken.length / 2]!]
    lines.push(`choosing a block: half of the choices within ${half.toFixed(1)} ms, the best ${best.toFixed(1)} ms`)
    expect(half).toBeLessThan(100 * slower)
  })
})

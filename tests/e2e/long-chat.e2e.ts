import { randomUUID } from 'node:crypto'
import type { Browser, CDPSession, Locator } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TestApp } from '../harness/app.ts'
import { journey, launch, openBrowser, productForTests, seen, signIn, takeSeat, type Seat } from './browser.ts'
import { look } from './look.ts'

const length = Number(process.env['LONG_CHAT'] ?? 800)
/** Sent at once while the chat is made. */
const lanes = 8
/** Of the page, for opening the chat. Milliseconds of its main thread. */
const openingMs = 200
const mostPasses = 4
/** More are never in the page: four pages, of a hundred at most. */
const mostShown = 400

/** Processor time that the main thread of the page has used for anything, in milliseconds. */
async function busy(cdp: CDPSession): Promise<number> {
  const { metrics } = await cdp.send('Performance.getMetrics')
  return metrics.find(({ name }) => name === 'TaskDuration')!.value * 1_000
}

/**
 * A chat longer than the page keeps of it, all of it sent. `LONG_CHAT=10000` makes it longer, and RECADO_FIGURES says
 * what was seen.
 */
describe.skipIf(!launch)('a long chat', () => {
  let node: TestApp, browser: Browser, seat: Seat, cdp: CDPSession
  let chatId: string, shortId: string
  const lines: string[] = []

  beforeAll(async () => {
    node = await productForTests()
    const ana = await node.signIn(node.a.admin)
    const open = async (userId: string) =>
      (await ana.ok<{ id: string }>('POST', '/p/internal-chat/chats', { userId })).id
    const say = (id: string, content: string, replyTo: string | null = null) =>
      ana.ok<{ id: string; seq: number }>('POST', `/p/internal-chat/chats/${id}/messages`, {
        key: randomUUID(),
        content,
        replyTo,
      })
    ;[chatId, shortId] = [await open(node.a.user.id), await open(node.a.colleague.id)]
    await say(shortId, 'Oi')
    const first = await say(chatId, 'A primeira de todas')
    let sent = 1
    await Promise.all(
      Array.from({ length: lanes }, async () => {
        while (sent < length - 1) {
          sent++
          await say(chatId, sent % 7 === 0 ? 'Uma mensagem mais longa, com várias palavras. '.repeat(6) : 'Mensagem')
        }
      }),
    )
    await say(chatId, 'A última de todas', first.id)
    browser = await openBrowser()
    seat = await takeSeat(browser)
    await signIn(seat, node.base, node.a.admin, `/chat-interno?conversa=${shortId}`)
    await seat.page.getByRole('article').filter({ hasText: 'Oi' }).waitFor()
    cdp = await seat.page.context().newCDPSession(seat.page)
    // What other work takes of the cores must not count.
    await cdp.send('Performance.enable', { timeDomain: 'threadTicks' })
  }, 600_000)
  afterAll(async () => {
    if (process.env['RECADO_FIGURES']) process.stdout.write(`${lines.join('\n')}\n`)
    await browser?.close()
    await node?.close()
  })
  journey()

  const chats = (): Locator => seat.page.getByRole('list', { name: 'Conversas da equipe' })
  const log = (): Locator => seat.page.getByRole('log', { name: `Conversa com ${node.a.user.name}` })
  const said = (text: string): Locator => log().getByRole('article').filter({ hasText: text })
  const toChat = (name: string): Promise<void> =>
    chats()
      .getByRole('button', { name: new RegExp(name) })
      .click()
  /** Places in the chat of the messages that are in the page. */
  const places = (): Promise<number[]> =>
    log()
      .locator('[data-seq]')
      .evaluateAll((rows) => rows.map((row) => Number((row as HTMLElement).dataset['seq'])))
  const assertWindow = async (): Promise<void> => {
    const seqs = await places()
    expect(seqs).toEqual(seqs.map((_seq, index) => seqs[0]! + index))
    expect(seqs.length).toBeLessThanOrEqual(mostShown)
  }
  const scrollTo = (edge: 'top' | 'bottom'): Promise<void> =>
    log().evaluate((pane, to) => {
      pane.scrollTop = to === 'top' ? 0 : pane.scrollHeight
    }, edge)

  test('it opens at its end in under 200 ms of the processor', async () => {
    const taken: number[] = []
    for (let pass = 0; pass < mostPasses; pass++) {
      const before = await busy(cdp)
      await toChat(node.a.user.name)
      await said('A última de todas').waitFor()
      await seat.page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn))))
      taken.push((await busy(cdp)) - before)
      await seen(() => log().evaluate((pane) => pane.scrollHeight - pane.scrollTop - pane.clientHeight)).toBeLessThan(2)
      await toChat(node.a.colleague.name)
      await seat.page.getByRole('article').filter({ hasText: 'Oi' }).waitFor()
    }
    lines.push(`opening: ${taken.map((ms) => ms.toFixed(0)).join(', ')} ms`)
    // The first opening finds nothing kept.
    expect(taken[0], 'the first opening').toBeLessThan(openingMs)
    expect(Math.max(...taken)).toBeLessThan(2 * openingMs)
  })

  test('pages come on both sides while one scrolls, the place is kept, and few messages are in the page', async () => {
    await toChat(node.a.user.name)
    await said('A última de todas').waitFor()
    await assertWindow()
    await look(seat.page, 'internal-chat-long')
    const taken: number[] = []
    for (let page = 0; page < 8; page++) {
      const [first] = await places()
      const before = await busy(cdp)
      await scrollTo('top')
      await seen(async () => (await places())[0]).toBeLessThan(first!)
      // What was first is still at the top, with the older ones above it.
      const row = log().locator(`[data-seq="${first}"]`)
      const [pane, kept] = [await log().boundingBox(), await row.boundingBox()]
      taken.push((await busy(cdp)) - before)
      expect(Math.abs(kept!.y - pane!.y)).toBeLessThan(100)
      await assertWindow()
    }
    lines.push(`one page up: ${taken.map((ms) => ms.toFixed(0)).join(', ')} ms`)
    expect((await places()).at(-1)).toBeLessThan(length - 200)
    await seat.page.getByRole('button', { name: 'Ir para o fim da conversa' }).waitFor()
    for (let page = 0; page < 12 && (await places()).at(-1)! < length; page++) {
      const last = (await places()).at(-1)!
      await scrollTo('bottom')
      await seen(async () => (await places()).at(-1)).toBeGreaterThan(last)
      await assertWindow()
    }
    expect((await places()).at(-1)).toBe(length)
    seat.assertClean()
  })

  test('a jump goes to the answered message and back to the end, and the keyboard scrolls by pages', async () => {
    await scrollTo('bottom')
    await said('A última de todas')
      .getByRole('button', { name: /A primeira de todas/ })
      .click()
    await seen(() => places().then((seqs) => seqs[0])).toBe(1)
    await seen(() => said('A primeira de todas').first().isVisible()).toBe(true)
    await seat.assertAccessible('a long chat at its beginning')
    await log().focus()
    await seen(async () => {
      await seat.page.keyboard.press('End')
      return (await places()).at(-1)
    }).toBeGreaterThan(200)
    await assertWindow()
    await seat.page.getByRole('button', { name: 'Ir para o fim da conversa' }).click()
    await said('A última de todas').waitFor()
    await seen(() => log().evaluate((pane) => pane.scrollHeight - pane.scrollTop - pane.clientHeight)).toBeLessThan(2)
    seat.assertClean()
  })
})

import type { Page } from 'playwright-core'
import { benchId, kinds, type BenchDatabase } from './cluster.ts'
import type { DeskBrowser, Tab } from './desk-browser.ts'
import { atMost, type Bench, type Figure } from './figure.ts'
import { longThread } from './lists-data.ts'
import { percentile } from './measure.ts'

const tenant = 1
const shortThread = benchId('ticket', tenant, 2)
const lastOfLong = 'Mensagem 20000'
const lastOfShort = 'o fim da conversa curta'
/** Pixels a second, upwards. */
const speed = 3_000

/** Both conversations stand at the top of what the administrator attends to. */
export async function longConversation({ owner }: BenchDatabase): Promise<void> {
  const { tenant: tenants, user, contact, connection } = kinds
  await owner`
    update core.ticket
       set status = 'open', closed_at = null, unread = 0, user_id = bench.id(${user}, ${tenant}, 1),
           updated_at = now() - interval '1 second', last_message_at = now()
     where id in (${longThread}, ${shortThread})`
  await owner`
    insert into core.message (id, tenant_id, ticket_id, contact_id, connection_id, external_id, from_me, body, parts,
      status, sent_at)
    values (uuidv7(), bench.id(${tenants}, ${tenant}, 0), ${shortThread}, bench.id(${contact}, ${tenant}, 2),
            bench.id(${connection}, ${tenant}, 0), 'short', false, ${lastOfShort},
            ${owner.json([{ kind: 'text', text: lastOfShort, format: 'plain' }])}, 'read', now())`
  await owner`
    update core.message
       set parts = jsonb_build_array(jsonb_build_object('kind', 'text', 'text', body, 'format', 'plain'))
     where ticket_id = ${longThread}`
}

const row = (page: Page, id: string) => page.locator(`a[href="#/atendimento/${id}"]`)

/** How long it took and how much of it the page's main thread worked. Milliseconds. */
interface Opening {
  readonly ms: number
  readonly busyMs: number
}

/** From the click on a row to the frame after the one in which the words stand in the conversation. */
async function opened(tab: Tab, id: string, words: string): Promise<Opening> {
  const { page } = tab
  await page.evaluate((awaited) => {
    const done = new Promise<number>((resolve) =>
      addEventListener(
        'click',
        ({ timeStamp }) => {
          const look = (): void => {
            const shown = [...document.querySelectorAll('[role=log]')].some(({ textContent }) =>
              textContent.includes(awaited),
            )
            if (!shown) return void requestAnimationFrame(look)
            // What stands there in one frame is painted before the next but one begins.
            requestAnimationFrame(() => requestAnimationFrame(() => resolve(performance.now() - timeStamp)))
          }
          look()
        },
        { capture: true, once: true },
      ),
    )
    Object.assign(globalThis, { opened: done })
  }, words)
  const before = await tab.busy()
  await row(page, id).click()
  const ms = await page.evaluate(() => (globalThis as unknown as { opened: Promise<number> }).opened)
  return { ms, busyMs: (await tab.busy()) - before }
}

const list = '/atendimento?view=mine'
async function loaded(tab: Tab): Promise<void> {
  await tab.page.goto(`${new URL(tab.page.url()).origin}/#${list}`)
  await tab.page.reload()
  await row(tab.page, longThread).waitFor()
  // What the first screen still fetches is not what is measured.
  await tab.page.waitForTimeout(300)
}

/** Counts rows that moved against the wheel, or that were somewhere else a frame before. */
async function jumpsDuring(page: Page, work: () => Promise<unknown>): Promise<{ jumps: number; frames: number }> {
  await page.evaluate((pixelsPerSecond) => {
    const noted = { jumps: 0, frames: 0, running: true, which: [] as string[] }
    Object.assign(globalThis, { noted })
    const pane = document.querySelector('[role=log][tabindex]')!
    const tops = (): Map<string, number> => {
      const box = pane.getBoundingClientRect()
      return new Map(
        [...pane.querySelectorAll<HTMLElement>('[data-index]')]
          .map((one) => [one.textContent, one.getBoundingClientRect()] as const)
          .filter(([, { bottom, top }]) => bottom > box.top && top < box.bottom)
          .map(([text, { top }]) => [text, top]),
      )
    }
    let [before, at] = [tops(), performance.now()]
    const note = (now: number): void => {
      const present = tops()
      const moved = [...present].flatMap(([text, top]) => (before.has(text) ? [top - before.get(text)!] : []))
      const most = Math.max(400, ((now - at) / 1_000) * pixelsPerSecond * 2)
      noted.frames++
      if (moved.length === 0 ? now - at < 100 : Math.min(...moved) < -2 || Math.max(...moved) > most) noted.jumps++
      ;[before, at] = [present, now]
      if (noted.running) requestAnimationFrame(note)
    }
    requestAnimationFrame(note)
  }, speed)
  await work()
  return page.evaluate(() => {
    const { noted } = globalThis as unknown as { noted: { jumps: number; frames: number; running: boolean } }
    noted.running = false
    return noted
  })
}

export async function threadFigures({ quick, say }: Bench, browser: DeskBrowser): Promise<Figure[]> {
  const tab = await browser.open(tenant, list)
  const { page } = tab
  try {
    const times = quick ? 8 : 20
    const cold: Opening[] = []
    const coldShort: Opening[] = []
    const second: Opening[] = []
    for (let time = 0; time <= times; time++) {
      await loaded(tab)
      const long = await opened(tab, longThread, lastOfLong)
      await loaded(tab)
      const short = await opened(tab, shortThread, lastOfShort)
      const afterAnother = await opened(tab, longThread, lastOfLong)
      // The first one fetches the files of the screens.
      if (time > 0) {
        cold.push(long)
        coldShort.push(short)
        second.push(afterAnother)
      }
    }
    const warm: Opening[] = []
    await opened(tab, longThread, lastOfLong)
    for (let time = 0; time < times; time++) {
      await opened(tab, shortThread, lastOfShort)
      warm.push(await opened(tab, longThread, lastOfLong))
    }
    const pane = (await page.getByRole('log', { name: /^Conversa com/ }).boundingBox())!
    const { jumps, frames } = await jumpsDuring(page, () =>
      tab.wheel(
        { x: Math.round(pane.x + pane.width / 2), y: Math.round(pane.y + pane.height / 2) },
        speed * (quick ? 5 : 15),
        speed,
      ),
    )
    const top = await page
      .getByRole('log', { name: /^Conversa com/ })
      .locator('[data-index]')
      .first()
      .textContent()
    say(`scrolled up to “${top}” in ${frames} frames`)
    const took = (openings: readonly Opening[], at: number): number =>
      percentile(
        openings.map(({ ms }) => ms),
        at,
      )
    const worked = (openings: readonly Opening[]): number =>
      percentile(
        openings.map(({ busyMs }) => busyMs),
        0.5,
      )
    const both = (what: string, openings: readonly Opening[], short?: readonly Opening[]): Figure[] => [
      {
        what: `${what}, p50`,
        value: took(openings, 0.5),
        unit: 'ms',
        ...(short && { limit: { what: 'short conversation', value: took(short, 0.5) } }),
        aims: [atMost(200, 'value'), ...(short ? [atMost(1.5)] : [])],
      },
      {
        what: `${what}, p95`,
        value: took(openings, 0.95),
        unit: 'ms',
        ...(short && { limit: { what: 'short conversation', value: took(short, 0.95) } }),
        aims: [atMost(200, 'value')],
      },
      {
        what: `${what}, processor time`,
        value: worked(openings),
        unit: 'ms',
        ...(short && { limit: { what: 'short conversation', value: worked(short) } }),
      },
    ]
    return [
      ...both('conversation of 20,000 messages, click to painted, the first in a page', cold, coldShort),
      ...both('conversation of 20,000 messages, click to painted, not known, after another', second),
      ...both('conversation of 20,000 messages, click to painted, known', warm),
      { what: 'jumps while it is scrolled up by the wheel', value: jumps, unit: 'jumps', aims: [atMost(0, 'value')] },
    ]
  } finally {
    await page.context().close()
  }
}

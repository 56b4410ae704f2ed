import { randomUUID } from 'node:crypto'
import type { Locator } from 'playwright-core'
import { bareList } from './bare-list.ts'
import { kinds, type BenchDatabase } from './cluster.ts'
import type { DeskBrowser, Tab } from './desk-browser.ts'
import { atLeast, atMost, type Bench, type Figure } from './figure.ts'
import { framesDuring } from './frames.ts'
import { alternating } from './measure.ts'
import { Provider } from './webhooks.ts'

/** The company with 100,000 tickets. */
const tenant = 2
const rowHeight = 72
/** Pixels a second: the fastest that a wheel is turned by hand, and faster than anybody reads. */
const wheelSpeed = 4_000
const rushSpeed = 20_000
const pushes = 20

const rowsOf = ({ page }: Tab): Locator =>
  page.getByRole('region', { name: 'Atendimentos', exact: true }).getByRole('listitem')
/** How far down the list a tab is: the number of its last row in the page. */
const reached = (tab: Tab): Promise<number> => rowsOf(tab).last().getAttribute('aria-posinset').then(Number)
/** How many rows the tab has loaded is told by its height. */
const overList = async (tab: Tab): Promise<{ x: number; y: number; width: number; height: number }> => {
  const box = await tab.page
    .getByRole('list', { name: 'Atendimentos' })
    .locator('xpath=ancestor::*[contains(@class, "overflow-y-auto")][1]')
    .boundingBox()
  return {
    x: Math.round(box!.x + box!.width / 2),
    y: Math.round(box!.y + box!.height / 2),
    width: Math.round(box!.width),
    height: Math.round(box!.height),
  }
}

async function openList(browser: DeskBrowser): Promise<Tab> {
  const tab = await browser.open(tenant, '/atendimento?view=all&showAll=true')
  await rowsOf(tab).nth(5).waitFor()
  return tab
}

/** The tenth part of the tickets that is open can be written to by its customer. */
const writers = async ({ owner }: BenchDatabase): Promise<void> => {
  await owner`
    insert into core.contact_identity (tenant_id, kind, value, contact_id)
    select bench.id(${kinds.tenant}, ${tenant}, 0), 'hook', 'c' || n, bench.id(${kinds.contact}, ${tenant}, n)
      from generate_series(10, 10000, 10) n`
}

export async function listFigures(
  { quick, rounds, seconds, say }: Bench,
  database: BenchDatabase,
  browser: DeskBrowser,
  port: number,
): Promise<Figure[]> {
  const depth = quick ? 2_000 : 8_000
  await writers(database)
  const provider = new Provider(port, 4)
  const tab = await openList(browser)
  const fresh = await openList(browser)
  const at = await overList(tab)
  const bare = await browser.bare(bareList({ count: 100_000, rowHeight, width: at.width, height: at.height }))
  const overBare = { x: Math.round(at.width / 2), y: Math.round(at.height / 2) }

  // Rows stand above those in sight too, as they do further down.
  await tab.wheel(at, -20 * rowHeight, wheelSpeed)
  const before = await tab.use()
  while ((await reached(tab)) < depth) await tab.wheel(at, -Math.min(depth / 4, 500) * rowHeight, rushSpeed)
  const after = await tab.use()
  const rows = await reached(tab)
  say(`scrolled to row ${rows.toLocaleString('en-US')}`)

  const turning = (of: Tab, over: { x: number; y: number }) => async () => {
    const start = await of.busy()
    const frames = await framesDuring(of.page, () => of.wheel(over, -wheelSpeed * seconds * 2, wheelSpeed))
    return {
      perSecond: frames.perSecond,
      p99: frames.p99,
      busy: (((await of.busy()) - start) * rowHeight) / (wheelSpeed * seconds * 2),
    }
  }
  const keys = async () => {
    await tab.page.bringToFront()
    const start = await tab.busy()
    let pressed = 0
    const frames = await framesDuring(tab.page, async () => {
      for (const until = performance.now() + seconds * 2_000; performance.now() < until; pressed++)
        await tab.page.keyboard.press('j')
    })
    return { perSecond: frames.perSecond, busy: ((await tab.busy()) - start) / pressed }
  }
  let writer = 0
  const listRequests = { count: 0 }
  tab.page.on('request', (request) => {
    if (/\/tickets\/\?/.test(request.url())) listRequests.count++
  })
  const pushed = (to: Tab) => async () => {
    await to.page.bringToFront()
    const rest = async (): Promise<number> => {
      const start = await to.busy()
      await to.page.waitForTimeout(pushes * 60)
      return (await to.busy()) - start
    }
    const idle = await rest()
    listRequests.count = 0
    const start = await to.busy()
    for (let number = 0; number < pushes; number++) {
      writer = 10 + (writer % 10_000)
      const from = `c${writer}`
      await provider.post(tenant, [
        {
          type: 'message',
          id: randomUUID(),
          chat: from,
          from: { id: from, name: 'Cliente' },
          text: `Mensagem ${writer}`,
          at: new Date().toISOString(),
        },
      ])
      await to.page.waitForTimeout(50)
    }
    return { busy: Math.max(0.01, ((await to.busy()) - start - idle) / pushes), asked: listRequests.count }
  }
  try {
    const seen = await alternating(rounds, { wheel: turning(tab, at), bare: turning(bare, overBare), keys })
    const push = await alternating(rounds, { deep: pushed(tab), fresh: pushed(fresh) })
    say(`row ${(await reached(tab)).toLocaleString('en-US')} at the end`)
    return [
      {
        what: `list of 100,000, from row ${depth.toLocaleString('en-US')} on by the wheel: frames`,
        value: seen.wheel.perSecond,
        unit: '/s',
        limit: { what: 'bare list', value: seen.bare.perSecond },
        aims: [atLeast(0.95)],
      },
      {
        what: 'by the wheel: longest frame of a hundred',
        value: seen.wheel.p99,
        unit: 'ms',
        limit: { what: 'bare list', value: seen.bare.p99 },
      },
      {
        what: 'by the wheel: processor time for a row that it brings',
        value: seen.wheel.busy,
        unit: 'ms',
        limit: { what: 'bare list', value: seen.bare.busy },
        aims: [atMost(4, 'value')],
      },
      {
        what: 'by the key that goes down: frames',
        value: seen.keys.perSecond,
        unit: '/s',
        limit: { what: 'bare list, by the wheel', value: seen.bare.perSecond },
        aims: [atLeast(0.9)],
      },
      {
        what: 'by the key that goes down: processor time for a row',
        value: seen.keys.busy,
        unit: 'ms',
        aims: [atMost(8, 'value')],
      },
      {
        what: `a push while ${rows.toLocaleString('en-US')} rows are loaded, processor time`,
        value: push.deep.busy,
        unit: 'ms',
        limit: { what: 'while 40 are', value: push.fresh.busy },
        aims: [atMost(2), atMost(16, 'value')],
      },
      {
        what: 'pages of the list asked for by pushes',
        value: push.deep.asked,
        unit: 'requests',
        aims: [atMost(0, 'value')],
      },
      {
        what: `elements and texts of the page, at row ${depth.toLocaleString('en-US')}`,
        value: after.nodes,
        unit: 'nodes',
        limit: { what: 'at row 20', value: before.nodes },
        aims: [atMost(1.2)],
      },
      {
        what: 'memory that a row that was passed keeps',
        value: (after.heapKb - before.heapKb) / rows,
        unit: 'KB',
        aims: [atMost(4, 'value')],
      },
    ]
  } finally {
    await provider.close()
    for (const one of [tab, fresh, bare]) await one.page.context().close()
  }
}

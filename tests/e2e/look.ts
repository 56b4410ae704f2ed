import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { stillness } from './accessibility.ts'
import { pictures, seen, type Seat } from './browser.ts'

const heights = { 1920: 1080, 1440: 900, 1024: 768, 390: 844, 360: 740 } as const
type Width = keyof typeof heights
const widths = [1440, 1024, 390] as const

/**
 * With RECADO_PICTURES set, pictures of a screen to be looked at, in `test-results/`: light and dark, at these widths.
 * The page is light and wide again afterwards.
 */
export async function look(page: Page, name: string, widths: readonly Width[] = [1440, 390]): Promise<void> {
  if (process.env['RECADO_PICTURES'] === undefined) return
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    for (const width of widths) {
      await page.setViewportSize({ width, height: heights[width] })
      await page.screenshot({ path: join(pictures, `${name}-${colorScheme}-${width}.png`) })
    }
  }
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.emulateMedia({ colorScheme: 'light' })
}

/** Asserts that nothing is wider than the window, and nothing in a pane or a dialog wider than that. */
export async function assertNothingWider(page: Page, what: string): Promise<void> {
  const wider = await page.evaluate(() =>
    [document.documentElement, ...document.querySelectorAll('.overflow-y-auto, .k-dialog-body')]
      .filter((pane) => pane.scrollWidth > pane.clientWidth)
      .map((pane) => pane.className || pane.localName),
  )
  expect([what, wider]).toEqual([what, []])
}

/** Does the same at each of the three widths, the widest first. The page is as wide as before afterwards. */
export async function atWidths(page: Page, act: (width: (typeof widths)[number]) => Promise<void>): Promise<void> {
  const before = page.viewportSize()!
  for (const width of widths) {
    await page.setViewportSize({ width, height: heights[width] })
    await act(width)
  }
  await page.setViewportSize(before)
}

/**
 * Asserts that what a journey has come to fits these widths, light and dark, and that axe finds nothing serious there,
 * all in the page where it is. The page is as it was afterwards. With RECADO_PICTURES set it leaves pictures.
 */
export async function assertFits(seat: Seat, what: string, at: readonly Width[] = widths): Promise<void> {
  const { page } = seat
  const size = page.viewportSize()!
  const wasDark = await page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches)
  for (const colorScheme of wasDark ? (['light', 'dark'] as const) : (['dark', 'light'] as const)) {
    await page.emulateMedia({ colorScheme })
    for (const width of at) {
      await page.setViewportSize({ width, height: heights[width] })
      const where = `${what}, ${width} px, ${colorScheme}`
      // The page is told of the other theme when it draws, which may be later than the next picture.
      const drawn = () => page.evaluate(() => document.documentElement.dataset['theme'])
      await seen(async () => [where, await drawn()]).toEqual([where, colorScheme])
      await stillness(page)
      if (process.env['RECADO_PICTURES'] !== undefined)
        await page.screenshot({ path: join(pictures, `fits-${where.replace(/[^\p{L}\d]+/gu, '-')}.png`) })
      await assertNothingWider(page, where)
      await seat.assertAccessible(where)
    }
  }
  await page.setViewportSize(size)
}

import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { stillness } from './accessibility.ts'
import { pictures, type Seat } from './browser.ts'

const heights = { 1440: 900, 1024: 768, 390: 844 } as const
type Width = keyof typeof heights

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

/**
 * Asserts that what a journey has come to fits three widths, light and dark, and that axe finds nothing serious there,
 * all in the page where it is. The page is light and wide again afterwards.
 */
export async function assertFits(seat: Seat, what: string): Promise<void> {
  const { page } = seat
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme })
    for (const width of [390, 1024, 1440] as const) {
      await page.setViewportSize({ width, height: heights[width] })
      await stillness(page)
      const where = `${what}, ${width} px, ${colorScheme}`
      await assertNothingWider(page, where)
      await seat.assertAccessible(where)
    }
  }
}

import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { pictures } from './browser.ts'

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

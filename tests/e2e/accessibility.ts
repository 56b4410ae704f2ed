import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { AxeResults, NodeResult, RunOptions } from 'axe-core'
import type { Page } from 'playwright-core'

/*
 * axe-core is run in the page itself. The builder of @axe-core/playwright opens a second page for each analysis and
 * collects what is right too: it takes six times as long, and journeys ask several hundred times.
 */

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
/** Only violations are described. Frames are analysed by the script within them. */
const options: RunOptions = { resultTypes: ['violations'] }

interface WithAxe {
  axe?: {
    configure(spec: { allowedOrigins: string[] }): void
    run(of: Document, options: RunOptions): Promise<AxeResults>
  }
}

/** A rule that is broken seriously, and the elements that break it with the reason of each. */
export type Violation = readonly [rule: string, elements: readonly string[]]

/**
 * Waits until what fades in or changes its colours has done so. What runs for ever or stands still is not waited for.
 */
export async function stillness(page: Page): Promise<void> {
  // Changes begin with the next picture, which the browser does not draw for a frame that is out of sight.
  await page.evaluate(() => new Promise(requestAnimationFrame))
  for (const frame of page.frames())
    await frame.evaluate(async () => {
      const isEnding = ({ effect, playState }: Animation): boolean =>
        playState === 'running' && effect?.getComputedTiming().iterations !== Infinity
      const ending = document.getAnimations().filter(isEnding)
      await Promise.allSettled(ending.map(({ finished }) => finished))
    })
}

/** What axe finds serious or critical in what is on the screen when it has come to rest, frames included. */
export async function seriousViolations(page: Page): Promise<Violation[]> {
  await stillness(page)
  for (const frame of page.frames()) {
    if (await frame.evaluate(() => (globalThis as WithAxe).axe !== undefined)) continue
    await frame.evaluate(source)
    await frame.evaluate(() => (globalThis as WithAxe).axe!.configure({ allowedOrigins: ['<unsafe_all_origins>'] }))
  }
  const found = await page.evaluate(async (asked) => {
    const { violations } = await (globalThis as WithAxe).axe!.run(document, asked)
    return violations.map(({ id, impact, nodes }) => ({ id, impact, nodes }))
  }, options)
  return found
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => [id, nodes.map(described)])
}

const described = ({ html, failureSummary }: NodeResult): string => `${html} ${failureSummary}`

import type { Page } from 'playwright-core'

/** Frames of a page while something was done. `perSecond`, and the gap between two of them in milliseconds. */
export interface Frames {
  readonly perSecond: number
  readonly p99: number
  readonly count: number
  readonly seconds: number
}

/** Notes every frame that the page gets to draw while `work` runs. */
export async function framesDuring(page: Page, work: () => Promise<unknown>): Promise<Frames> {
  await page.evaluate(() => {
    const noted = { frames: [] as number[], running: true }
    Object.assign(globalThis, { noted })
    const note = (at: number): void => {
      noted.frames.push(at)
      if (noted.running) requestAnimationFrame(note)
    }
    requestAnimationFrame(note)
  })
  await work()
  const at = await page.evaluate(() => {
    const { noted } = globalThis as unknown as { noted: { frames: number[]; running: boolean } }
    noted.running = false
    return noted.frames
  })
  const gaps = at
    .slice(1)
    .map((moment, index) => moment - at[index]!)
    .toSorted((a, b) => a - b)
  const seconds = ((at.at(-1) ?? 0) - (at[0] ?? 0)) / 1_000
  return {
    perSecond: gaps.length / seconds,
    p99: gaps[Math.floor(gaps.length * 0.99)] ?? Number.NaN,
    count: gaps.length,
    seconds,
  }
}

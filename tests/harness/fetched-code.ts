import { gzipSync } from 'node:zlib'
import type { Page } from 'playwright-core'

/** A script or style that a page fetched, with its size in gzip however it was sent. */
export interface FetchedCode {
  readonly path: string
  readonly gzip: number
}

/** Keeps what the page fetches of code until it is taken. */
export function watchCode(page: Page): { take(): Promise<FetchedCode[]> } {
  let open: Promise<FetchedCode>[] = []
  page.on('response', (response) => {
    if (!['script', 'stylesheet'].includes(response.request().resourceType())) return
    const read = response
      .body()
      // The browser does not keep the script of a worker; it is the same whoever asks.
      .catch(async () => Buffer.from(await (await fetch(response.url())).arrayBuffer()))
      .then((body) => ({ path: new URL(response.url()).pathname, gzip: gzipSync(body).length }))
    // A failure belongs to whoever takes it, and to nobody where the page was closed before.
    read.catch(() => undefined)
    open.push(read)
  })
  return {
    async take() {
      const taken = open
      open = []
      return Promise.all(taken)
    },
  }
}

export const kilobytes = (fetched: readonly Pick<FetchedCode, 'gzip'>[]): number =>
  fetched.reduce((sum, { gzip }) => sum + gzip, 0) / 1_000
/** Limits of the first screen's code: scripts and styles, in gzip. */
export const firstScreenLimits = { kilobytes: 200, requests: 6 } as const
/** Limit of what the shell fetches between signing in and the home page, in kilobytes of gzip. */
export const signedInLimit = 60

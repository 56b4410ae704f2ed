import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'

/** What the site answers under a path. */
export interface SitePage {
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Uint8Array
}

/**
 * A site of somebody else on this machine. Give `resolve` to the guard of the node under test, so that names lead here.
 */
export interface WebSite {
  readonly port: number
  /** What was asked for, in order. */
  readonly asked: { readonly path: string; readonly headers: IncomingHttpHeaders }[]
  /** How often a path was asked for. */
  times(path: string): number
  answer(path: string, page: SitePage | (() => Promise<SitePage>)): void
  /** A page with this in its head. */
  page(path: string, head: string): void
  close(): Promise<void>
}

export async function webSite(): Promise<WebSite> {
  const pages = new Map<string, SitePage | (() => Promise<SitePage>)>()
  const asked: WebSite['asked'] = []
  const server = createServer((request, response) => {
    const path = request.url ?? '/'
    asked.push({ path, headers: request.headers })
    const page = pages.get(path) ?? { status: 404 }
    void Promise.resolve(typeof page === 'function' ? page() : page).then(({ status = 200, headers, body }) =>
      response.writeHead(status, { 'content-type': 'text/html; charset=utf-8', ...headers }).end(body),
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const answer: WebSite['answer'] = (path, page) => void pages.set(path, page)
  return {
    port: (server.address() as AddressInfo).port,
    asked,
    times: (path) => asked.filter((one) => one.path === path).length,
    answer,
    page: (path, head) => answer(path, { body: `<!doctype html><html><head>${head}</head><body></body></html>` }),
    close: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}

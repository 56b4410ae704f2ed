import { readFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join, normalize } from 'node:path'

const types: Record<string, string> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
}
/** As the product sends it: no eval, no inline scripts, styles by nonce, no trusted types policy at all. */
const policy =
  "default-src 'none'; script-src 'self'; style-src 'self' 'nonce-n0nce'; connect-src 'self'; img-src data:; " +
  "base-uri 'none'; require-trusted-types-for 'script'; trusted-types 'none'"

/** A plugin's files: a folder, or texts by name. */
export type Files = string | Readonly<Record<string, string>>

export interface PanelServer extends AsyncDisposable {
  readonly origin: string
  /** Paths asked for so far. */
  readonly requests: string[]
  manifest: unknown
  readonly plugins: Map<string, Files>
  /** Decides about one request before it is answered: wait, or answer with a status of its own. */
  intercept: ((path: string) => Promise<number | undefined> | number | undefined) | undefined
}

async function contentOf(files: Files, path: string): Promise<string | Buffer | undefined> {
  if (path === 'locales/en.json') return JSON.stringify({ greeting: 'Hello {{name}},' })
  if (typeof files !== 'string') return files[path]
  return readFile(join(files, normalize(`/${path}`))).catch(() => undefined)
}

/** Serves the host at `/`, plugins at `/plugins/<id>/` (with `~n/` ignored) and the manifest. */
export async function startPanelServer(hostFolder: string): Promise<PanelServer> {
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { pathname } = new URL(request.url ?? '/', 'http://local')
    state.requests.push(pathname)
    const status = await state.intercept?.(pathname)
    if (status !== undefined) return void response.writeHead(status).end()
    const plugin = /^\/plugins\/([^/]+)\/(?:~\d+\/)?(.+)$/.exec(pathname)
    const file = pathname === '/' ? 'index.html' : pathname.slice(1)
    const content =
      pathname === '/manifest.json'
        ? JSON.stringify(state.manifest)
        : plugin
          ? await contentOf(state.plugins.get(plugin[1]!) ?? {}, plugin[2]!)
          : await contentOf(hostFolder, file)
    if (content === undefined) return void response.writeHead(404).end()
    response
      .writeHead(200, {
        'content-type': types[extname(file)] ?? 'application/octet-stream',
        'content-security-policy': policy,
        'cache-control': 'no-store',
      })
      .end(content)
  }
  const server = createServer((request, response) => void answer(request, response))
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const state: PanelServer = {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests: [],
    manifest: { plugins: [] },
    plugins: new Map(),
    intercept: undefined,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  return state
}

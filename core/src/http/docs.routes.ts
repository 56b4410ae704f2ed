import { createHash } from 'node:crypto'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { defineRoute, Refusal } from '@recado/contracts'
import { assetResponse, createAssets } from './assets.ts'
import { openApiDocument } from './openapi.ts'
import { bindRoute, type BoundRoute } from './route.ts'

export interface DocsOptions {
  /** The mounted routes, asked for at each request: plugins may come and go. */
  routes(): readonly BoundRoute[]
  readonly version: string
  readonly publicUrl: string | undefined
}

const open = { access: { kind: 'public' }, rate: 'read', response: 'bytes' } as const
const document = defineRoute({ method: 'GET', path: '/openapi.json', summary: 'This document', ...open })
const page = defineRoute({ method: 'GET', path: '/docs', summary: 'The API reference as a page', ...open })
const viewer = defineRoute({
  method: 'GET',
  path: '/docs/viewer.js',
  summary: 'The viewer of the API reference',
  ...open,
})
const start = defineRoute({ method: 'GET', path: '/docs/start.js', summary: 'Starts the viewer', ...open })

/** The viewer sets styles itself and keeps its fonts in its own file; it may talk to this origin only. */
const policy =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; font-src " +
  "'self' data:; connect-src 'self'; worker-src 'self' blob:; base-uri 'none'; form-action 'none'; " +
  "frame-ancestors 'none'"

const html =
  '<!doctype html><html lang="en"><head><meta charset="utf-8">' +
  '<meta name="viewport" content="width=device-width, initial-scale=1"><link rel="icon" href="data:,"><title>' +
  'Recado API</title></head><body><div id="reference"></div><script src="/docs/viewer.js"></script>' +
  '<script src="/docs/start.js"></script></body></html>'

/**
 * Everything in the viewer that would call out is switched off: fonts, assistant, telemetry, sharing, request proxy.
 */
const startScript = `Scalar.createApiReference('#reference', ${JSON.stringify({
  url: '/openapi.json',
  withDefaultFonts: false,
  telemetry: false,
  agent: { disabled: true },
  mcp: { disabled: true },
  hideClientButton: true,
  showDeveloperTools: 'never',
  persistAuth: false,
})})`

/** The API reference: generated from the routes that are mounted, drawn by a viewer that this server serves itself. */
export function docsRoutes(options: DocsOptions): readonly BoundRoute[] {
  const assets = createAssets()
  // The package exports its stylesheet but not its browser build, which lies beside it.
  const viewerFolder = join(
    dirname(createRequire(import.meta.url).resolve('@scalar/api-reference/style.css')),
    'browser',
  )
  let latest: { readonly routes: readonly BoundRoute[]; readonly json: string; readonly etag: string } | undefined
  const current = () => {
    const routes = options.routes()
    if (latest?.routes !== routes) {
      const json = JSON.stringify(
        openApiDocument(
          routes.filter((route) => !own.has(route)),
          { version: options.version, server: options.publicUrl },
        ),
      )
      latest = { routes, json, etag: `"${createHash('sha256').update(json).digest('base64url').slice(0, 22)}"` }
    }
    return latest
  }
  const script = (text: string) =>
    new Response(text, { headers: { 'content-type': 'text/javascript; charset=utf-8', 'cache-control': 'no-cache' } })
  const bound = [
    bindRoute(document, ({ headers }) => {
      const { json, etag } = current()
      const base = { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-cache', etag }
      return headers.get('if-none-match') === etag
        ? new Response(null, { status: 304, headers: base })
        : new Response(json, { headers: base })
    }),
    bindRoute(
      page,
      () =>
        new Response(html, {
          headers: { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': policy },
        }),
    ),
    bindRoute(start, () => script(startScript)),
    bindRoute(viewer, async (_request, _caller, raw) => {
      const asset = await assets.read(viewerFolder, 'standalone.js')
      if (!asset) throw new Refusal('ERR_NOT_FOUND')
      return assetResponse(raw, asset)
    }),
  ]
  const own: ReadonlySet<BoundRoute> = new Set(bound)
  return bound
}

import { randomBytes } from 'node:crypto'
import { assetResponse, createAssets, type Asset, type Assets } from './assets.ts'
import { pluginTextsAt } from './plugin-texts-path.ts'
import type { Fallback } from './server.ts'

const noncePlaceholder = '__CSP_NONCE__'

/**
 * Content policy of the shell: its own scripts and styles, pictures and sounds of this origin, this origin's sockets.
 * The logo may be elsewhere. Without `unsafe-eval` and without inline scripts. A nonce lets libraries add their style
 * elements.
 */
const shellPolicy = (nonce: string, sockets: string, pictures: string): string =>
  [
    "default-src 'none'",
    `script-src 'self' 'nonce-${nonce}'`,
    `style-src 'self' 'nonce-${nonce}'`,
    `img-src 'self' blob: data:${pictures}`,
    "media-src 'self' blob:",
    "font-src 'self'",
    `connect-src 'self'${sockets}`,
    "frame-src 'self'",
    "worker-src 'self'",
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "object-src 'none'",
    "frame-ancestors 'none'",
  ].join('; ')

/** Origin of the installation's logo, if it is another one; validated like the host. */
function originOf(logo: string | null): string {
  const origin = logo !== null && URL.canParse(logo) ? new URL(logo).origin : ''
  return /^https?:\/\/[A-Za-z0-9.:[\]-]+$/.test(origin) ? ` ${origin}` : ''
}

/**
 * This origin's sockets for browsers whose 'self' leaves them out. A host with other characters could end the
 * directive.
 */
const socketsOf = (host: string): string => (/^[A-Za-z0-9.:[\]-]+$/.test(host) ? ` ws://${host} wss://${host}` : '')

const permissions = 'camera=(), geolocation=(), payment=(), usb=(), microphone=(self), clipboard-write=(self)'

/** A service worker asks this origin for pages, and loads nothing else. */
const workerPolicy = "default-src 'none'; connect-src 'self'"

/** The web app manifest with the installation's name. */
function manifest(request: Request, asset: Asset | undefined, name: string | null): Response | undefined {
  if (!asset) return undefined
  const written = JSON.parse(Buffer.from(asset.bytes).toString('utf8')) as Record<string, unknown>
  const body = JSON.stringify(name === null ? written : { ...written, name, short_name: name })
  return new Response(request.method === 'HEAD' ? null : body, {
    headers: { 'content-type': 'application/manifest+json', 'cache-control': 'no-cache' },
  })
}

export interface ShellOptions {
  readonly dist: string
  readonly assets?: Assets
  /** Address of the installation's logo, and the installation's name; null for the product's own. */
  readonly logo?: () => Promise<string | null>
  readonly name?: () => Promise<string | null>
}

/**
 * The shell's build. Hash routing makes `/` its only document: never kept, with a nonce of its own in every answer.
 * Everything else in the folder is an asset.
 */
export function serveShell({
  dist,
  assets = createAssets(),
  logo = async () => null,
  name = async () => null,
}: ShellOptions): Fallback {
  return async (request, url) => {
    if (url.pathname === '/manifest.webmanifest')
      return manifest(request, await assets.read(dist, url.pathname), await name().catch(() => null))
    if (url.pathname === '/service-worker.js') {
      const worker = await assets.read(dist, url.pathname)
      return worker && assetResponse(request, worker, { 'content-security-policy': workerPolicy })
    }
    if (url.pathname !== '/' && url.pathname !== '/index.html') {
      const asset = await assets.read(dist, url.pathname)
      return asset && assetResponse(request, asset)
    }
    const page = await assets.read(dist, 'index.html')
    if (!page) return undefined
    const nonce = randomBytes(18).toString('base64')
    const html = Buffer.from(page.bytes).toString('utf8').replaceAll(noncePlaceholder, nonce)
    return new Response(request.method === 'HEAD' ? null : html, {
      headers: {
        'content-type': 'text/html; charset=utf-8',
        'cache-control': 'no-store',
        'content-security-policy': shellPolicy(nonce, socketsOf(url.host), originOf(await logo().catch(() => null))),
        'permissions-policy': permissions,
      },
    })
  }
}

/**
 * The texts of all running plugins in a language, at the addresses that the shell's manifest names
 * (`pluginTextsPath`). One that this node does not have is not found: the shell then reads the files of each plugin.
 */
export function servePluginTexts(texts: (locale: string, hash: string) => Promise<Asset | undefined>): Fallback {
  return async (request, url) => {
    const found = pluginTextsAt(url.pathname)
    const asset = found && (await texts(found.locale, found.hash))
    return asset ? assetResponse(request, asset) : undefined
  }
}

/** Folders of a plugin's files for the browser; see `assets` of the plugin host. */
export interface PluginFolders {
  readonly ui?: string | undefined
  readonly locales?: string | undefined
}

/**
 * `/plugins/<id>/…`: the build of a plugin's panels, and its translations under `locales/`. Public files of the
 * product, which pages of other origins may embed. A browser never fetches a module again whose URL failed once, so the
 * shell retries under `~<n>/`, which names the same files. An installed plugin has the mark of its build in its
 * addresses (`@<mark>/`), so that a page that stayed open over an update still finds what it began with.
 */
export function servePluginAssets(
  resolve: (id: string, mark: string | undefined) => PluginFolders | undefined,
  assets: Assets = createAssets(),
): Fallback {
  return async (request, url) => {
    const found = /^\/plugins\/([a-z][a-z0-9-]*)\/(?:@([0-9a-f]{12})\/)?(?:~\d{1,3}\/)?(locales\/)?(.+)$/.exec(
      url.pathname,
    )
    const folders = found && resolve(found[1]!, found[2])
    if (!folders) return undefined
    const [, , , locales, path] = found
    const folder = locales ? folders.locales : folders.ui
    const asset = folder === undefined ? undefined : await assets.read(folder, path!)
    return asset && assetResponse(request, asset, { 'cross-origin-resource-policy': 'cross-origin' })
  }
}

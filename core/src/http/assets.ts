import { createHash } from 'node:crypto'
import { readFile, realpath, stat } from 'node:fs/promises'
import { join, sep } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { getMimeType } from 'hono/utils/mime'

/** A file as it is served, with its compressed forms made on first use. */
export interface Asset {
  readonly bytes: Uint8Array<ArrayBuffer>
  readonly mime: string
  readonly etag: string
  /** The name carries a hash of the content, so that a browser may keep it for good. */
  readonly hashed: boolean
  readonly packed: Map<string, Promise<Uint8Array<ArrayBuffer>>>
}

/** Files of folders that are known at build time, kept in memory. Reads again when a file changes on the disk. */
export interface Assets {
  read(folder: string, path: string): Promise<Asset | undefined>
}

const compressible = /^(text\/|application\/(javascript|json|manifest\+json|xml)|image\/svg\+xml)/
/**
 * Names as bundlers write them: `name-Ab3dE_f7.js`. A hash has a digit or a capital; `quick-messages.json` has none.
 */
const hashedName = /-(?=[\w-]*[A-Z0-9])[\w-]{8}\.[a-z0-9]+$/
const worthPacking = 1_024

/** `maxBytes` limits what is kept; beyond it, what was read longest ago goes first. */
export function createAssets(maxBytes = 64_000_000): Assets {
  const kept = new Map<string, { readonly asset: Asset; readonly version: string }>()
  let size = 0
  return {
    async read(folder, path) {
      const file = await fileWithin(folder, path)
      if (!file) return undefined
      const known = kept.get(file.path)
      if (known?.version === file.version) return known.asset
      const bytes = new Uint8Array(await readFile(file.path))
      const type = getMimeType(file.path) ?? 'application/octet-stream'
      const mime = type.startsWith('text/') && !type.includes('charset') ? `${type}; charset=utf-8` : type
      const asset = assetOf(bytes, mime, hashedName.test(file.path))
      size += bytes.length - (known?.asset.bytes.length ?? 0)
      kept.delete(file.path)
      kept.set(file.path, { asset, version: file.version })
      for (const [oldest, entry] of kept) {
        if (size <= maxBytes || oldest === file.path) break
        kept.delete(oldest)
        size -= entry.asset.bytes.length
      }
      return asset
    },
  }
}

/** Content with its mark; `hashed` as in {@link Asset}. For files, and for what is made of several of them. */
export const assetOf = (bytes: Uint8Array<ArrayBuffer>, mime: string, hashed: boolean): Asset => ({
  bytes,
  mime,
  etag: `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`,
  hashed,
  packed: new Map(),
})

/**
 * The file that an URL path names, when it lies in the folder. Each segment is decoded once and must then be an
 * ordinary visible name; links out of the folder lead nowhere.
 */
async function fileWithin(folder: string, path: string): Promise<{ path: string; version: string } | undefined> {
  const segments = path
    .split('/')
    .filter((segment) => segment !== '')
    .map(decoded)
  if (
    segments.length === 0 ||
    segments.some((segment) => segment === undefined || segment.startsWith('.') || /[/\\\0]/.test(segment))
  )
    return undefined
  try {
    const [root, found] = await Promise.all([realpath(folder), realpath(join(folder, ...(segments as string[])))])
    if (!found.startsWith(root + sep)) return undefined
    const facts = await stat(found)
    return facts.isFile() ? { path: found, version: `${facts.mtimeMs} ${facts.size}` } : undefined
  } catch {
    return undefined
  }
}

function decoded(segment: string): string | undefined {
  try {
    return decodeURIComponent(segment)
  } catch {
    return undefined
  }
}

/** Answers a GET or HEAD with a file: 304 when the client has it, compressed when the client can and it pays. */
export async function assetResponse(
  request: Request,
  asset: Asset,
  headers: Readonly<Record<string, string>> = {},
): Promise<Response> {
  const base: Record<string, string> = {
    'content-type': asset.mime,
    etag: asset.etag,
    vary: 'accept-encoding',
    'cache-control': asset.hashed ? 'public, max-age=31536000, immutable' : 'no-cache',
    ...headers,
  }
  if (
    request.headers
      .get('if-none-match')
      ?.split(',')
      .some((tag) => tag.trim().replace(/^W\//, '') === asset.etag)
  )
    return new Response(null, { status: 304, headers: base })
  const encoding =
    compressible.test(asset.mime) && asset.bytes.length >= worthPacking ? acceptedEncoding(request) : undefined
  const body = encoding ? await packed(asset, encoding) : asset.bytes
  const all = { ...base, 'content-length': String(body.length), ...(encoding && { 'content-encoding': encoding }) }
  return new Response(request.method === 'HEAD' ? null : body, { status: 200, headers: all })
}

function acceptedEncoding(request: Request): 'br' | 'gzip' | undefined {
  const accepted = (request.headers.get('accept-encoding') ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter((part) => !/;\s*q=0(\.0*)?$/.test(part))
    .map((part) => part.split(';', 1)[0]!)
  return accepted.includes('br') ? 'br' : accepted.includes('gzip') ? 'gzip' : undefined
}

function packed(asset: Asset, encoding: 'br' | 'gzip'): Promise<Uint8Array<ArrayBuffer>> {
  const known = asset.packed.get(encoding)
  if (known) return known
  const work = (
    encoding === 'br'
      ? promisify(brotliCompress)(asset.bytes, {
          params: { [constants.BROTLI_PARAM_QUALITY]: 7, [constants.BROTLI_PARAM_SIZE_HINT]: asset.bytes.length },
        })
      : promisify(gzip)(asset.bytes)
  ).then((bytes) => new Uint8Array(bytes))
  asset.packed.set(encoding, work)
  return work
}

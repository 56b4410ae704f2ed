import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { styleHash } from './style.ts'

/** Nothing runs, and nothing is loaded but pictures; who would frame the page could lead a reader astray. */
const policy = [
  "default-src 'none'",
  `style-src ${styleHash}`,
  "img-src 'self' https:",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** Fewer bytes than these are not worth packing. */
const worthPacking = 1_024

export interface Answered {
  readonly status?: 200 | 404
  readonly type: 'text/html' | 'application/xml'
  readonly text: string
  /** Headers of the request that the text depends on, beside its encoding. */
  readonly varies?: 'accept-language'
}

/** A page as it is answered: kept for a minute, 304 where the reader has it, packed where the reader unpacks it. */
export async function answer(request: Headers, { status = 200, type, text, varies }: Answered): Promise<Response> {
  const etag = `W/"${createHash('sha256').update(text).digest('base64url').slice(0, 27)}"`
  const headers = new Headers({
    'content-type': `${type}; charset=utf-8`,
    'content-security-policy': policy,
    'x-content-type-options': 'nosniff',
    'cache-control': 'public, max-age=60',
    vary: ['accept-encoding', varies].filter(Boolean).join(', '),
    etag,
  })
  const known = request.get('if-none-match')?.split(',') ?? []
  if (status === 200 && known.some((tag) => tag.trim().replace(/^W\//, '') === etag.slice(2)))
    return new Response(null, { status: 304, headers })
  const bytes = new TextEncoder().encode(text)
  const packs = /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?(?:,|$|\s))/.test(request.get('accept-encoding') ?? '')
  if (!packs || bytes.length < worthPacking) return new Response(bytes, { status, headers })
  headers.set('content-encoding', 'gzip')
  return new Response(new Uint8Array(await promisify(gzip)(bytes)), { status, headers })
}

/** Leads to the present address of an article. */
export const movedTo = (path: string): Response =>
  new Response(null, { status: 301, headers: { location: path, 'cache-control': 'public, max-age=60' } })

import { defineRoute, Refusal } from '@recado/contracts'
import * as z from 'zod'
import { bindRoute, type BoundRoute } from '../http/route.ts'
import { contentDisposition } from '../files/name.ts'
import { byteRange } from './range.ts'
import { letterPolicy, maxLetterBytes, withImages, type LetterImages } from './letter.ts'
import { MissingBlob, type MediaStore } from './media.ts'
import type { SignedMedia } from './store.ts'

/** Types that a browser may show in place; a raster image, sound, film or a PDF runs no code in our origin. */
const inline =
  /^(image\/(png|apng|jpeg|gif|webp|avif|bmp|heic)|audio\/[a-z0-9.+-]+|video\/[a-z0-9.+-]+|application\/pdf)$/
/** Types that a browser could run, or take for an archive of pages; answered without their type. */
const active =
  /^(text\/(html|xml|javascript)|message\/rfc822|image\/svg\+xml|application\/(xhtml\+xml|xml|javascript|ecmascript|x-shockwave-flash|wasm))$/

// Plain texts on purpose: a path that does not parse is as unknown as one that was not signed.
const mediaRoute = defineRoute({
  method: 'GET',
  path: '/media/:tenantId/:mediaId/:name',
  summary: 'A file, by the signed path that an answer of the API gave out',
  access: { kind: 'public' },
  rate: 'read',
  params: z.object({ tenantId: z.string(), mediaId: z.string(), name: z.string() }),
  // `view=letter` shows the letter of a message in a frame that can run and fetch nothing; it is a way to read the same
  // file, hence not signed.
  query: z.object({ e: z.string().default(''), s: z.string().default(''), view: z.string().optional() }).loose(),
  response: 'bytes',
  errors: ['ERR_NO_MEDIA_FOUND'],
})

type ServedMedia = SignedMedia & Pick<MediaStore, 'sign'>

/**
 * Serves files to browsers: anybody with a valid signed path may read the file until it expires. `letters` decides
 * which files are letters.
 */
export const mediaRoutes = (media: ServedMedia, letters: LetterImages): readonly BoundRoute[] => [
  bindRoute(mediaRoute, async ({ params, query, headers }) => {
    const found = await media.resolve({ ...params, expires: query.e, signature: query.s })
    if (!found) throw new Refusal('ERR_NO_MEDIA_FOUND')
    const mayBeLetter = query.view === 'letter' && found.mime === 'text/html' && found.bytes <= maxLetterBytes
    const images = mayBeLetter ? await letters(params.tenantId, params.mediaId) : undefined
    if (images) return letter(media, params, images, found.secondsLeft)
    const disposition = contentDisposition(inline.test(found.mime) ? 'inline' : 'attachment', found.name)
    const elsewhere = await downloadedElsewhere(media, params, disposition, headers)
    if (elsewhere) return elsewhere
    const mime = active.test(found.mime) ? 'application/octet-stream' : found.mime
    const etag = `"${found.id}"`
    const base = {
      'content-type': mime.startsWith('text/') ? `${mime}; charset=utf-8` : mime,
      'content-disposition': disposition,
      'content-security-policy': "sandbox; default-src 'none'; frame-ancestors 'none'",
      'cross-origin-resource-policy': 'same-site',
      'cache-control': `private, max-age=${found.secondsLeft}, immutable`,
      'accept-ranges': 'bytes',
      etag,
    }
    if (headers.get('if-none-match') === etag) return new Response(null, { status: 304, headers: base })
    const ifRange = headers.get('if-range')
    const range = ifRange === null || ifRange === etag ? byteRange(headers.get('range'), found.bytes) : 'all'
    if (range === 'unsatisfiable')
      return new Response(null, { status: 416, headers: { ...base, 'content-range': `bytes */${found.bytes}` } })
    if (found.bytes === 0) return new Response(null, { status: 200, headers: { ...base, 'content-length': '0' } })
    const stream = await read(media, params, range === 'all' ? undefined : range)
    if (range === 'all')
      return new Response(stream, { status: 200, headers: { ...base, 'content-length': String(found.bytes) } })
    return new Response(stream, {
      status: 206,
      headers: {
        ...base,
        'content-length': String(range.end - range.start + 1),
        'content-range': `bytes ${range.start}-${range.end}/${found.bytes}`,
      },
    })
  }),
]

/**
 * Sends a browser that downloads a file to the store, where that is possible. Only what is never shown may leave: the
 * store gives none of the headers that confine a page. And only navigations: the interface, and providers, expect the
 * bytes at the address itself.
 */
async function downloadedElsewhere(
  media: SignedMedia,
  { tenantId, mediaId }: LetterPath,
  disposition: string,
  headers: Headers,
): Promise<Response | undefined> {
  if (!disposition.startsWith('attachment') || headers.get('sec-fetch-mode') !== 'navigate') return undefined
  const location = await media.downloadAddress(tenantId, mediaId, disposition)
  if (location === undefined) return undefined
  return new Response(null, {
    status: 302,
    headers: { location, 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' },
  })
}

interface LetterPath {
  readonly tenantId: string
  readonly mediaId: string
}

async function letter(
  media: ServedMedia,
  params: LetterPath,
  images: ReadonlySet<string>,
  secondsLeft: number,
): Promise<Response> {
  const html = await new Response(await read(media, params, undefined)).text()
  return new Response(
    withImages(html, images, (image) => media.sign(params.tenantId, image, secondsLeft * 1_000)),
    {
      headers: {
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': letterPolicy,
        'cache-control': `private, max-age=${secondsLeft}`,
        'cross-origin-resource-policy': 'same-origin',
        'referrer-policy': 'no-referrer',
      },
    },
  )
}

async function read(
  media: SignedMedia,
  { tenantId, mediaId }: { tenantId: string; mediaId: string },
  range: { start: number; end: number } | undefined,
): Promise<ReadableStream<Uint8Array>> {
  try {
    return await media.read(tenantId, mediaId, range)
  } catch (error) {
    if (error instanceof MissingBlob) throw new Refusal('ERR_NO_MEDIA_FOUND', {}, { cause: error })
    throw error
  }
}

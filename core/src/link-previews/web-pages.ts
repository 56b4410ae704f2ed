import { sniff } from '../files/sniff.ts'
import type { Egress } from '../security/egress.ts'
import { charsetBytes, pageDecoder } from './page-charset.ts'
import type { PageHead } from './page-head.ts'

/**
 * What came of asking for a page. `none`: it says nothing that could be shown, and will not tomorrow; `failed`: it
 * could not be had, or may not be reached.
 */
export type PageAnswer =
  | { readonly kind: 'found'; readonly head: PageHead; readonly finalAddress: string }
  | { readonly kind: 'none' }
  | { readonly kind: 'failed' }

const pageMs = 8_000
const pictureMs = 5_000
/** What the server may announce; no more than {@link readBytes} of it is read. */
const pageBytes = 20_000_000
/** Bytes of a page in which its head has to end. */
const readBytes = 1_000_000
const pictureBytes = 5_000_000
const maxRedirects = 3
/** Types that the drawing process reads and that run no code. */
const pictureTypes = new Set(['image/png', 'image/jpeg', 'image/webp', 'image/gif'])
const pageTypes = new Set(['text/html', 'application/xhtml+xml'])
/** Answers of a server that may be another one soon. */
const passing = (status: number): boolean => status >= 500 || status === 408 || status === 425 || status === 429
const userAgent = 'Mozilla/5.0 (compatible; Recado link preview)'

/** Pages and pictures of strangers, fetched through the guard of all that leaves: without cookies, bounded in all. */
export class WebPages {
  readonly #page: typeof fetch
  readonly #picture: typeof fetch

  constructor(egress: Pick<Egress, 'fetchFor'>) {
    this.#page = egress.fetchFor({ timeoutMs: pageMs, maxBytes: pageBytes, maxRedirects })
    this.#picture = egress.fetchFor({ timeoutMs: pictureMs, maxBytes: pictureBytes, maxRedirects })
  }

  /** Reads the head of a page. `language` is what a person would set in a browser. Throws nothing. */
  async head(address: string, language: string): Promise<PageAnswer> {
    try {
      const response = await this.#page(address, {
        headers: {
          accept: 'text/html,application/xhtml+xml;q=0.9',
          'accept-language': language,
          'user-agent': userAgent,
        },
      })
      const type = response.headers.get('content-type') ?? ''
      if (!response.ok || !pageTypes.has(bare(type)) || !response.body) {
        await response.body?.cancel()
        return { kind: passing(response.status) ? 'failed' : 'none' }
      }
      const head = await readHead(response.body, type, response.url)
      return head ? { kind: 'found', head, finalAddress: response.url } : { kind: 'none' }
    } catch {
      return { kind: 'failed' }
    }
  }

  /** The bytes of a raster image, by what they are and not by what is said of them; undefined for anything else. */
  async picture(address: string): Promise<{ readonly bytes: Uint8Array; readonly mime: string } | undefined> {
    try {
      const response = await this.#picture(address, { headers: { accept: 'image/*', 'user-agent': userAgent } })
      if (!response.ok) {
        await response.body?.cancel()
        return undefined
      }
      const bytes = new Uint8Array(await response.arrayBuffer())
      const mime = await sniff(bytes)
      return pictureTypes.has(mime) ? { bytes, mime } : undefined
    } catch {
      return undefined
    }
  }
}

const bare = (contentType: string): string => contentType.split(';', 1)[0]!.trim().toLowerCase()

/** Reads no further than the head goes; the connection is closed then. */
async function readHead(
  body: ReadableStream<Uint8Array>,
  contentType: string,
  address: string,
): Promise<PageHead | undefined> {
  const { PageHeadReader } = await import('./page-head.ts')
  const reader = new PageHeadReader()
  let decoder: TextDecoder | undefined
  let begun = Buffer.alloc(0)
  let seen = 0
  const decode = (bytes: Uint8Array): void => {
    decoder ??= pageDecoder(bytes, contentType)
    reader.write(decoder.decode(bytes, { stream: true }))
  }
  for await (const piece of body as unknown as AsyncIterable<Uint8Array>) {
    seen += piece.length
    if (decoder) decode(piece)
    else if ((begun = Buffer.concat([begun, piece])).length >= charsetBytes) decode(begun)
    if (reader.isDone || seen >= readBytes) break
  }
  if (!decoder) decode(begun)
  return reader.result(address)
}

import { setImmediate } from 'node:timers/promises'
import { Refusal } from '@recado/sdk'
import { refusal } from '../errors.ts'
import { isPage } from './read-page.ts'
import type { Robots } from './robots.ts'
import type { RobotsMemory } from './robots-memory.ts'
import { isSameSite, webAddress } from './site-address.ts'
import type { SitemapEntry } from './sitemap-reader.ts'
import { assertAnswered, bytesOf, visit, type Visitor } from './site-visit.ts'

/** Pages that are listed, and sitemaps that are read for them, at most. */
export const mostPages = 500
export const mostSitemaps = 50
/** A sitemap as it arrives, and when it is unpacked, in bytes. */
const largestSitemap = 10_000_000
const largestUnpacked = 50_000_000
/** After so long no further sitemap is asked for. */
const searchMs = 30_000
/** So long the addresses of a sitemap are worked on at a time. */
const turnMs = 20
const pieceBytes = 65_536
const anything = 'application/xml,text/xml,text/html;q=0.9,*/*;q=0.5'

/** A page of a site. */
export interface FoundPage {
  readonly address: string
  /** Day in UTC (`2026-01-02`), where the site says it. */
  readonly lastModified?: string
}

/** Pages of a site. */
export interface FoundPages {
  readonly pages: readonly FoundPage[]
  /** There are more, or a part of the sitemaps could not be read. */
  readonly isCut: boolean
  /** Pages that are left out because the site does not want them to be read. */
  readonly forbidden: number
}

/**
 * The pages of a site: of the sitemap that the address is; else of those that its robots.txt names; else of
 * `/sitemap.xml`; else the page at the address alone.
 * @throws Refusal ERR_WEBSITE_UNREACHED, ERR_WEBSITE_FORBIDDEN, ERR_WEBSITE_NO_PAGE
 */
export async function findPages(address: URL, memory: RobotsMemory, visitor: Visitor): Promise<FoundPages> {
  await memory.assertAllowed(address, visitor)
  const response = await visit(visitor, address, anything)
  await assertAnswered(response)
  const start = webAddress(response.url) ?? address
  const robots = await memory.assertAllowed(start, visitor)
  const search = new Search(start, robots, visitor)
  const isHtml = isPage(response)
  if (await search.read(response)) {
    await search.readRest()
  } else {
    search.queue(robots.sitemaps.length > 0 ? robots.sitemaps : ['/sitemap.xml'], start)
    await search.readRest()
    if (search.isEmpty && isHtml) search.add({ address: start.href })
  }
  if (search.isEmpty) throw refusal('ERR_WEBSITE_NO_PAGE')
  return search.found
}

class Search {
  readonly #site: URL
  readonly #robots: Robots
  readonly #visitor: Visitor
  readonly #pages = new Map<string, FoundPage>()
  readonly #forbidden = new Set<string>()
  readonly #sitemaps: URL[] = []
  readonly #known = new Set<string>()
  readonly #until = performance.now() + searchMs
  #isCut = false

  constructor(site: URL, robots: Robots, visitor: Visitor) {
    this.#site = site
    this.#robots = robots
    this.#visitor = visitor
    this.#known.add(site.href)
  }

  get isEmpty(): boolean {
    return this.#pages.size === 0 && this.#forbidden.size === 0
  }

  get found(): FoundPages {
    return { pages: [...this.#pages.values()], isCut: this.#isCut, forbidden: this.#forbidden.size }
  }

  /** Sitemaps to be read, each once, and of this site only. */
  queue(addresses: readonly string[], base: URL): void {
    for (const text of addresses) {
      const address = webAddress(text, base)
      if (!address || !isSameSite(address, this.#site) || this.#known.has(address.href)) continue
      if (this.#known.size > mostSitemaps) {
        this.#isCut = true
        return
      }
      this.#known.add(address.href)
      this.#sitemaps.push(address)
    }
  }

  add({ address: text, lastModified }: SitemapEntry): void {
    const address = webAddress(text)
    if (!address || !isSameSite(address, this.#site) || this.#pages.has(address.href)) return
    if (this.#pages.size + this.#forbidden.size >= mostPages) this.#isCut = true
    else if (!this.#robots.allows(address)) this.#forbidden.add(address.href)
    else this.#pages.set(address.href, { address: address.href, ...dayOf(lastModified) })
  }

  /** Reads the sitemaps that are known, and those that they name. One that cannot be read is passed over. */
  async readRest(): Promise<void> {
    for (let next = this.#sitemaps.shift(); next; next = this.#sitemaps.shift()) {
      if (this.#isFull || performance.now() > this.#until) {
        this.#isCut = true
        return
      }
      try {
        const response = await visit(this.#visitor, next, anything)
        await assertAnswered(response)
        const final = webAddress(response.url)
        if (final && isSameSite(final, this.#site)) await this.read(response)
        else await response.body?.cancel()
      } catch (error) {
        if (!Refusal.is(error)) throw error
        // The sitemap that is merely guessed may be missing.
        if (next.pathname !== '/sitemap.xml') this.#isCut = true
      }
    }
  }

  /** Takes what a sitemap names; false where the answer is no sitemap. */
  async read(response: Response): Promise<boolean> {
    const { bytes, isCut } = await bytesOf(response, largestSitemap, this.#visitor)
    const { NotSitemap, SitemapReader } = await import('./sitemap-reader.ts')
    const reader = new SitemapReader()
    let taken = 0
    const take = async (): Promise<void> => {
      const from = taken
      taken = reader.entries.length
      if (reader.kind === 'pages') await this.#addAll(reader.entries.slice(from))
    }
    try {
      const text = new TextDecoder()
      for await (const piece of unpacked(bytes)) {
        this.#visitor.signal.throwIfAborted()
        reader.write(text.decode(piece, { stream: true }))
        await take()
        if (reader.kind === 'pages' ? this.#isCut && this.#isFull : taken > mostSitemaps) break
      }
      reader.end()
    } catch (error) {
      this.#visitor.signal.throwIfAborted()
      if (error instanceof NotSitemap && reader.kind === undefined) return false
      // Torn, or larger than may be: what came before counts.
      this.#isCut = true
    }
    await take()
    if (reader.kind === undefined) return false
    if (isCut) this.#isCut = true
    if (reader.kind === 'sitemaps')
      this.queue(
        reader.entries.map(({ address }) => address),
        this.#site,
      )
    return true
  }

  /** A robots.txt may be long, so that others get their turn between the addresses that are held against it. */
  async #addAll(entries: readonly SitemapEntry[]): Promise<void> {
    let began = performance.now()
    for (const entry of entries) {
      if (this.#isCut && this.#isFull) return
      this.add(entry)
      if (performance.now() - began < turnMs) continue
      await setImmediate()
      this.#visitor.signal.throwIfAborted()
      began = performance.now()
    }
  }

  get #isFull(): boolean {
    return this.#pages.size + this.#forbidden.size >= mostPages
  }
}

/** The day on which a page changed; what is no time is left out. */
function dayOf(text: string | undefined): { lastModified?: string } {
  const time = text === undefined || text.length > 40 ? Number.NaN : Date.parse(text)
  return Number.isNaN(time) ? {} : { lastModified: new Date(time).toISOString().slice(0, 10) }
}

/** Bytes in pieces, between which others get their turn; unpacked where they are gzip. */
async function* unpacked(bytes: Uint8Array<ArrayBuffer>): AsyncGenerator<Uint8Array> {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) {
    for (let at = 0; at < bytes.length; at += pieceBytes) {
      yield bytes.subarray(at, at + pieceBytes)
      await setImmediate()
    }
    return
  }
  let size = 0
  for await (const piece of new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'))) {
    size += piece.length
    if (size > largestUnpacked) throw new RangeError('the sitemap is too large')
    yield piece
  }
}

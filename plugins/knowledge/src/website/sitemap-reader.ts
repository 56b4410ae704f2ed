import { Parser } from 'htmlparser2'
import { longestAddress } from './site-address.ts'

/** A line of a sitemap. */
export interface SitemapEntry {
  readonly address: string
  /** As it is written. */
  readonly lastModified?: string
}

/** Of pages, or of further sitemaps. */
export type SitemapKind = 'pages' | 'sitemaps'

/** The text is no sitemap. */
export class NotSitemap extends Error {}

const kinds: Readonly<Record<string, SitemapKind>> = { urlset: 'pages', sitemapindex: 'sitemaps' }
const entryNames: Readonly<Record<SitemapKind, string>> = { pages: 'url', sitemaps: 'sitemap' }
/** A sitemap has three levels, its extensions one or two more. */
const deepest = 16

/** `sm:url` is `url` where the sitemap itself is `sm:urlset`. */
function named(name: string): { readonly prefix: string; readonly local: string } {
  const colon = name.indexOf(':')
  return { prefix: name.slice(0, colon + 1), local: name.slice(colon + 1).toLowerCase() }
}

/**
 * Reads a sitemap while it arrives. Declarations of a document type are passed over: entities of their own stay
 * unexpanded. What stands in other names' elements (pictures, translations) is no page.
 */
export class SitemapReader {
  readonly entries: SitemapEntry[] = []
  #kind: SitemapKind | undefined
  #prefix = ''
  #depth = 0
  #field: 'loc' | 'lastmod' | undefined
  #entry: { loc: string; lastmod: string } | undefined
  readonly #parser = new Parser(
    {
      onopentagname: (name) => this.#open(name),
      ontext: (text) => this.#text(text),
      onclosetag: () => this.#close(),
    },
    { xmlMode: true },
  )

  /** What it is; undefined as long as nothing was read of it. */
  get kind(): SitemapKind | undefined {
    return this.#kind
  }

  /** @throws NotSitemap as soon as it is known to be none */
  write(text: string): void {
    this.#parser.write(text)
  }

  /** @throws NotSitemap where there was nothing at all */
  end(): void {
    this.#parser.end()
    if (this.#kind === undefined) throw new NotSitemap('nothing is in it')
  }

  #open(name: string): void {
    const { prefix, local } = named(name)
    this.#depth += 1
    if (this.#kind === undefined) {
      this.#kind = kinds[local]
      this.#prefix = prefix
      if (this.#kind === undefined) throw new NotSitemap('it is something else')
    }
    if (this.#depth > deepest) throw new NotSitemap('it is nested too deeply')
    this.#field = undefined
    if (prefix !== this.#prefix) return
    if (this.#depth === 2 && local === entryNames[this.#kind]) this.#entry = { loc: '', lastmod: '' }
    if (this.#depth === 3 && (local === 'loc' || local === 'lastmod')) this.#field = local
  }

  #text(text: string): void {
    const [entry, field] = [this.#entry, this.#field]
    if (entry && field && entry[field].length <= longestAddress) entry[field] += text
  }

  #close(): void {
    if (this.#depth === 2 && this.#entry) {
      const [address, lastModified] = [this.#entry.loc.trim(), this.#entry.lastmod.trim()]
      if (address !== '' && address.length <= longestAddress)
        this.entries.push({ address, ...(lastModified !== '' && { lastModified }) })
      this.#entry = undefined
    }
    this.#field = undefined
    this.#depth -= 1
  }
}

import type { Locale } from '@recado/sdk'
import { addressOf, categoryAddressOf } from './article-address.ts'
import type { ShownLine } from './shown-articles.ts'

/** A company's help centre, as its pages name and address it. */
export interface Site {
  /** The company's public address. */
  readonly company: string
  readonly title: string
  readonly welcome: string
  /** Of the product, such as `https://recado.example`. */
  readonly origin: string
  /** In which there are articles. */
  readonly languages: readonly Locale[]
  /** Of the company: days are by its clock. */
  readonly timeZone: string
}

export const homePath = ({ company }: Pick<Site, 'company'>, language?: Locale): string =>
  `/ajuda/${company}${language === undefined ? '' : `?idioma=${language}`}`
/** The first page in a language, which is named where there are several. */
export const homeIn = (site: Site, language: Locale): string =>
  homePath(site, site.languages.length > 1 ? language : undefined)
export const searchPath = ({ company }: Pick<Site, 'company'>): string => `/ajuda/${company}/busca`
export const sitemapPath = ({ company }: Pick<Site, 'company'>): string => `/ajuda/${company}/sitemap.xml`
export const articlePath = ({ company }: Pick<Site, 'company'>, article: Pick<ShownLine, 'id' | 'title'>): string =>
  `/ajuda/${company}/${encodeURIComponent(addressOf(article))}`
/** A picture of an article. */
export const picturePath = ({ company }: Pick<Site, 'company'>, id: string): string => `/ajuda/${company}/imagem/${id}`
/** A category in a language, which is named where there are several. */
export const categoryPath = (site: Site, language: Locale, category: string): string =>
  `/ajuda/${site.company}/categoria/${encodeURIComponent(categoryAddressOf(category))}${
    site.languages.length > 1 ? `?idioma=${language}` : ''
  }`

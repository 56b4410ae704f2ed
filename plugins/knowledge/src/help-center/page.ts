import type { Locale } from '@recado/sdk'
import { Html, markup, type Piece } from './html.ts'
import { homeIn, homePath, searchPath, sitemapPath, type Site } from './site.ts'
import { style } from './style.ts'
import { languageNames, wordsOf } from './words.ts'

export interface Page {
  readonly language: Locale
  /** Without the name of the help centre. */
  readonly title?: string
  readonly description: string
  /** Its path, where search engines may list it. */
  readonly canonical?: string
  /** The same page in other languages. */
  readonly alternates?: Readonly<Partial<Record<Locale, string>>>
  readonly kind?: 'website' | 'article'
  /** What was searched for, in the field at the top; null for the first page, which has name and field itself. */
  readonly query?: string | null
  readonly main: Html
}

/** The form of the search. It works without scripts, as all pages do. */
export function searchForm(site: Site, language: Locale, query: string): Html {
  const { search, find } = wordsOf[language]
  const field = markup`type="search" name="q" value="${query}" maxlength="200" aria-label="${search}"`
  return markup`<form role="search" action="${searchPath(site)}">${[
    markup`<input ${field} placeholder="${search}" required>`,
    markup`<input type="hidden" name="idioma" value="${language}">`,
    markup`<button>${find}</button>`,
  ]}</form>`
}

/** A whole document. */
export function pageOf(site: Site, page: Page): string {
  const { language, query = '', main } = page
  const { skip } = wordsOf[language]
  const name = markup`<a class="name" href="${homeIn(site, language)}">${site.title}</a>`
  const languages = languagesOf(site, language)
  const body: Piece = [
    markup`<a class="skip" href="#content">${skip}</a>`,
    query !== null &&
      markup`<header class="top"><div class="wide">${[name, searchForm(site, language, query)]}</div></header>`,
    markup`<main id="content" class="wide" tabindex="-1">${main}</main>`,
    languages && markup`<footer><div class="wide">${languages}</div></footer>`,
  ]
  const document = markup`<html lang="${language}"><head>${headOf(site, page)}</head><body>${body}</body></html>`
  return `<!doctype html>\n${document.text}\n`
}

function headOf(
  site: Site,
  { language, title, description, canonical, alternates = {}, kind = 'website' }: Page,
): Piece {
  const address = canonical === undefined ? undefined : `${site.origin}${canonical}`
  return [
    markup`<meta charset="utf-8">`,
    markup`<meta name="viewport" content="width=device-width, initial-scale=1">`,
    markup`<title>${title === undefined ? site.title : `${title} – ${site.title}`}</title>`,
    markup`<meta name="description" content="${description}">`,
    address === undefined
      ? markup`<meta name="robots" content="noindex">`
      : markup`<link rel="canonical" href="${address}"><meta property="og:url" content="${address}">`,
    Object.entries(alternates).map(
      ([other, path]) => markup`<link rel="alternate" hreflang="${other}" href="${site.origin}${path}">`,
    ),
    markup`<meta property="og:type" content="${kind}">`,
    markup`<meta property="og:title" content="${title ?? site.title}">`,
    markup`<meta property="og:description" content="${description}">`,
    markup`<meta property="og:site_name" content="${site.title}">`,
    markup`<meta property="og:locale" content="${language.replace('-', '_')}">`,
    markup`<link rel="sitemap" type="application/xml" href="${sitemapPath(site)}">`,
    markup`<style>${new Html(style)}</style>`,
  ]
}

/** The languages that there are articles in, where there are several. */
function languagesOf(site: Site, present: Locale): Html | null {
  if (site.languages.length < 2) return null
  return markup`<nav aria-label="${wordsOf[present].languages}"><ul>${site.languages.map((each) => {
    const name = languageNames[each]
    return each === present
      ? markup`<li lang="${each}" aria-current="true">${name}</li>`
      : markup`<li><a href="${homePath(site, each)}" lang="${each}" hreflang="${each}">${name}</a></li>`
  })}</ul></nav>`
}

import type { Locale } from '@recado/sdk'
import type { FoundPassage } from '../search/search.ts'
import { passagesOf } from '../articles/passages.ts'
import { markup, type Html, type Piece } from './html.ts'
import { pageOf, searchForm } from './page.ts'
import type { ShownArticle, ShownLine } from './shown-articles.ts'
import { articlePath, categoryPath, homeIn, homePath, type Site } from './site.ts'
import { filled, wordsOf } from './words.ts'

/** Longest description and longest passage that a page shows, in characters. */
const [longestDescription, longestExcerpt] = [160, 320]

/** The beginning of a text, cut between words. */
export function beginningOf(text: string, longest: number): string {
  const plain = text.replace(/\s+/g, ' ').trim()
  if (plain.length <= longest) return plain
  const within = plain.slice(0, longest)
  return `${within.slice(0, Math.max(within.lastIndexOf(' '), longest / 2))}…`
}

const linkTo = (site: Site, article: Pick<ShownLine, 'id' | 'title'>): Html =>
  markup`<a href="${articlePath(site, article)}">${article.title}</a>`

const listOf = (site: Site, articles: readonly ShownLine[]): Html =>
  markup`<ul class="links">${articles.map((article) => markup`<li>${linkTo(site, article)}</li>`)}</ul>`

/** Categories with their articles, in the order of the lines, which are of the language. */
export function homePage(site: Site, language: Locale, lines: readonly ShownLine[]): string {
  const words = wordsOf[language]
  const groups = Map.groupBy(lines, ({ category }) => category)
  const nameOf = (category: string): string =>
    category === '' ? (groups.size === 1 ? words.articles : words.others) : category
  const headOf = (category: string): Piece =>
    category === ''
      ? nameOf(category)
      : markup`<a href="${categoryPath(site, language, category)}">${nameOf(category)}</a>`
  const cards = [...groups].map(
    ([category, articles]) =>
      markup`<section class="card"><h2>${headOf(category)}</h2>${listOf(site, articles)}</section>`,
  )
  const welcome = site.welcome !== '' && markup`<p class="welcome">${site.welcome}</p>`
  const main = markup`<div class="hero"><h1>${site.title}</h1>${[welcome, searchForm(site, language, '')]}</div>${
    cards.length === 0 ? markup`<p class="soft">${words.empty}</p>` : markup`<div class="groups">${cards}</div>`
  }`
  const alternates = site.languages.length > 1 ? site.languages : []
  return pageOf(site, {
    language,
    description: beginningOf(site.welcome || filled(words.description, { title: site.title }), longestDescription),
    canonical: homeIn(site, language),
    alternates: Object.fromEntries(alternates.map((each) => [each, homePath(site, each)])),
    query: null,
    main,
  })
}

/** A step of the way from the first page, described for search engines. */
const stepOf = (site: Site, position: number, name: string, path: string, shown: Piece): Html =>
  markup`<li itemprop="itemListElement" itemscope itemtype="https://schema.org/ListItem">${[
    markup`<meta itemprop="position" content="${position}"><meta itemprop="name" content="${name}">`,
    markup`<link itemprop="item" href="${site.origin}${path}">`,
    shown,
  ]}</li>`

/** The way from the first page to a category; `isThere`: this is its page. */
function pathOf(site: Site, language: Locale, category: string, isThere: boolean): Html {
  const words = wordsOf[language]
  const [home, last] = [homeIn(site, language), categoryPath(site, language, category)]
  const steps = [
    stepOf(site, 1, words.home, home, markup`<a href="${home}">${words.home}</a>`),
    category !== '' && stepOf(site, 2, category, last, isThere ? category : markup`<a href="${last}">${category}</a>`),
  ]
  const list = markup`<ol itemscope itemtype="https://schema.org/BreadcrumbList">${steps}</ol>`
  return markup`<nav class="path" aria-label="${words.path}">${list}</nav>`
}

/** The articles of a category, which are of the language; there is one at least. */
export function categoryPage(site: Site, language: Locale, lines: readonly ShownLine[]): string {
  const { category } = lines[0]!
  const titles = lines.map(({ title }) => title).join(', ')
  return pageOf(site, {
    language,
    title: category,
    description: beginningOf(`${category}: ${titles}`, longestDescription),
    canonical: categoryPath(site, language, category),
    main: markup`${pathOf(site, language, category, true)}<section class="card article"><h1>${category}</h1>${listOf(
      site,
      lines,
    )}</section>`,
  })
}

/** An article; `body` is its text as HTML, `related` are others of its category. */
export function articlePage(site: Site, article: ShownArticle, body: Html, related: readonly ShownLine[]): string {
  const { title, category, language, savedAt } = article
  const words = wordsOf[language]
  const date = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: site.timeZone }).format(
    new Date(savedAt),
  )
  const saved = markup`<p class="soft">${words.saved} <time datetime="${savedAt}">${date}</time></p>`
  const text = passagesOf(article.body)
    .map((passage) => passage.text)
    .join(' ')
  return pageOf(site, {
    language,
    title,
    description: beginningOf(text || title, longestDescription),
    canonical: articlePath(site, article),
    kind: 'article',
    main: markup`${[
      pathOf(site, language, category, false),
      markup`<article class="card article" itemscope itemtype="https://schema.org/Article">${[
        markup`<meta itemprop="headline" content="${title}"><meta itemprop="inLanguage" content="${language}">`,
        markup`<meta itemprop="dateModified" content="${savedAt}"><h1>${title}</h1>${saved}${body}`,
      ]}</article>`,
      related.length > 0 &&
        markup`<section class="card more"><h2>${words.related}</h2>${listOf(site, related)}</section>`,
    ]}`,
  })
}

/** Passages that a search found, the best of each article, each below its article. */
export function searchPage(
  site: Site,
  language: Locale,
  {
    query,
    passages,
    lines,
  }: {
    readonly query: string
    readonly passages: readonly FoundPassage[]
    readonly lines: readonly ShownLine[]
  },
): string {
  const words = wordsOf[language]
  const byId = new Map(lines.map((line) => [line.id, line]))
  const best = new Map<string, { readonly passage: FoundPassage; readonly line: ShownLine }>()
  for (const passage of passages) {
    const line = byId.get(passage.article)
    if (line && !best.has(line.id)) best.set(line.id, { passage, line })
  }
  const title = query === '' ? words.search : filled(words.results, { query })
  const cards = [...best.values()].map(
    ({ passage: { heading, text }, line }) =>
      markup`<section class="card" lang="${line.language}"><h2>${linkTo(site, line)}</h2>${[
        heading !== '' && markup`<p class="soft">${heading}</p>`,
        markup`<p>${beginningOf(text, longestExcerpt)}</p>`,
      ]}</section>`,
  )
  const reason = query === '' ? words.nothingAsked : words.nothingFound
  const none = markup`<p class="soft">${reason}</p>${allArticles(site, language)}`
  return pageOf(site, {
    language,
    title,
    description: title,
    query,
    main: markup`<h1>${title}</h1>${cards.length === 0 ? none : markup`<div class="found">${cards}</div>`}`,
  })
}

const allArticles = (site: Site, language: Locale): Html =>
  markup`<p><a href="${homeIn(site, language)}">${wordsOf[language].all}</a></p>`

/** An article that is not there, or not for customers: which of them is not said. */
export function missingPage(site: Site, language: Locale): string {
  const words = wordsOf[language]
  return pageOf(site, {
    language,
    title: words.missing,
    description: words.missing,
    main: markup`<h1>${words.missing}</h1><p class="soft">${words.missingDetail}</p>${allArticles(site, language)}`,
  })
}

/** Addresses of the categories of articles, each once. */
const categoriesOf = (site: Site, lines: readonly ShownLine[]): string[] => [
  ...new Set(
    lines.flatMap(({ category, language }) => (category === '' ? [] : [categoryPath(site, language, category)])),
  ),
]

/** Addresses of all pages that search engines may list. */
export function sitemapOf(site: Site, lines: readonly ShownLine[]): string {
  const urls = [
    ...(site.languages.length > 1 ? site.languages : [undefined]).map((language) => ({
      path: homePath(site, language),
      savedAt: undefined,
    })),
    ...categoriesOf(site, lines).map((path) => ({ path, savedAt: undefined })),
    ...lines.map((line) => ({ path: articlePath(site, line), savedAt: line.savedAt })),
  ]
  const written = urls.map(({ path, savedAt }) => {
    const saved = savedAt !== undefined && markup`<lastmod>${savedAt}</lastmod>`
    return markup`<url><loc>${site.origin}${path}</loc>${saved}</url>`
  })
  const map = markup`<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${written}</urlset>`
  return `<?xml version="1.0" encoding="UTF-8"?>\n${map.text}\n`
}

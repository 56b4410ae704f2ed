import {
  Refusal,
  type CompanyRouteContext,
  type Locale,
  type PluginTransaction,
  type RouteAnswer,
  type RouteRequest,
  type SessionContext,
  type ShapeOf,
} from '@recado/sdk'
import { languages } from '../articles/article.ts'
import type { Definition } from '../plugin.ts'
import { searchPassages } from '../search/search.ts'
import { answer, movedTo } from './answer.ts'
import { categoryAddressOf, idsAt } from './article-address.ts'
import type { Html } from './html.ts'
import { pageLanguage } from './page-language.ts'
import { articlePage, categoryPage, homePage, missingPage, searchPage, sitemapOf } from './pages.ts'
import type { helpCenterRoutes } from './routes.ts'
import {
  listAllShown,
  listCategoriesShown,
  listRelated,
  listShown,
  listShownIn,
  listShownOf,
  readShown,
  shownLanguages,
  type ShownArticle,
} from './shown-articles.ts'
import { articlePath, homePath, picturePath, type Site } from './site.ts'
import { filled, wordsOf } from './words.ts'

type Routes = typeof helpCenterRoutes
type PublicRoute = Exclude<keyof Routes, 'helpCenter'>
type Context = CompanyRouteContext<ShapeOf<Definition>>
type Handler<K extends PublicRoute> = (request: RouteRequest<Routes[K]>, ctx: Context) => Promise<Response>

/** Passages that a search compares, and characters of a question. */
const [mostPassages, longestQuery] = [40, 200]
/** Texts of articles that are kept as HTML. */
const keptTexts = 300

interface Visit<Read> {
  /** The reader's, of those that there are articles in. */
  readonly language: Locale
  /** The help centre by its name in a language. */
  siteIn(language: Locale): Site
  readonly read: Read
}
type Asked = Pick<RouteRequest<Routes['helpHome']>, 'params' | 'query' | 'headers' | 'url'>

/**
 * What every page needs, and what one page reads of the articles, in one transaction.
 * @throws Refusal ERR_NOT_FOUND where the company has not published its help centre
 */
async function visit<Read>(
  { params, query, headers, url }: Asked,
  ctx: Context,
  read: (tx: PluginTransaction, language: Locale) => Promise<Read>,
): Promise<Visit<Read>> {
  const { helpCenterPublished, helpCenterTitle, helpCenterWelcome } = ctx.settings
  if (!helpCenterPublished) throw new Refusal('ERR_NOT_FOUND')
  const { name, locale, timeZone } = await ctx.core.company.profile()
  return ctx.db.transaction(async (tx) => {
    const used = await shownLanguages(tx, ctx.tenant)
    const offered = languages.filter((language) => used.includes(language))
    const accepts = headers.get('accept-language') ?? ''
    const language = pageLanguage(offered, { asked: query.idioma, accepts, company: locale })
    return {
      language,
      siteIn: (shownIn) => ({
        company: params.company,
        title: helpCenterTitle.trim() || filled(wordsOf[shownIn].title, { company: name }),
        welcome: helpCenterWelcome.trim(),
        origin: (ctx.publicUrl ?? url).origin,
        languages: offered,
        timeZone,
      }),
      read: await read(tx, language),
    }
  })
}

const helpHome: Handler<'helpHome'> = async (request, ctx) => {
  const visited = await visit(request, ctx, (tx, language) => listShown(tx, ctx.tenant, language))
  const { siteIn, language, read: lines } = visited
  return answer(request.headers, {
    type: 'text/html',
    text: homePage(siteIn(language), language, lines),
    varies: 'accept-language',
  })
}

const helpSearch: Handler<'helpSearch'> = async (request, ctx) => {
  const query = request.query.q.replace(/\s+/g, ' ').trim().slice(0, longestQuery)
  const { siteIn, language, read } = await visit(request, ctx, async (tx) => {
    if (query === '') return { passages: [], lines: [] }
    const found = await searchPassages(tx, ctx.tenant, { query, audience: 'customers', limit: mostPassages })
    const ids = found.map(({ article }) => article)
    return { passages: found, lines: await listShownOf(tx, ctx.tenant, ids) }
  })
  return answer(request.headers, {
    type: 'text/html',
    text: searchPage(siteIn(language), language, { query, ...read }),
    varies: 'accept-language',
  })
}

const helpSitemap: Handler<'helpSitemap'> = async (request, ctx) => {
  const { siteIn, language, read: lines } = await visit(request, ctx, (tx) => listAllShown(tx, ctx.tenant))
  return answer(request.headers, { type: 'application/xml', text: sitemapOf(siteIn(language), lines) })
}

const missing = ({ headers }: { readonly headers: Headers }, site: Site, language: Locale): Promise<Response> =>
  answer(headers, { status: 404, type: 'text/html', text: missingPage(site, language), varies: 'accept-language' })

const helpCategory: Handler<'helpCategory'> = async (request, ctx) => {
  const asked = request.params.category
  const visited = await visit(request, ctx, async (tx, language) => {
    const all = await listCategoriesShown(tx, ctx.tenant, language)
    return listShownIn(
      tx,
      ctx.tenant,
      language,
      all.filter((category) => categoryAddressOf(category) === asked),
    )
  })
  const { siteIn, language, read: lines } = visited
  const site = siteIn(language)
  if (lines.length === 0) return missing(request, site, language)
  return answer(request.headers, {
    type: 'text/html',
    text: categoryPage(site, language, lines),
    varies: 'accept-language',
  })
}

const ownOf = (site: Site) => ({ host: new URL(site.origin).host, picturePath: (id: string) => picturePath(site, id) })

/** Reads an article; its text is made into HTML once for each revision. */
function helpArticle(): Handler<'helpArticle'> {
  const kept = new Map<string, Html>()
  const textOf = async ({ id, revision, body }: ShownArticle, site: Site): Promise<Html> => {
    const key = `${id} ${revision} ${site.origin} ${site.company}`
    // Most nodes of most companies never read Markdown, whose reader is large.
    const known = kept.get(key) ?? (await import('./markdown.ts')).htmlOfMarkdown(body, ownOf(site))
    kept.delete(key)
    kept.set(key, known)
    if (kept.size > keptTexts) kept.delete(kept.keys().next().value!)
    return known
  }
  return async (request, ctx) => {
    const ids = idsAt(request.params.article)
    const visited = await visit(request, ctx, async (tx) => {
      const article = ids && (await readShown(tx, ctx.tenant, ids))
      return article && { article, related: await listRelated(tx, ctx.tenant, article) }
    })
    const { siteIn, language, read: found } = visited
    if (!found) return missing(request, siteIn(language), language)
    const { article, related } = found
    const site = siteIn(article.language)
    const path = articlePath(site, article)
    if (`/ajuda/${site.company}/${encodeURIComponent(request.params.article)}` !== path) return movedTo(path)
    return answer(request.headers, {
      type: 'text/html',
      text: articlePage(site, article, await textOf(article, site), related),
    })
  }
}

async function helpCenter(
  _request: unknown,
  ctx: SessionContext<ShapeOf<Definition>>,
): Promise<RouteAnswer<Routes['helpCenter']>> {
  const { publicAddress: company } = await ctx.core.company.profile()
  const isPublished = ctx.settings.helpCenterPublished
  return {
    path: company !== null && isPublished ? homePath({ company }) : null,
    isPublished,
    hasAddress: company !== null,
  }
}

export const helpCenterHandlers = () => ({
  helpHome,
  helpSearch,
  helpSitemap,
  helpCategory,
  helpArticle: helpArticle(),
  helpCenter,
})

import type { RouteAnswer, RouteRequest, SessionContext, ShapeOf, UserId } from '@recado/sdk'
import { mint, Refusal } from '@recado/sdk'
import { readSoon } from '../meaning/meaning-state.ts'
import { readStanding } from '../meaning/standing.ts'
import { findPassages } from '../search/find-passages.ts'
import type { Article, ArticleDraft } from './article.ts'
import * as store from './article-store.ts'
import type { Definition } from '../plugin.ts'
import type { routes } from './routes.ts'

type Ctx = SessionContext<ShapeOf<Definition>>
type Handler<Name extends keyof typeof routes> = (
  request: RouteRequest<(typeof routes)[Name]>,
  ctx: Ctx,
) => Promise<RouteAnswer<(typeof routes)[Name]>>

const seesDrafts = ({ viewer }: Ctx): boolean => viewer.can('knowledge.manage')

export const list: Handler<'list'> = ({ query: { title, category, afterTitle, afterId } }, ctx) =>
  ctx.db.transaction(async (tx) => ({
    ...(await store.listArticles(tx, ctx.tenant, {
      title,
      category,
      drafts: seesDrafts(ctx),
      after: afterTitle !== undefined && afterId !== undefined ? { title: afterTitle, id: afterId } : undefined,
    })),
    categories: await store.listCategories(tx, ctx.tenant),
  }))

export const read: Handler<'read'> = ({ params: { id } }, ctx) =>
  ctx.db.transaction((tx) => store.readArticle(tx, ctx.tenant, id, seesDrafts(ctx)))

const insert = (ctx: Ctx, draft: ArticleDraft): Promise<Article> =>
  ctx.db.transaction(async (tx) => {
    const article = await store.insertArticle(tx, ctx.tenant, draft, ctx.viewer.userId)
    if (article.isPublished) await readSoon(tx, ctx, article.id)
    return article
  })

export const create: Handler<'create'> = ({ body }, ctx) => insert(ctx, body)

export const importMany: Handler<'importMany'> = async ({ body: { articles }, signal }, ctx) => {
  const refused: { at: number; code: string }[] = []
  for (const [at, article] of articles.entries()) {
    signal.throwIfAborted()
    try {
      await insert(ctx, article)
    } catch (error) {
      if (!Refusal.is(error)) throw error
      refused.push({ at, code: error.code })
    }
  }
  return { created: articles.length - refused.length, refused }
}

export const update: Handler<'update'> = ({ params: { id }, body: { revision, article } }, ctx) =>
  ctx.db.transaction(async (tx) => {
    const saved = await store.updateArticle(tx, ctx.tenant, id, article, { revision, by: ctx.viewer.userId })
    if (saved.isPublished) await readSoon(tx, ctx, id)
    return saved
  })

export const remove: Handler<'remove'> = async ({ params: { id } }, ctx) => {
  await ctx.db.transaction((tx) => store.deleteArticle(tx, ctx.tenant, id))
  return { message: 'Article deleted' }
}

export const versions: Handler<'versions'> = async ({ params: { id } }, ctx) => {
  const kept = await ctx.db.transaction(async (tx) => {
    await store.readArticle(tx, ctx.tenant, id, true)
    return store.listVersions(tx, ctx.tenant, id)
  })
  const ids = [...new Set(kept.map(({ savedBy }) => mint<UserId>(savedBy)))]
  const names = new Map((await ctx.core.users.named(ids)).map((user) => [user.id as string, user.name]))
  return { versions: kept.map((version) => ({ ...version, savedBy: names.get(version.savedBy) ?? null })) }
}

export const version: Handler<'version'> = ({ params: { id, revision } }, ctx) =>
  ctx.db.transaction((tx) => store.readVersion(tx, ctx.tenant, id, revision))

export const search: Handler<'search'> = async ({ query: { query } }, ctx) => ({
  passages: await findPassages(ctx, { query, audience: 'team', limit: 20 }),
})

export const meaning: Handler<'meaning'> = (_request, ctx) => readStanding(ctx)

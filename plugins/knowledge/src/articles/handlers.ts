import type { RouteAnswer, RouteRequest, SessionContext, UserId } from '@recado/sdk'
import { mint, Refusal } from '@recado/sdk'
import { searchPassages } from '../search/search.ts'
import * as store from './article-store.ts'
import type { routes } from './routes.ts'

type Handler<Name extends keyof typeof routes> = (
  request: RouteRequest<(typeof routes)[Name]>,
  ctx: SessionContext,
) => Promise<RouteAnswer<(typeof routes)[Name]>>

const seesDrafts = ({ viewer }: SessionContext): boolean => viewer.can('knowledge.manage')

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

export const create: Handler<'create'> = ({ body }, ctx) =>
  ctx.db.transaction((tx) => store.insertArticle(tx, ctx.tenant, body, ctx.viewer.userId))

export const importMany: Handler<'importMany'> = async ({ body: { articles }, signal }, ctx) => {
  const refused: { at: number; code: string }[] = []
  for (const [at, article] of articles.entries()) {
    signal.throwIfAborted()
    try {
      await ctx.db.transaction((tx) => store.insertArticle(tx, ctx.tenant, article, ctx.viewer.userId))
    } catch (error) {
      if (!Refusal.is(error)) throw error
      refused.push({ at, code: error.code })
    }
  }
  return { created: articles.length - refused.length, refused }
}

export const update: Handler<'update'> = ({ params: { id }, body: { revision, article } }, ctx) =>
  ctx.db.transaction((tx) => store.updateArticle(tx, ctx.tenant, id, article, { revision, by: ctx.viewer.userId }))

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
  passages: await ctx.db.transaction((tx) => searchPassages(tx, ctx.tenant, { query, audience: 'team', limit: 20 })),
})

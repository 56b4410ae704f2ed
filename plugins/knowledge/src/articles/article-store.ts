import type { PluginTransaction } from '@recado/sdk'
import { unlessTaken } from '@recado/sdk/server'
import { refusal } from '../errors.ts'
import { keptVersions, mostArticles, type Article, type ArticleDraft, type ArticleLine } from './article.ts'
import { deleteStale, markChanged } from '../meaning/meaning-store.ts'
import { keepPictures } from '../pictures/picture-store.ts'
import { index, unindex } from '../search/index-article.ts'

const savedAt = `to_char(saved_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "savedAt"`
const lineColumns = `id, title, category, language, audience, is_published as "isPublished", revision, ${savedAt},
  saved_by as "savedBy"`
const columns = `${lineColumns}, body, source`
/** Articles of a page of the list. */
const pageSize = 50

const titleTaken = (because: ErrorOptions) => refusal('ERR_ARTICLE_EXISTS', {}, because)

export interface ListedBy {
  /** In the title, without case. */
  readonly title: string
  readonly category: string | undefined
  /** Drafts too. */
  readonly drafts: boolean
  /** The last one of the page before. */
  readonly after: { readonly title: string; readonly id: string } | undefined
}

/** A page of articles by title, and whether there are more. */
export async function listArticles(
  tx: PluginTransaction,
  tenant: string,
  { title, category, drafts, after }: ListedBy,
): Promise<{ articles: ArticleLine[]; hasMore: boolean }> {
  const rows = (await tx.query(
    `select ${lineColumns} from plg_knowledge.article
      where tenant_id = $1 and ($2 or is_published) and strpos(lower(title), lower($3)) > 0
        and ($4::text is null or category = $4)
        and ($5::text is null or (lower(title), id) > (lower($5), $6::uuid))
      order by lower(title), id limit $7`,
    [tenant, drafts, title, category ?? null, after?.title ?? null, after?.id ?? null, pageSize + 1],
    'object',
  )) as ArticleLine[]
  return { articles: rows.slice(0, pageSize), hasMore: rows.length > pageSize }
}

export const listCategories = async (tx: PluginTransaction, tenant: string): Promise<string[]> =>
  (
    (await tx.query(
      `select distinct category from plg_knowledge.article
        where tenant_id = $1 and category <> '' order by 1 limit 200`,
      [tenant],
      'object',
    )) as { category: string }[]
  ).map(({ category }) => category)

/** @throws Refusal ERR_NO_ARTICLE_FOUND */
export async function readArticle(
  tx: PluginTransaction,
  tenant: string,
  id: string,
  drafts: boolean,
): Promise<Article> {
  const [row] = (await tx.query(
    `select ${columns} from plg_knowledge.article where tenant_id = $1 and id = $2 and ($3 or is_published)`,
    [tenant, id, drafts],
    'object',
  )) as Article[]
  if (!row) throw refusal('ERR_NO_ARTICLE_FOUND')
  return row
}

const valuesOf = ({ title, body, category, language, audience, isPublished, source }: ArticleDraft) => [
  title,
  body,
  category,
  language,
  audience,
  isPublished,
  source,
]

/** @throws Refusal ERR_ARTICLE_LIMIT, ERR_ARTICLE_EXISTS */
export async function insertArticle(
  tx: PluginTransaction,
  tenant: string,
  draft: ArticleDraft,
  by: string,
): Promise<Article> {
  const [counted] = (await tx.query(
    `select count(*)::int as n from plg_knowledge.article where tenant_id = $1`,
    [tenant],
    'object',
  )) as [{ n: number }]
  if (counted.n >= mostArticles) throw refusal('ERR_ARTICLE_LIMIT')
  const [row] = (await unlessTaken(
    tx.query(
      `insert into plg_knowledge.article
         (tenant_id, title, body, category, language, audience, is_published, source, saved_by)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9) returning ${columns}`,
      [tenant, ...valuesOf(draft), by],
      'object',
    ),
    titleTaken,
  )) as [Article]
  await keep(tx, tenant, row)
  return row
}

/** @throws Refusal ERR_NO_ARTICLE_FOUND, ERR_ARTICLE_CHANGED unless `revision` is the newest, ERR_ARTICLE_EXISTS */
export async function updateArticle(
  tx: PluginTransaction,
  tenant: string,
  id: string,
  draft: ArticleDraft,
  { revision, by }: { readonly revision: number; readonly by: string },
): Promise<Article> {
  const [row] = (await unlessTaken(
    tx.query(
      `update plg_knowledge.article set title = $3, body = $4, category = $5, language = $6, audience = $7,
         is_published = $8, source = $9, saved_by = $10, saved_at = now(), revision = revision + 1
       where tenant_id = $1 and id = $2 and revision = $11 returning ${columns}`,
      [tenant, id, ...valuesOf(draft), by, revision],
      'object',
    ),
    titleTaken,
  )) as Article[]
  if (!row) {
    await readArticle(tx, tenant, id, true)
    throw refusal('ERR_ARTICLE_CHANGED')
  }
  await keep(tx, tenant, row)
  return row
}

/** Keeps what was saved as a version, and its passages for the search. */
async function keep(tx: PluginTransaction, tenant: string, article: Article): Promise<void> {
  const { id, revision, title, body, savedBy, isPublished } = article
  await tx.query(
    `with expired as (
       delete from plg_knowledge.version where tenant_id = $1 and article_id = $2 and revision <= $3::int - $7::int)
     insert into plg_knowledge.version (tenant_id, article_id, revision, title, body, saved_at, saved_by)
     values ($1, $2, $3, $4, $5, now(), $6)`,
    [tenant, id, revision, title, body, savedBy, keptVersions],
    'array',
  )
  await keepPictures(tx, tenant, id, body)
  if (revision > 1) await unindex(tx, tenant, id)
  if (isPublished) await index(tx, tenant, article)
  if (revision === 1) return
  await deleteStale(tx, tenant, id, article)
  await markChanged(tx, tenant, id)
}

/** @throws Refusal ERR_NO_ARTICLE_FOUND */
export async function deleteArticle(tx: PluginTransaction, tenant: string, id: string): Promise<void> {
  await unindex(tx, tenant, id)
  const rows = await tx.query(
    `delete from plg_knowledge.article where tenant_id = $1 and id = $2 returning 1`,
    [tenant, id],
    'array',
  )
  if (rows.length === 0) throw refusal('ERR_NO_ARTICLE_FOUND')
}

export interface Version {
  readonly revision: number
  readonly title: string
  readonly savedAt: string
  readonly savedBy: string
}

export const listVersions = async (tx: PluginTransaction, tenant: string, id: string): Promise<Version[]> =>
  (await tx.query(
    `select revision, title, ${savedAt}, saved_by as "savedBy" from plg_knowledge.version
      where tenant_id = $1 and article_id = $2 order by revision desc limit $3`,
    [tenant, id, keptVersions],
    'object',
  )) as Version[]

/** @throws Refusal ERR_NO_ARTICLE_FOUND */
export async function readVersion(
  tx: PluginTransaction,
  tenant: string,
  id: string,
  revision: number,
): Promise<{ title: string; body: string }> {
  const [row] = (await tx.query(
    `select title, body from plg_knowledge.version where tenant_id = $1 and article_id = $2 and revision = $3`,
    [tenant, id, revision],
    'object',
  )) as { title: string; body: string }[]
  if (!row) throw refusal('ERR_NO_ARTICLE_FOUND')
  return row
}

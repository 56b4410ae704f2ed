import type { Locale, PluginTransaction } from '@recado/sdk'
import { languages, mostArticles } from '../articles/article.ts'

/** An article that customers may read, in a list. */
export interface ShownLine {
  readonly id: string
  readonly title: string
  readonly category: string
  readonly language: Locale
  /** ISO 8601, in UTC. */
  readonly savedAt: string
}

/** An article that customers may read. */
export interface ShownArticle extends ShownLine {
  readonly body: string
  readonly revision: number
}

const columns = `id, title, category, language,
  to_char(saved_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as "savedAt"`
const isShown = `tenant_id = $1 and is_published and audience = 'customers'`

const isInOrder = `order by category = '', lower(category), lower(title), id`
/** Articles of the first page at most; the others are found by the search and stand in the sitemap. */
const mostOnFirstPage = 1_000
/** Articles of its category that stand below an article. */
const mostRelated = 6

const linesOf = async (tx: PluginTransaction, more: string, values: readonly unknown[]): Promise<ShownLine[]> =>
  (await tx.query(
    `select ${columns} from plg_knowledge.article where ${isShown} ${more}`,
    [...values],
    'object',
  )) as ShownLine[]

/** Languages in which there are articles that customers may read. Each is looked up: articles are many. */
export const shownLanguages = async (tx: PluginTransaction, tenant: string): Promise<Locale[]> =>
  (
    (await tx.query(
      `select language from unnest($2::text[]) language
        where exists (select from plg_knowledge.article a
                       where a.tenant_id = $1 and a.is_published and a.audience = 'customers'
                         and a.language = language.language)`,
      [tenant, [...languages]],
      'object',
    )) as { language: Locale }[]
  ).map(({ language }) => language)

/** Articles of a language by category and title; those without a category come last. */
export const listShown = (tx: PluginTransaction, tenant: string, language: Locale): Promise<ShownLine[]> =>
  linesOf(tx, `and language = $2 ${isInOrder} limit $3`, [tenant, language, mostOnFirstPage])

/** All articles that customers may read. */
export const listAllShown = (tx: PluginTransaction, tenant: string): Promise<ShownLine[]> =>
  linesOf(tx, `${isInOrder} limit $2`, [tenant, mostArticles])

/** Those of these articles that customers may read, in any order. */
export const listShownOf = (tx: PluginTransaction, tenant: string, ids: readonly string[]): Promise<ShownLine[]> =>
  linesOf(tx, `and id = any ($2::uuid[])`, [tenant, ids])

/** Other articles of the same category and language. */
export const listRelated = (
  tx: PluginTransaction,
  tenant: string,
  { id, language, category }: ShownLine,
): Promise<ShownLine[]> =>
  linesOf(tx, `and language = $2 and category = $3 and id <> $4::uuid order by lower(title), id limit $5`, [
    tenant,
    language,
    category,
    id,
    mostRelated,
  ])

/** The article with an id from one to another, where customers may read it. */
export async function readShown(
  tx: PluginTransaction,
  tenant: string,
  [first, last]: readonly [string, string],
): Promise<ShownArticle | undefined> {
  const [row] = (await tx.query(
    `select ${columns}, body, revision from plg_knowledge.article
      where ${isShown} and id between $2::uuid and $3::uuid limit 1`,
    [tenant, first, last],
    'object',
  )) as ShownArticle[]
  return row
}

/** Categories of a language that hold articles which customers may read, by name. */
export const listCategoriesShown = async (tx: PluginTransaction, tenant: string, language: Locale): Promise<string[]> =>
  (
    (await tx.query(
      `select category from plg_knowledge.article where ${isShown} and language = $2 and category <> ''
        group by category order by lower(category), category`,
      [tenant, language],
      'object',
    )) as { category: string }[]
  ).map(({ category }) => category)

/** All articles of these categories in a language that customers may read, by category and title. */
export const listShownIn = (
  tx: PluginTransaction,
  tenant: string,
  language: Locale,
  categories: readonly string[],
): Promise<ShownLine[]> =>
  linesOf(tx, `and language = $2 and category = any ($3::text[]) ${isInOrder} limit $4`, [
    tenant,
    language,
    categories,
    mostArticles,
  ])

import type { Locale, PluginTransaction } from '@recado/sdk'
import { mostArticles } from '../articles/article.ts'

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

/** All articles that customers may read, by category and title; those without a category come last. */
export const listShown = async (tx: PluginTransaction, tenant: string): Promise<ShownLine[]> =>
  (await tx.query(
    `select ${columns} from plg_knowledge.article where ${isShown}
      order by category = '', lower(category), lower(title), id limit $2`,
    [tenant, mostArticles],
    'object',
  )) as ShownLine[]

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

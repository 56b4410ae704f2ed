import type { PluginTransaction } from '@recado/sdk'

export interface FoundPassage {
  readonly article: string
  readonly title: string
  readonly heading: string
  readonly text: string
}

export interface Wanted {
  readonly query: string
  /** `customers`: only what may be told to them. */
  readonly audience: 'team' | 'customers'
  readonly limit: number
}

/**
 * Passages by words, the best first: any of the words in any language of articles, those that have more of them, closer
 * together, or in a title or heading before the others.
 */
export const searchPassages = async (
  tx: PluginTransaction,
  tenant: string,
  { query, audience, limit }: Wanted,
): Promise<FoundPassage[]> =>
  (await tx.query(
    `with asked as (
       select string_agg(distinct word, ' | ')::tsquery as words from (
         select quote_literal(lexeme) as word
           from unnest(array['portuguese', 'english', 'spanish', 'russian']::regconfig[]) as language,
                unnest(to_tsvector(language, left($2, 2000)))) as each)
     select a.id as article, a.title, p.heading, p.text
       from asked, plg_knowledge.passage p
       join plg_knowledge.article a on a.tenant_id = p.tenant_id and a.id = p.article_id
      where p.tenant_id = $1 and a.tenant_id = $1 and a.is_published and ($3 = 'team' or a.audience = 'customers')
        and p.words @@ asked.words
      order by ts_rank_cd(p.words, asked.words, 1) desc, a.id, p.position limit $4`,
    [tenant, query, audience, limit],
    'object',
  )) as FoundPassage[]

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

/** Articles that are looked at for the words of a question, and passages that are compared with it, at most. */
const mostCompared = 300
/** Articles that are looked at for one word at least: of a question of many words more than all are. */
const mostOfWord = 100

/**
 * Passages by words, the best first: any of the words in any language of articles, those that have more of them, or
 * have them in a title or heading, before the others. Where a question has frequent and rare words, passages with the
 * rare ones are compared: a word that stands everywhere says nothing. Each row is looked up by its key (`limit 1` keeps
 * the lookups apart), whatever the database knows of its tables: right after an import that is nothing, and it would
 * read them whole.
 */
export const searchPassages = async (
  tx: PluginTransaction,
  tenant: string,
  { query, audience, limit }: Wanted,
): Promise<FoundPassage[]> =>
  (await tx.query(
    `with asked as materialized (
       select distinct lexeme
         from unnest(array['portuguese', 'english', 'spanish', 'russian']::regconfig[]) as language,
              unnest(to_tsvector(language, left($2, 2000)))),
     found as materialized (
       select a.lexeme, w.article_id, w.positions
         from asked a cross join lateral (
           select article_id, positions from plg_knowledge.word
            where tenant_id = $1 and lexeme = a.lexeme
            limit greatest($6::int, $5::int / (select count(*) from asked))) w),
     rated as (
       select lexeme, count(*) as articles, sum(count(*)) over (order by count(*), lexeme) as sum
         from found group by lexeme),
     compared as (
       select distinct article_id, position
         from found join rated using (lexeme) cross join unnest(positions) as position
        where sum <= $5 or sum = articles limit $5),
     wanted as (select string_agg(quote_literal(lexeme), ' | ')::tsquery as words from rated)
     select a.id as article, a.title, p.heading, p.text
       from wanted, compared c
      cross join lateral (
        select position, heading, text, words from plg_knowledge.passage
         where tenant_id = $1 and article_id = c.article_id and position = c.position limit 1) p
      cross join lateral (
        select id, title, is_published, audience from plg_knowledge.article
         where tenant_id = $1 and id = c.article_id limit 1) a
      where a.is_published and ($3 = 'team' or a.audience = 'customers')
      order by ts_rank_cd(p.words, wanted.words, 1) desc, a.id, p.position limit $4`,
    [tenant, query, audience, limit, mostCompared, mostOfWord],
    'object',
  )) as FoundPassage[]

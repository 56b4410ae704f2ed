import type { PluginTransaction } from '@recado/sdk'
import type { Article } from '../articles/article.ts'
import { passagesOf } from '../articles/passages.ts'

/** How PostgreSQL reads a language: its dictionary. */
const dictionary = `case language when 'pt-BR' then 'portuguese' when 'es' then 'spanish' when 'ru' then 'russian'
  else 'english' end::regconfig`

/** Puts the passages of an article into the search. */
export async function index(
  tx: PluginTransaction,
  tenant: string,
  { id, title, body, language }: Pick<Article, 'id' | 'title' | 'body' | 'language'>,
): Promise<void> {
  const passages = passagesOf(body)
  if (passages.length === 0) return
  await tx.query(
    `with given as (
       select $4::text as language, p.heading, p.text, p.position
         from unnest($5::text[], $6::text[]) with ordinality as p (heading, text, position)),
     read as (
       select position, heading, text,
              setweight(to_tsvector(${dictionary}, $3 || ' ' || heading), 'A') || to_tsvector(${dictionary}, text)
                as words
         from given),
     stored as (
       insert into plg_knowledge.passage (tenant_id, article_id, position, heading, text, words)
       select $1, $2, position, heading, text, words from read)
     insert into plg_knowledge.word (tenant_id, lexeme, article_id, positions)
     select $1, lexeme, $2, array_agg(position order by position) from read, unnest(words) group by lexeme`,
    [tenant, id, title, language, passages.map(({ heading }) => heading), passages.map(({ text }) => text)],
    'array',
  )
}

/**
 * Takes them out, by the words of the passages: nothing else leads from an article to its words. To be called before an
 * article is deleted, too.
 */
export async function unindex(tx: PluginTransaction, tenant: string, id: string): Promise<void> {
  await tx.query(
    `with held as materialized (
       select distinct lexeme from plg_knowledge.passage p, unnest(p.words)
        where p.tenant_id = $1 and p.article_id = $2),
     gone as (
       delete from plg_knowledge.word w using held
        where w.tenant_id = $1 and w.lexeme = held.lexeme and w.article_id = $2)
     delete from plg_knowledge.passage where tenant_id = $1 and article_id = $2`,
    [tenant, id],
    'array',
  )
}

import type { PluginTransaction } from '@recado/sdk'
import type { FoundPassage } from '../search/search.ts'
import type { Known } from './company-signs.ts'
import { dotProduct, isAsLong, mostSigns, normalised, packed, signsOf } from './packed-vector.ts'
import { hasSignIndex, nearestByIndex, type AskedSigns } from './sign-index.ts'
import type { SignMemory } from './sign-memory.ts'

/** Passages whose signs are nearest, of which the numbers are compared. */
const mostCompared = 400
/**
 * Least cosine of the angle between a question and what has to do with it. What is nearest may still be far away, and
 * what lies beyond this has nothing to do with the question for any model in use.
 */
const leastAlike = 0.2
/**
 * Most signs that differ, of all of them: at the least cosine 44 of 100 do, two standard deviations of 768 signs more
 * are 47. What differs in more is not compared.
 */
const mostDifferent = 0.47

/** Where the walk through the passages of a company, or of one article, has come to. */
export interface Place {
  readonly article: string
  readonly position: number
}

export interface UnreadPassage extends Place {
  readonly hash: string
  readonly title: string
  readonly heading: string
  readonly text: string
}

/** Ends of the range of ids: an index finds what lies between them. */
const firstId = '00000000-0000-0000-0000-000000000000'
const lastId = 'ffffffff-ffff-ffff-ffff-ffffffffffff'

/** Passages without a vector of the model, but for refused ones, by their places; of one article where one is named. */
export const readUnread = async (
  tx: PluginTransaction,
  tenant: string,
  model: string,
  { article, after, limit }: { article: string | undefined; after: Place | undefined; limit: number },
): Promise<UnreadPassage[]> =>
  (await tx.query(
    `select p.article_id as article, p.position, p.hash, a.title, p.heading, p.text
       from plg_knowledge.passage p
       join plg_knowledge.article a on a.tenant_id = $1 and a.id = p.article_id
      where p.tenant_id = $1 and p.article_id between $3::uuid and $4::uuid and a.id between $3 and $4
        and (p.article_id > $3 or p.position > $5::int)
        and (select m.model from plg_knowledge.meaning m
              where m.tenant_id = $1 and m.article_id = p.article_id and m.hash = p.hash) is distinct from $2
        and (select r.model from plg_knowledge.meaning_refused r
              where r.tenant_id = $1 and r.article_id = p.article_id and r.hash = p.hash) is distinct from $2
      order by p.article_id, p.position limit $6`,
    [tenant, model, article ?? after?.article ?? firstId, article ?? lastId, after?.position ?? 0, limit],
    'object',
  )) as UnreadPassage[]

export interface ReadPassage extends Pick<UnreadPassage, 'article' | 'position' | 'hash' | 'title'> {
  readonly vector: readonly number[]
}

/** Counts a change of a company's vectors; whoever asks holds the company's row until the end of the transaction. */
const nextChange = `update plg_knowledge.meaning_state set changes = changes + 1 where tenant_id = $1 returning changes`

/**
 * Stores vectors of passages that are still there under the same title; what was changed or deleted meanwhile gets
 * none. The passages are locked before the company's row, so that who deletes them finds the vectors and nobody waits
 * in a circle.
 */
export async function writeMeanings(
  tx: PluginTransaction,
  tenant: string,
  model: string,
  read: readonly ReadPassage[],
): Promise<void> {
  const standing = (await tx.query(
    `select distinct on (article_id, hash) place
       from (select g.place::int, g.article_id, g.hash
               from unnest($2::uuid[], $3::int[], $4::uuid[], $5::text[])
                 with ordinality as g (article_id, position, hash, title, place)
               join plg_knowledge.passage p
                 on p.tenant_id = $1 and p.article_id = g.article_id and p.position = g.position and p.hash = g.hash
               join plg_knowledge.article a on a.tenant_id = $1 and a.id = g.article_id and a.title = g.title
              order by p.article_id, p.position for share of p) s
      order by article_id, hash`,
    [
      tenant,
      read.map(({ article }) => article),
      read.map(({ position }) => position),
      read.map(({ hash }) => hash),
      read.map(({ title }) => title),
    ],
    'object',
  )) as { place: number }[]
  const kept = standing.map(({ place }) => read[place - 1]!)
  if (kept.length === 0) return
  const vectors = kept.map(({ vector }) => packed(vector))
  await tx.query(
    `with turn as (${nextChange}),
     given as (
       select * from unnest($3::uuid[], $4::uuid[], $5::text[], $6::text[]) as g (article_id, hash, signs, bytes)),
     tried as (
       delete from plg_knowledge.meaning_refused r using given g
        where r.tenant_id = $1 and r.article_id = g.article_id and r.hash = g.hash),
     signs as (
       insert into plg_knowledge.meaning as m (tenant_id, article_id, hash, model, signs, change)
       select $1, article_id, hash, $2, signs::bit varying, coalesce((select changes from turn), 0) from given
       on conflict (tenant_id, article_id, hash)
         do update set model = excluded.model, signs = excluded.signs, change = excluded.change)
     insert into plg_knowledge.meaning_vector (tenant_id, article_id, hash, bytes)
     select $1, article_id, hash, decode(bytes, 'base64') from given
     on conflict (tenant_id, article_id, hash) do update set bytes = excluded.bytes`,
    [
      tenant,
      model,
      kept.map(({ article }) => article),
      kept.map(({ hash }) => hash),
      vectors.map(({ signs }) => signs),
      vectors.map(({ bytes }) => bytes.toString('base64')),
    ],
    'array',
  )
}

/** Sets a passage aside of which the provider makes no vector: it is read again with its article or another model. */
export const setAside = (
  tx: PluginTransaction,
  tenant: string,
  model: string,
  { article, hash }: Known,
  reason: string,
): Promise<unknown[]> =>
  tx.query(
    `insert into plg_knowledge.meaning_refused as r (tenant_id, article_id, hash, model, reason)
     select $1, id, $3, $4, $5 from plg_knowledge.article where tenant_id = $1 and id = $2
     on conflict (tenant_id, article_id, hash) do update set model = excluded.model, reason = excluded.reason`,
    [tenant, article, hash, model, reason.slice(0, 60)],
    'array',
  )

/**
 * Deletes the vectors of an article's passages that are not there any more, and all of them if its title is another;
 * and what is known of refused ones, which are read again.
 */
export async function deleteStale(
  tx: PluginTransaction,
  tenant: string,
  article: string,
  { revision, title }: { readonly revision: number; readonly title: string },
): Promise<void> {
  await tx.query(
    `with tried as (delete from plg_knowledge.meaning_refused where tenant_id = $1 and article_id = $2)
     delete from plg_knowledge.meaning m
      where m.tenant_id = $1 and m.article_id = $2
        and (not exists (select from plg_knowledge.passage p
                          where p.tenant_id = $1 and p.article_id = $2 and p.hash = m.hash)
          or exists (select from plg_knowledge.version v
                      where v.tenant_id = $1 and v.article_id = $2 and v.revision = $3::int - 1 and v.title <> $4))`,
    [tenant, article, revision, title],
    'array',
  )
}

/** The audience of an article may be another one: its vectors are read again by who keeps their signs. */
export const markChanged = (tx: PluginTransaction, tenant: string, article: string): Promise<unknown[]> =>
  tx.query(
    `with turn as (${nextChange})
     update plg_knowledge.meaning set change = turn.changes from turn where tenant_id = $1 and article_id = $2`,
    [tenant, article],
    'array',
  )

/** What is asked for by meaning; see `Wanted`. */
export interface Meant {
  readonly model: string
  readonly vector: readonly number[]
  readonly audience: 'team' | 'customers'
  readonly limit: number
  /** Passages of a company beyond which the database's index is asked, if it has one. */
  readonly indexFrom: number
}

/** Short vectors have too few signs for a bound: all of theirs are looked at. */
const boundOf = ({ length }: string): number => (length < mostSigns ? length : Math.floor(length * mostDifferent))

/** Of what the memory holds as nearest, the part that is gone in the database beyond which it is read anew. */
const mostGone = 0.25

interface Candidate extends Known {
  readonly bytes: Buffer
}

interface Question extends AskedSigns, Pick<Meant, 'indexFrom'> {}

/** Those of the index that a large company has, undefined where the node compares by itself. */
async function indexed(tx: PluginTransaction, tenant: string, memory: SignMemory, question: Question) {
  if (!(await memory.exceeds(tx, tenant, question.indexFrom)) || !(await hasSignIndex(tx))) return undefined
  const near = await nearestByIndex(tx, tenant, question)
  if (near) memory.forget(tenant)
  return near
}

/** The vectors of these passages, without those that are gone. */
const vectorsOf = async (
  tx: PluginTransaction,
  tenant: string,
  model: string,
  near: readonly Known[],
): Promise<Candidate[]> =>
  (await tx.query(
    `select n.article_id as article, n.hash, v.bytes
       from (select distinct * from unnest($3::uuid[], $4::uuid[])) n (article_id, hash)
      cross join lateral (
        select from plg_knowledge.meaning
         where tenant_id = $1 and article_id = n.article_id and hash = n.hash and model = $2 limit 1) m
      cross join lateral (
        select bytes from plg_knowledge.meaning_vector
         where tenant_id = $1 and article_id = n.article_id and hash = n.hash limit 1) v`,
    [tenant, model, near.map(({ article }) => article), near.map(({ hash }) => hash)],
    'object',
  )) as Candidate[]

/** The vectors of passages whose signs are the nearest ones. */
async function candidatesOf(
  tx: PluginTransaction,
  tenant: string,
  memory: SignMemory,
  question: Question,
): Promise<Candidate[]> {
  const { model, signs } = question
  const near = await indexed(tx, tenant, memory, question)
  if (near) return vectorsOf(tx, tenant, model, near)
  for (let attempt = 1; ; attempt += 1) {
    const kept = await memory.of(tx, tenant, model, signs.length)
    const known = kept.nearest(signs, question)
    if (known.length === 0) return []
    const candidates = await vectorsOf(tx, tenant, model, known)
    if (attempt > 1 || candidates.length >= known.length * (1 - mostGone)) return candidates
    memory.forget(tenant)
  }
}

/** Passages by meaning, the nearest first: by the signs of all of them, then by the numbers of the nearest. */
export async function searchMeanings(
  tx: PluginTransaction,
  tenant: string,
  { model, vector, audience, limit, indexFrom }: Meant,
  memory: SignMemory,
): Promise<FoundPassage[]> {
  const asked = normalised(vector)
  const signs = signsOf(asked)
  const onlyForCustomers = audience === 'customers'
  const question = { model, signs, onlyForCustomers, most: mostCompared, bound: boundOf(signs), indexFrom }
  const candidates = await candidatesOf(tx, tenant, memory, question)
  const nearest = candidates
    .filter(({ bytes }) => isAsLong(asked, bytes))
    .map(({ article, hash, bytes }) => ({ article, hash, alike: dotProduct(asked, bytes) }))
    .filter(({ alike }) => alike >= leastAlike)
    .toSorted((a, b) => b.alike - a.alike)
    .slice(0, limit)
  if (nearest.length === 0) return []
  return (await tx.query(
    `select a.id as article, a.title, p.heading, p.text
       from unnest($2::uuid[], $3::uuid[]) with ordinality as n (article_id, hash, place)
      cross join lateral (
        select position, heading, text from plg_knowledge.passage
         where tenant_id = $1 and article_id = n.article_id and hash = n.hash order by position limit 1) p
      cross join lateral (
        select id, title, is_published, audience from plg_knowledge.article
         where tenant_id = $1 and id = n.article_id limit 1) a
      where a.is_published and ($4 = 'team' or a.audience = 'customers')
      order by n.place`,
    [tenant, nearest.map(({ article }) => article), nearest.map(({ hash }) => hash), audience],
    'object',
  )) as FoundPassage[]
}

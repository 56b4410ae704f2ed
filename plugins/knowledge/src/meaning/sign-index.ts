import type { PluginTransaction } from '@recado/sdk'
import type { Known } from './company-signs.ts'
import { mostSigns } from './packed-vector.ts'

/** Rows of all companies that are looked at for one company's nearest, before the node compares by itself. */
const mostLookedAt = 100_000

/** Whether the database has the index of signs: it is made where there is pgvector, and goes with it. */
export async function hasSignIndex(tx: PluginTransaction): Promise<boolean> {
  const rows = await tx.query(
    `select from pg_index where indexrelid = to_regclass('plg_knowledge.meaning_near') and indisvalid`,
    [],
    'array',
  )
  return rows.length > 0
}

/** A question by its signs, with what is asked for. */
export interface AskedSigns {
  readonly model: string
  readonly signs: string
  readonly onlyForCustomers: boolean
  /** How many passages at most, and how many signs of each may differ. */
  readonly most: number
  readonly bound: number
}

/**
 * Passages whose signs differ least, by the index, in no order; undefined where it gave out before there were enough,
 * as for a company with few passages among many. The index holds all companies and models: the search goes on until
 * enough of this one's are found. Sorting is the only other way to this order, and reads the whole company.
 */
export async function nearestByIndex(
  tx: PluginTransaction,
  tenant: string,
  { model, signs, onlyForCustomers, most, bound }: AskedSigns,
): Promise<Known[] | undefined> {
  await tx.query(
    `select set_config('hnsw.iterative_scan', 'relaxed_order', true), set_config('hnsw.ef_search', $1, true),
            set_config('hnsw.max_scan_tuples', $2, true), set_config('enable_sort', 'off', true)`,
    [String(most), String(mostLookedAt)],
    'array',
  )
  const audience = onlyForCustomers ? `and audience = 'customers'` : ''
  const near = (await tx.query(
    `select m.article_id as article, m.hash,
            (m.signs::bit(${mostSigns}) <~> $3::text::bit varying::bit(${mostSigns}))::int as differ
       from plg_knowledge.meaning m
      cross join lateral (
        select from plg_knowledge.article where tenant_id = $1 and id = m.article_id ${audience} limit 1) a
      where m.tenant_id = $1 and m.model = $2 and length(m.signs) = $4
      order by m.signs::bit(${mostSigns}) <~> $3::text::bit varying::bit(${mostSigns}) limit $5`,
    [tenant, model, signs, signs.length, most],
    'object',
  )) as (Known & { differ: number })[]
  await tx.query(`select set_config('enable_sort', 'on', true)`, [], 'array')
  return near.length < most ? undefined : near.filter(({ differ }) => differ <= bound)
}

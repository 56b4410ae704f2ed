import type { PluginTransaction } from '@recado/sdk'
import * as z from 'zod'
import { currentModel, followModel, type MeaningContext } from './meaning-state.ts'

/** How far the search by meaning is, for who writes articles. */
export const MeaningStanding = z.object({
  /** `off`: the company has no model for vectors. `waiting`: the provider did not answer, and is asked again later. */
  state: z.enum(['off', 'reading', 'waiting', 'ready']),
  model: z.string().nullable(),
  /** Passages that have a vector, of so many. */
  read: z.int(),
  passages: z.int(),
  /** The code of why it waits; it has a sentence in namespace `errors`. */
  because: z.string().nullable(),
  /** How many passages the provider refuses; the search finds those by their words alone. */
  refused: z.int(),
  /** The first ones of them. */
  refusals: z.array(
    z.object({
      article: z.uuid(),
      title: z.string(),
      heading: z.string(),
      /** The code of why; it has a sentence in namespace `errors`. */
      because: z.string(),
    }),
  ),
})
export type MeaningStanding = z.infer<typeof MeaningStanding>

/** Refused passages that are named. */
const mostNamed = 20

interface Refusal {
  readonly article: string
  readonly title: string
  readonly heading: string
  readonly because: string
}

/** The first passages that were refused, and how many there are. */
async function refusalsOf(tx: PluginTransaction, tenant: string, model: string) {
  const rows = (await tx.query(
    `select a.id as article, a.title, p.heading, r.reason as because, (count(*) over ())::int as refused
       from plg_knowledge.meaning_refused r
       join plg_knowledge.passage p on p.tenant_id = $1 and p.article_id = r.article_id and p.hash = r.hash
       join plg_knowledge.article a on a.tenant_id = $1 and a.id = r.article_id
      where r.tenant_id = $1 and r.model = $2
      order by a.title, p.position limit $3`,
    [tenant, model, mostNamed],
    'object',
  )) as (Refusal & { refused: number })[]
  return { refused: rows[0]?.refused ?? 0, refusals: rows }
}

async function counted(tx: PluginTransaction, tenant: string, model: string) {
  const [row] = (await tx.query(
    `select count(*)::int as passages, count(m.hash)::int as read
       from plg_knowledge.passage p
       left join plg_knowledge.meaning m
         on m.tenant_id = $1 and m.article_id = p.article_id and m.hash = p.hash and m.model = $2
      where p.tenant_id = $1`,
    [tenant, model],
    'object',
  )) as [{ passages: number; read: number }]
  return row
}

/** Tells how far it is. Asking is also what notices another model. */
export async function readStanding(ctx: MeaningContext): Promise<MeaningStanding> {
  const now = await currentModel(ctx)
  const off: MeaningStanding = {
    state: 'off',
    model: null,
    read: 0,
    passages: 0,
    because: null,
    refused: 0,
    refusals: [],
  }
  return ctx.db.transaction(async (tx) => {
    if (now === null) await followModel(tx, ctx, null)
    if (now == null) return off
    const { failure } = await followModel(tx, ctx, now)
    const { passages, read } = await counted(tx, ctx.tenant, now)
    const refusals = await refusalsOf(tx, ctx.tenant, now)
    const state = read + refusals.refused === passages ? 'ready' : failure === null ? 'reading' : 'waiting'
    return { state, model: now, read, passages, because: state === 'waiting' ? failure : null, ...refusals }
  })
}

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
})
export type MeaningStanding = z.infer<typeof MeaningStanding>

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
  const off: MeaningStanding = { state: 'off', model: null, read: 0, passages: 0, because: null }
  return ctx.db.transaction(async (tx) => {
    if (now === null) await followModel(tx, ctx, null)
    if (now == null) return off
    const { failure } = await followModel(tx, ctx, now)
    const { passages, read } = await counted(tx, ctx.tenant, now)
    const state = read === passages ? 'ready' : failure === null ? 'reading' : 'waiting'
    return { state, model: now, read, passages, because: state === 'waiting' ? failure : null }
  })
}

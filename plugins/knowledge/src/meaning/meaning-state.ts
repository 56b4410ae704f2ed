import type { PluginContext, PluginTransaction } from '@recado/sdk'
import type { Place } from './meaning-store.ts'

/** Longest pause before the provider is asked again, in milliseconds, and the first one, which doubles each time. */
const longestPauseMs = 10 * 60_000
const firstPauseMs = 1_000
/** A walk that should have begun so long ago was lost, for instance because the plugin was switched off. */
const lostAfter = `interval '1 minute'`

/** What a job reads: the passages of one article, else those of all; behind `after`. */
export interface EmbedJob {
  readonly article?: string | undefined
  readonly after?: Place | undefined
  /** Passages of one question; as many as one may have if absent. */
  readonly most?: number | undefined
}

/** What indexing and searching by meaning need of a context of the plugin. */
export type MeaningContext = Pick<PluginContext, 'tenant' | 'db' | 'core' | 'log'> & {
  enqueue(job: 'embed', data: EmbedJob, options: { key: string; runAt?: Date }): Promise<void>
}

export interface MeaningState {
  readonly model: string | null
  /** The code of what failed last; null where nothing waits. */
  readonly failure: string | null
  /** Whether the next attempt is not due yet. */
  readonly isWaiting: boolean
}

/** The one walk through all passages; a new one takes the place of one that has not begun. */
export const walkAll = (ctx: Pick<MeaningContext, 'enqueue'>, after?: Place, runAt?: Date): Promise<void> =>
  ctx.enqueue('embed', { after }, { key: 'all', ...(runAt && { runAt }) })

/**
 * The company's model for vectors now, by its settings: null for none, undefined where that cannot be said, as while
 * the plugin that provides vectors is suspended.
 */
export async function currentModel({ core, log }: Pick<MeaningContext, 'core' | 'log'>) {
  try {
    return (await core.services.call('embeddings.model', {}))?.model ?? null
  } catch (error) {
    log.warn({ error }, 'the model for vectors is not known')
    return undefined
  }
}

type StateRow = MeaningState & { readonly isLost: boolean }

/** How far the company is, and if it has another model now, the walk that reads all passages with that one. */
export async function followModel(
  tx: PluginTransaction,
  ctx: Pick<MeaningContext, 'tenant' | 'enqueue'>,
  model: string | null,
): Promise<MeaningState> {
  const [state = { model: null, failure: null, isWaiting: false, isLost: false }] = (await tx.query(
    `select model, failure, coalesce(retry_at > now(), false) as "isWaiting",
            coalesce(retry_at < now() - ${lostAfter}, false) as "isLost"
       from plg_knowledge.meaning_state where tenant_id = $1`,
    [ctx.tenant],
    'object',
  )) as StateRow[]
  if (state.model === model) {
    if (state.isLost) await walkAll(ctx)
    return state
  }
  await tx.query(
    `insert into plg_knowledge.meaning_state as s (tenant_id, model) values ($1, $2)
     on conflict (tenant_id) do update set model = excluded.model, failure = null, failures = 0, retry_at = null`,
    [ctx.tenant, model],
    'array',
  )
  if (model !== null) await walkAll(ctx)
  return { model, failure: null, isWaiting: false }
}

/** After an article was saved, in its transaction: its passages are read by a job, if the company has a model. */
export async function readSoon(
  tx: PluginTransaction,
  ctx: Pick<MeaningContext, 'tenant' | 'enqueue'>,
  article: string,
): Promise<void> {
  const [state] = (await tx.query(
    `select model from plg_knowledge.meaning_state where tenant_id = $1`,
    [ctx.tenant],
    'object',
  )) as { model: string | null }[]
  if (state?.model != null) await ctx.enqueue('embed', { article }, { key: `article:${article}` })
}

/** Keeps why nothing could be read, and has everything walked through again after a pause, longer each time. */
export async function waitLonger(tx: PluginTransaction, ctx: MeaningContext, failure: string): Promise<void> {
  const [row] = (await tx.query(
    `update plg_knowledge.meaning_state
        set failure = $2, failures = failures + 1,
            retry_at = now() + least($3, $4 * 2 ^ least(failures, 20)) * interval '1 millisecond'
      where tenant_id = $1 returning to_char(retry_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at`,
    [ctx.tenant, failure.slice(0, 60), longestPauseMs, firstPauseMs],
    'object',
  )) as { at: string }[]
  if (row) await walkAll(ctx, undefined, new Date(row.at))
}

/** The provider answers again. */
export const endWaiting = (tx: PluginTransaction, tenant: string): Promise<unknown[]> =>
  tx.query(
    `update plg_knowledge.meaning_state set failure = null, failures = 0, retry_at = null
      where tenant_id = $1 and failure is not null`,
    [tenant],
    'array',
  )

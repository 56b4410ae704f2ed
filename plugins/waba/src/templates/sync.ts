import { ChannelError, mint, Refusal, type ConnectionId, type PluginContext } from '@recado/sdk'
import { and, eq, sql } from 'drizzle-orm'
import { randomUUID } from 'node:crypto'
import { rowOf } from './apply.ts'
import type { Jobs } from './jobs.ts'
import { withProvider } from './provider-call.ts'
import { listTemplates } from './template-api.ts'
import { markMissing, storeFromProvider, within, type Home } from './template-store.ts'
import type { TemplateSync } from './template.ts'
import { templateSyncs } from './template.table.ts'

type Ctx = PluginContext<Jobs>
type SyncRow = typeof templateSyncs.$inferSelect

/** Pages of one job; the rest is the next job's, so that none runs into its limit. */
const pagesPerJob = 10
/** Minutes after which a run without progress counts as dead; another may begin. */
const staleMinutes = 15

const view = ({ connectionId, state, seen, error, startedAt, finishedAt }: SyncRow): TemplateSync => ({
  connectionId: mint<ConnectionId>(connectionId),
  state,
  seen,
  error,
  startedAt: new Date(startedAt).toISOString(),
  finishedAt: finishedAt && new Date(finishedAt).toISOString(),
})

export const readSyncs = async (home: Home): Promise<TemplateSync[]> =>
  (await within(home, (tx) => tx.select().from(templateSyncs).where(eq(templateSyncs.tenantId, home.tenant)))).map(view)

/**
 * Begins an import, or answers the one that is running.
 * @throws Refusal ERR_NO_WAPP_FOUND for a connection that is not the company's, ERR_CONNECTION_INACTIVE
 */
export async function startSync(ctx: Ctx, connectionId: string): Promise<TemplateSync> {
  const connection = (await ctx.connections.list()).find(({ id }) => id === connectionId)
  if (!connection) throw new Refusal('ERR_NO_WAPP_FOUND')
  if (!connection.isActive) throw new Refusal('ERR_CONNECTION_INACTIVE')
  const run = {
    tenantId: ctx.tenant,
    connectionId,
    runId: randomUUID(),
    state: 'running',
    seen: 0,
    error: null,
    finishedAt: null,
  } as const
  const [begun] = await within(ctx, (tx) =>
    tx
      .insert(templateSyncs)
      .values(run)
      .onConflictDoUpdate({
        target: [templateSyncs.tenantId, templateSyncs.connectionId],
        set: { ...run, startedAt: sql`now()` },
        setWhere: sql`
          ${templateSyncs.state} <> 'running'
          or ${templateSyncs.startedAt} < now() - make_interval(mins => ${staleMinutes})`,
      })
      .returning(),
  )
  if (begun)
    await ctx.enqueue('templateSync', { connectionId, runId: run.runId }, { key: `template-sync:${connectionId}` })
  return begun ? view(begun) : (await readSyncs(ctx)).find((sync) => sync.connectionId === connectionId)!
}

/** Some pages of a run; a run that was replaced by another stops. */
export async function syncTemplates(
  { connectionId, runId, after }: { connectionId: string; runId: string; after?: string | undefined },
  ctx: Ctx,
): Promise<void> {
  try {
    const next = await withProvider(ctx, connectionId, async ({ api }) => {
      let cursor = after
      for (let pages = 0; pages < pagesPerJob; pages++) {
        const page = await listTemplates(api, cursor, ctx.signal)
        const goesOn = await storePage(
          ctx,
          { connectionId, runId },
          page.templates.map((template) => ({ connectionId, ...rowOf(template) })),
          page.next === undefined,
        )
        if (!goesOn || page.next === undefined) return undefined
        cursor = page.next
      }
      return cursor
    })
    if (next !== undefined)
      await ctx.enqueue('templateSync', { connectionId, runId, after: next }, { key: `template-sync:${connectionId}` })
  } catch (error) {
    if (!ChannelError.is(error) && !Refusal.is(error)) throw error
    await within(ctx, (tx) =>
      tx
        .update(templateSyncs)
        .set({ state: 'failed', error: error.message, finishedAt: sql`now()` })
        .where(ofRun(ctx, runId)),
    )
  }
}

const ofRun = ({ tenant }: Pick<Ctx, 'tenant'>, runId: string) =>
  and(eq(templateSyncs.tenantId, tenant), eq(templateSyncs.runId, runId))

/** One page with the count of it, in one transaction; answers whether the run is still the connection's. */
const storePage = (
  ctx: Ctx,
  { connectionId, runId }: { connectionId: string; runId: string },
  rows: Parameters<typeof storeFromProvider>[2],
  isLast: boolean,
): Promise<boolean> =>
  within(ctx, async (tx) => {
    const [run] = await tx
      .update(templateSyncs)
      .set({
        seen: sql`${templateSyncs.seen} + ${rows.length}`,
        ...(isLast && { state: 'done' as const, finishedAt: sql`now()` }),
      })
      .where(ofRun(ctx, runId))
      .returning()
    if (!run) return false
    await storeFromProvider(tx, ctx, rows)
    if (isLast) await markMissing(tx, ctx, connectionId, new Date(run.startedAt))
    return true
  })

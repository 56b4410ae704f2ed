import type { PluginContext } from '@recado/sdk'
import { drizzleOn } from '@recado/sdk/server'
import { and, eq, sql } from 'drizzle-orm'
import type * as z from 'zod'
import type { HistoryProgressed } from '../events.ts'
import { historyImports } from './history.table.ts'
import type { HistoryState } from './routes.ts'

type Home = Pick<PluginContext, 'tenant' | 'db'>

/** Parts of an import come in any order: what is done stays done. An import that was declined may be allowed later. */
export async function onHistory(
  { connectionId, state, progress, reason }: z.output<typeof HistoryProgressed.schema>,
  { tenant, db }: Home,
): Promise<void> {
  const told = { state, progress, reason, toldAt: sql`now()` }
  await db.transaction((raw) =>
    drizzleOn(raw)
      .insert(historyImports)
      .values({ tenantId: tenant, connectionId, ...told })
      .onConflictDoUpdate({
        target: [historyImports.tenantId, historyImports.connectionId],
        set: told,
        setWhere: sql`
          not (${state}::text = 'running'
               and ${historyImports.state} in ('running', 'done')
               and ${historyImports.progress} >= ${progress}::integer)`,
      }),
  )
}

/** Null for a number of which nothing was told: it is not used in the app, or nobody asked for its past. */
export async function historyOf({ tenant, db }: Home, connectionId: string): Promise<HistoryState | null> {
  const [row] = await db.transaction((raw) =>
    drizzleOn(raw)
      .select({ state: historyImports.state, progress: historyImports.progress, reason: historyImports.reason })
      .from(historyImports)
      .where(and(eq(historyImports.tenantId, tenant), eq(historyImports.connectionId, connectionId))),
  )
  return row ?? null
}

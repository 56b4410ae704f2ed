import { drizzleOn } from '@recado/sdk/server'
import { and, eq, gt, sql } from 'drizzle-orm'
import { runs } from '../runs/run.table.ts'
import { figures } from './flow.table.ts'
import { countedOne } from './flow-store.ts'
import type { Handler } from './handlers.ts'

const days = 30

/**
 * How many conversations took each edge in the last 30 days, and where they are now.
 * @throws Refusal of an unknown flow
 */
export const readFigures: Handler<'figures'> = async ({ params }, { db, tenant }) => {
  const { counts, waiting } = await db.transaction(async (raw) => {
    const tx = drizzleOn(raw)
    await countedOne(tx, tenant, params.id)
    return {
      counts: await tx
        .select({ kind: figures.kind, place: figures.place, times: sql<number>`sum(${figures.times})::int` })
        .from(figures)
        .where(
          and(
            eq(figures.tenantId, tenant),
            eq(figures.flowId, params.id),
            gt(figures.day, sql`(now() at time zone 'UTC')::date - ${days}::int`),
          ),
        )
        .groupBy(figures.kind, figures.place),
      waiting: await tx
        .select({ nodeId: sql<string>`${runs.state} ->> 'node'`, times: sql<number>`count(*)::int` })
        .from(runs)
        .where(and(eq(runs.tenantId, tenant), eq(runs.flowId, params.id), eq(runs.isOver, false)))
        .groupBy(sql`1`),
    }
  })
  const of = (kind: string): Map<string, number> =>
    new Map(counts.filter((row) => row.kind === kind).map(({ place, times }) => [place, times]))
  const [entered, left] = [of('entered'), of('left')]
  const present = new Map(waiting.map(({ nodeId, times }) => [nodeId, times]))
  return {
    since: new Date(Date.now() - days * 24 * 60 * 60_000).toISOString(),
    edges: [...of('taken')].map(([edgeId, taken]) => ({ edgeId, taken })),
    nodes: [...new Set([...entered.keys(), ...left.keys(), ...present.keys()])].map((nodeId) => ({
      nodeId,
      entered: entered.get(nodeId) ?? 0,
      left: left.get(nodeId) ?? 0,
      waiting: present.get(nodeId) ?? 0,
    })),
  }
}

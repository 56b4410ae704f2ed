import type { PluginTransaction } from '@recado/sdk'
import { drizzleOn } from '@recado/sdk/server'
import { and, eq } from 'drizzle-orm'
import { versions } from '../flows/flow.table.ts'
import { Graph } from '../graph/graph.ts'

/** Versions never change, so that one which was read is kept; the key holds its company. */
const kept = new Map<string, Graph>()
const most = 200

/** The graph of a version; undefined for one that was deleted with its flow. */
export async function graphOf(raw: PluginTransaction, tenantId: string, versionId: string): Promise<Graph | undefined> {
  const key = `${tenantId} ${versionId}`
  const known = kept.get(key)
  if (known) {
    kept.delete(key)
    kept.set(key, known)
    return known
  }
  const [row] = await drizzleOn(raw)
    .select({ graph: versions.graph })
    .from(versions)
    .where(and(eq(versions.tenantId, tenantId), eq(versions.id, versionId)))
  if (!row) return undefined
  const graph = Graph.parse(row.graph)
  kept.set(key, graph)
  if (kept.size > most) kept.delete(kept.keys().next().value!)
  return graph
}

import { mint, type ErrorFacts, type SessionContext, type UserId } from '@recado/sdk'
import { drizzleOn } from '@recado/sdk/server'
import { eq, sql } from 'drizzle-orm'
import { refusal } from '../errors.ts'
import { faultsOf, isFaulty, type Fault } from '../graph/faults.ts'
import type { Graph } from '../graph/graph.ts'
import type { Draft, Flow, FlowSummary } from './flow.ts'
import { flows, type FlowRow } from './flow.table.ts'
import { countedOne, readOne, type CountedFlow, type Tx } from './flow-store.ts'
import { referenceFaults } from './references.ts'

/** A row as administrators read it. */
export const summaryOf = (row: CountedFlow): FlowSummary => ({
  id: row.id,
  name: row.name,
  description: row.description,
  testNumber: row.testNumber,
  isActive: row.isActive,
  version: row.version,
  hasChanges: row.publishedRevision !== row.revision,
  blocks: row.blocks,
  running: row.running,
  begun: row.begun,
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
})

/** Users by their ids; those who are not known any more are left out. */
export async function editors(
  ids: readonly (string | null)[],
  { core }: Pick<SessionContext, 'core'>,
): Promise<ReadonlyMap<string, { id: string; name: string }>> {
  const known = [...new Set(ids.filter((id) => id !== null))].map((id) => mint<UserId>(id))
  const named = known.length === 0 ? [] : await core.users.named(known.slice(0, 200))
  return new Map(named.map(({ id, name }) => [id, { id, name }]))
}

export const draftOf = async (
  {
    revision,
    draft: graph,
    undecided,
    savedAt,
    savedBy,
  }: Pick<FlowRow, 'revision' | 'draft' | 'undecided' | 'savedAt' | 'savedBy'>,
  ctx: Pick<SessionContext, 'core'>,
): Promise<Draft> => ({
  revision,
  graph,
  undecided: [...undecided],
  savedAt: savedAt.toISOString(),
  savedBy: (await editors([savedBy], ctx)).get(savedBy ?? '') ?? null,
})

/** Ids of flows that a flow can go to: published ones. */
const reachable = async (tx: Tx, tenantId: string): Promise<ReadonlySet<string>> =>
  new Set(
    (
      await tx
        .select({ id: flows.id })
        .from(flows)
        .where(sql`${eq(flows.tenantId, tenantId)} and ${flows.version} is not null`)
    ).map(({ id }) => id),
  )

/** All faults of a graph, those that need the company's data among them. */
export async function allFaults(graph: Graph, ctx: Pick<SessionContext, 'core' | 'db' | 'tenant'>): Promise<Fault[]> {
  const others = graph.nodes.some(({ kind }) => kind === 'flow')
    ? await ctx.db.transaction((tx) => reachable(drizzleOn(tx), ctx.tenant))
    : new Set<string>()
  return [...faultsOf(graph), ...(await referenceFaults(graph, ctx.core, others))]
}

/** @throws Refusal ERR_FLOW_FAULTS with the places of the faults */
export async function requireFaultless(
  graph: Graph,
  ctx: Pick<SessionContext, 'core' | 'db' | 'tenant'>,
): Promise<void> {
  const faults = await allFaults(graph, ctx)
  if (isFaulty(faults))
    throw refusal('ERR_FLOW_FAULTS', {
      issues: faults
        .filter(({ severity }) => severity === 'error')
        .map(issueOf)
        .slice(0, 100),
    })
}

function issueOf({ code, nodeId, edgeId, field }: Fault): NonNullable<ErrorFacts['issues']>[number] {
  const place =
    edgeId !== undefined
      ? `edges.${edgeId}`
      : nodeId !== undefined
        ? `nodes.${nodeId}`
        : field === undefined
          ? 'nodes'
          : 'settings'
  return { path: field === undefined ? place : `${place}.${field}`, message: code }
}

/** A flow with its draft and its faults. @throws Refusal ERR_NO_AUTO_REPLY_FOUND */
export async function flowView(id: string, ctx: SessionContext): Promise<Flow> {
  const { row, counts } = await ctx.db.transaction(async (raw) => {
    const tx = drizzleOn(raw)
    return { row: await readOne(tx, ctx.tenant, id), counts: await countedOne(tx, ctx.tenant, id) }
  })
  const [draft, faults] = await Promise.all([draftOf(row, ctx), allFaults(row.draft, ctx)])
  return { ...summaryOf(counts), draft, faults }
}

/** @throws Refusal ERR_NO_AUTO_REPLY_FOUND */
export const summaryView = async (id: string, ctx: Pick<SessionContext, 'db' | 'tenant'>): Promise<FlowSummary> =>
  summaryOf(await ctx.db.transaction((tx) => countedOne(drizzleOn(tx), ctx.tenant, id)))

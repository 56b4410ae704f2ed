import { Refusal } from '@recado/sdk'
import { unlessTaken, type drizzleOn } from '@recado/sdk/server'
import { and, asc, desc, eq, getTableColumns, inArray, isNotNull, sql, type SQL } from 'drizzle-orm'
import { refusal } from '../errors.ts'
import { Graph, type FlowPart } from '../graph/graph.ts'
import { UndecidedVersions, type UndecidedVersion } from '../graph/merge/undecided.ts'
import { maxFlows } from '../graph/limits.ts'
import { runs } from '../runs/run.table.ts'
import type { FlowDetails } from './flow.ts'
import { figures, files, flows, versions, type FileRow, type FlowRow, type VersionRow } from './flow.table.ts'

export type Tx = ReturnType<typeof drizzleOn>
/** A flow with its figures; without the draft, which may be large. */
export interface CountedFlow extends Omit<FlowRow, 'draft' | 'undecided'> {
  readonly blocks: number
  readonly running: number
  readonly begun: number
}

const one = (tenantId: string, id: string): SQL => and(eq(flows.tenantId, tenantId), eq(flows.id, id))!
const { draft: _draft, undecided: _undecided, ...light } = getTableColumns(flows)

/** All flows or one of them, by name, counted. */
export async function counted(tx: Tx, tenantId: string, id?: string): Promise<CountedFlow[]> {
  // Columns keep the names of their tables inside of these alone.
  const ofFlow = sql`${runs.tenantId} = ${flows.tenantId} and ${runs.flowId} = ${flows.id} and not ${runs.isOver}`
  const begunIn = sql`${figures.tenantId} = ${flows.tenantId} and ${figures.flowId} = ${flows.id}`
  return tx
    .select({
      ...light,
      blocks: sql<number>`jsonb_array_length(${flows.draft} -> 'nodes')`,
      running: sql<number>`(select count(*)::int from ${runs} where ${ofFlow})`,
      begun: sql<number>`coalesce((select sum(${figures.times})::int from ${figures}
        where ${begunIn} and ${figures.kind} = 'begun' and ${figures.day} > (now() at time zone 'UTC')::date - 30), 0)`,
    })
    .from(flows)
    .where(id === undefined ? eq(flows.tenantId, tenantId) : one(tenantId, id))
    .orderBy(asc(sql`lower(${flows.name})`), asc(flows.id))
    .limit(maxFlows)
}

/** @throws Refusal ERR_NO_AUTO_REPLY_FOUND */
export async function countedOne(tx: Tx, tenantId: string, id: string): Promise<CountedFlow> {
  const [row] = await counted(tx, tenantId, id)
  if (!row) throw new Refusal('ERR_NO_AUTO_REPLY_FOUND')
  return row
}

/** As a draft was kept by an earlier version of the product, with the defaults of what came since. */
const withGraph = (row: FlowRow): FlowRow => ({
  ...row,
  draft: Graph.parse(row.draft),
  undecided: UndecidedVersions.parse(row.undecided),
})

/** @throws Refusal ERR_NO_AUTO_REPLY_FOUND */
export async function readOne(tx: Tx, tenantId: string, id: string): Promise<FlowRow> {
  const [row] = await tx.select().from(flows).where(one(tenantId, id))
  if (!row) throw new Refusal('ERR_NO_AUTO_REPLY_FOUND')
  return withGraph(row)
}

/** @throws Refusal ERR_NO_AUTO_REPLY_FOUND */
export async function requireFlow(tx: Tx, tenantId: string, id: string): Promise<void> {
  const [row] = await tx.select({ id: flows.id }).from(flows).where(one(tenantId, id))
  if (!row) throw new Refusal('ERR_NO_AUTO_REPLY_FOUND')
}

/** Locked for a change. @throws Refusal ERR_NO_AUTO_REPLY_FOUND */
export async function lock(tx: Tx, tenantId: string, id: string): Promise<FlowRow> {
  const [row] = await tx.select().from(flows).where(one(tenantId, id)).for('update')
  if (!row) throw new Refusal('ERR_NO_AUTO_REPLY_FOUND')
  return withGraph(row)
}

const nameTaken = (because: ErrorOptions) => refusal('ERR_FLOW_EXISTS', {}, because)

type FlowFile = Extract<FlowPart, { kind: 'media' }> & { readonly media: string }

/** Files of a graph, as its messages name them. */
export const filesOf = ({ nodes }: Graph): FlowFile[] =>
  nodes.flatMap((node) =>
    node.kind === 'message'
      ? node.data.parts.filter((part): part is FlowFile => part.kind === 'media' && part.media !== null)
      : [],
  )

/** Those of these files that were uploaded to flows of the company. */
export const ownFiles = async (
  tx: Tx,
  tenantId: string,
  named: readonly FlowFile[],
): Promise<ReadonlyMap<string, FileRow>> => {
  const ids = [...new Set(named.map(({ media }) => media))]
  const rows =
    ids.length === 0
      ? []
      : await tx
          .select()
          .from(files)
          .where(and(eq(files.tenantId, tenantId), inArray(files.mediaId, ids)))
  return new Map(rows.map((row) => [row.mediaId, row]))
}

/**
 * What even a draft may not have: an element that leads to itself (S5-091, S8-151), or a file that was not uploaded to
 * flows, or is not what they say: its id alone gives no right to it.
 * @throws Refusal ERR_FLOW_SELF_CONNECTION, ERR_FLOW_MEDIA
 */
async function admit(tx: Tx, tenantId: string, graph: Graph): Promise<void> {
  if (graph.edges.some(({ from, to }) => from === to)) throw new Refusal('ERR_FLOW_SELF_CONNECTION')
  const named = filesOf(graph)
  const own = await ownFiles(tx, tenantId, named)
  const isTrue = ({ media, mime, bytes }: FlowFile): boolean =>
    own.get(media)?.mime === mime && own.get(media)?.bytes === bytes
  if (!named.every(isTrue)) throw refusal('ERR_FLOW_MEDIA')
}

/**
 * One after the other in a company, so that the limit holds. @throws Refusal ERR_FLOW_EXISTS, ERR_FLOW_LIMIT,
 * ERR_FLOW_SELF_CONNECTION, ERR_FLOW_MEDIA
 */
export async function insert(
  tx: Tx,
  tenantId: string,
  userId: string,
  { name, description, testNumber }: FlowDetails,
  graph: Graph,
): Promise<string> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`flows ${tenantId}`}, 0))`)
  const [present] = await tx
    .select({ flows: sql<number>`count(*)::int` })
    .from(flows)
    .where(eq(flows.tenantId, tenantId))
  if (present!.flows >= maxFlows) throw refusal('ERR_FLOW_LIMIT', { limit: maxFlows })
  await admit(tx, tenantId, graph)
  const [row] = await unlessTaken(
    tx
      .insert(flows)
      .values({ tenantId, name, description, testNumber, draft: graph, savedBy: userId })
      .returning({ id: flows.id }),
    nameTaken,
  )
  return row!.id
}

type Changeable = 'name' | 'description' | 'testNumber' | 'isActive' | 'version' | 'publishedRevision'

/** Changes the given fields. @throws Refusal ERR_FLOW_EXISTS */
export const change = async (
  tx: Tx,
  { tenantId, id }: Pick<FlowRow, 'tenantId' | 'id'>,
  to: { [Field in Changeable]?: FlowRow[Field] | undefined },
): Promise<void> => {
  await unlessTaken(
    tx
      .update(flows)
      .set({ ...to, updatedAt: sql`now()` as never })
      .where(one(tenantId, id)),
    nameTaken,
  )
}

/**
 * Keeps another draft of a locked row, and what nobody has decided about in it; without that, it stays as it is.
 * @throws Refusal ERR_FLOW_SELF_CONNECTION, ERR_FLOW_MEDIA
 */
export async function keepDraft(
  tx: Tx,
  { tenantId, id }: Pick<FlowRow, 'tenantId' | 'id'>,
  userId: string,
  graph: Graph,
  undecided?: readonly UndecidedVersion[],
): Promise<Pick<FlowRow, 'revision' | 'savedAt'>> {
  await admit(tx, tenantId, graph)
  const [row] = await tx
    .update(flows)
    .set({
      draft: graph,
      ...(undecided && { undecided }),
      revision: sql`${flows.revision} + 1` as never,
      savedBy: userId,
      savedAt: sql`date_trunc('milliseconds', clock_timestamp())` as never,
      updatedAt: sql`now()` as never,
    })
    .where(one(tenantId, id))
    .returning({ revision: flows.revision, savedAt: flows.savedAt })
  return row!
}

/** Publishes the draft of a locked row as the next version. */
export async function publish(tx: Tx, row: FlowRow, userId: string): Promise<void> {
  const { tenantId, id, revision, draft: graph } = row
  const number = (row.version ?? 0) + 1
  await tx.insert(versions).values({ tenantId, flowId: id, number, revision, graph, createdBy: userId })
  await change(tx, row, { version: number, publishedRevision: revision })
}

/** Published versions, latest first, 100 at most; `running` conversations are on each. */
export function publishedOf(
  tx: Tx,
  tenantId: string,
  flowId: string,
): Promise<(Pick<VersionRow, 'createdAt' | 'createdBy' | 'number'> & { running: number })[]> {
  const onIt = sql`
    ${runs.tenantId} = ${versions.tenantId} and ${runs.versionId} = ${versions.id} and not ${runs.isOver}`
  return tx
    .select({
      number: versions.number,
      createdAt: versions.createdAt,
      createdBy: versions.createdBy,
      running: sql<number>`(select count(*)::int from ${runs} where ${onIt})`,
    })
    .from(versions)
    .where(and(eq(versions.tenantId, tenantId), eq(versions.flowId, flowId), isNotNull(versions.number)))
    .orderBy(desc(versions.number))
    .limit(100)
}

/** The published version of this number. @throws Refusal ERR_NO_AUTO_REPLY_FOUND */
export async function versionOf(tx: Tx, tenantId: string, flowId: string, number: number): Promise<VersionRow> {
  const [row] = await tx
    .select()
    .from(versions)
    .where(and(eq(versions.tenantId, tenantId), eq(versions.flowId, flowId), eq(versions.number, number)))
  if (!row) throw new Refusal('ERR_NO_AUTO_REPLY_FOUND')
  return { ...row, graph: Graph.parse(row.graph) }
}

/** The version that a run of the draft follows; the same for each run of this revision. */
export async function versionOfDraft(tx: Tx, { tenantId, id, revision, draft, savedBy }: FlowRow): Promise<string> {
  const key = and(eq(versions.tenantId, tenantId), eq(versions.flowId, id), eq(versions.revision, revision))
  const ofDraft = and(key, sql`${versions.number} is null`)
  const [made] = await tx
    .insert(versions)
    .values({ tenantId, flowId: id, number: null, revision, graph: draft, createdBy: savedBy })
    .onConflictDoNothing()
    .returning({ id: versions.id })
  if (made) return made.id
  const [known] = await tx.select({ id: versions.id }).from(versions).where(ofDraft)
  return known!.id
}

/** Number of active flows, for the limit of the plan. */
export async function countActive(tx: Tx, tenantId: string): Promise<number> {
  const [row] = await tx
    .select({ active: sql<number>`count(*)::int` })
    .from(flows)
    .where(and(eq(flows.tenantId, tenantId), flows.isActive))
  return row!.active
}

/** Takes a flow away, with its versions, its figures and its runs that are over. */
export const remove = async (tx: Tx, tenantId: string, id: string): Promise<void> => {
  await tx.delete(flows).where(one(tenantId, id))
}

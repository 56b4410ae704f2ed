import { Refusal, type SessionContext, type ShapeOf } from '@recado/sdk'
import { unpaused } from './chatwoot/chatwoot-client.ts'
import { describeChatwoot } from './chatwoot/describe-chatwoot.ts'
import { refusal } from './errors.ts'
import type { plugin } from './plugin.ts'
import type { Check } from './check.ts'
import { describedTable } from './table/handlers.ts'
import { profileOf } from './run/rows.ts'
import {
  insertRun,
  isFollowing,
  keepFollowed,
  moveRun,
  readFaults,
  readRun,
  readRuns,
  type StoredRun,
} from './run/run-store.ts'
import type { Fault, Mapping, Run } from './run/run.ts'
import type { Description } from './source/describe.ts'
import { recognised } from './source/old-database.ts'
import { beginFollowing, sourceName, withSource } from './source/open-source.ts'

type Context = SessionContext<ShapeOf<typeof plugin>>
interface Of {
  readonly params: { readonly id: string }
}

/** What the source holds. */
const described = ({ company, from }: Pick<Mapping, 'company' | 'from'>, ctx: Context): Promise<Description> =>
  reading(ctx, () =>
    from === 'chatwoot'
      ? describeChatwoot(ctx)
      : withSource(ctx, async (source) => (await recognised(source)).describe(company)),
  )

/** A source that cannot be read is nobody's fault here. */
async function reading<T>(ctx: Context, read: () => Promise<T>): Promise<T> {
  try {
    return await read()
  } catch (error) {
    if (Refusal.is(error) || ctx.signal.aborted) throw error
    ctx.log.warn({ err: error }, 'the source of an import could not be read')
    throw refusal('ERR_IMPORT_FAILED')
  }
}

export async function check({ body }: { body: Pick<Mapping, 'company' | 'from'> }, ctx: Context): Promise<Check> {
  const found = await described(body, ctx)
  const places = await ctx.core.imports.places()
  return {
    ...found,
    companies: [...found.companies],
    connections: [...found.connections],
    users: found.users.map((user) => ({ ...user, proposed: profileOf(user.profile) })),
    files: body.from === 'chatwoot' || ctx.settings.filesUrl !== undefined,
    places: { connections: [...places.connections], users: [...places.users] },
  }
}

export const list = (_request: unknown, ctx: Context): Promise<Run[]> =>
  ctx.db.transaction((tx) => readRuns(tx, ctx.tenant))

export async function start(
  { body: { mapping, isRehearsal } }: { body: { mapping: Mapping; isRehearsal: boolean } },
  ctx: Context,
): Promise<Run> {
  const found = await (mapping.table === null ? described(mapping, ctx) : describedTable(mapping.table, ctx))
  const isKnown = found.companies.some(({ ref }) => ref === mapping.company)
  if (found.companies.length > 0 ? !isKnown : mapping.company !== null) throw refusal('ERR_IMPORT_COMPANY')
  const follows = mapping.follow && !isRehearsal && mapping.table === null
  const followed = follows ? await reading(ctx, () => unpaused(beginFollowing(ctx, mapping))) : null
  return ctx.db.transaction(async (tx) => {
    if (follows && (await isFollowing(tx, ctx.tenant))) throw refusal('ERR_IMPORT_FOLLOWING')
    const runId = await insertRun(tx, ctx.tenant, {
      userId: ctx.viewer.userId,
      isRehearsal,
      source: sourceName(ctx.settings, mapping, found.system),
      system: found.system,
      mapping,
      totals: found.totals,
      followed,
    })
    if (runId === undefined) throw refusal('ERR_IMPORT_RUNNING')
    await ctx.enqueue('advance', { runId }, { key: runId })
    return (await readRun(tx, ctx.tenant, runId))!
  })
}

export const read = ({ params: { id } }: Of, ctx: Context): Promise<{ run: Run; faults: Fault[] }> =>
  ctx.db.transaction(async (tx) => {
    const run = await readRun(tx, ctx.tenant, id)
    if (!run) throw refusal('ERR_NO_IMPORT_FOUND')
    return { run, faults: await readFaults(tx, ctx.tenant, id) }
  })

/** Moves a run to another state; one that lives on is gone on with. */
const moving =
  (from: readonly Run['state'][], to: Run['state'], accepts: (run: StoredRun) => boolean = () => true) =>
  ({ params: { id } }: Of, ctx: Context): Promise<Run> =>
    ctx.db.transaction(async (tx) => {
      const run = await readRun(tx, ctx.tenant, id)
      if (!run || !from.includes(run.state) || !accepts(run)) throw refusal('ERR_NO_IMPORT_FOUND')
      if (!(await moveRun(tx, ctx.tenant, id, from, to, to === 'undoing' ? { undoneBy: ctx.viewer.userId } : {})))
        throw refusal('ERR_IMPORT_RUNNING')
      if (to === 'running' || to === 'undoing' || to === 'following')
        await ctx.enqueue('advance', { runId: id }, { key: id })
      return (await readRun(tx, ctx.tenant, id))!
    })

export const cancel = moving(['running'], 'cancelled')
const resumeImport = moving(['failed', 'cancelled'], 'running')
const followOn = moving(['failed'], 'following')
export const undo = moving(['done', 'failed', 'cancelled'], 'undoing', ({ isRehearsal }) => !isRehearsal)
/** What was brought in stays; the import can be taken back from then on. */
export const stopFollowing = moving(['following'], 'done')

/** An import that had been following goes on with that, by the tables as they are now. */
export async function resume(request: Of, ctx: Context): Promise<Run> {
  const run = await ctx.db.transaction((tx) => readRun(tx, ctx.tenant, request.params.id))
  if (run?.caughtUpAt == null || run.followed === null) return resumeImport(request, ctx)
  const { layout } = await reading(ctx, () => unpaused(beginFollowing(ctx, run.mapping)))
  await ctx.db.transaction((tx) => keepFollowed(tx, ctx.tenant, run.id, { ...run.followed!, layout }))
  return followOn(request, ctx)
}

/** The next pass begins at once. */
export const look = ({ params: { id } }: Of, ctx: Context): Promise<Run> =>
  ctx.db.transaction(async (tx) => {
    const run = await readRun(tx, ctx.tenant, id)
    if (run?.state !== 'following') throw refusal('ERR_NO_IMPORT_FOUND')
    await ctx.enqueue('advance', { runId: id }, { key: id })
    return run
  })

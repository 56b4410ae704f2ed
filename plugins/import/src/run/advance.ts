import {
  importKinds,
  mint,
  Refusal,
  type BellFacts,
  type ImportBatch,
  type ImportCount,
  type ImportKind,
  type UserId,
} from '@recado/sdk'
import type { ImportContext } from '../import-context.ts'
import { withReader } from '../source/open-source.ts'
import type { Reader } from '../source/reader.ts'
import { removeTable } from '../table/table-store.ts'
import { Pause } from '../chatwoot/chatwoot-client.ts'
import { fetchFiles, knownFiles } from '../files/fetch-files.ts'
import { forgetFiles } from '../files/file-store.ts'
import { contactOf, messageOf, ticketOf, type Judged } from './rows.ts'
import { addUndone, keepPortion, moveRun, readRun, type StoredRun } from './run-store.ts'
import { stages, type Fault, type Problem, type Stage } from './run.ts'

/** A job works so long and leaves the rest to the next one, so that others come in between. */
const sliceMs = 30_000
/** Instant from which a slice is over, by a clock that a test may replace. */
const overAt = (): number => Date.now() + sliceMs

/** Goes on with a run until it ends or its slice is over. Repeated after a crash it goes on behind the last portion. */
export async function advance(runId: string, ctx: ImportContext): Promise<void> {
  const run = await ctx.db.transaction((tx) => readRun(tx, ctx.tenant, runId))
  if (run?.state === 'undoing') return undo(run, ctx)
  if (run?.state !== 'running') return
  const over = overAt()
  try {
    const more = await withReader(ctx, run.mapping, async (pages) => {
      for (let current: StoredRun | undefined = run; current?.state === 'running';) {
        ctx.signal.throwIfAborted()
        if (Date.now() > over) return true
        if (!(await step(current, pages, ctx, over))) return false
        current = await ctx.db.transaction((tx) => readRun(tx, ctx.tenant, runId))
      }
      return false
    })
    if (more) await ctx.enqueue('advance', { runId }, { key: runId })
  } catch (error) {
    if (ctx.signal.aborted) throw error
    if (error instanceof Pause)
      return ctx.enqueue('advance', { runId }, { key: runId, runAt: new Date(Date.now() + error.ms) })
    const code = Refusal.is(error) ? error.code : 'ERR_IMPORT_FAILED'
    if (!Refusal.is(error)) ctx.log.error({ err: error, run: runId, stage: run.stage }, 'an import failed')
    await ctx.db.transaction((tx) => moveRun(tx, ctx.tenant, runId, ['running'], 'failed', { error: code }))
    tell(run, ctx)
    if (!run.isRehearsal) await ring(run, 'failed', {}, ctx)
  }
}

/** Tells who began the run what became of it, also when they have left the page. */
async function ring(run: StoredRun, notice: 'done' | 'failed', facts: BellFacts, ctx: ImportContext): Promise<void> {
  if (notice === 'done') await ctx.core.notifications.takeBack({ notice: 'failed', key: run.id })
  await ctx.core.notifications.tell({ notice, key: run.id, facts, users: [mint<UserId>(run.userId)] })
}

/** Lets the screen of who began the run read it again. */
const tell = ({ userId }: StoredRun, ctx: ImportContext): void =>
  ctx.core.users.push([userId as never], 'run', {}, { fleeting: true })

/** A page of one stage, on its way into core. */
interface Taken {
  readonly next: string | null
  readonly kind: ImportKind | null
  readonly rows: number
  readonly batch: Partial<Omit<ImportBatch, 'source' | 'run'>>
  readonly faults: readonly Fault[]
  /** Files of the page that came, and that had come before. */
  readonly files?: { readonly fetched: number; readonly known: number }
}

/**
 * Deals with one page and keeps how far it came. False where the run is no longer this job's. A page whose files have
 * not all come when the slice is over is taken again.
 */
async function step(run: StoredRun, pages: Reader, ctx: ImportContext, over: number): Promise<boolean> {
  const taken = await take(run, pages, ctx, over)
  if (taken === undefined) return true
  const faults = [...taken.faults]
  const counts: Record<string, ImportCount> = { ...run.counts }
  if (!run.isRehearsal && taken.rows > 0) {
    const outcome = await ctx.core.imports.write({ ...taken.batch, source: run.source, run: run.id })
    faults.push(...outcome.refused)
    // A quote changes a message that was counted before.
    if (taken.kind !== null)
      for (const kind of importKinds) {
        const before = counts[kind] ?? { made: 0, changed: 0, known: 0 }
        const more = outcome.counts[kind]
        counts[kind] = {
          made: before.made + more.made,
          changed: before.changed + more.changed,
          known: before.known + more.known,
        }
      }
  }
  if (taken.files) {
    const { made = 0, changed = 0, known = 0 } = counts['file'] ?? {}
    counts['file'] = { made: made + taken.files.fetched, changed, known: known + taken.files.known }
  }
  const following = taken.next === null ? stageAfter(run) : run.stage
  const kept = await ctx.db.transaction(async (tx) => {
    const isKept = await keepPortion(tx, ctx.tenant, run, {
      stage: following ?? run.stage,
      cursor: taken.next,
      read: withRead(run, taken),
      counts,
      problems: counted(run.problems, faults),
      faults,
      isDone: following === undefined,
    })
    const { table } = run.mapping
    if (isKept && following === undefined && !run.isRehearsal && table !== null)
      await removeTable(tx, ctx.tenant, table.file)
    return isKept
  })
  tell(run, ctx)
  const made = (kind: ImportKind): number => counts[kind]?.made ?? 0
  if (kept && following === undefined && !run.isRehearsal)
    await ring(run, 'done', { contacts: made('contact'), tickets: made('ticket'), messages: made('message') }, ctx)
  return kept
}

function withRead({ read }: StoredRun, { kind, rows, files }: Taken): StoredRun['read'] {
  const of = files ? 'file' : kind
  return of === null ? read : { ...read, [of]: (read[of] ?? 0) + rows }
}

function stageAfter({ stage, isRehearsal, mapping }: StoredRun): Stage | undefined {
  const following = stages[stages.indexOf(stage) + 1]
  if (isRehearsal && following === 'quote') return undefined
  return following === 'file' && !mapping.files ? 'settle' : following
}

function counted(before: StoredRun['problems'], faults: readonly Fault[]): StoredRun['problems'] {
  const after: Partial<Record<Problem, number>> = { ...before }
  for (const { problem } of faults) after[problem] = (after[problem] ?? 0) + 1
  return after
}

/** Undefined where the slice was over in the middle of the page. */
async function take(run: StoredRun, pages: Reader, ctx: ImportContext, over: number): Promise<Taken | undefined> {
  const { stage, cursor, mapping } = run
  const now = Date.now()
  switch (stage) {
    case 'prepare': {
      const { next, faults } = (await pages.prepare?.(cursor)) ?? { next: null, faults: [] }
      return { next, kind: null, rows: 0, batch: {}, faults }
    }
    case 'queue':
    case 'tag': {
      const { rows, next } = await pages.labels(stage, cursor)
      const judged = rows.map(({ ref, name }): Judged<{ ref: string; name: string }> => {
        const shown = (name ?? '').trim().slice(0, 60)
        return shown === '' ? { problems: ['nameMissing'] } : { row: { ref, name: shown }, problems: [] }
      })
      const good = kept(judged)
      const batch = stage === 'queue' ? { queues: good } : { tags: good }
      return { next, kind: stage, rows: rows.length, batch, faults: faultsOf(stage, rows, judged) }
    }
    case 'contact': {
      const { rows, next } = await pages.contacts(cursor)
      const judged = rows.map(contactOf)
      const faults = faultsOf(stage, rows, judged)
      return { next, kind: stage, rows: rows.length, batch: { contacts: kept(judged) }, faults }
    }
    case 'ticket': {
      const { rows, next, contacts = [] } = await pages.tickets(cursor)
      const judged = rows.map((row) => ticketOf(row, mapping, now))
      const faults = faultsOf(stage, rows, judged)
      return {
        next,
        kind: stage,
        rows: rows.length,
        batch: { contacts: kept(contacts.map(contactOf)), tickets: kept(judged) },
        faults,
      }
    }
    case 'message':
    case 'quote': {
      const { rows, next } = await pages.messages(cursor, stage === 'quote' ? 'quotes' : 'all')
      const files = await knownFiles(ctx, run, rows)
      const judged = rows.map((row) => messageOf(row, mapping, now, files.get(row.ref)))
      const isFirst = stage === 'message'
      const faults = isFirst ? faultsOf('message', rows, judged) : []
      return {
        next,
        kind: isFirst ? 'message' : null,
        rows: rows.length,
        batch: { messages: kept(judged) },
        faults,
      }
    }
    case 'file': {
      const { rows, next } = await pages.messages(cursor, 'files')
      // Of a message that was left out the file is not wanted either.
      const wanted = rows.filter((row) => messageOf(row, mapping, now).row !== undefined)
      const { files, fetched, known, faults, isWhole } = await fetchFiles(ctx, run, wanted, over)
      if (!isWhole) return undefined
      const messages = wanted.flatMap((row) => {
        const file = files.get(row.ref)
        return file === undefined ? [] : [messageOf(row, mapping, now, file)]
      })
      return {
        next,
        kind: null,
        rows: wanted.length,
        batch: { messages: kept(messages) },
        faults,
        files: { fetched, known },
      }
    }
    case 'settle': {
      const next = await ctx.core.imports.settle(run.source, cursor)
      return { next, kind: null, rows: 0, batch: {}, faults: [] }
    }
  }
}

const kept = <T>(judged: readonly Judged<T>[]): T[] => judged.flatMap(({ row }) => (row === undefined ? [] : [row]))

const faultsOf = (
  kind: string,
  rows: readonly { readonly ref: string }[],
  judged: readonly Judged<unknown>[],
): Fault[] => judged.flatMap(({ problems }, at) => problems.map((problem) => ({ kind, ref: rows[at]!.ref, problem })))

/** Takes back what a run made, portion by portion. */
async function undo(run: StoredRun, ctx: ImportContext): Promise<void> {
  const over = overAt()
  let { problems } = run
  for (;;) {
    ctx.signal.throwIfAborted()
    const undone = await ctx.core.imports.undo(run.id, run.undoneBy as never)
    const problem = undone.more ? 'changedByOther' : 'changedByThis'
    const faults = undone.changed.map((one): Fault => ({ ...one, problem }))
    problems = counted(problems, faults)
    const isMine = await ctx.db.transaction(async (tx) => {
      const added = await addUndone(tx, ctx.tenant, { id: run.id, problems }, { ...undone, faults })
      if (added && !undone.more) {
        await forgetFiles(tx, ctx.tenant, run.id)
        await moveRun(tx, ctx.tenant, run.id, ['undoing'], 'undone')
      }
      return added
    })
    tell(run, ctx)
    if (!isMine || !undone.more) return
    if (Date.now() > over) return ctx.enqueue('advance', { runId: run.id }, { key: run.id })
  }
}

import {
  importKinds,
  mint,
  Refusal,
  type BellFacts,
  type ImportBatch,
  type ImportCount,
  type ImportKind,
  type TakenQuickMessage,
  type UserId,
} from '@recado/sdk'
import type { ImportContext } from '../import-context.ts'
import { withChanges, withReader } from '../source/open-source.ts'
import type { Reader } from '../source/reader.ts'
import { removeTable } from '../table/table-store.ts'
import { Pause } from '../chatwoot/chatwoot-client.ts'
import { fetchFiles, knownFiles, type FetchedPage } from '../files/fetch-files.ts'
import { forgetFiles } from '../files/file-store.ts'
import { judgeQuickMessages, takeBackQuickMessages, writeQuickMessages } from './quick-messages.ts'
import { contactOf, messageOf, ticketOf, userOf, type Judged } from './rows.ts'
import { nextPass, SourceChanged, type Followed } from './following.ts'
import { addUndone, keepFollowed, keepPortion, moveRun, noteFollowError, readRun, type StoredRun } from './run-store.ts'
import { stages, type Fault, type Problem, type Stage } from './run.ts'

/** A job works so long and leaves the rest to the next one, so that others come in between. */
const sliceMs = 30_000
/** Instant from which a slice is over, by a clock that a test may replace. */
const overAt = (): number => Date.now() + sliceMs

/** Goes on with a run until it ends or its slice is over. Repeated after a crash it goes on behind the last portion. */
export async function advance(runId: string, ctx: ImportContext): Promise<void> {
  const run = await ctx.db.transaction((tx) => readRun(tx, ctx.tenant, runId))
  if (run?.state === 'undoing') return undo(run, ctx)
  if (run?.state === 'following' && run.followed) return follow(run, run.followed, ctx)
  if (run?.state !== 'running') return
  const over = overAt()
  try {
    const left = await withReader(ctx, run.mapping, (pages) => work(run, pages, ctx, over))
    if (left === 'more') await ctx.enqueue('advance', { runId }, { key: runId })
    if (left === 'following')
      await ctx.enqueue('advance', { runId }, { key: runId, runAt: nextPass(Date.now(), Date.now()) })
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

/** Deals with pages until the run is in another state, a pass has ended, or the slice is over. */
async function work(
  run: StoredRun,
  pages: Reader,
  ctx: ImportContext,
  over: number,
): Promise<'more' | 'following' | 'ended'> {
  const { state } = run
  for (let current: StoredRun | undefined = run; current?.state === state;) {
    ctx.signal.throwIfAborted()
    if (Date.now() > over) return 'more'
    if (!(await step(current, pages, ctx, over))) return 'ended'
    current = await ctx.db.transaction((tx) => readRun(tx, ctx.tenant, run.id))
    if (current?.state === 'following' && current.followed?.pass === null) return 'following'
  }
  return 'ended'
}

/**
 * Brings in what changed in the old system since the last pass, and looks again later. A source that is away is tried
 * again; one whose tables look otherwise is followed no more.
 */
async function follow(run: StoredRun, known: Followed, ctx: ImportContext): Promise<void> {
  const over = overAt()
  const again = (runAt?: Date) => ctx.enqueue('advance', { runId: run.id }, { key: run.id, ...(runAt && { runAt }) })
  try {
    const began = known.pass?.began ?? Date.now()
    const left = await withChanges(ctx, run.mapping, known, async (pages, latest) => {
      if (known.pass !== null) return work(run, pages, ctx, over)
      const followed = { ...known, pass: { until: await latest(), began } }
      await ctx.db.transaction((tx) => keepFollowed(tx, ctx.tenant, run.id, followed))
      return work({ ...run, followed }, pages, ctx, over)
    })
    if (left === 'more') await again()
    if (left === 'following') await again(nextPass(began, Date.now()))
  } catch (error) {
    if (ctx.signal.aborted) throw error
    if (error instanceof Pause) return again(new Date(Date.now() + error.ms))
    ctx.log.warn({ err: error, run: run.id }, 'the system that an import follows could not be read')
    if (error instanceof SourceChanged) {
      const why = { error: 'ERR_IMPORT_CHANGED', followError: error.place }
      await ctx.db.transaction((tx) => moveRun(tx, ctx.tenant, run.id, ['following'], 'failed', why))
      await ring(run, 'failed', {}, ctx)
    } else {
      const code = Refusal.is(error) ? error.code : 'ERR_IMPORT_FAILED'
      await ctx.db.transaction((tx) => noteFollowError(tx, ctx.tenant, run.id, code))
      await again(nextPass(Date.now(), Date.now()))
    }
    tell(run, ctx)
  }
}

/** Lets the screen of who began the run read it again. */
const tell = ({ userId }: StoredRun, ctx: ImportContext): void =>
  ctx.core.users.push([userId as never], 'run', {}, { fleeting: true })

/** A page of one stage, on its way into core. */
interface Taken {
  readonly next: string | null
  readonly kind: ImportKind | 'quickMessage' | null
  readonly rows: number
  readonly batch: Partial<Omit<ImportBatch, 'source' | 'run'>>
  readonly faults: readonly Fault[]
  /** Ready texts, which are written by the plugin that has them. */
  readonly quickMessages?: readonly TakenQuickMessage[]
  /** Files of the page that came, and that had come before. */
  readonly files?: Pick<FetchedPage, 'fetched' | 'known' | 'came'>
}

/**
 * Deals with one page and keeps how far it came. False where the run is no longer this job's. A page whose files have
 * not all come when the slice is over is taken again.
 */
async function step(run: StoredRun, pages: Reader, ctx: ImportContext, over: number): Promise<boolean> {
  const taken = await take(run, pages, ctx, over)
  if (taken === undefined) return true
  // What is read whole in every pass was judged by the import itself.
  const isRepeated = run.state === 'following' && isReadWhole(run.stage)
  const found = [...taken.faults]
  const counts: Record<string, ImportCount> = { ...run.counts }
  const add = (kind: ImportKind | 'quickMessage', more: ImportCount & { readonly again: number }): void => {
    const before = counts[kind] ?? { made: 0, changed: 0, known: 0 }
    counts[kind] = {
      made: before.made + more.made - (run.state === 'following' ? more.again : 0),
      changed: before.changed + more.changed,
      // A pass reads a little of what was there again.
      known: before.known + (run.state === 'following' ? 0 : more.known),
    }
  }
  if (!run.isRehearsal && taken.quickMessages !== undefined && taken.rows > 0) {
    const outcome = await writeQuickMessages(run, taken.quickMessages, ctx)
    found.push(...outcome.faults)
    add('quickMessage', outcome.counts)
  } else if (!run.isRehearsal && taken.rows > 0) {
    const outcome = await ctx.core.imports.write({ ...taken.batch, source: run.source, run: run.id })
    found.push(...outcome.refused)
    // A quote changes a message that was counted before.
    if (taken.kind !== null) for (const kind of importKinds) add(kind, outcome.counts[kind])
  }
  const faults = isRepeated ? [] : found
  if (taken.files && (run.stage === 'file' || taken.files.fetched + taken.files.known > 0)) {
    const { made = 0, changed = 0, known = 0 } = counts['file'] ?? {}
    // A pass reads again what came before.
    const [more, before] = run.state === 'following' ? [taken.files.came, 0] : [taken.files.fetched, taken.files.known]
    counts['file'] = { made: made + more, changed, known: known + before }
  }
  const following = taken.next === null ? stageAfter(run) : run.stage
  const isOver = following === undefined
  const followed = isOver ? passed(run.followed) : run.followed
  const kept = await ctx.db.transaction(async (tx) => {
    const isKept = await keepPortion(tx, ctx.tenant, run, {
      stage: following ?? (followed === null ? run.stage : 'queue'),
      cursor: taken.next,
      // How much there is was counted before; what is read again is not more.
      read: run.state === 'following' ? run.read : withRead(run, taken),
      counts,
      problems: counted(run.problems, faults),
      faults,
      isDone: isOver,
      followed,
      caughtUpAt: isOver && followed !== null ? new Date(run.followed?.pass?.began ?? Date.parse(run.createdAt)) : null,
    })
    const { table } = run.mapping
    if (isKept && following === undefined && !run.isRehearsal && table !== null)
      await removeTable(tx, ctx.tenant, table.file)
    return isKept
  })
  tell(run, ctx)
  const made = (kind: ImportKind): number => counts[kind]?.made ?? 0
  if (kept && following === undefined && run.state === 'running' && !run.isRehearsal)
    await ring(run, 'done', { contacts: made('contact'), tickets: made('ticket'), messages: made('message') }, ctx)
  return kept
}

/** Whether a pass reads all of it anew, because nothing says what changed. */
const isReadWhole = (stage: Stage): boolean =>
  stage === 'queue' || stage === 'tag' || stage === 'user' || stage === 'quickMessage'

/** What is known once a pass has ended, or the import before the first one. */
const passed = (followed: Followed | null): Followed | null =>
  followed && { ...followed, until: followed.pass?.until ?? followed.until, pass: null }

function withRead({ read }: StoredRun, { kind, rows, files }: Taken): StoredRun['read'] {
  const of = kind ?? (files ? 'file' : null)
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
    case 'user': {
      const { rows, next } = (await pages.users?.(cursor)) ?? { rows: [], next: null }
      const wanted = rows.filter(({ ref }) => mapping.invites[ref] !== undefined)
      const judged = wanted.map((row) => userOf(row, mapping))
      const faults = faultsOf(stage, wanted, judged)
      return { next, kind: stage, rows: wanted.length, batch: { users: kept(judged) }, faults }
    }
    case 'quickMessage': {
      const { rows, next } = (await pages.quickMessages?.(cursor)) ?? { rows: [], next: null }
      const judged = await judgeQuickMessages(run, rows, ctx, over)
      if (judged === undefined) return undefined
      const { messages, faults, files } = judged
      return { next, kind: stage, rows: rows.length, batch: {}, faults, quickMessages: messages, files }
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
      const files = await knownFiles(ctx, run, rows, 'message')
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
      const { files, faults, isWhole, ...came } = await fetchFiles(ctx, run, wanted, 'message', over)
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
        files: came,
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
  // Before the users, with whom those that are theirs alone would go.
  if (run.removed + run.kept === 0) {
    const texts = await takeBackQuickMessages(run, ctx)
    problems = counted(problems, texts.faults)
    if (!(await ctx.db.transaction((tx) => addUndone(tx, ctx.tenant, { id: run.id, problems }, texts)))) return
  }
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

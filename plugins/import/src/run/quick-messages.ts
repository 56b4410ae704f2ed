import { mostTakenQuickMessages, type ImportCount, type TakenQuickMessage } from '@recado/sdk'
import { fetchFiles, standingFiles, type FetchedPage } from '../files/fetch-files.ts'
import type { ImportContext } from '../import-context.ts'
import type { QuickMessageRow } from '../source/reader.ts'
import { quickMessageOf, type Judged } from './rows.ts'
import type { StoredRun } from './run-store.ts'
import type { Fault } from './run.ts'

const kind = 'quickMessage'
const offFault = ({ ref }: { readonly ref: string }): Fault => ({ kind, ref, problem: 'quickMessagesOff' })

/** Ready texts as the plugin that has them takes them, what is wrong with them, and how many of their files came. */
export interface JudgedQuickMessages {
  readonly messages: readonly TakenQuickMessage[]
  readonly faults: readonly Fault[]
  readonly files: Pick<FetchedPage, 'fetched' | 'known' | 'came'>
}
const noFiles = { fetched: 0, known: 0, came: 0 }

/**
 * Judges a page of ready texts, with their files where these are asked for. Undefined where the time was over before
 * the last file; what came is known at the next call.
 */
export async function judgeQuickMessages(
  run: StoredRun,
  rows: readonly QuickMessageRow[],
  ctx: ImportContext,
  over: number,
): Promise<JudgedQuickMessages | undefined> {
  if (rows.length === 0) return { messages: [], faults: [], files: noFiles }
  if ((await ctx.core.services.providers('quickMessages')).length === 0)
    return { messages: [], faults: rows.map(offFault), files: noFiles }
  const { users, invites } = run.mapping
  const refs = [...new Set(rows.flatMap(({ user }) => user ?? []))].filter((ref) => users[ref] === undefined)
  // In a rehearsal nobody has come along yet.
  const owners = run.isRehearsal
    ? Object.fromEntries(refs.flatMap((ref) => (invites[ref] === undefined ? [] : [[ref, run.userId]])))
    : await ctx.core.imports.became(run.source, 'user', refs)
  const wanted = rows.filter((row) => quickMessageOf(row, run.mapping, owners, 'comes').row !== undefined)
  const page = run.mapping.files && !run.isRehearsal ? await fetchFiles(ctx, run, wanted, kind, over) : undefined
  if (page?.isWhole === false) return undefined
  const files = page?.files ?? (await standingFiles(ctx, run, wanted, kind))
  const missed = new Map(page?.faults.map(({ ref, problem }) => [ref, problem]))
  const unfetched = run.mapping.files ? 'comes' : 'fileLeftOut'
  const judged = rows.map((row): Judged<TakenQuickMessage> =>
    quickMessageOf(row, run.mapping, owners, files.get(row.ref) ?? missed.get(row.ref) ?? unfetched),
  )
  return {
    messages: judged.flatMap(({ row }) => row ?? []),
    faults: judged.flatMap(({ problems }, at) => problems.map((problem) => ({ kind, ref: rows[at]!.ref, problem }))),
    files: page ?? noFiles,
  }
}

/** What became of ready texts. */
export interface QuickMessagesOutcome {
  readonly counts: ImportCount & { readonly again: number }
  readonly faults: readonly Fault[]
}

/** Gives ready texts to the plugin that has them, which may have been switched off a moment ago. */
export async function writeQuickMessages(
  { id, source }: Pick<StoredRun, 'id' | 'source'>,
  messages: readonly TakenQuickMessage[],
  ctx: ImportContext,
): Promise<QuickMessagesOutcome> {
  const counts = { made: 0, changed: 0, known: 0, again: 0 }
  const faults: Fault[] = []
  for (let at = 0; at < messages.length; at += mostTakenQuickMessages) {
    const some = messages.slice(at, at + mostTakenQuickMessages)
    const outcome = await ctx.core.services.call('quickMessages.take', { source, run: id, messages: some })
    faults.push(
      ...(outcome?.refused.map(({ ref, problem }): Fault => ({
        kind,
        ref,
        problem: problem === 'fileUnfit' ? 'fileRefused' : problem,
      })) ?? some.map(offFault)),
    )
    counts.made += outcome?.made ?? 0
    counts.changed += outcome?.changed ?? 0
    counts.known += outcome?.known ?? 0
    counts.again += outcome?.again ?? 0
  }
  return { counts, faults }
}

/** Takes back the ready texts of a run; those of a plugin that is switched off stay. */
export async function takeBackQuickMessages(
  run: StoredRun,
  ctx: ImportContext,
): Promise<{ readonly removed: number; readonly kept: number; readonly faults: readonly Fault[] }> {
  const made = run.counts[kind]?.made ?? 0
  if (run.counts[kind] === undefined) return { removed: 0, kept: 0, faults: [] }
  const undone = await ctx.core.services.call('quickMessages.takeBack', { run: run.id })
  return undone === undefined
    ? { removed: 0, kept: made, faults: [] }
    : { ...undone, faults: undone.changed.map((one): Fault => ({ kind, ...one })) }
}

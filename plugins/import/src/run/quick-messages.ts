import { mostTakenQuickMessages, type ImportCount, type TakenQuickMessage } from '@recado/sdk'
import type { ImportContext } from '../import-context.ts'
import type { QuickMessageRow } from '../source/reader.ts'
import { quickMessageOf, type Judged } from './rows.ts'
import type { StoredRun } from './run-store.ts'
import type { Fault } from './run.ts'

const kind = 'quickMessage'
const offFault = ({ ref }: { readonly ref: string }): Fault => ({ kind, ref, problem: 'quickMessagesOff' })

/** Ready texts as the plugin that has them takes them, and what is wrong with them. */
export async function judgeQuickMessages(
  run: StoredRun,
  rows: readonly QuickMessageRow[],
  ctx: ImportContext,
): Promise<{ readonly messages: readonly TakenQuickMessage[]; readonly faults: readonly Fault[] }> {
  if (rows.length === 0) return { messages: [], faults: [] }
  if ((await ctx.core.services.providers('quickMessages')).length === 0)
    return { messages: [], faults: rows.map(offFault) }
  const { users, invites } = run.mapping
  const refs = [...new Set(rows.flatMap(({ user }) => user ?? []))].filter((ref) => users[ref] === undefined)
  // In a rehearsal nobody has come along yet.
  const owners = run.isRehearsal
    ? Object.fromEntries(refs.flatMap((ref) => (invites[ref] === undefined ? [] : [[ref, run.userId]])))
    : await ctx.core.imports.became(run.source, 'user', refs)
  const judged = rows.map((row): Judged<TakenQuickMessage> => quickMessageOf(row, run.mapping, owners))
  return {
    messages: judged.flatMap(({ row }) => row ?? []),
    faults: judged.flatMap(({ problems }, at) => problems.map((problem) => ({ kind, ref: rows[at]!.ref, problem }))),
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
    faults.push(...(outcome?.refused.map((refused): Fault => ({ kind, ...refused })) ?? some.map(offFault)))
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

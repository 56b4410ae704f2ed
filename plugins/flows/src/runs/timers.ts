import { drizzleOn } from '@recado/sdk/server'
import type { Effect } from '../engine/state.ts'
import type { RunContext } from './jobs.ts'
import { keepTimer } from './run-store.ts'
import type { RunRow } from './run.table.ts'
import { lockRun } from './step-store.ts'

/* One job waits for a run that waits for a time. A step that waits for a later time leaves the job alone; when it
   comes, it finds that it is early and has another one stored for the time that holds by then. Most conversations store
   one job, however many questions they ask. */

/** The job that stands for a run: for which wait, and when it is due; nulls for none. */
export type StandingTimer = Pick<RunRow, 'timerAt' | 'timerWait'>

/** The job that is to stand after a step, with what has to be stored or taken away for it. */
export interface TimerPlan {
  readonly stands: StandingTimer
  readonly sets?: { readonly wait: number; readonly at: Date }
  /** Wait of a job that is not needed any more. */
  readonly cancels?: number
}

export const noTimer: StandingTimer = { timerAt: null, timerWait: null }

/** What the effects of a step do to the job that stands. */
export function timerPlan(
  { timerAt, timerWait }: StandingTimer,
  effects: readonly Effect[],
  isOver: boolean,
  now = Date.now(),
): TimerPlan {
  // One that is due may be at work already; whoever comes later finds what holds.
  const standing = timerAt !== null && timerWait !== null && timerAt.getTime() > now ? timerWait : undefined
  if (isOver) return { stands: noTimer, ...(standing !== undefined && { cancels: standing }) }
  const wanted = effects.findLast((effect) => effect.kind === 'timer')
  if (!wanted || wanted.at === null) return { stands: { timerAt, timerWait } }
  if (standing !== undefined && timerAt!.getTime() <= wanted.at) return { stands: { timerAt, timerWait } }
  const at = new Date(wanted.at)
  return {
    stands: { timerAt: at, timerWait: wanted.wait },
    sets: { wait: wanted.wait, at },
    ...(standing !== undefined && { cancels: standing }),
  }
}

const keyOf = (run: string, wait: number): string => `${run}:${wait}`

/** Stores and takes away the jobs of a plan, in the transaction of its step. */
export async function setTimer(run: string, { sets, cancels }: TimerPlan, ctx: RunContext): Promise<void> {
  if (cancels !== undefined) await ctx.cancel('timer', keyOf(run, cancels))
  if (sets) await ctx.enqueue('timer', { run, wait: sets.wait }, { key: keyOf(run, sets.wait), runAt: sets.at })
}

/** Key of the event that a time has come. */
export const timerKey = (wait: number): string => `timer:${wait}`

/**
 * A job has come. True where the run waits for just this time, or took it already and is to be done again; otherwise
 * the next job of the run is stored, where it waits for a time at all.
 */
export const isTimeFor = (runId: string, wait: number, ctx: RunContext): Promise<boolean> =>
  ctx.db.transaction(async (tx) => {
    const row = await lockRun(tx, ctx.tenant, runId)
    if (!row || row.isOver) return row?.seen.includes(timerKey(wait)) ?? false
    const { state } = row
    const isExact = row.seen.includes(timerKey(wait)) || (state.wait === wait && state.until !== null)
    // Another job stands for it.
    if (row.timerWait !== wait) return isExact
    if (isExact || state.until === null) await keepTimer(drizzleOn(tx), row, noTimer)
    else {
      const at = new Date(state.until)
      await setTimer(runId, { stands: noTimer, sets: { wait: state.wait, at } }, ctx)
      await keepTimer(drizzleOn(tx), row, { timerAt: at, timerWait: state.wait })
    }
    return isExact
  })

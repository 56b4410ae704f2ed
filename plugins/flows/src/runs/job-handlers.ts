import { mint, type TicketId } from '@recado/sdk'
import { drizzleOn } from '@recado/sdk/server'
import { eq } from 'drizzle-orm'
import { counted } from '../flows/flow-store.ts'
import { forgetBots } from './bot.ts'
import type { RunContext } from './jobs.ts'
import { placeOf } from './place.ts'
import { askKey, play, taking, type Incoming } from './play.ts'
import { decisionOf } from './respond.ts'
import { endRun, prune, readRun } from './run-store.ts'
import { runs } from './run.table.ts'
import { isTimeFor, timerKey } from './timers.ts'

const dayMs = 24 * 60 * 60_000

/** The time of a wait has come, if the run still waits for it. */
export async function timer({ run, wait }: { run: string; wait: number }, ctx: RunContext): Promise<void> {
  if (!(await isTimeFor(run, wait, ctx))) return
  await goOn(run, { key: timerKey(wait), event: { kind: 'timer', at: Date.now(), wait } }, ctx)
}

/**
 * Asks what takes long. The event is made by the question itself: the run is played from its last step, which ends with
 * it. One that was answered already is answered once.
 */
export const work = ({ run, wait }: { run: string; wait: number }, ctx: RunContext): Promise<void> =>
  goOn(run, wait, ctx)

async function goOn(runId: string, what: Incoming | number, ctx: RunContext): Promise<void> {
  const run = await ctx.db.transaction((tx) => readRun(drizzleOn(tx), ctx.tenant, runId))
  if (!run) return
  const ticket = mint<TicketId>(run.ticketId)
  // Somebody took the conversation, or it is closed: the flow is over.
  if (!(await ctx.core.responders.holds(ticket))) {
    await forgetBots(ctx, await ctx.db.transaction((tx) => endRun(drizzleOn(tx), ctx.tenant, eq(runs.id, runId))))
    return
  }
  const isPast =
    typeof what === 'number' &&
    !run.seen.includes(askKey(what)) &&
    (run.state.phase !== 'answer' || run.state.wait !== what)
  if (isPast) return
  const place = await placeOf(run.ticketId, ctx)
  if (!place) return
  const taken = await taking(runId, typeof what === 'number' ? undefined : what, place, ctx)
  const ending = await play(taken, place, ctx)
  if (ending) await ctx.core.responders.decide(ticket, decisionOf(ending))
}

/** Takes away what is old, and comes again tomorrow while the company has flows. */
export async function sweep(ctx: RunContext): Promise<void> {
  const flows = await ctx.db.transaction(async (raw) => {
    const tx = drizzleOn(raw)
    await prune(tx, ctx.tenant)
    return counted(tx, ctx.tenant)
  })
  if (flows.length > 0) await sweepLater(ctx)
}

/** One sweep a day waits for a company with flows. */
export const sweepLater = (ctx: Pick<RunContext, 'enqueue'>): Promise<void> =>
  ctx.enqueue('sweep', {}, { key: 'sweep', runAt: new Date(Date.now() + dayMs) })

import { mint, type TicketId } from '@recado/sdk'
import { drizzleOn } from '@recado/sdk/server'
import { eq } from 'drizzle-orm'
import { forgetBots } from './bot.ts'
import type { RunContext } from './jobs.ts'
import { endRun, isLive } from './run-store.ts'
import { runs } from './run.table.ts'

type Context = Pick<RunContext, 'db' | 'tenant' | 'core' | 'secrets'>

/**
 * Ends the run of a conversation that people have, or that is closed. Events are late: where the flow has the
 * conversation again by now, the run is a new one and goes on.
 */
async function left(ticketId: string, ctx: Context): Promise<void> {
  const { core, db, tenant } = ctx
  if (!(await db.transaction((tx) => isLive(drizzleOn(tx), tenant, ticketId)))) return
  if (!(await core.responders.holds(mint<TicketId>(ticketId)))) await ended(ticketId, ctx)
}

/** A timer that comes later finds that the run is over. */
const ended = async (ticketId: string, ctx: Context): Promise<void> => {
  const { db, tenant } = ctx
  await forgetBots(ctx, await db.transaction((tx) => endRun(drizzleOn(tx), tenant, eq(runs.ticketId, ticketId))))
}

interface Payload {
  readonly ticketId: string
}

export const on = {
  updated: async ({ ticketId, status, userId }: Payload & { status: string; userId: string | null }, ctx: Context) => {
    if (userId !== null || status !== 'pending') await left(ticketId, ctx)
  },
  closed: ({ ticketId }: Payload, ctx: Context) => left(ticketId, ctx),
  deleted: ({ ticketId }: Payload, ctx: Context) => ended(ticketId, ctx),
  merged: ({ from }: { readonly from: string }, ctx: Context) => ended(from, ctx),
}

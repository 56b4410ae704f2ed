import { drizzleOn } from '@recado/sdk/server'
import { eq } from 'drizzle-orm'
import type { RunContext } from './jobs.ts'
import { endRun } from './run-store.ts'
import { runs } from './run.table.ts'

/** A conversation that people have, that is closed or gone: its run is over. A timer that comes later finds that. */
const ended = async (ticketId: string, ctx: Pick<RunContext, 'db' | 'tenant'>): Promise<void> => {
  await ctx.db.transaction((tx) => endRun(drizzleOn(tx), ctx.tenant, eq(runs.ticketId, ticketId)))
}

type Payload = { readonly ticketId: string }
type Context = Pick<RunContext, 'db' | 'tenant'>

export const on = {
  updated: async ({ ticketId, status, userId }: Payload & { status: string; userId: string | null }, ctx: Context) => {
    if (userId !== null || status !== 'pending') await ended(ticketId, ctx)
  },
  closed: ({ ticketId }: Payload, ctx: Context) => ended(ticketId, ctx),
  deleted: ({ ticketId }: Payload, ctx: Context) => ended(ticketId, ctx),
  merged: ({ from }: { readonly from: string }, ctx: Context) => ended(from, ctx),
}

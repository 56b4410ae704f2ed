import { mint, Refusal, type SessionContext, type TicketId } from '@recado/sdk'
import { drizzleOn } from '@recado/sdk/server'
import { eq } from 'drizzle-orm'
import type { Tx } from '../flows/flow-store.ts'
import { forgetBots } from './bot.ts'
import { endRun, liveOf } from './run-store.ts'
import { runs } from './run.table.ts'

/** Runs of which core is asked before a flow may go. */
const mostAsked = 50

/** Ends runs of the flow whose conversation no responder of flows has any more. */
export async function endAbandoned(flowId: string, ctx: SessionContext): Promise<void> {
  const { core, db, tenant } = ctx
  const live = await db.transaction((tx) => liveOf(drizzleOn(tx), tenant, flowId, mostAsked))
  for (const { id, ticketId } of live)
    if (!(await core.responders.holds(mint<TicketId>(ticketId))))
      await forgetBots(ctx, await db.transaction((tx) => endRun(drizzleOn(tx), tenant, eq(runs.id, id))))
}

/** @throws Refusal ERR_AUTO_REPLY_RELATIONED_TICKET while a conversation is in the flow (S8-042) */
export async function requireUnused(tx: Tx, tenantId: string, flowId: string): Promise<void> {
  const [live] = await liveOf(tx, tenantId, flowId, 1)
  if (live) throw new Refusal('ERR_AUTO_REPLY_RELATIONED_TICKET', { ticketId: mint<TicketId>(live.ticketId) })
}

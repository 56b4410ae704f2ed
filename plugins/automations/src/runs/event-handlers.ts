import type { MessageId, PluginImplementation, TicketId } from '@recado/sdk'
import { drizzleOn } from '@recado/sdk/server'
import { plugin } from '../plugin.ts'
import { ruleCache } from '../rules/active-rules.ts'
import type { RuleEvent } from '../rules/limits.ts'
import { runRules } from './engine.ts'
import { countFor, forgetTicket } from './firing-store.ts'
import { ruleEventsOf } from './rule-events.ts'

type Handlers = PluginImplementation<typeof plugin>['on']
type Context = Parameters<Handlers['created']>[1]
type Meta = Parameters<Handlers['created']>[2]

/** Asks the rules that begin with what an event means. */
async function ask(
  means: readonly RuleEvent[],
  { ticketId: ticket, messageId: message }: { readonly ticketId: TicketId; readonly messageId?: MessageId },
  ctx: Context,
  { id, mayRepeat }: Meta,
): Promise<void> {
  if (means.length === 0) return
  const active = await ruleCache.of(ctx)
  await runRules(active, { id, mayRepeat, means, ticket, ...(message !== undefined && { message }) }, ctx)
}

export const on: Handlers = {
  created: (payload, ctx, meta) => ask(['created'], payload, ctx, meta),
  mentioned: (payload, ctx, meta) => ask(['mentioned'], payload, ctx, meta),
  surveyed: (payload, ctx, meta) => ask(['surveyed'], payload, ctx, meta),
  woken: (payload, ctx, meta) => ask(['woken'], payload, ctx, meta),
  received: (payload, ctx, meta) => ask(ruleEventsOf.received(payload, plugin.id), payload, ctx, meta),
  sent: (payload, ctx, meta) => ask(ruleEventsOf.sent(payload, plugin.id), payload, ctx, meta),
  updated: (payload, ctx, meta) => ask(ruleEventsOf.updated(payload, plugin.id), payload, ctx, meta),
  closed: (payload, ctx, meta) => ask(ruleEventsOf.closed(payload, plugin.id), payload, ctx, meta),
  prioritized: (payload, ctx, meta) => ask(ruleEventsOf.prioritized(payload, plugin.id), payload, ctx, meta),
  tagged: (payload, ctx, meta) => ask(ruleEventsOf.tagged(payload, plugin.id), payload, ctx, meta),
  deleted: ({ ticketId }, { db, tenant }) => db.transaction((tx) => forgetTicket(drizzleOn(tx), tenant, ticketId)),
  merged: ({ from, into }, { db, tenant }) => db.transaction((tx) => countFor(drizzleOn(tx), tenant, from, into)),
}

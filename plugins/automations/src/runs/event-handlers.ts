import type { PluginImplementation } from '@recado/sdk'
import { drizzleOn } from '@recado/sdk/server'
import { plugin } from '../plugin.ts'
import { ruleCache } from '../rules/active-rules.ts'
import type { RuleEvent } from '../rules/limits.ts'
import { runRules, type Event } from './engine.ts'
import { countFor, forgetTicket } from './firing-store.ts'
import { ruleEventsOf, type Heard } from './rule-events.ts'
import { keepSweeping, type Sweeping } from './sweep-plan.ts'

type Handlers = PluginImplementation<typeof plugin>['on']
type Context = Parameters<Handlers['created']>[1]

async function ask(event: Event, ctx: Context & Sweeping): Promise<void> {
  if (event.means.length === 0) return
  const active = await ruleCache.of(ctx, (loaded) => keepSweeping(loaded, ctx))
  await runRules(active, event, ctx)
}

type Told = Parameters<Handlers[keyof Heard]>[0]

/** Of an event that says what it means by what it holds. */
const heard = <K extends keyof Heard>(name: K): Handlers[K] => ((payload: Told & Heard[K], ctx: Context, { id, attempt }: { id: string; attempt: number }) =>
  ask({ id, attempt, means: ruleEventsOf[name](payload, plugin.id), ticket: payload.ticketId, ...('messageId' in payload && { message: payload.messageId }) }, ctx)) as Handlers[K]

const always = (means: RuleEvent): Handlers['created'] & Handlers['woken'] => ({ ticketId }, ctx, { id, attempt }) => ask({ id, attempt, means: [means], ticket: ticketId }, ctx)

export const on: Handlers = {
  created: always('created'),
  woken: always('woken'),
  received: heard('received'),
  sent: heard('sent'),
  updated: heard('updated'),
  closed: heard('closed'),
  prioritized: heard('prioritized'),
  tagged: heard('tagged'),
  deleted: ({ ticketId }, { db, tenant }) => db.transaction((tx) => forgetTicket(drizzleOn(tx), tenant, ticketId)),
  merged: ({ from, into }, { db, tenant }) => db.transaction((tx) => countFor(drizzleOn(tx), tenant, from, into)),
}

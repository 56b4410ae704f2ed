import type { PluginTransaction, QueueId, ResponderDecision, ResponderTurn, UserId } from '@recado/sdk'
import { mint } from '@recado/sdk'
import { drizzleOn } from '@recado/sdk/server'
import { eq } from 'drizzle-orm'
import { advance } from '../engine/advance.ts'
import { saidOf } from '../engine/said.ts'
import type { RunEvent, Said } from '../engine/state.ts'
import { endOf, play, setJobs, take, type Ending, type Taken } from './play.ts'
import { forgetBots } from './bot.ts'
import { graphOf } from './graphs.ts'
import type { RunContext } from './jobs.ts'
import { factsOf, type RunPlace } from './place.ts'
import { endRun, insertRun } from './run-store.ts'
import { runs } from './run.table.ts'
import { countBegun, lastOf } from './step-store.ts'
import { noTimer, timerPlan } from './timers.ts'
import { versionFor } from './version-for.ts'

/** The note of a flow that did not answer. */
const notForThem = 'flow not active'

/** Answers a message of a contact by a flow, or begins without one. The same `key` again does nothing twice. */
export async function respond(
  { flow }: { readonly flow: string },
  { ticket, contact, message, begins }: ResponderTurn,
  ctx: RunContext,
  { key }: { readonly key: string },
): Promise<ResponderDecision> {
  const facts = await factsOf(ticket, contact, ctx, new Date())
  const place: RunPlace = { ticket, contact, message: message?.id ?? null, facts, isPatient: false }
  const said = message === null ? null : saidOf(message)
  const left: string[] = []
  const opened = await ctx.db.transaction((tx) => open(tx, flow, place, { key, said, begins, left }, ctx))
  await forgetBots(ctx, left)
  if (opened === undefined) return { kind: 'pass', note: notForThem }
  const ending = await play(opened, place, ctx)
  return ending ? decisionOf(ending) : { kind: 'pass', note: 'flow is over' }
}

interface Call {
  readonly key: string
  readonly said: Said | null
  readonly begins: boolean
  /** Runs that are over by this call, in which a bot had the conversation. */
  readonly left: string[]
}

/** The run that a call is about, which has taken it; undefined where the flow does not answer. */
async function open(
  raw: PluginTransaction,
  flowId: string,
  place: RunPlace,
  { key, said, begins, left }: Call,
  ctx: RunContext,
): Promise<Taken | undefined> {
  const { ticket, contact } = place
  const last = await lastOf(raw, ctx.tenant, ticket.id)
  const at = Date.now()
  // The same call again: what it led to is done again, under the same keys.
  if (last && (last.seen.includes(key) || (!last.isOver && !begins)))
    return take(raw, last, said ? { key, event: { kind: 'said', at, said } } : undefined, place, ctx)
  const tx = drizzleOn(raw)
  if (last && !last.isOver) left.push(...(await endRun(tx, ctx.tenant, eq(runs.id, last.id))))
  const versionId = await versionFor(tx, ctx.tenant, flowId, contact)
  const graph = versionId === undefined ? undefined : await graphOf(raw, ctx.tenant, versionId)
  if (versionId === undefined || !graph) return undefined
  const begin: RunEvent = { kind: 'begin', at, said, seed: seedOf(key), variables: {}, jumps: 0 }
  const { state, effects } = advance(graph, null, begin, place.facts)
  const { isOver } = endOf(effects)
  const timer = timerPlan(noTimer, effects, isOver)
  const run = await insertRun(tx, {
    tenantId: ctx.tenant,
    ticketId: ticket.id,
    contactId: contact.id,
    flowId,
    versionId,
    state: isOver ? { ...state, variables: {} } : state,
    effects: [...effects],
    seen: [key],
    isOver,
    ...timer.stands,
  })
  await Promise.all([setJobs(run.id, timer, effects, ctx), countBegun(raw, ctx.tenant, flowId, effects)])
  return run
}

/** A number that is the same for the same key (FNV-1a). */
function seedOf(key: string): number {
  let seed = 0x811c9dc5
  for (const sign of key) seed = Math.imul(seed ^ sign.codePointAt(0)!, 0x01000193)
  return seed | 0
}

/** What core is told. */
export function decisionOf(ending: Ending): ResponderDecision {
  switch (ending.kind) {
    case 'keep':
      return { kind: 'keep', until: new Date(ending.until).toISOString() }
    case 'people': {
      const { to, queueId, userId } = ending.destination
      return {
        kind: 'people',
        ...(to === 'queue' && queueId !== null && { queueId: mint<QueueId>(queueId) }),
        ...(to === 'user' && userId !== null && { userId: mint<UserId>(userId) }),
        ...(ending.isExhausted && { because: 'attempts' as const }),
        ...noted(ending.note),
      }
    }
    case 'close':
      return { kind: 'close', ...noted(ending.note) }
    case 'pass':
    case 'flow':
      return { kind: 'pass', ...noted(ending.note) }
  }
}

const noted = (note: string | undefined): { note?: string } =>
  note === undefined || note.trim() === '' ? {} : { note: note.slice(0, 200) }

import { Refusal, type PluginTransaction, type RefusalCode } from '@recado/sdk'
import { drizzleOn, lookAgainForFiles, sendFile } from '@recado/sdk/server'
import { advance } from '../engine/advance.ts'
import type { Ask, Effect, Outcome, RunEvent } from '../engine/state.ts'
import { answerTo, isSlow } from './asks.ts'
import { forgetBots } from './bot.ts'
import { graphOf } from './graphs.ts'
import type { RunContext } from './jobs.ts'
import { partOf } from './parts.ts'
import type { RunPlace } from './place.ts'
import { endRun, keepInbox, keepSeen } from './run-store.ts'
import { runs, type RunRow } from './run.table.ts'
import { keepStep, lockRun } from './step-store.ts'
import { setTimer, timerPlan, type TimerPlan } from './timers.ts'
import { eq } from 'drizzle-orm'
import { versionFor } from './version-for.ts'

/* Runs: a step is kept with its effects in one transaction, then its effects are done under keys of their own. Whoever
   comes after a crash does the effects of the last step again, which changes nothing where they were done, and goes
   on. */

/** An event of a run under its key: it counts once, however often it comes. */
export interface Incoming {
  readonly key: string
  readonly event: RunEvent
}

/** How a turn ends for the ticket. `note` says why a run was given up. */
export type Ending = Outcome & { readonly note?: string }

/** Steps that one call makes at most: asks and flows that lead on to each other. */
const maxSteps = 200
/** How long something slow, or another node at work, may take until the ticket is handed on, in milliseconds. */
const slowMs = 10 * 60_000
const othersMs = 60 * 60_000

/** What became of an event: the run with its step, or `waits` or `late`; see {@link take}. */
export type Taken = RunRow | 'waits' | 'late'

/** Has a run take an event; without one it is answered as it is. */
export const taking = (
  runId: string,
  incoming: Incoming | undefined,
  place: RunPlace,
  ctx: RunContext,
): Promise<Taken> =>
  ctx.db.transaction(async (tx) => {
    const row = await lockRun(tx, ctx.tenant, runId)
    return row ? take(tx, row, incoming, place, ctx) : 'late'
  })

/**
 * Does what a step wants, and goes on until the run waits or is over. Undefined where there is nothing to decide: it is
 * over, or the event came too late.
 */
export async function play(first: Taken, place: RunPlace, ctx: RunContext): Promise<Ending | undefined> {
  let taken = first
  for (let steps = 0; ; steps += 1) {
    if (taken === 'late') return undefined
    if (taken === 'waits') return { kind: 'keep', until: Date.now() + othersMs }
    if (steps === maxSteps) return giveUp(taken.id, ctx, 'too many steps')
    const next = await act(taken, place, ctx)
    if ('ending' in next) return next.ending
    taken = 'taken' in next ? next.taken : await taking(taken.id, next.incoming, place, ctx)
  }
}

/**
 * Keeps what an event leads to. `waits`: the run has to be answered by something else first; `late`: nothing comes of
 * it. A row that had the event already is answered as it is.
 */
export async function take(
  tx: PluginTransaction,
  row: RunRow,
  incoming: Incoming | undefined,
  place: RunPlace,
  ctx: RunContext,
): Promise<Taken> {
  if (incoming === undefined || row.seen.includes(incoming.key)) return row
  if (row.isOver) return 'late'
  const { key, event } = incoming
  if (event.kind === 'said' && isBusy(row)) {
    if (!row.inbox.some((waiting) => waiting.key === key))
      await keepInbox(drizzleOn(tx), row, [...row.inbox, { key, at: event.at, said: event.said }].slice(-20))
    return 'waits'
  }
  const graph = await graphOf(tx, row.tenantId, row.versionId)
  if (!graph) return 'late'
  const { state, effects } = advance(graph, row.state, event, place.facts)
  if (effects.length === 0) return 'late'
  const { isOver } = endOf(effects)
  const timer = timerPlan(row, effects, isOver)
  const step = {
    state: isOver ? { ...state, variables: {} } : state,
    effects: [...effects],
    inbox: isOver ? [] : row.inbox.filter((waiting) => waiting.key !== key),
    isOver,
    flowId: row.flowId,
    versionId: row.versionId,
    ...timer.stands,
  }
  // They leave together: what is awaited here is one round trip.
  const [, kept] = await Promise.all([
    setJobs(row.id, timer, effects, ctx),
    keepStep(tx, row, step, { key, begins: event.kind === 'begin' }),
  ])
  return kept
}

/** While something is asked, or a bot has more to say, the contact is heard later. */
const isBusy = ({ state: { phase } }: RunRow): boolean => phase === 'answer' || phase === 'pause'

/** What a step ends with. */
export function endOf(effects: readonly Effect[]): { outcome: Outcome | undefined; isOver: boolean } {
  const last = effects.at(-1)
  const outcome = last?.kind === 'end' ? last.outcome : undefined
  return { outcome, isOver: outcome !== undefined && outcome.kind !== 'keep' && outcome.kind !== 'flow' }
}

/** Timers and slow work, in the transaction of the step that wants them. */
export async function setJobs(
  run: string,
  timer: TimerPlan,
  effects: readonly Effect[],
  ctx: RunContext,
): Promise<void> {
  await setTimer(run, timer, ctx)
  const ask = effects.at(-1)
  if (ask?.kind === 'ask' && isSlow(ask.ask)) await ctx.enqueue('work', { run, wait: ask.wait }, { key: run })
}

type Next = { readonly incoming: Incoming } | { readonly taken: Taken } | { readonly ending: Ending }

/** Does the effects of a step, and says what comes next. */
async function act(row: RunRow, place: RunPlace, ctx: RunContext): Promise<Next> {
  const refused = await send(row, place, ctx)
  if (refused !== undefined) return { ending: await giveUp(row.id, ctx, refused) }
  if (row.effects.some(({ kind }) => kind === 'botOver')) await forgetBots(ctx, [row.id])
  const last = row.effects.at(-1)
  if (last?.kind === 'ask') {
    if (isSlow(last.ask) && !place.isPatient) return { ending: { kind: 'keep', until: Date.now() + slowMs } }
    if (last.ask.kind === 'bot') {
      const other =
        (await waitsForFiles(row, last.wait, last.ask, ctx)) ??
        (await askedBefore(row, last.wait, last.ask.seconds, ctx))
      if (other) return other
    }
    const answer = await answerTo(last.ask, place, ctx, { run: row.id, key: `${row.id}:${row.state.step}` })
    return { incoming: { key: askKey(last.wait), event: { kind: 'answer', at: Date.now(), wait: last.wait, answer } } }
  }
  if (last?.kind !== 'end') return { ending: await giveUp(row.id, ctx, 'nothing to do') }
  const { outcome } = last
  if (outcome.kind === 'flow') return jump(row, outcome.flowId, place, ctx)
  const [waiting] = row.inbox
  if (outcome.kind === 'keep' && waiting && !isBusy(row))
    return { incoming: { key: waiting.key, event: { kind: 'said', at: waiting.at, said: waiting.said } } }
  return { ending: outcome }
}

/** A bot hears a message with its files, where the channel gets them soon. */
async function waitsForFiles(
  { id }: RunRow,
  wait: number,
  { filesOf }: Extract<Ask, { kind: 'bot' }>,
  ctx: RunContext,
): Promise<Next | undefined> {
  const runAt = filesOf === undefined ? undefined : await lookAgainForFiles([filesOf], ctx)
  if (!runAt) return undefined
  await ctx.enqueue('work', { run: id, wait }, { key: id, runAt })
  return { ending: { kind: 'keep', until: Date.now() + slowMs } }
}

/** How long a question that was begun is left to who began it, beyond its own limit, in milliseconds. */
const graceMs = 5_000

/**
 * A bot is asked once. The first who comes here keeps that it is being asked, and asks; undefined for this one. Whoever
 * comes while it may still be asked leaves it alone, and comes again; later it has failed, because its process ended.
 */
async function askedBefore({ id }: RunRow, wait: number, seconds: number, ctx: RunContext): Promise<Next | undefined> {
  return ctx.db.transaction(async (tx): Promise<Next | undefined> => {
    const held = await lockRun(tx, ctx.tenant, id)
    if (!held || held.isOver) return { taken: 'late' }
    if (held.state.phase !== 'answer' || held.state.wait !== wait) return { taken: held }
    const mark = `asked:${wait}`
    if (!held.seen.includes(mark)) {
      await keepSeen(drizzleOn(tx), held, mark)
      return undefined
    }
    const until = held.updatedAt.getTime() + seconds * 1_000 + graceMs
    const at = Date.now()
    if (at >= until) {
      const answer = { kind: 'bot', answer: null } as const
      return { incoming: { key: askKey(wait), event: { kind: 'answer', at, wait, answer } } }
    }
    await ctx.enqueue('work', { run: id, wait }, { key: id, runAt: new Date(until) })
    return { ending: { kind: 'keep', until: at + slowMs } }
  })
}

export const askKey = (wait: number): string => `ask:${wait}`

/** Sends what a step sends, piece by piece. Answers the code of what was refused. */
async function send(row: RunRow, { ticket }: RunPlace, ctx: RunContext): Promise<RefusalCode | undefined> {
  for (const [at, effect] of row.effects.entries()) {
    if (effect.kind !== 'send') continue
    for (const [index, piece] of effect.parts.entries()) {
      const key = `${row.id}:${row.state.step}:${at}.${index}`
      try {
        if (piece.kind === 'botFile') {
          await sendFile(ticket.id, piece, ctx, { key })
          continue
        }
        const part = partOf(piece)
        if (part) await ctx.core.messages.send(ticket.id, [part], { key })
      } catch (error) {
        if (!Refusal.is(error)) throw error
        return error.code
      }
    }
  }
  return undefined
}

/** Another flow takes the conversation over, with what is known by then. */
async function jump(row: RunRow, flowId: string, place: RunPlace, ctx: RunContext): Promise<Next> {
  const key = `flow:${row.state.step}`
  const taken = await ctx.db.transaction(async (tx): Promise<Taken> => {
    const held = await lockRun(tx, ctx.tenant, row.id)
    if (!held || held.seen.includes(key)) return held ?? 'late'
    const versionId = held.isOver ? undefined : await versionFor(drizzleOn(tx), ctx.tenant, flowId, place.contact)
    if (versionId === undefined) return 'late'
    // The run goes on under the same name, so that its keys stay different from all before.
    const { seed, variables, jumps } = held.state
    const event: RunEvent = { kind: 'begin', at: Date.now(), said: null, seed, variables, jumps }
    return take(tx, { ...held, flowId, versionId }, { key, event }, place, ctx)
  })
  return taken === 'late' ? { ending: await giveUp(row.id, ctx, 'ERR_NO_AUTO_REPLY_FOUND') } : { taken }
}

/** The run cannot go on: the next responder has the ticket, people where there is none. */
async function giveUp(run: string, ctx: RunContext, note: string): Promise<Ending> {
  await forgetBots(ctx, await ctx.db.transaction((tx) => endRun(drizzleOn(tx), ctx.tenant, eq(runs.id, run))))
  return { kind: 'pass', note }
}

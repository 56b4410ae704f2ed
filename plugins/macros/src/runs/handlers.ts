import { mint, Refusal, type RefusalCode, type SessionContext, type Ticket, type TicketId } from '@recado/sdk'
import { drizzleOn } from '@recado/sdk/server'
import type { Context, Handler } from '../macros/handlers.ts'
import { refusedActions } from '../macros/actions.ts'
import { keepRunsMs } from '../macros/limits.ts'
import { find } from '../macros/macro-store.ts'
import type { Step } from '../macros/step.ts'
import { shown, subjectOf, subjectsOf } from '../macros/subjects.ts'
import { factsOf, worded } from './facts.ts'
import type { RunAnswer } from './run.ts'
import { begin, progress, release, takeUp, type RunName } from './run-store.ts'
import type { RunRow } from './run.table.ts'
import { overviewOf, runStep } from './run-steps.ts'
import { beforeOf, staysOf, undoOf } from './undo.ts'

/**
 * Time that one request works on a run before it answers its progress, in milliseconds; core ends a request after ten
 * seconds.
 */
const roundMs = 6_000

/** @throws Refusal ERR_NO_TICKET_FOUND for what the viewer may not see */
async function requireTicket({ core, viewer }: SessionContext, id: TicketId): Promise<Ticket> {
  const [ticket] = await core.tickets.visibleTo(viewer, [id])
  if (!ticket) throw new Refusal('ERR_NO_TICKET_FOUND')
  return ticket
}

export const preview: Handler<'preview'> = async ({ params, query }, ctx) => {
  const { steps } = await ctx.db.transaction((tx) => find(drizzleOn(tx), ctx.viewer, params.id))
  const ticket = await requireTicket(ctx, query.ticketId)
  const [facts, subjects, refused] = await Promise.all([
    factsOf(ticket, ctx),
    subjectsOf(ctx.core, steps),
    refusedActions(ctx.core, steps),
  ])
  const problemOf = (step: Step, at: number): RefusalCode | null => {
    const subject = subjectOf(step)
    if (subject && shown(subjects, subject.id).isGone) return subject.code
    return refused.get(at) ?? (step.kind === 'reply' && ticket.status === 'closed' ? 'ERR_CREATING_MESSAGE' : null)
  }
  return { steps: steps.map((step, at) => ({ kind: step.kind, ...worded(step, facts), problem: problemOf(step, at) })) }
}

export const run: Handler<'run'> = async ({ params, body }, ctx) => {
  const name: RunName = { key: body.key, macroId: params.id, ticketId: body.ticketId }
  const row = (await ctx.db.transaction((tx) => takeUp(drizzleOn(tx), ctx.viewer, name))) ?? (await started(ctx, name))
  return row.isFinished ? answerOf(ctx, row) : goOn(ctx, row)
}

/** Stores a new run as planned, so that a repetition does the same. */
async function started(ctx: Context, name: RunName): Promise<RunRow> {
  const { steps } = await ctx.db.transaction((tx) => find(drizzleOn(tx), ctx.viewer, name.macroId))
  const ticket = await requireTicket(ctx, mint<TicketId>(name.ticketId))
  const facts = await factsOf(ticket, ctx)
  const row = await ctx.db.transaction((tx) =>
    begin(drizzleOn(tx), ctx.viewer, name, {
      contactId: ticket.contactId,
      steps,
      texts: steps.map((step) => worded(step, facts).text),
      before: beforeOf(ticket),
    }),
  )
  await ctx.enqueue('sweep', {}, { runAt: new Date(Date.now() + keepRunsMs + 1_000), key: 'sweep' })
  return row
}

async function goOn(ctx: SessionContext, row: RunRow): Promise<RunAnswer> {
  const place = {
    acting: ctx.acting,
    ticketId: mint<TicketId>(row.ticketId),
    key: row.key,
    texts: row.texts,
    now: () => new Date(),
  }
  const until = Date.now() + roundMs
  const results = [...row.results]
  let isFinished = false
  try {
    while (!isFinished && Date.now() < until) {
      const result = await runStep(row.steps[results.length]!, results.length, place)
      results.push(result)
      isFinished = result.state === 'refused' || results.length === row.steps.length
      await ctx.db.transaction((tx) => progress(drizzleOn(tx), ctx.viewer, row.key, results, isFinished))
    }
  } finally {
    if (!isFinished) await ctx.db.transaction((tx) => release(drizzleOn(tx), ctx.viewer, row.key))
  }
  return answerOf(ctx, { ...row, results, isFinished })
}

async function answerOf(
  ctx: SessionContext,
  { steps, results, before, isFinished, ticketId }: RunRow,
): Promise<RunAnswer> {
  const done = steps.filter((_step, at) => results[at]?.state === 'done')
  const overview = overviewOf(steps, results)
  const answer = { finished: isFinished, stays: staysOf(done) }
  // A user who does not see the ticket any more cannot undo it.
  const [ticket] = await ctx.core.tickets.visibleTo(ctx.viewer, [mint<TicketId>(ticketId)])
  return ticket
    ? { ...answer, steps: overview, undo: isFinished ? undoOf(before, done, ticket, new Date()) : null }
    : { ...answer, steps: overview.map(({ note: _note, messages: _messages, ...result }) => result), undo: null }
}

import { keysetCursor, Refusal, type RefusalCode, type Ticket, type TicketId, type TicketPast } from '@recado/sdk'
import * as z from 'zod'
import { admit } from '../rules/admit.ts'
import type { Context, Handler } from '../rules/handlers.ts'
import { keepFiringsDays, simulatedDays } from '../rules/limits.ts'
import type { RuleDraft } from '../rules/rule.ts'
import { companyDay } from '../runs/company-day.ts'
import { holds } from '../runs/judge.ts'
import { givenMoments, gradesAbout, supposedMoments } from './answers.ts'
import { withinRepetition } from './repeat.ts'
import type { Moment } from './moment.ts'
import { momentsOf, type Span } from './replay.ts'
import type { SimulationOrder } from './simulation.ts'

/**
 * Time that one request works before it answers its progress, in milliseconds; core ends a request after ten seconds.
 */
const roundMs = 5_000
/** Tickets read at once: with all that can have happened in them they are asked about well within a request. */
const ticketsAtOnce = 10
const askedAtOnce = 100
const mostSamples = 10
const dayMs = 24 * 60 * 60_000
/** A simulation is shown while somebody waits for it. */
const longestMs = dayMs

const position = keysetCursor(z.object({ to: z.int(), past: z.string().max(200) }))

/** Some tickets with what would have been. */
interface Tried {
  readonly fired: readonly (Moment & { readonly ticket: TicketId })[]
  readonly events: number
  readonly problems: ReadonlyMap<number, RefusalCode>
}

export const simulate: Handler<'simulate'> = async ({ body: { rule, answer, cursor } }, ctx) => {
  await admit(rule, ctx.core, 'body.rule')
  const begun = Date.now()
  const { to, past } = cursor === null ? { to: begun, past: undefined } : readCursor(cursor, begun)
  const span: Span = { from: to - simulatedDays * dayMs, to }
  const { timeZone } = await ctx.core.company.profile()
  const dayOf = (at: Date): string => companyDay(at, timeZone)
  const part = {
    tickets: 0,
    events: 0,
    fired: 0,
    firedTickets: 0,
    samples: [] as { at: string; ticketId: TicketId; name: string; protocol: string }[],
  }
  const problems = new Map<number, RefusalCode>()
  let next: string | null | undefined = past
  do {
    const page = await ctx.core.tickets.past({
      since: new Date(span.from - contextMs(rule)).toISOString(),
      limit: ticketsAtOnce,
      ...(next !== undefined && { cursor: next }),
    })
    const tickets = new Map(
      (
        await ctx.core.tickets.visibleTo(
          ctx.viewer,
          page.tickets.map(({ ticket }) => ticket),
        )
      ).map((ticket) => [ticket.id, ticket]),
    )
    const tried = await tryOut({ rule, answer }, page.tickets, tickets, span, dayOf, ctx)
    part.tickets += page.tickets.length
    part.events += tried.events
    part.fired += tried.fired.length
    part.firedTickets += new Set(tried.fired.map(({ ticket }) => ticket)).size
    for (const [at, error] of tried.problems) problems.set(at, error)
    part.samples.push(
      ...tried.fired.slice(0, mostSamples - part.samples.length).flatMap(({ at, ticket }) => {
        const seen = tickets.get(ticket)
        return seen ? [{ at, ticketId: ticket, name: seen.name, protocol: seen.protocol }] : []
      }),
    )
    next = page.nextCursor
  } while (next !== null && Date.now() - begun < roundMs)
  return {
    since: new Date(span.from).toISOString(),
    ...part,
    problems: [...problems].map(([at, error]) => ({ at, error })),
    nextCursor: next === null ? null : position.write({ to, past: next }),
  }
}

/**
 * Time before the simulated days for which events are read: as long as a rule waits, or a day to derive the tickets'
 * state.
 */
const contextMs = ({ trigger }: RuleDraft): number =>
  Math.min(
    Math.max(dayMs, trigger.kind === 'time' ? trigger.minutes * 60_000 : 0),
    (keepFiringsDays - simulatedDays) * dayMs,
  )

/** @throws Refusal ERR_VALIDATION for what no answer gave, or gave long ago */
function readCursor(cursor: string, now: number): { to: number; past: string } {
  const read = position.read.safeParse(cursor)
  if (!read.success || read.data.to > now || read.data.to < now - longestMs)
    throw new Refusal('ERR_VALIDATION', {
      issues: [{ path: 'body.cursor', message: 'not a cursor of this simulation' }],
    })
  return read.data
}

/** When the rule would have been asked, by ticket. */
async function momentsIn(
  { rule: { trigger }, answer }: Pick<SimulationOrder, 'rule' | 'answer'>,
  pasts: readonly TicketPast[],
  tickets: ReadonlyMap<TicketId, Ticket>,
  span: Span,
  { core }: Context,
): Promise<(Moment & { readonly ticket: TicketId })[]> {
  const isSurveyed = trigger.kind === 'event' && trigger.event === 'surveyed'
  const given = isSurveyed && !answer ? await gradesAbout([...tickets.keys()], span, core) : undefined
  const ofPast = (past: TicketPast): Moment[] => {
    if (given) return givenMoments(past, given.get(past.ticket) ?? [], span)
    if (isSurveyed && answer) return supposedMoments(past, answer, span)
    return momentsOf(past, trigger, span, tickets.get(past.ticket)?.createdAt ?? null)
  }
  return pasts.flatMap((past) => ofPast(past).map((moment) => ({ ticket: past.ticket, ...moment })))
}

async function tryOut(
  { rule, answer }: Pick<SimulationOrder, 'rule' | 'answer'>,
  pasts: readonly TicketPast[],
  tickets: ReadonlyMap<TicketId, Ticket>,
  span: Span,
  dayOf: (at: Date) => string,
  ctx: Context,
): Promise<Tried> {
  const moments = await momentsIn({ rule, answer }, pasts, tickets, span, ctx)
  const problems = new Map<number, RefusalCode>()
  const holding = rule.conditions.length === 0 ? moments : await whereHolds(rule, moments, problems, ctx)
  const fired = [...Map.groupBy(holding, ({ ticket }) => ticket).values()].flatMap((times) =>
    withinRepetition(times, rule.repetition, dayOf),
  )
  return { fired, events: moments.length, problems }
}

async function whereHolds<M extends Moment & { readonly ticket: TicketId }>(
  rule: RuleDraft,
  moments: readonly M[],
  problems: Map<number, RefusalCode>,
  { core }: Context,
): Promise<M[]> {
  const calls = rule.conditions.map(({ plugin, name, input }) => ({ plugin, name, input }))
  const found: M[] = []
  for (let from = 0; from < moments.length; from += askedAtOnce) {
    const asked = moments.slice(from, from + askedAtOnce)
    const rows = await core.automation.test(
      calls,
      asked.map(({ ticket, at, state, message, answer }) => ({
        ticket,
        at,
        state,
        ...(message !== undefined && { message }),
        ...(answer && { answer }),
      })),
    )
    for (const [index, verdicts] of rows.entries()) {
      for (const [at, verdict] of verdicts.entries()) if (typeof verdict === 'object') problems.set(at, verdict.error)
      if (holds(rule, verdicts)) found.push(asked[index]!)
    }
  }
  return found
}

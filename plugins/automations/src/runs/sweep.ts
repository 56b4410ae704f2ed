import { Refusal, type PluginContext, type TicketOnClock } from '@recado/sdk'
import { drizzleOn } from '@recado/sdk/server'
import { active, swept } from '../rules/rule-store.ts'
import { companyDay } from './company-day.ts'
import { complete, fire } from './engine.ts'
import { keepsAnything, prune, unfinished } from './firing-store.ts'
import { judge } from './judge.ts'
import { sweepDates } from './sweep-dates.ts'
import {
  dateRulesOf,
  dueUntil,
  pruneEveryMs,
  sweepAt,
  sweepEveryMs,
  timeRulesOf,
  type Sweeping,
  type TimeRule,
} from './sweep-plan.ts'

type Context = Pick<PluginContext, 'tenant' | 'db' | 'core' | 'log' | 'signal'> & Sweeping

const pageSize = 100
/** A sweep works so long and goes on in another one, in milliseconds: core ends a job after five minutes. */
const roundMs = 4 * 60_000
/** Rows that one sweep takes away at most. */
const mostPruned = 5_000
/** Age from which an unfinished firing is abandoned. */
const abandonedMs = 2 * 60_000
/** The next sweep is stored before this one begins, so that a node that goes down takes only a while along. */
const afterCrashMs = 6 * 60_000

/**
 * Goes on with firings that were interrupted, has rules by time fire in conversations whose clocks have run for long
 * enough, and takes away what is old. Comes again by itself: every minute while a rule by time is on, else once a day
 * while there is anything.
 */
export async function sweep(ctx: Context): Promise<void> {
  const { db, tenant } = ctx
  const begun = Date.now()
  const isOver = (): boolean => ctx.signal.aborted || Date.now() - begun > roundMs
  if (!(await db.transaction((tx) => keepsAnything(drizzleOn(tx), tenant)))) return
  await sweepAt(ctx, new Date(begun + afterCrashMs))
  const { rules } = await db.transaction((tx) => active(drizzleOn(tx), tenant))
  const [timed, dated] = [timeRulesOf(rules), dateRulesOf(rules)]
  const isThrough = await unlessOver(async () => {
    for (const firing of await db.transaction((tx) => unfinished(drizzleOn(tx), tenant, abandonedMs, pageSize)))
      await complete(firing, ctx, isOver)
    if (timed.length > 0) await sweepClocks(timed, ctx, isOver)
    if (dated.length > 0) await sweepDates(dated, ctx, isOver)
  })
  const pruned = await db.transaction((tx) => prune(drizzleOn(tx), tenant, mostPruned))
  const rest = !isThrough || pruned === mostPruned ? 0 : timed.length + dated.length > 0 ? sweepEveryMs : pruneEveryMs
  await sweepAt(ctx, new Date(Math.max(Date.now(), begun + rest)))
}

/** False where the time was over before the work was. */
async function unlessOver(work: () => Promise<void>): Promise<boolean> {
  try {
    await work()
    return true
  } catch (error) {
    if (Refusal.is(error) && error.code === 'ERR_TIMEOUT') return false
    throw error
  }
}

/**
 * Conversations in which a rule was the last one to be asked, by what it began with: those behind it that begin with
 * the same pass them over.
 */
type Ended = Map<string, Set<string>>

async function sweepClocks(rules: readonly TimeRule[], ctx: Context, isOver: () => boolean): Promise<void> {
  const { timeZone } = await ctx.core.company.profile()
  const ended: Ended = new Map()
  for (const rule of rules) {
    const beginning = `${rule.trigger.clock} ${rule.trigger.minutes}`
    const passed = ended.get(beginning) ?? new Set()
    ended.set(beginning, passed)
    await sweepRule(rule, passed, { timeZone, isOver }, ctx)
  }
}

interface SweepPlace {
  readonly timeZone: string
  readonly isOver: () => boolean
}

/** Progress is stored after every page, so that another sweep goes on there. @throws Refusal ERR_TIMEOUT */
async function sweepRule(rule: TimeRule, passed: Set<string>, place: SweepPlace, ctx: Context): Promise<void> {
  const { db, core } = ctx
  const { clock } = rule.trigger
  const [after, until] = [rule.sweptUntil, dueUntil(rule, new Date())]
  let at = after
  for (let cursor: string | null = null, isFirst = true; isFirst || cursor !== null; isFirst = false) {
    const page: Awaited<ReturnType<typeof core.tickets.onClock>> = await core.tickets.onClock({
      clock,
      after: after.toISOString(),
      until: until.toISOString(),
      limit: pageSize,
      ...(cursor !== null && { cursor }),
    })
    await firePage(
      rule,
      page.tickets.filter((found) => !passed.has(passing(found))),
      passed,
      place,
      ctx,
    )
    cursor = page.nextCursor
    // Others may have begun at the very instant of the last one: they are asked for again, and those that fired do not
    // fire twice.
    const next = cursor === null ? until : new Date(Date.parse(page.tickets.at(-1)!.since) - 1)
    if (next <= at) continue
    const known = { tenantId: rule.tenantId, id: rule.id, sweptUntil: at }
    if (!(await db.transaction((tx) => swept(drizzleOn(tx), known, next)))) return
    at = next
  }
}

const passing = ({ ticket, since }: TicketOnClock): string => `${ticket} ${since}`

async function firePage(
  rule: TimeRule,
  tickets: readonly TicketOnClock[],
  passed: Set<string>,
  { timeZone, isOver }: SweepPlace,
  ctx: Context,
): Promise<void> {
  if (isOver()) throw new Refusal('ERR_TIMEOUT')
  const holding = await judge(
    [rule],
    tickets.map(({ ticket }) => ({ ticket })),
    ctx.core,
  )
  for (const [at, found] of tickets.entries()) {
    if (!holding[at]![0]) continue
    if (isOver()) throw new Refusal('ERR_TIMEOUT')
    const isFired = await fire(
      rule,
      { ticket: found.ticket, cause: `${rule.trigger.clock} ${found.since}` },
      companyDay(new Date(), timeZone),
      ctx,
      isOver,
    )
    if (isFired && rule.isLast) passed.add(passing(found))
  }
}

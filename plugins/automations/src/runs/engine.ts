import { Refusal, type MessageId, type PluginContext, type TicketId } from '@recado/sdk'
import { drizzleOn } from '@recado/sdk/server'
import type { RuleEvent } from '../rules/limits.ts'
import type { RuleRow } from '../rules/rule.table.ts'
import type { ActiveRules } from '../rules/active-rules.ts'
import { companyDay } from './company-day.ts'
import { begin, firedAt, progress, type Occasion } from './firing-store.ts'
import { judge } from './judge.ts'
import { runActions, type Begun } from './run-actions.ts'

type Context = Pick<PluginContext, 'tenant' | 'db' | 'core' | 'signal'>

/**
 * Time that one handling of an event may use before it lets the event come again, in milliseconds; core ends it after
 * ten seconds.
 */
const roundMs = 7_000

/** An event for rules: its triggers, and its place. `id` is its own, the same at every delivery. */
export interface Event {
  readonly id: string
  /** Whether rules may have run at it before, wholly or in part. */
  readonly mayRepeat: boolean
  readonly means: readonly RuleEvent[]
  readonly ticket: TicketId
  readonly message?: MessageId
}

/**
 * Evaluates the rules that begin with the event, in their order, and runs those whose conditions hold. After one has
 * acted the later ones are evaluated again, with its effects. @throws Refusal ERR_TIMEOUT after too long; the next
 * delivery goes on behind the last rule that ran
 */
export async function runRules(
  { rules, timeZone }: Pick<ActiveRules, 'rules' | 'timeZone'>,
  event: Event,
  ctx: Context,
): Promise<void> {
  const asked = rules.filter(({ trigger }) => trigger.kind === 'event' && event.means.includes(trigger.event))
  if (asked.length === 0) return
  const { ticket, message } = event
  const occasion: Occasion = { ticket, ...(message !== undefined && { message }), cause: event.id }
  const until = Date.now() + roundMs
  const isOver = (): boolean => ctx.signal.aborted || Date.now() > until
  let rest: readonly RuleRow[] = event.mayRepeat ? await afterFired(asked, occasion, ctx, isOver) : asked
  while (rest.length > 0) {
    if (isOver()) throw new Refusal('ERR_TIMEOUT')
    rest = await untilOneFires(rest, occasion, timeZone, ctx, isOver)
  }
}

/** Answers the rules behind the first that fired; none where none did, or where it is the last one to be asked. */
async function untilOneFires(
  rules: readonly RuleRow[],
  occasion: Occasion,
  timeZone: string,
  ctx: Context,
  isOver: () => boolean,
): Promise<readonly RuleRow[]> {
  const [holding] = await judge(rules, [occasion], ctx.core)
  for (const [at, rule] of rules.entries()) {
    if (!holding![at] || !(await fire(rule, occasion, companyDay(new Date(), timeZone), ctx, isOver))) continue
    return rule.isLast ? [] : rules.slice(at + 1)
  }
  return []
}

/**
 * Ends what an earlier handling of the event began, on a node that may be gone, and answers the rules behind the last
 * that it had fire.
 */
async function afterFired(
  rules: readonly RuleRow[],
  occasion: Occasion,
  ctx: Context,
  isOver: () => boolean,
): Promise<readonly RuleRow[]> {
  const fired = await ctx.db.transaction((tx) => firedAt(drizzleOn(tx), ctx.tenant, occasion))
  for (const firing of fired) if (!firing.isFinished) await complete(firing, ctx, isOver)
  const last = rules.findLastIndex(({ id }) => fired.some(({ ruleId }) => ruleId === id))
  return rules[last]?.isLast ? [] : rules.slice(last + 1)
}

/**
 * Has a rule fire whose conditions hold; answers whether it did. It does not where it has fired at this cause, or as
 * often as it may. @throws Refusal ERR_TIMEOUT
 */
export async function fire(
  rule: RuleRow,
  occasion: Occasion,
  day: string,
  ctx: Context,
  isOver: () => boolean,
): Promise<boolean> {
  const id = await ctx.db.transaction((tx) => begin(drizzleOn(tx), rule, occasion, day))
  if (id === undefined) return false
  await complete(
    { id, ticketId: occasion.ticket, messageId: occasion.message ?? null, actions: rule.actions, results: [] },
    ctx,
    isOver,
  )
  return true
}

/** Does what is left of a firing. @throws Refusal ERR_TIMEOUT */
export async function complete(firing: Begun, { tenant, db, core }: Context, isOver: () => boolean): Promise<void> {
  const isDone = await runActions(firing, {
    automation: core.automation,
    isOver,
    progress: (results, isFinished) =>
      db.transaction((tx) => progress(drizzleOn(tx), tenant, firing.id, results, isFinished)),
  })
  if (!isDone) throw new Refusal('ERR_TIMEOUT')
}

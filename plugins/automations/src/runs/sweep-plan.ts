import type { PluginContext } from '@recado/sdk'
import { keepFiringsDays } from '../rules/limits.ts'
import type { RuleRow } from '../rules/rule.table.ts'

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs
/** Clocks are looked at so often; where no rule waits for one, what is old is taken away so often. In milliseconds. */
export const sweepEveryMs = minuteMs
export const pruneEveryMs = dayMs
/**
 * A sweep that is so late comes no more by itself: jobs of a company that is blocked for a while, or has the plugin
 * off, are skipped.
 */
const lateMs = 5 * minuteMs

export interface Sweeping {
  readonly enqueue: (job: 'sweep', data: Record<string, never>, options: { runAt: Date; key: string }) => Promise<void>
}

/** One sweep waits in a company at most. */
export const sweepAt = ({ enqueue }: Sweeping, runAt: Date): Promise<void> =>
  enqueue('sweep', {}, { runAt, key: 'sweep' })

export interface TimeRule extends RuleRow {
  readonly trigger: Extract<RuleRow['trigger'], { kind: 'time' }>
  readonly sweptUntil: Date
}

/** Rules by time that are on. */
export const timeRulesOf = (rules: readonly RuleRow[]): TimeRule[] =>
  rules.filter((rule): rule is TimeRule => rule.isActive && rule.trigger.kind === 'time' && rule.sweptUntil !== null)

export interface DateRule extends RuleRow {
  readonly trigger: Extract<RuleRow['trigger'], { kind: 'date' }>
  readonly sweptUntil: Date
}

/** Rules by date that are on. */
export const dateRulesOf = (rules: readonly RuleRow[]): DateRule[] =>
  rules.filter((rule): rule is DateRule => rule.isActive && rule.trigger.kind === 'date' && rule.sweptUntil !== null)

/** Latest start of a rule's clock that is due now. */
export const dueUntil = ({ trigger }: Pick<TimeRule, 'trigger'>, now: Date): Date =>
  new Date(now.getTime() - trigger.minutes * minuteMs)

/** What tells whether a sweep is late. */
interface Watched {
  readonly rules: readonly RuleRow[]
  readonly oldestFiring: Date | null
}

/** Whether the sweep of a company has been lost. */
export const isLate = ({ rules, oldestFiring }: Watched, now: Date): boolean =>
  timeRulesOf(rules).some((rule) => dueUntil(rule, now).getTime() - rule.sweptUntil.getTime() > lateMs) ||
  dateRulesOf(rules).some((rule) => now.getTime() - rule.sweptUntil.getTime() > lateMs) ||
  (oldestFiring !== null && now.getTime() - oldestFiring.getTime() > (keepFiringsDays + 2) * dayMs)

/** Brings a lost sweep back. */
export async function keepSweeping(active: Watched, ctx: Sweeping & Pick<PluginContext, 'log'>): Promise<void> {
  const now = new Date()
  if (!isLate(active, now)) return
  ctx.log.info({}, 'the sweep of rules by time begins again')
  await sweepAt(ctx, now)
}

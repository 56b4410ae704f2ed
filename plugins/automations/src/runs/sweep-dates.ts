import { Refusal, type PluginContext } from '@recado/sdk'
import { drizzleOn } from '@recado/sdk/server'
import { swept } from '../rules/rule-store.ts'
import { companyDay } from './company-day.ts'
import { dayAfter, daysDue } from './date-moments.ts'
import { fire } from './engine.ts'
import { judge } from './judge.ts'
import type { DateRule } from './sweep-plan.ts'

type Context = Pick<PluginContext, 'tenant' | 'db' | 'core' | 'signal'>

const pageSize = 100

/**
 * Has rules by date fire in the conversations that are not closed and whose date is so far away today. Each value fires
 * once in a conversation. @throws Refusal ERR_TIMEOUT
 */
export async function sweepDates(rules: readonly DateRule[], ctx: Context, isOver: () => boolean): Promise<void> {
  const { timeZone } = await ctx.core.company.profile()
  // Conversations in which a rule was the last one to be asked, by the date and the day that it began with.
  const ended = new Map<string, Set<string>>()
  for (const rule of rules) {
    const now = new Date()
    for (const day of daysDue(rule.trigger.time, rule.sweptUntil, now, timeZone)) {
      const { of, attribute, days, time } = rule.trigger
      const beginning = [of, attribute, days, time, day].join(' ')
      const passed = ended.get(beginning) ?? new Set()
      ended.set(beginning, passed)
      await sweepDay(rule, dayAfter(day, -days), passed, companyDay(now, timeZone), ctx, isOver)
    }
    const known = { tenantId: rule.tenantId, id: rule.id, sweptUntil: rule.sweptUntil }
    await ctx.db.transaction((tx) => swept(drizzleOn(tx), known, now))
  }
}

async function sweepDay(
  rule: DateRule,
  value: string,
  passed: Set<string>,
  today: string,
  ctx: Context,
  isOver: () => boolean,
): Promise<void> {
  const { of, attribute } = rule.trigger
  const condition = [{ key: attribute, test: 'is' as const, value }]
  for (let cursor: string | null = null, isFirst = true; isFirst || cursor !== null; isFirst = false) {
    const page: Awaited<ReturnType<typeof ctx.core.tickets.page>> = await ctx.core.tickets.page({
      statuses: ['open', 'pending'],
      ...(of === 'ticket' ? { attributes: condition } : { contactAttributes: condition }),
      limit: pageSize,
      ...(cursor !== null && { cursor }),
    })
    const tickets = page.tickets.filter(({ id }) => !passed.has(id))
    const holding = await judge(
      [rule],
      tickets.map(({ id }) => ({ ticket: id })),
      ctx.core,
    )
    for (const [at, { id }] of tickets.entries()) {
      if (!holding[at]![0]) continue
      if (isOver()) throw new Refusal('ERR_TIMEOUT')
      const isFired = await fire(rule, { ticket: id, cause: `${of} ${attribute} ${value}` }, today, ctx, isOver)
      if (isFired && rule.isLast) passed.add(id)
    }
    cursor = page.nextCursor
  }
}

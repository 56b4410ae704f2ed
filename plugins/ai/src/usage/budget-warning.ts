import type { Locale, UserId } from '@recado/sdk'
import en from '../../locales/en.json' with { type: 'json' }
import es from '../../locales/es.json' with { type: 'json' }
import ptBR from '../../locales/pt-BR.json' with { type: 'json' }
import ru from '../../locales/ru.json' with { type: 'json' }
import type { Context } from '../context.ts'

/** Part of a budget from which on people are told of it. */
export const warnedPart = 0.8
/** Users whose permissions are asked for at a time. */
const slice = 200

const wordsOf: Readonly<Record<Locale, (typeof en)['budget']>> = {
  'pt-BR': ptBR.budget,
  en: en.budget,
  es: es.budget,
  ru: ru.budget,
}

/** Tokens of the day and of the month. */
export interface Spent {
  readonly today: number
  readonly month: number
}

/** Which budgets reach the part that is warned of, or their end, by so many more tokens. */
export function reached(
  before: Spent,
  tokens: number,
  { dailyTokens = Infinity, monthlyTokens = Infinity }: { dailyTokens?: number; monthlyTokens?: number },
): ('dayNearly' | 'dayUsed' | 'monthNearly' | 'monthUsed')[] {
  const crosses = (spent: number, bound: number): boolean => spent < bound && spent + tokens >= bound
  const of = <Nearly, Used>(spent: number, most: number, nearly: Nearly, used: Used): (Nearly | Used)[] =>
    crosses(spent, most) ? [used] : crosses(spent, most * warnedPart) ? [nearly] : []
  return [
    ...of(before.today, dailyTokens, 'dayNearly' as const, 'dayUsed' as const),
    ...of(before.month, monthlyTokens, 'monthNearly' as const, 'monthUsed' as const),
  ]
}

/**
 * Tells who manages the plugin that a budget is nearly used, or used up: what has just been spent, with the tokens that
 * reached it. `read` answers what is spent by now. Of two that are told at once the one that says less is taken back.
 */
export async function warnOfBudget(
  ctx: Context,
  spent: Spent,
  tokens: number,
  read: () => Promise<Spent>,
): Promise<void> {
  const { dailyTokens = Infinity, monthlyTokens = Infinity } = ctx.settings
  const before = { today: spent.today - tokens, month: spent.month - tokens }
  const told = reached(before, tokens, { dailyTokens, monthlyTokens })
  if (told.length === 0) return
  for (const notice of told) {
    const period = notice.startsWith('day') ? 'day' : 'month'
    await ctx.core.notifications.tell({ notice, key: period })
    const { today, month } = await read()
    const isUsed = period === 'day' ? today >= dailyTokens : month >= monthlyTokens
    if (isUsed) await ctx.core.notifications.takeBack({ notice: `${period}Nearly`, key: period })
  }
  const { locale } = await ctx.core.company.profile()
  const ids = (await ctx.core.users.colleagues()).map(({ id }) => id)
  const managers: UserId[] = []
  for (let at = 0; at < ids.length; at += slice) {
    const viewers = await ctx.core.users.viewers(ids.slice(at, at + slice))
    managers.push(...viewers.filter((viewer) => viewer.can('ai.manage')).map(({ userId }) => userId))
  }
  if (managers.length === 0) return
  for (const name of told)
    await ctx.core.notifications.notify(managers, {
      text: wordsOf[locale][name],
      path: '/configuracoes/prompt',
      tag: `ai-budget-${name.startsWith('day') ? 'day' : 'month'}`,
    })
}

import type { PluginContext } from '@recado/sdk'
import { CompanyCache, drizzleOn } from '@recado/sdk/server'
import { shiftsText, weekdays } from '../calendar/day.ts'
import { isOpenAt, nextChange } from '../calendar/hours.ts'
import { wallAt } from '../calendar/wall-clock.ts'
import type { Holiday } from '../holidays/holiday.ts'
import { ruleFor, type Rule, type Subject } from '../rules/rule.ts'
import { listHolidays, listRules } from '../rules/store.ts'
import { wordsOf, type Words } from './words.ts'

/** What a company's hours say of an instant. */
export interface Answer {
  readonly open: boolean
  /** What decides, for people; null where nothing does. */
  readonly because: string | null
  /** For customers while it is closed; null for none. */
  readonly message: string | null
  readonly changesAt: string | null
}

/** Hours and holidays of a company, with the names of whose they are. */
export interface Calendar {
  readonly zone: string
  readonly rules: readonly Rule[]
  readonly holidays: ReadonlyMap<string, Holiday>
  readonly words: Words
  nameOf(rule: Pick<Rule, 'type' | 'target'>): string
}

type Context = Pick<PluginContext, 'core' | 'db' | 'tenant' | 'topics'>

/**
 * Calendars of companies to which somebody writes. The name of a queue or a person, and the company's time zone, may be
 * those of up to fifteen seconds ago.
 */
export const calendars = new CompanyCache<Calendar, Context>({ topic: 'hours', load: readCalendar })

async function readCalendar({ core, db, tenant }: Context): Promise<Calendar> {
  const [{ timeZone, locale }, stored] = await Promise.all([
    core.company.profile(),
    db.transaction(async (raw) => {
      const tx = drizzleOn(raw)
      return { rules: await listRules(tx, tenant), holidays: await listHolidays(tx, tenant) }
    }),
  ])
  const isOf = (type: Rule['type']): boolean => stored.rules.some((rule) => rule.type === type)
  const users = stored.rules.flatMap(({ type, target }) => (type === 'user' && target !== null ? [target] : []))
  const [queues, named] = await Promise.all([
    isOf('queue') ? core.queues.list() : [],
    users.length > 0 ? core.users.named(users.slice(0, 200) as never) : [],
  ])
  const names = new Map<string, string>([
    ...queues.map(({ id, queue }) => [id, queue] as const),
    ...named.map(({ id, name }) => [id, name] as const),
  ])
  return {
    zone: timeZone,
    rules: stored.rules,
    holidays: new Map(stored.holidays.map((holiday) => [holiday.date, holiday])),
    words: wordsOf(locale),
    nameOf: ({ target }) => (target === null ? '' : (names.get(target) ?? '')),
  }
}

/** Whether somebody is there, for whom it is asked: a holiday first, then the most specific hours. */
export function answerAt(calendar: Calendar, about: Subject, instant: number): Answer {
  const { zone, rules, holidays, words, nameOf } = calendar
  const { date, weekday } = wallAt(zone, instant)
  const holiday = holidays.get(date)
  const rule = ruleFor(rules, about)
  if (!rule && !holiday)
    return { open: true, because: null, message: null, changesAt: changeWithout(calendar, instant) }
  const closedOn = new Set(holidays.keys())
  const hours = { zone, week: rule?.days ?? alwaysOpen, closedOn }
  const open = isOpenAt(hours, instant)
  const next = nextChange(hours, instant)
  const day = hours.week[weekdays[weekday]!]
  return {
    open,
    because: holiday
      ? words.holiday(holiday.description)
      : words.rule(rule!.type, nameOf(rule!), weekday, day.mode, shiftsText(day)),
    message: open ? null : holiday?.message || rule?.message || null,
    changesAt: next === null ? null : new Date(next).toISOString(),
  }
}

/** The week of who has set none. */
export const alwaysOpen = Object.fromEntries(weekdays.map((day) => [day, { mode: 'open' }])) as Rule['days']

/** Where nothing is set, holidays alone close. */
function changeWithout({ zone, holidays }: Calendar, instant: number): string | null {
  if (holidays.size === 0) return null
  const next = nextChange({ zone, week: alwaysOpen, closedOn: new Set(holidays.keys()) }, instant)
  return next === null ? null : new Date(next).toISOString()
}

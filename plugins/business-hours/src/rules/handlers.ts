import { Refusal, type RouteAnswer, type RouteRequest, type SessionContext } from '@recado/sdk'
import { drizzleOn } from '@recado/sdk/server'
import { answerAt, calendars } from '../answers/calendar.ts'
import { wallAt } from '../calendar/wall-clock.ts'
import { refusal } from '../errors.ts'
import { readCalendar as readFile } from '../holidays/calendar-file.ts'
import type { HolidayDraft } from '../holidays/holiday.ts'
import { brazilianHolidays } from '../holidays/national.ts'
import type { routes } from './routes.ts'
import type { RuleDraft } from './rule.ts'
import * as store from './store.ts'

type Handler<Name extends keyof typeof routes> = (
  request: RouteRequest<(typeof routes)[Name]>,
  ctx: SessionContext,
) => Promise<RouteAnswer<(typeof routes)[Name]>>
type Tx = ReturnType<typeof drizzleOn>

const within = <T>({ db }: SessionContext, work: (tx: Tx) => Promise<T>): Promise<T> =>
  db.transaction((raw) => work(drizzleOn(raw)))

/** Changes hours or holidays, and tells who keeps an answer of before. */
async function changing<T>(ctx: SessionContext, work: (tx: Tx) => Promise<T>): Promise<T> {
  const done = await within(ctx, work)
  calendars.changed(ctx)
  await ctx.core.services.changed('openings')
  return done
}

/** @throws Refusal ERR_NO_QUEUE_FOUND, ERR_NO_USER_FOUND for who is not there */
async function requireTarget({ core }: SessionContext, { type, target }: RuleDraft): Promise<void> {
  if (type === 'queue' && !(await core.queues.list()).some(({ id }) => id === target))
    throw new Refusal('ERR_NO_QUEUE_FOUND')
  if (type === 'user' && !(await core.users.named([target as never])).some(({ isActive }) => isActive))
    throw new Refusal('ERR_NO_USER_FOUND')
}

export const list: Handler<'list'> = async (_request, ctx) => {
  const [rules, { timeZone }] = await Promise.all([
    within(ctx, (tx) => store.listRules(tx, ctx.tenant)),
    ctx.core.company.profile(),
  ])
  return { rules, timeZone }
}

export const create: Handler<'create'> = async ({ body }, ctx) => {
  await requireTarget(ctx, body)
  return changing(ctx, (tx) => store.insertRule(tx, ctx.tenant, body))
}

export const update: Handler<'update'> = async ({ params, body }, ctx) => {
  await requireTarget(ctx, body)
  return changing(ctx, (tx) => store.updateRule(tx, ctx.tenant, params.id, body))
}

export const remove: Handler<'remove'> = async ({ params }, ctx) => {
  await changing(ctx, (tx) => store.deleteRule(tx, ctx.tenant, params.id))
  return { message: 'Opening hours deleted' }
}

export const now: Handler<'now'> = async ({ query }, ctx) => answerAt(await calendars.of(ctx), query, Date.now())

export const holidays: Handler<'holidays'> = (_request, ctx) => within(ctx, (tx) => store.listHolidays(tx, ctx.tenant))

export const addHoliday: Handler<'addHoliday'> = ({ body }, ctx) =>
  changing(ctx, (tx) => store.insertHoliday(tx, ctx.tenant, body))

export const changeHoliday: Handler<'changeHoliday'> = ({ params, body }, ctx) =>
  changing(ctx, (tx) => store.updateHoliday(tx, ctx.tenant, params.id, body))

export const removeHoliday: Handler<'removeHoliday'> = async ({ params }, ctx) => {
  await changing(ctx, (tx) => store.deleteHoliday(tx, ctx.tenant, params.id))
  return { message: 'Holiday deleted' }
}

export const national: Handler<'national'> = async ({ query: { year } }, ctx) => {
  const known = new Set((await within(ctx, (tx) => store.listHolidays(tx, ctx.tenant))).map(({ date }) => date))
  return brazilianHolidays(year).map((holiday) => ({ ...holiday, known: known.has(holiday.date) }))
}

const addAll = async (ctx: SessionContext, drafts: readonly HolidayDraft[]) => {
  const added = await changing(ctx, (tx) => store.addHolidays(tx, ctx.tenant, drafts))
  return { added, known: drafts.length - added }
}

export const addHolidays: Handler<'addHolidays'> = async ({ body }, ctx) => ({
  ...(await addAll(ctx, body.holidays)),
  passedOver: [],
})

export const importFile: Handler<'importFile'> = async ({ body: { text } }, ctx) => {
  const { timeZone } = await ctx.core.company.profile()
  const year = Number(wallAt(timeZone, Date.now()).date.slice(0, 4))
  const { days, passedOver } = await readFile(text, year).catch((error: unknown) => {
    const detail = error instanceof Error ? error.message.slice(0, 200) : 'not a calendar'
    throw refusal('ERR_HOLIDAY_FILE', { detail })
  })
  return { ...(await addAll(ctx, days)), passedOver: [...passedOver] }
}

import { unlessTaken, type drizzleOn } from '@recado/sdk/server'
import { and, asc, count, eq, sql } from 'drizzle-orm'
import { refusal } from '../errors.ts'
import { mostHolidays, type Holiday, type HolidayDraft } from '../holidays/holiday.ts'
import { mostRules, type Rule, type RuleDraft } from './rule.ts'
import { holidays, rules } from './rule.table.ts'

type Tx = ReturnType<typeof drizzleOn>

const ruleOf = ({ id, type, target, isActive, days, message }: typeof rules.$inferSelect): Rule => ({
  id,
  type,
  target,
  active: isActive,
  days,
  message,
})
const holidayOf = ({ id, date, description, message }: typeof holidays.$inferSelect): Holiday => ({
  id,
  date,
  description,
  message,
})

const ruleExists = (because: ErrorOptions) => refusal('ERR_BUSINESS_HOUR_EXISTS', {}, because)
const holidayExists = (because: ErrorOptions) => refusal('ERR_HOLIDAY_EXISTS', {}, because)

export const listRules = async (tx: Tx, tenantId: string): Promise<Rule[]> =>
  (
    await tx
      .select()
      .from(rules)
      .where(eq(rules.tenantId, tenantId))
      .orderBy(asc(rules.type), asc(rules.id))
      .limit(mostRules)
  ).map(ruleOf)

/** @throws Refusal ERR_BUSINESS_HOUR_EXISTS */
export async function insertRule(tx: Tx, tenantId: string, { active, ...draft }: RuleDraft): Promise<Rule> {
  const [row] = await unlessTaken(
    tx
      .insert(rules)
      .values({ tenantId, isActive: active, ...draft })
      .returning(),
    ruleExists,
  )
  return ruleOf(row!)
}

/** @throws Refusal ERR_NO_BUSINESS_HOUR_FOUND, ERR_BUSINESS_HOUR_EXISTS */
export async function updateRule(tx: Tx, tenantId: string, id: string, { active, ...draft }: RuleDraft): Promise<Rule> {
  const [row] = await unlessTaken(
    tx
      .update(rules)
      .set({ isActive: active, ...draft, updatedAt: sql`now()` as never })
      .where(and(eq(rules.tenantId, tenantId), eq(rules.id, id)))
      .returning(),
    ruleExists,
  )
  if (!row) throw refusal('ERR_NO_BUSINESS_HOUR_FOUND')
  return ruleOf(row)
}

/** @throws Refusal ERR_NO_BUSINESS_HOUR_FOUND */
export async function deleteRule(tx: Tx, tenantId: string, id: string): Promise<void> {
  const [row] = await tx
    .delete(rules)
    .where(and(eq(rules.tenantId, tenantId), eq(rules.id, id)))
    .returning({ id: rules.id })
  if (!row) throw refusal('ERR_NO_BUSINESS_HOUR_FOUND')
}

export const listHolidays = async (tx: Tx, tenantId: string): Promise<Holiday[]> =>
  (
    await tx
      .select()
      .from(holidays)
      .where(eq(holidays.tenantId, tenantId))
      .orderBy(asc(holidays.date))
      .limit(mostHolidays)
  ).map(holidayOf)

/** Adds those whose date has none yet, as long as there is room. Answers how many came. */
export async function addHolidays(tx: Tx, tenantId: string, drafts: readonly HolidayDraft[]): Promise<number> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`holidays ${tenantId}`}, 0))`)
  const [{ there } = { there: 0 }] = await tx
    .select({ there: count() })
    .from(holidays)
    .where(eq(holidays.tenantId, tenantId))
  const room = Math.max(0, mostHolidays - there)
  if (drafts.length === 0 || room === 0) return 0
  const added = await tx
    .insert(holidays)
    .values(drafts.slice(0, room).map((draft) => ({ tenantId, ...draft })))
    .onConflictDoNothing()
    .returning({ id: holidays.id })
  return added.length
}

/** @throws Refusal ERR_HOLIDAY_EXISTS */
export async function insertHoliday(tx: Tx, tenantId: string, draft: HolidayDraft): Promise<Holiday> {
  const [row] = await unlessTaken(
    tx
      .insert(holidays)
      .values({ tenantId, ...draft })
      .returning(),
    holidayExists,
  )
  return holidayOf(row!)
}

/** @throws Refusal ERR_NO_HOLIDAY_FOUND, ERR_HOLIDAY_EXISTS */
export async function updateHoliday(tx: Tx, tenantId: string, id: string, draft: HolidayDraft): Promise<Holiday> {
  const [row] = await unlessTaken(
    tx
      .update(holidays)
      .set(draft)
      .where(and(eq(holidays.tenantId, tenantId), eq(holidays.id, id)))
      .returning(),
    holidayExists,
  )
  if (!row) throw refusal('ERR_NO_HOLIDAY_FOUND')
  return holidayOf(row)
}

/** @throws Refusal ERR_NO_HOLIDAY_FOUND */
export async function deleteHoliday(tx: Tx, tenantId: string, id: string): Promise<void> {
  const [row] = await tx
    .delete(holidays)
    .where(and(eq(holidays.tenantId, tenantId), eq(holidays.id, id)))
    .returning({ id: holidays.id })
  if (!row) throw refusal('ERR_NO_HOLIDAY_FOUND')
}

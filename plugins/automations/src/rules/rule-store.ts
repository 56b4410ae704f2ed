import { unlessTaken, type drizzleOn } from '@recado/sdk/server'
import { and, asc, eq, max, min, sql, type SQL } from 'drizzle-orm'
import { refusal } from '../errors.ts'
import { firings, tallies } from '../runs/firing.table.ts'
import { maxRules } from './limits.ts'
import type { RuleDraft, Trigger } from './rule.ts'
import { rules, type RuleRow } from './rule.table.ts'

export type Tx = ReturnType<typeof drizzleOn>
/** A rule with how often it fired in the last seven days, and when it last did. */
export interface CountedRule extends RuleRow {
  readonly fired: number
  readonly lastFiredAt: Date | null
}

const one = (tenantId: string, id: string): SQL => and(eq(rules.tenantId, tenantId), eq(rules.id, id))!
const inOrder = [asc(rules.position), asc(rules.id)] as const

/**
 * Start of the clocks of a rule by time: tickets due before it is on are left alone. Of a rule by date the moment from
 * which its days count. Null for a rule by event.
 */
export function sweptFrom(trigger: Trigger, now: Date): Date | null {
  if (trigger.kind === 'event') return null
  return trigger.kind === 'date' ? now : new Date(now.getTime() - trigger.minutes * 60_000)
}

/** All rules or one of them, counted; each with two looks into an index. */
export async function counted(tx: Tx, tenantId: string, id?: string): Promise<CountedRule[]> {
  const ofRule = sql`${firings.tenantId} = ${rules.tenantId} and ${firings.ruleId} = ${rules.id}`
  const rows = await tx
    .select({
      rule: rules,
      fired: sql<number>`
        (select count(*)::int from ${firings} where ${ofRule} and ${firings.firedAt} > now() - interval '7 days')`,
      lastFiredAt: sql<string | null>`(select max(${firings.firedAt}) from ${firings} where ${ofRule})`,
    })
    .from(rules)
    .where(id === undefined ? eq(rules.tenantId, tenantId) : one(tenantId, id))
    .orderBy(...inOrder)
    .limit(maxRules)
  return rows.map(({ rule, fired, lastFiredAt }) => ({
    ...rule,
    fired,
    lastFiredAt: lastFiredAt === null ? null : new Date(lastFiredAt),
  }))
}

/** Active rules, in order, with the age of the oldest firing, which has to be deleted one day. */
export async function active(tx: Tx, tenantId: string): Promise<{ rules: RuleRow[]; oldestFiring: Date | null }> {
  const found = await tx
    .select()
    .from(rules)
    .where(and(eq(rules.tenantId, tenantId), rules.isActive))
    .orderBy(...inOrder)
    .limit(maxRules)
  const [firing] = await tx
    .select({ at: min(firings.firedAt) })
    .from(firings)
    .where(eq(firings.tenantId, tenantId))
  return { rules: found, oldestFiring: firing?.at ?? null }
}

/** Locked for a change. @throws Refusal ERR_NO_RULE_FOUND */
export async function lock(tx: Tx, tenantId: string, id: string): Promise<RuleRow> {
  const [row] = await tx.select().from(rules).where(one(tenantId, id)).for('update')
  if (!row) throw refusal('ERR_NO_RULE_FOUND')
  return row
}

const nameTaken = (because: ErrorOptions) => refusal('ERR_RULE_EXISTS', {}, because)

/**
 * Behind the others. One after the other in a company, so that the limit holds. @throws Refusal ERR_RULE_EXISTS,
 * ERR_RULE_LIMIT
 */
export async function insert(tx: Tx, tenantId: string, draft: RuleDraft, now: Date): Promise<string> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`automations ${tenantId}`}, 0))`)
  const [present] = await tx
    .select({ rules: sql<number>`count(*)::int`, last: max(rules.position) })
    .from(rules)
    .where(eq(rules.tenantId, tenantId))
  if (present!.rules >= maxRules) throw refusal('ERR_RULE_LIMIT', { limit: maxRules })
  const [row] = await unlessTaken(
    tx
      .insert(rules)
      .values({
        tenantId,
        ...draft,
        position: (present!.last ?? 0) + 1,
        sweptUntil: draft.isActive ? sweptFrom(draft.trigger, now) : null,
      })
      .returning({ id: rules.id }),
    nameTaken,
  )
  return row!.id
}

/**
 * Changes a row that {@link lock} has answered. One that is switched on, or begins with something else, counts from now
 * on. @throws Refusal ERR_RULE_EXISTS
 */
export async function replace(tx: Tx, before: RuleRow, draft: RuleDraft, now: Date): Promise<void> {
  const { sweptUntil } = before
  const { name, isActive, trigger, match, conditions, actions, repetition, isLast } = draft
  const isNew =
    sweptUntil === null || JSON.stringify(sortedTrigger(trigger)) !== JSON.stringify(sortedTrigger(before.trigger))
  await unlessTaken(
    tx
      .update(rules)
      .set({
        name,
        isActive,
        trigger,
        match,
        conditions,
        actions,
        repetition,
        isLast,
        sweptUntil: !isActive ? null : isNew ? sweptFrom(trigger, now) : sweptUntil,
        updatedAt: sql`now()` as never,
      })
      .where(one(before.tenantId, before.id)),
    nameTaken,
  )
}

/** PostgreSQL keeps the keys of JSON in an order of its own. */
const sortedTrigger = (trigger: Trigger): unknown[] =>
  Object.entries(trigger).toSorted(([a], [b]) => a.localeCompare(b))

/** Takes a rule away, with what was remembered for it alone. */
export async function remove(tx: Tx, tenantId: string, id: string): Promise<void> {
  await tx.delete(rules).where(one(tenantId, id))
  await tx.delete(tallies).where(and(eq(tallies.tenantId, tenantId), eq(tallies.ruleId, id)))
}

/** Stores this order. Later rules come behind, deleted ones are skipped. */
export const arrange = async (tx: Tx, tenantId: string, ids: readonly string[]): Promise<void> => {
  await tx.execute(sql`
    update ${rules} set position = placed.position
      from (select r.id, row_number() over (order by w.place nulls last, r.position, r.id) as position
              from (select id, position from ${rules} where ${eq(rules.tenantId, tenantId)}) r
              left join unnest(${sql.param([...ids])}::uuid[]) with ordinality w (id, place) on w.id = r.id) placed
     where ${eq(rules.tenantId, tenantId)} and ${rules.id} = placed.id`)
}

/** Active rules by time count from now on: tickets that became due meanwhile are left alone. */
export const countAnew = async (tx: Tx, tenantId: string): Promise<void> => {
  await tx
    .update(rules)
    .set({
      sweptUntil: sql`
        date_trunc('milliseconds', now())
          - coalesce((${rules.trigger} ->> 'minutes')::int, 0) * interval '1 minute'` as never,
    })
    .where(and(eq(rules.tenantId, tenantId), rules.isActive, sql`${rules.trigger} ->> 'kind' in ('time', 'date')`))
}

/**
 * Stores the progress of a rule's clocks. False if the rule has been changed, switched off or deleted since `from` was
 * read: the sweep of it ends.
 */
export async function swept(
  tx: Tx,
  { tenantId, id, sweptUntil }: Pick<RuleRow, 'tenantId' | 'id' | 'sweptUntil'>,
  until: Date,
): Promise<boolean> {
  const rows = await tx
    .update(rules)
    .set({ sweptUntil: until })
    .where(and(one(tenantId, id), rules.isActive, eq(rules.sweptUntil, sweptUntil!)))
    .returning({ id: rules.id })
  return rows.length > 0
}

import type { MessageId, TicketId } from '@recado/sdk'
import { and, desc, eq, inArray, lt, sql, type SQL } from 'drizzle-orm'
import { keepFiringsDays, mostFiringsADay } from '../rules/limits.ts'
import type { RuleRow } from '../rules/rule.table.ts'
import { rules } from '../rules/rule.table.ts'
import type { Tx } from '../rules/rule-store.ts'
import type { ActionResult } from './firing.ts'
import { firings, tallies, type FiringRow } from './firing.table.ts'

/** Occasion of a firing: a conversation, the message, and the cause; a rule runs once for a cause in a ticket. */
export interface Occasion {
  readonly ticket: TicketId
  readonly message?: MessageId
  readonly cause: string
}

const one = (tenantId: string, id: string): SQL => and(eq(firings.tenantId, tenantId), eq(firings.id, id))!

/**
 * Starts a run of a rule, unless it ran for this cause already or its limit for today or for good is reached: one
 * statement decides, so that the same event on two nodes, or twice, runs it once. Undefined for no run.
 */
export async function begin(
  tx: Tx,
  rule: Pick<RuleRow, 'tenantId' | 'id' | 'name' | 'actions' | 'repetition'>,
  { ticket, message, cause }: Occasion,
  day: string,
): Promise<string | undefined> {
  const { tenantId, id, name, actions, repetition } = rule
  const again =
    repetition === 'once'
      ? sql`false`
      : repetition === 'daily'
        ? sql`t.day <> excluded.day`
        : sql`t.day <> excluded.day or t.times < ${mostFiringsADay}`
  const [fired] = await tx.execute<{ id: string }>(sql`
    with counted as (
      insert into ${tallies} as t (tenant_id, rule_id, ticket_id, day, times, is_kept)
      select ${tenantId}::uuid, ${id}::uuid, ${ticket}::uuid, ${day}::date, 1, ${repetition === 'once'}
       where not exists (
         select
           from ${firings} f
          where f.tenant_id = ${tenantId} and f.ticket_id = ${ticket} and f.rule_id = ${id} and f.cause = ${cause})
      on conflict (tenant_id, rule_id, ticket_id) do update set times = case when t.day = excluded.day then t.times + 1
          else 1 end,
             day = excluded.day, is_kept = excluded.is_kept
       where ${again}
      returning 1)
    insert into ${firings} (tenant_id, rule_id, rule, actions, ticket_id, message_id, cause)
    select ${tenantId}::uuid, ${id}::uuid, ${name}, ${JSON.stringify(actions)}::jsonb, ${ticket}::uuid,
           ${message ?? null}::uuid, ${cause}
      from counted
    on conflict (tenant_id, ticket_id, rule_id, cause) do nothing returning id`)
  return fired?.id
}

/** Firings for this cause so far. */
export const firedAt = (tx: Tx, tenantId: string, { ticket, cause }: Occasion): Promise<FiringRow[]> =>
  tx
    .select()
    .from(firings)
    .where(and(eq(firings.tenantId, tenantId), eq(firings.ticketId, ticket), eq(firings.cause, cause)))
    .limit(1_000)

/** Firings that somebody began and nobody ended, in milliseconds since. */
export const unfinished = (tx: Tx, tenantId: string, forMs: number, limit: number): Promise<FiringRow[]> =>
  tx
    .select()
    .from(firings)
    .where(
      and(
        eq(firings.tenantId, tenantId),
        eq(firings.isFinished, false),
        lt(firings.firedAt, sql`now() - ${forMs} * interval '1 millisecond'`),
      ),
    )
    .orderBy(firings.firedAt)
    .limit(limit)

/** Writes down how far a firing came. */
export const progress = async (
  tx: Tx,
  tenantId: string,
  id: string,
  results: readonly ActionResult[],
  isFinished: boolean,
): Promise<void> => {
  await tx
    .update(firings)
    .set({ results: [...results], isFinished, isRefused: results.some(({ state }) => state === 'refused') })
    .where(one(tenantId, id))
}

export interface FiringPlace {
  readonly at: string
  readonly id: string
}

/** Firings that are over, latest first, those before `after`. */
export const page = (
  tx: Tx,
  tenantId: string,
  {
    ruleId,
    refused,
    after,
    limit,
  }: { ruleId?: string | undefined; refused?: boolean | undefined; after?: FiringPlace | undefined; limit: number },
): Promise<FiringRow[]> =>
  tx
    .select()
    .from(firings)
    .where(
      and(
        eq(firings.tenantId, tenantId),
        firings.isFinished,
        ruleId === undefined ? undefined : eq(firings.ruleId, ruleId),
        refused ? firings.isRefused : undefined,
        after && sql`(${firings.firedAt}, ${firings.id}) < (${after.at}::timestamptz, ${after.id}::uuid)`,
      ),
    )
    .orderBy(desc(firings.firedAt), desc(firings.id))
    .limit(limit)

/** Takes away what is older than it is kept, at most so many at once; answers how many that were. */
export async function prune(tx: Tx, tenantId: string, limit: number): Promise<number> {
  const old = tx
    .select({ id: firings.id })
    .from(firings)
    .where(and(eq(firings.tenantId, tenantId), lt(firings.firedAt, sql`now() - ${keepFiringsDays} * interval '1 day'`)))
    .orderBy(firings.firedAt)
    .limit(limit)
  const gone = await tx
    .delete(firings)
    .where(and(eq(firings.tenantId, tenantId), inArray(firings.id, old)))
    .returning({ id: firings.id })
  // A count for a day expires on the second day after it, in every time zone.
  await tx
    .delete(tallies)
    .where(and(eq(tallies.tenantId, tenantId), eq(tallies.isKept, false), lt(tallies.day, sql`current_date - 2`)))
  return gone.length
}

/** Whether there is anything that has to be taken away one day. */
export async function keepsAnything(tx: Tx, tenantId: string): Promise<boolean> {
  const [row] = await tx.execute<{ any: boolean }>(sql`
    select exists (select from ${firings} where tenant_id = ${tenantId})
        or exists (select from ${rules} where tenant_id = ${tenantId}) as any`)
  return row!.any
}

export const forgetTicket = async (tx: Tx, tenantId: string, ticket: TicketId): Promise<void> => {
  await tx.delete(firings).where(and(eq(firings.tenantId, tenantId), eq(firings.ticketId, ticket)))
  await tx.delete(tallies).where(and(eq(tallies.tenantId, tenantId), eq(tallies.ticketId, ticket)))
}

/**
 * Firings of a merged ticket count for the one it is part of now: no contact is greeted twice. Its own count stays, for
 * an undo of the merge.
 */
export const countFor = async (tx: Tx, tenantId: string, from: TicketId, into: TicketId): Promise<void> => {
  await tx.execute(sql`
    insert into ${tallies} as t (tenant_id, rule_id, ticket_id, day, times, is_kept)
    select tenant_id, rule_id, ${into}::uuid, day, times, is_kept
      from ${tallies}
     where tenant_id = ${tenantId} and ticket_id = ${from}
    on conflict (tenant_id, rule_id, ticket_id) do update set day = excluded.day, times = excluded.times,
           is_kept = excluded.is_kept
     where t.day < excluded.day`)
}

import type { PluginTransaction, TicketId } from '@recado/sdk'
import type { Counted } from './cost.ts'

/** Days for which single questions are listed. */
const keptDays = 90

export interface Asked {
  /** Whose work asked. */
  readonly plugin: string
  readonly purpose: string
  readonly ticketId: string | null
  readonly contactId: string | null
  readonly host: string
  readonly model: string
  readonly input: number
  readonly output: number
  /** Values of persons that were replaced before the text left. */
  readonly hidden: number
  readonly failure: string | null
}

/** Writes down one question, in the list and in its day; the oldest ones leave the list. */
export async function writeAsked(tx: PluginTransaction, tenant: string, asked: Asked, timeZone: string): Promise<void> {
  const { plugin, purpose, ticketId, contactId, host, model, input, output, hidden, failure } = asked
  await tx.query(
    `with listed as (
       insert into plg_ai.usage
         (tenant_id, purpose, ticket_id, contact_id, host, model, input_tokens, output_tokens, hidden, failure, plugin)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $13)),
     expired as (
       delete from plg_ai.usage where tenant_id = $1 and id in (
         select id from plg_ai.usage where tenant_id = $1 and at < now() - make_interval(days => $12)
         order by at limit 10))
     insert into plg_ai.usage_day as d
       (tenant_id, day, purpose, model, asked, failed, input_tokens, output_tokens, plugin)
     values ($1, (now() at time zone $11)::date, $2, $6, 1, ($10::text is not null)::int, $7::int, $8::int, $13)
     on conflict (tenant_id, day, plugin, purpose, model) do update
       set asked = d.asked + 1, failed = d.failed + excluded.failed,
           input_tokens = d.input_tokens + excluded.input_tokens,
           output_tokens = d.output_tokens + excluded.output_tokens`,
    [tenant, purpose, ticketId, contactId, host, model, input, output, hidden, failure, timeZone, keptDays, plugin],
    'array',
  )
}

/**
 * Has the questions of a company counted one after the other until the transaction ends, so that exactly one of those
 * that are asked at once is found to reach the end of a budget.
 */
export const countInTurn = (tx: PluginTransaction, tenant: string): Promise<unknown[]> =>
  tx.query(`select pg_advisory_xact_lock(hashtextextended('plg_ai.usage ' || $1::text, 0))`, [tenant], 'array')

/** Tokens of today and of this month, in the company's clock. */
export async function readSpent(
  tx: PluginTransaction,
  tenant: string,
  timeZone: string,
): Promise<{ today: number; month: number }> {
  const [row] = (await tx.query(
    `select coalesce(sum(input_tokens + output_tokens), 0)::float8 as month,
            coalesce(sum(input_tokens + output_tokens) filter (where day = (now() at time zone $2)::date), 0)::float8
              as today
       from plg_ai.usage_day
      where tenant_id = $1 and day >= date_trunc('month', now() at time zone $2)::date`,
    [tenant, timeZone],
    'object',
  )) as [{ today: number; month: number }]
  return row
}

/** The same by model, which prices need. */
export async function readSpentByModel(
  tx: PluginTransaction,
  tenant: string,
  timeZone: string,
): Promise<{ today: Counted[]; month: Counted[] }> {
  const read = async (since: string): Promise<Counted[]> =>
    (await tx.query(
      `select model, sum(asked)::int as asked, sum(failed)::int as failed,
              sum(input_tokens)::float8 as input, sum(output_tokens)::float8 as output
         from plg_ai.usage_day
        where tenant_id = $1 and day >= ${since}
        group by model`,
      [tenant, timeZone],
      'object',
    )) as Counted[]
  return {
    today: await read('(now() at time zone $2)::date'),
    month: await read("date_trunc('month', now() at time zone $2)::date"),
  }
}

/** Questions about a ticket as far as they are still listed, by model. */
export const readSpentOnTicket = async (
  tx: PluginTransaction,
  tenant: string,
  ticketId: TicketId,
): Promise<Counted[]> =>
  (await tx.query(
    `select model, count(*)::int as asked, count(failure)::int as failed,
            sum(input_tokens)::float8 as input, sum(output_tokens)::float8 as output
       from plg_ai.usage
      where tenant_id = $1 and ticket_id = $2
      group by model`,
    [tenant, ticketId],
    'object',
  )) as Counted[]

/** Answered questions of the agent about a ticket since an instant, by model: what a limit of a conversation counts. */
export const readSpentByAgent = async (
  tx: PluginTransaction,
  tenant: string,
  ticketId: TicketId,
  since: string,
): Promise<Counted[]> =>
  (await tx.query(
    `select model, count(*)::int as asked, 0 as failed,
            sum(input_tokens)::float8 as input, sum(output_tokens)::float8 as output
       from plg_ai.usage
      where tenant_id = $1 and ticket_id = $2 and at >= $3::text::timestamptz and purpose = 'agent'
        and failure is null
      group by model`,
    [tenant, ticketId, since],
    'object',
  )) as Counted[]

export interface SpentOn extends Counted {
  readonly plugin: string
  readonly purpose: string
}

/** What was spent in the last days, by plugin, purpose and model, the most first. */
export const readSpentOn = async (
  tx: PluginTransaction,
  tenant: string,
  timeZone: string,
  days: number,
): Promise<SpentOn[]> =>
  (await tx.query(
    `select plugin, purpose, model, sum(asked)::int as asked, sum(failed)::int as failed,
            sum(input_tokens)::float8 as input, sum(output_tokens)::float8 as output
       from plg_ai.usage_day
      where tenant_id = $1 and day > (now() at time zone $2)::date - $3::int
      group by plugin, purpose, model order by sum(input_tokens + output_tokens) desc limit 200`,
    [tenant, timeZone, days],
    'object',
  )) as SpentOn[]

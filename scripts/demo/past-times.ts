import postgres from 'postgres'
import type { Placement } from './stories/last-month.ts'

/** A conversation and when it is to have taken place. */
export interface PlacedTicket extends Placement {
  readonly ticketId: string
}

/**
 * Moves conversations of the demo, which took place within a second, to where their stories lie: every time that is
 * kept of a conversation, in whatever table, keeps its place between its first message, its first answer and its end.
 * Nothing else of the rows changes: what happened was done through the product. `databaseUrl` is that of the owner.
 */
export async function moveTimes(databaseUrl: string, placed: readonly PlacedTicket[]): Promise<void> {
  const sql = postgres(databaseUrl, { max: 1, onnotice: () => undefined })
  const rows = placed.map(({ ticketId, startsAt, answerMinutes, minutes }) => ({
    ticket_id: ticketId,
    starts_at: startsAt.toISOString(),
    answer_minutes: answerMinutes,
    minutes,
  }))
  try {
    await sql.begin(async (tx) => {
      await tx.unsafe(placesOfTickets, [JSON.stringify(rows)])
      await tx.unsafe(movedTime)
      await tx.unsafe(moveEveryTable)
      await tx.unsafe(moveMessages)
      await tx.unsafe(moveTickets)
      await tx.unsafe(moveContacts)
      await tx.unsafe(forgetCounts)
    })
  } finally {
    await sql.end()
  }
}

/** Where each conversation really began, was answered and ended, beside where it is to have done so. */
const placesOfTickets = `
  create temporary table place on commit drop as
  select t.tenant_id, t.id as ticket_id, w.starts_at,
         w.starts_at + make_interval(secs => 60 * w.answer_minutes) as answers_at,
         w.starts_at + make_interval(secs => 60 * w.minutes) as ends_at,
         m.began, coalesce(m.answered, m.ended) as answered, greatest(m.ended, t.updated_at) as ended
    from jsonb_to_recordset($1::text::jsonb)
           as w(ticket_id uuid, starts_at timestamptz, answer_minutes float8, minutes float8)
    join core.ticket t on t.id = w.ticket_id
    join lateral (
      select least(min(m.created_at), min(m.sent_at), t.created_at) as began,
             min(m.created_at) filter (where m.from_me) as answered, max(m.created_at) as ended
        from core.message m where m.tenant_id = t.tenant_id and m.ticket_id = t.id) m on true`

const movedTime = `
  create function pg_temp.share(at timestamptz, began timestamptz, ended timestamptz) returns float8 immutable
  begin atomic
    select least(1, greatest(0, coalesce(
      extract(epoch from at - began) / nullif(extract(epoch from ended - began), 0), 1)));
  end;
  create function pg_temp.moved(at timestamptz, place place) returns timestamptz language sql immutable as $$
    select case
      when at <= place.answered then place.starts_at + (place.answers_at - place.starts_at)
        * pg_temp.share(at, place.began, place.answered)
      when at > place.answered then place.answers_at + (place.ends_at - place.answers_at)
        * pg_temp.share(at, place.answered, place.ended)
    end $$`

/** Every table that keeps rows of conversations, of core and of plugins. */
const moveEveryTable = `
  do $$
  declare one record;
  begin
    for one in
      select c.table_schema, c.table_name,
             string_agg(format('%1$I = pg_temp.moved(t.%1$I, p)', c.column_name), ', ') as changes
        from information_schema.columns c
        join information_schema.tables base using (table_schema, table_name)
       where base.table_type = 'BASE TABLE' and (c.table_schema = 'core' or c.table_schema like 'plg\\_%')
         and c.data_type = 'timestamp with time zone' and c.is_generated = 'NEVER'
         and (c.table_schema, c.table_name) not in (('core', 'message'), ('core', 'ticket'))
         and exists (select from information_schema.columns k where k.table_schema = c.table_schema
                        and k.table_name = c.table_name and k.column_name = 'ticket_id')
       group by c.table_schema, c.table_name
    loop
      execute format('update %I.%I t set %s from place p where t.tenant_id = p.tenant_id and t.ticket_id = p.ticket_id',
        one.table_schema, one.table_name, one.changes);
    end loop;
  end $$`

/** Some channels tell whole seconds: what a customer wrote is put where it arrived. */
const moveMessages = `
  update core.message m
     set sent_at = pg_temp.moved(m.created_at, p), created_at = pg_temp.moved(m.created_at, p)
    from place p where m.tenant_id = p.tenant_id and m.ticket_id = p.ticket_id`

const moveTickets = `
  update core.ticket t
     set created_at = p.starts_at, pending_since = pg_temp.moved(t.pending_since, p),
         updated_at = pg_temp.moved(t.updated_at, p), started_at = pg_temp.moved(t.started_at, p),
         assigned_at = pg_temp.moved(t.assigned_at, p), closed_at = pg_temp.moved(t.closed_at, p),
         last_message_at = (select max(m.sent_at) from core.message m
                             where m.tenant_id = t.tenant_id and m.ticket_id = t.id),
         protocol = regexp_replace(t.protocol, '^\\d{8}', to_char(p.starts_at, 'YYYYMMDD'))
    from place p where t.tenant_id = p.tenant_id and t.id = p.ticket_id`

const moveContacts = `
  update core.contact c set created_at = p.starts_at, updated_at = p.starts_at
    from place p join core.ticket t on t.tenant_id = p.tenant_id and t.id = p.ticket_id
   where c.tenant_id = t.tenant_id and c.id = t.contact_id`

/** Counts of messages are made anew from the rows; those of a company's first hour would lose none by themselves. */
const forgetCounts = `
  with due as (delete from core.fact_due d using place p where d.tenant_id = p.tenant_id)
  delete from core.message_fact f using place p where f.tenant_id = p.tenant_id`

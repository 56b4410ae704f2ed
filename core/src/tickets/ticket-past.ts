import type { MessageId, TicketHappening, TicketId, TicketLogType, TicketPast, TicketStatus } from '@recado/contracts'
import { readCursor, writeCursor } from '../db/cursor.ts'
import type { Database, SqlBuilder } from '../db/database.ts'
import { pastStates } from './past-states.ts'
import type { TicketsSeen } from './tickets-on-clock.ts'
import type { TicketState } from './transition.ts'

const mostTickets = 50
/** Happenings of one ticket; the newest. */
const mostHappenings = 500

interface ChangedRow {
  id: TicketId
  status: TicketStatus
  user_id: string | null
  queue_id: string | null
  changed: string
}
interface MessageRow {
  ticket_id: TicketId
  id: MessageId
  from_me: boolean
  is_bot: boolean
  at: string
}
interface LogRow {
  ticket_id: TicketId
  id: string
  type: TicketLogType
  user_id: string | null
  queue_id: string | null
  at: string
  is_new: boolean
}

/**
 * Events of the tickets that changed since an instant, in two round trips: see `past` of the ports. Events of a merged
 * ticket belong to the one it is part of.
 */
export async function ticketPasts(
  db: Database,
  tenantId: string,
  { since, cursor, limit = mostTickets }: { readonly since: string; readonly cursor?: string; readonly limit?: number },
  seen: TicketsSeen,
): Promise<{ tickets: TicketPast[]; nextCursor: string | null }> {
  const size = Math.max(1, Math.min(limit, mostTickets))
  const changed = await changedTickets(db, tenantId, { since, cursor, limit: size + 1 }, seen)
  const shown = changed.slice(0, size)
  const last = shown.at(-1)
  if (!last) return { tickets: [], nextCursor: null }
  const ids = shown.map(({ id }) => id)
  const [said, logged] = await db.read(tenantId, (sql) => [
    messagesOf(sql, tenantId, ids, since),
    logOf(sql, tenantId, ids, since),
  ])
  const messages = Map.groupBy(said, (row) => row.ticket_id)
  const logs = Map.groupBy(logged, (row) => row.ticket_id)
  return {
    tickets: shown.map((row) => ({
      ticket: row.id,
      happenings: happenings(row, messages.get(row.id) ?? [], logs.get(row.id) ?? []),
    })),
    nextCursor: changed.length > size ? writeCursor({ at: last.changed, id: last.id }) : null,
  }
}

async function changedTickets(
  db: Database,
  tenantId: string,
  { since, cursor, limit }: { readonly since: string; readonly cursor: string | undefined; readonly limit: number },
  seen: TicketsSeen,
): Promise<ChangedRow[]> {
  const from = readCursor(cursor)
  // One step along the index of lists for each status.
  const [rows] = await db.read(tenantId, (sql) => [
    sql<ChangedRow>`
    select f.id, f.status, f.user_id, f.queue_id,
           to_char(f.updated_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as changed
      from unnest(array['open', 'pending', 'closed', 'group']) s (status) cross join lateral (
        select t.id, t.status, t.user_id, t.queue_id, t.updated_at from core.ticket t
         where t.tenant_id = ${tenantId}
           and t.status = s.status
           and t.merged_into is null
           and t.updated_at > ${since}::text::timestamptz
           and ${from ? sql`(t.updated_at, t.id) < (${from.at}::text::timestamptz, ${from.id}::uuid)` : sql`true`}
           and ${seen(sql)}
         order by t.updated_at desc, t.id desc limit ${limit}) f
     order by f.updated_at desc, f.id desc limit ${limit}`,
  ])
  return rows
}

/** The newest, by their arrival here: the provider's time of a message may be before the ticket that it began. */
const messagesOf = (sql: SqlBuilder, tenantId: string, tickets: readonly TicketId[], since: string) => sql<MessageRow>`
  select m.ticket_id, m.id, m.from_me, m.is_bot,
         to_char(m.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at
    from unnest(${[...tickets]}::uuid[]) i (id)
    cross join lateral (
      select m.ticket_id, m.id, m.from_me, m.user_id is null and m.send_type = 'bot' as is_bot, m.created_at
        from core.message m
       where m.tenant_id = ${tenantId} and m.ticket_id = i.id and m.sent_at > ${since}::text::timestamptz
       order by m.sent_at desc, m.id desc limit ${mostHappenings}) m
   order by m.created_at, m.id`

/** Older ones too: they say how the ticket stood. That somebody looked at it is nothing that happened in it. */
const logOf = (sql: SqlBuilder, tenantId: string, tickets: readonly TicketId[], since: string) => sql<LogRow>`
  select l.*, to_char(l.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at,
         l.created_at > ${since}::text::timestamptz as is_new
    from unnest(${[...tickets]}::uuid[]) i (id)
    cross join lateral (
      select l.ticket_id, l.id, l.type, l.user_id, l.queue_id, l.created_at from core.ticket_log l
       where l.tenant_id = ${tenantId} and l.ticket_id = i.id and l.type <> 'access'
       order by l.created_at desc, l.id desc limit ${mostHappenings}) l
   order by l.created_at, l.id`

function happenings(ticket: ChangedRow, said: readonly MessageRow[], steps: readonly LogRow[]): TicketHappening[] {
  const states = pastStates(
    steps.map(({ type, user_id: userId, queue_id: queueId }) => ({ type, userId, queueId })),
    { status: ticket.status, userId: ticket.user_id, queueId: ticket.queue_id },
  )
  const all: TicketHappening[] = []
  const told = (happening: Omit<TicketHappening, 'state'>, state: TicketState): void => {
    all.push({ ...happening, state: state as TicketHappening['state'] })
  }
  let state = states.first
  let next = 0
  const sayUntil = (at: string | null): void => {
    for (; next < said.length && (at === null || said[next]!.at < at); next++) {
      const { id, from_me: fromMe, is_bot: isBot, at: when } = said[next]!
      told({ at: when, kind: fromMe ? (isBot ? 'sentByPlugin' : 'sent') : 'received', message: id }, state)
    }
  }
  for (const [index, step] of steps.entries()) {
    sayUntil(step.at)
    state = states.after[index]!
    if (step.is_new) told({ at: step.at, kind: step.type }, state)
  }
  sayUntil(null)
  return all.slice(-mostHappenings)
}

import { mostCountedOpenings, type PaceSettings } from '@recado/contracts'
import type { Database, Query, SqlBuilder } from '../../db/database.ts'
import type { OpeningState } from './openings.ts'

/** What the database holds of the pace of a connection, and the clock that its days are counted on. */
export interface StoredPace {
  /** The connection has sent at a pace before, or something was decided about it. */
  readonly isBegun: boolean
  readonly state: OpeningState
  readonly settings: PaceSettings
  readonly timeZone: string
}

/** What a company decides until it does. */
export const noPaceSettings: PaceSettings = { openingsPerDay: null, quiet: null }

interface Row {
  readonly started_at: Date | null
  readonly day: string | null
  readonly opened: number | null
  readonly spaced_until: Date | null
  readonly held_reason: 'warning' | 'failures' | null
  readonly held_code: string | null
  readonly held_until: Date | null
  readonly settings: object | null
  readonly time_zone: string
}

/** A day of the calendar, which {@link OpeningState} counts in milliseconds, as the database writes it. */
const dateOf = (day: number | null): string | null => (day === null ? null : new Date(day).toISOString().slice(0, 10))

const storedPace = (row: Row, now: Date): StoredPace => ({
  isBegun: row.started_at !== null,
  state: {
    startedAt: row.started_at ?? now,
    day: row.day === null ? null : Date.parse(row.day),
    opened: row.opened ?? 0,
    spacedUntil: row.spaced_until ?? now,
    held:
      row.held_reason && row.held_until
        ? { reason: row.held_reason, code: row.held_code, until: row.held_until }
        : null,
  },
  settings: { ...noPaceSettings, ...row.settings },
  timeZone: row.time_zone,
})

/** A connection that has never sent at a pace stands as one that begins to do so now. */
export async function readPace(db: Database, tenantId: string, connectionId: string, now: Date): Promise<StoredPace> {
  const [rows] = await db.read(tenantId, (sql) => [
    sql<Row>`select p.started_at, p.day::text as day, p.opened, p.spaced_until, p.held_reason, p.held_code,
        p.held_until, p.settings, t.time_zone
      from core.tenant t
      left join core.connection_pace p on p.tenant_id = t.id and p.connection_id = ${connectionId}
     where t.id = ${tenantId}`,
  ])
  return storedPace(rows[0]!, now)
}

/** The same; from the first time on the connection sends at its pace. */
export async function beginPace(db: Database, tenantId: string, connectionId: string, now: Date): Promise<StoredPace> {
  const stored = await readPace(db, tenantId, connectionId, now)
  if (!stored.isBegun)
    await db.write(tenantId, (sql) => [
      sql`insert into core.connection_pace (tenant_id, connection_id) values (${tenantId}, ${connectionId})
        on conflict (tenant_id, connection_id) do nothing`,
    ])
  return stored
}

/** Stores which chats were begun, as the node that holds the connection has counted them. */
export const openedKept = (
  sql: SqlBuilder,
  tenantId: string,
  connectionId: string,
  { day, opened, spacedUntil }: OpeningState,
): Query => sql`
  update core.connection_pace
     set day = ${dateOf(day)}::date, opened = ${opened}, spaced_until = ${spacedUntil.toISOString()}::timestamptz
   where tenant_id = ${tenantId} and connection_id = ${connectionId}`

/** Stores why no chat is begun; null when there is no reason any more. */
export const holdKept = (
  sql: SqlBuilder,
  tenantId: string,
  connectionId: string,
  held: OpeningState['held'],
): Query => sql`
  update core.connection_pace
     set held_reason = ${held?.reason ?? null}, held_code = ${held?.code ?? null},
         held_until = ${held?.until.toISOString() ?? null}::timestamptz
   where tenant_id = ${tenantId} and connection_id = ${connectionId}`

/** Stores what the company decides. A connection that was never connected gets its row by it. */
export const settingsKept = (
  sql: SqlBuilder,
  tenantId: string,
  connectionId: string,
  settings: PaceSettings,
): Query => sql`
  insert into core.connection_pace (tenant_id, connection_id, settings)
    values (${tenantId}, ${connectionId}, ${JSON.stringify(settings)}::jsonb)
  on conflict (tenant_id, connection_id) do update set settings = excluded.settings`

/** Chats that wait to be begun through a connection, as far as they are counted. */
export const openingsCounted = (
  sql: SqlBuilder,
  tenantId: string,
  connectionId: string,
): Query<{ waiting: number }> => sql`
  select count(*)::integer as waiting from (
    select from core.delivery_lane
     where tenant_id = ${tenantId} and connection_id = ${connectionId} and opens limit ${mostCountedOpenings}) counted`

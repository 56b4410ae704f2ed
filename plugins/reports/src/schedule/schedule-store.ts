import type { PluginTransaction, UserId } from '@recado/sdk'
import type { ScheduleChoice } from '../saved/saved-report.ts'

export interface StoredSchedule extends ScheduleChoice {
  readonly reportId: string
  /** As ISO 8601; null for one that is stopped. */
  readonly nextAt: string | null
  readonly lastAt: string | null
}
export interface StoredDelivery {
  readonly reportId: string
  readonly userId: UserId
  readonly dueAt: string
  readonly sentAt: string | null
  readonly failure: string | null
  readonly detail: string | null
  readonly againAt: string | null
}

const iso = (column: string): string => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
const columns = `s.report_id as "reportId", s.every, s.weekday, s.day, s.hour, s.format,
  to_jsonb(s.recipients) as recipients, ${iso('s.next_at')} as "nextAt", ${iso('s.last_at')} as "lastAt"`

export const readSchedules = async (
  tx: PluginTransaction,
  tenantId: string,
  reports: readonly string[],
): Promise<StoredSchedule[]> =>
  (await tx.query(
    `select ${columns} from plg_reports.schedule s where s.tenant_id = $1::uuid
        and s.report_id in (select value::uuid from jsonb_array_elements_text($2::jsonb))`,
    [tenantId, JSON.stringify(reports)],
    'object',
  )) as unknown as StoredSchedule[]

/** Those that are not stopped, for when the plugin is switched on again. */
export const runningSchedules = async (tx: PluginTransaction, tenantId: string): Promise<StoredSchedule[]> =>
  (await tx.query(
    `select ${columns} from plg_reports.schedule s where s.tenant_id = $1::uuid and s.next_at is not null for update`,
    [tenantId],
    'object',
  )) as unknown as StoredSchedule[]

export async function lockSchedule(
  tx: PluginTransaction,
  tenantId: string,
  reportId: string,
): Promise<StoredSchedule | undefined> {
  const [row] = await tx.query(
    `select ${columns} from plg_reports.schedule s where s.tenant_id = $1::uuid and s.report_id = $2::uuid for update`,
    [tenantId, reportId],
    'object',
  )
  return row as unknown as StoredSchedule | undefined
}

export const writeSchedule = (
  tx: PluginTransaction,
  tenantId: string,
  reportId: string,
  { every, weekday, day, hour, format, recipients }: ScheduleChoice,
  nextAt: Date,
): Promise<unknown> =>
  tx.query(
    `insert into plg_reports.schedule (tenant_id, report_id, every, weekday, day, hour, format, recipients, next_at)
     values ($1::uuid, $2::uuid, $3, $4::smallint, $5::smallint, $6::smallint, $7,
             array(select value::uuid from jsonb_array_elements_text($8::jsonb)), $9::timestamptz)
     on conflict (tenant_id, report_id) do update set every = excluded.every, weekday = excluded.weekday,
       day = excluded.day, hour = excluded.hour, format = excluded.format, recipients = excluded.recipients,
       next_at = excluded.next_at`,
    [tenantId, reportId, every, weekday, day, hour, format, JSON.stringify(recipients), nextAt.toISOString()],
    'array',
  )

/** `nextAt` null stops it. */
export const moveSchedule = (
  tx: PluginTransaction,
  tenantId: string,
  reportId: string,
  { nextAt, lastAt }: { readonly nextAt: Date | null; readonly lastAt?: Date },
): Promise<unknown> =>
  tx.query(
    `update plg_reports.schedule set next_at = $3::timestamptz, last_at = coalesce($4::timestamptz, last_at)
      where tenant_id = $1::uuid and report_id = $2::uuid`,
    [tenantId, reportId, nextAt?.toISOString() ?? null, lastAt?.toISOString() ?? null],
    'array',
  )

export const deleteSchedule = (tx: PluginTransaction, tenantId: string, reportId: string): Promise<unknown> =>
  tx.query(
    'delete from plg_reports.schedule where tenant_id = $1::uuid and report_id = $2::uuid',
    [tenantId, reportId],
    'array',
  )

const deliveryColumns = `d.report_id as "reportId", d.user_id as "userId", ${iso('d.due_at')} as "dueAt",
  ${iso('d.sent_at')} as "sentAt", d.failure, d.detail, ${iso('d.again_at')} as "againAt"`

export const readDeliveries = async (
  tx: PluginTransaction,
  tenantId: string,
  reports: readonly string[],
): Promise<StoredDelivery[]> =>
  (await tx.query(
    `select ${deliveryColumns} from plg_reports.delivery d where d.tenant_id = $1::uuid
        and d.report_id in (select value::uuid from jsonb_array_elements_text($2::jsonb))`,
    [tenantId, JSON.stringify(reports)],
    'object',
  )) as unknown as StoredDelivery[]

/** How sending went; an older one does not take the place of a later one, nor a failure that of a success. */
export const writeDelivery = (
  tx: PluginTransaction,
  tenantId: string,
  { reportId, userId, dueAt, sentAt, failure, detail, againAt }: StoredDelivery,
): Promise<unknown> =>
  tx.query(
    `insert into plg_reports.delivery as d (tenant_id, report_id, user_id, due_at, sent_at, failure, detail, again_at)
     select $1::uuid, $2::uuid, $3::uuid, $4::timestamptz, $5::timestamptz, $6, $7, $8::timestamptz
      where exists (select from plg_reports.schedule where tenant_id = $1::uuid and report_id = $2::uuid)
     on conflict (tenant_id, report_id, user_id) do update set due_at = excluded.due_at, sent_at = excluded.sent_at,
       failure = excluded.failure, detail = excluded.detail, again_at = excluded.again_at
      where excluded.due_at > d.due_at or (excluded.due_at = d.due_at and d.sent_at is null)`,
    [tenantId, reportId, userId, dueAt, sentAt, failure, detail, againAt],
    'array',
  )

import type { PluginTransaction, UserId, Viewer } from '@recado/sdk'
import { unlessTaken } from '@recado/sdk/server'
import { refusal } from '../errors.ts'
import type { NewSavedReport, SavedQuestion } from './saved-report.ts'

/** Reports that a user may save, and shared ones of others that a list shows. */
export const mostOwn = 100
const mostShared = 200

export interface StoredReport {
  readonly id: string
  readonly userId: UserId
  readonly name: string
  readonly question: SavedQuestion
  readonly isShared: boolean
}
const columns = `r.id, r.user_id as "userId", r.name, r.question, r.is_shared as "isShared"`
/** What a reader may open: their own, and what is shared. */
const readable = `(r.user_id = $2::uuid or r.is_shared)`

/** Their owner; of shared ones administrators too. */
export const mayChange = ({ userId, isShared }: StoredReport, viewer: Viewer): boolean =>
  userId === viewer.userId || (isShared && viewer.role === 'admin')

/** A reader's own reports by name, then those that others share. */
export const listReports = async (tx: PluginTransaction, viewer: Viewer): Promise<StoredReport[]> =>
  (await tx.query(
    `select ${columns} from plg_reports.saved_report r where r.tenant_id = $1::uuid and ${readable}
      order by r.user_id <> $2::uuid, lower(r.name), r.id limit ${mostOwn + mostShared}`,
    [viewer.tenantId, viewer.userId],
    'object',
  )) as StoredReport[]

/** A report for a job, of whomever. */
export async function readReport(
  tx: PluginTransaction,
  tenantId: string,
  id: string,
): Promise<StoredReport | undefined> {
  const [row] = await tx.query(
    `select ${columns} from plg_reports.saved_report r where r.tenant_id = $1::uuid and r.id = $2::uuid`,
    [tenantId, id],
    'object',
  )
  return row as StoredReport | undefined
}

/** Locked for a change. @throws Refusal ERR_NO_SAVED_REPORT_FOUND, ERR_NO_PERMISSION for what a reader may only open */
export async function lockReport(tx: PluginTransaction, viewer: Viewer, id: string): Promise<StoredReport> {
  const [row] = await tx.query(
    `select ${columns} from plg_reports.saved_report r
      where r.tenant_id = $1::uuid and ${readable} and r.id = $3::uuid for update`,
    [viewer.tenantId, viewer.userId, id],
    'object',
  )
  if (!row) throw refusal('ERR_NO_SAVED_REPORT_FOUND')
  const report = row as unknown as StoredReport
  if (!mayChange(report, viewer)) throw refusal('ERR_NO_PERMISSION')
  return report
}

const nameTaken = (because: ErrorOptions) => refusal('ERR_SAVED_REPORT_EXISTS', {}, because)

/**
 * One after the other of a user, so that the limit holds. @throws Refusal ERR_SAVED_REPORT_EXISTS,
 * ERR_SAVED_REPORT_LIMIT
 */
export async function insertReport(
  tx: PluginTransaction,
  { tenantId, userId }: Viewer,
  { name, question, isShared }: NewSavedReport,
): Promise<string> {
  await tx.query(
    `select pg_advisory_xact_lock(hashtextextended('saved reports ' || $1::text || $2::text, 0))`,
    [tenantId, userId],
    'array',
  )
  const [row] = await unlessTaken(
    tx.query(
      `insert into plg_reports.saved_report (tenant_id, user_id, name, question, is_shared)
       select $1::uuid, $2::uuid, $3, $4::jsonb, $5::boolean
        where (select count(*) from plg_reports.saved_report
                where tenant_id = $1::uuid and user_id = $2::uuid) < ${mostOwn} returning id`,
      [tenantId, userId, name, JSON.stringify(question), isShared],
      'object',
    ),
    nameTaken,
  )
  if (!row) throw refusal('ERR_SAVED_REPORT_LIMIT', { limit: mostOwn })
  return (row as { id: string }).id
}

/** @throws Refusal ERR_SAVED_REPORT_EXISTS */
export const updateReport = (tx: PluginTransaction, tenantId: string, report: StoredReport): Promise<unknown> =>
  unlessTaken(
    tx.query(
      `update plg_reports.saved_report set name = $3, question = $4::jsonb, is_shared = $5::boolean, updated_at = now()
        where tenant_id = $1::uuid and id = $2::uuid`,
      [tenantId, report.id, report.name, JSON.stringify(report.question), report.isShared],
      'array',
    ),
    nameTaken,
  )

export const deleteReport = (tx: PluginTransaction, tenantId: string, id: string): Promise<unknown> =>
  tx.query('delete from plg_reports.saved_report where tenant_id = $1::uuid and id = $2::uuid', [tenantId, id], 'array')

/** What a deleted user saved for themselves goes; what they shared stays and is sent to nobody. */
export async function forgetUser(tx: PluginTransaction, tenantId: string, userId: string): Promise<void> {
  await tx.query(
    `delete from plg_reports.schedule s using plg_reports.saved_report r
      where s.tenant_id = $1::uuid and r.tenant_id = s.tenant_id and r.id = s.report_id and r.user_id = $2::uuid`,
    [tenantId, userId],
    'array',
  )
  await tx.query(
    'delete from plg_reports.saved_report where tenant_id = $1::uuid and user_id = $2::uuid and not is_shared',
    [tenantId, userId],
    'array',
  )
}

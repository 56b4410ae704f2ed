import type { UserId, Viewer } from '@recado/sdk'
import { refusal } from '../errors.ts'
import type { ReportsContext } from '../plugin.ts'
import { nextTime } from '../schedule/next-time.ts'
import {
  deleteSchedule,
  lockSchedule,
  readDeliveries,
  readSchedules,
  writeSchedule,
  type StoredDelivery,
  type StoredSchedule,
} from '../schedule/schedule-store.ts'
import { dueKey, sendTo } from '../schedule/send-report.ts'
import type { NewSavedReport, SavedReport, SavedReportChange, Schedule, ScheduleChoice } from './saved-report.ts'
import { deleteReport, insertReport, listReports, lockReport, mayChange, updateReport } from './saved-store.ts'

/** Users whose names are asked for at once. */
const atOnce = 200

type Context = ReportsContext & { readonly viewer: Viewer }

/** Reports that the reader may open; how they are sent only of those that they may change. */
export async function list(_request: unknown, ctx: Context): Promise<{ reports: SavedReport[] }> {
  const { db, tenant, viewer } = ctx
  const { reports, schedules, deliveries } = await db.transaction(async (tx) => {
    const found = await listReports(tx, viewer)
    const own = found.filter((report) => mayChange(report, viewer)).map(({ id }) => id)
    return {
      reports: found,
      schedules: await readSchedules(tx, tenant, own),
      deliveries: await readDeliveries(tx, tenant, own),
    }
  })
  const people = [...new Set([...reports.map(({ userId }) => userId), ...deliveries.map(({ userId }) => userId)])]
  const names = await namesOf(people, ctx)
  return {
    reports: reports.map((report) => {
      const schedule = schedules.find(({ reportId }) => reportId === report.id)
      return {
        ...{ id: report.id, name: report.name, question: report.question, isShared: report.isShared },
        owner: names.get(report.userId) ?? null,
        isOwn: report.userId === viewer.userId,
        mayChange: mayChange(report, viewer),
        schedule: schedule ? shown(schedule, deliveries, names) : null,
      }
    }),
  }
}

async function namesOf(users: readonly UserId[], { core }: Context): Promise<ReadonlyMap<string, string>> {
  const names = new Map<string, string>()
  for (let start = 0; start < users.length; start += atOnce)
    for (const { id, name } of await core.users.named(users.slice(start, start + atOnce))) names.set(id, name)
  return names
}

const shown = (
  { reportId, ...schedule }: StoredSchedule,
  deliveries: readonly StoredDelivery[],
  names: ReadonlyMap<string, string>,
): Schedule => ({
  ...schedule,
  deliveries: deliveries
    .filter((delivery) => delivery.reportId === reportId && schedule.recipients.includes(delivery.userId))
    .map(({ reportId: _report, ...delivery }) => ({ ...delivery, name: names.get(delivery.userId) ?? '' })),
})

export const create = async ({ body }: { body: NewSavedReport }, { db, viewer }: Context): Promise<{ id: string }> => ({
  id: await db.transaction((tx) => insertReport(tx, viewer, body)),
})

interface OfReport {
  readonly params: { readonly reportId: string }
}

export const change = async (
  { params, body }: OfReport & { body: SavedReportChange },
  { db, tenant, viewer }: Context,
): Promise<Record<never, never>> => {
  await db.transaction(async (tx) => {
    const report = await lockReport(tx, viewer, params.reportId)
    await updateReport(tx, tenant, {
      ...report,
      name: body.name ?? report.name,
      question: body.question ?? report.question,
      isShared: body.isShared ?? report.isShared,
    })
  })
  return {}
}

export const remove = async ({ params }: OfReport, { db, tenant, viewer }: Context): Promise<Record<never, never>> => {
  await db.transaction(async (tx) => deleteReport(tx, tenant, (await lockReport(tx, viewer, params.reportId)).id))
  return {}
}

/** Users to whom a report can be sent: those who may read reports, by name. */
export async function listReaders(
  _request: unknown,
  { core }: Context,
): Promise<{ users: { id: UserId; name: string }[] }> {
  const colleagues = await core.users.colleagues()
  const readers = new Set<string>()
  for (let start = 0; start < colleagues.length; start += atOnce)
    for (const viewer of await core.users.viewers(colleagues.slice(start, start + atOnce).map(({ id }) => id)))
      if (viewer.can('reports.read')) readers.add(viewer.userId)
  return { users: colleagues.filter(({ id }) => readers.has(id)).map(({ id, name }) => ({ id, name })) }
}

/** When a report is sent, and to whom. @throws Refusal ERR_REPORT_RECIPIENT for who may not read reports */
export async function setSchedule(
  { params: { reportId }, body }: OfReport & { body: ScheduleChoice },
  ctx: Context,
): Promise<Record<never, never>> {
  const { timeZone } = await ctx.core.company.profile()
  const recipients = [...new Set(body.recipients)]
  const readers = await ctx.core.users.viewers(recipients)
  if (readers.length < recipients.length || readers.some((reader) => !reader.can('reports.read')))
    throw refusal('ERR_REPORT_RECIPIENT')
  await ctx.db.transaction(async (tx) => {
    await lockReport(tx, ctx.viewer, reportId)
    const next = nextTime(body, new Date(), timeZone)
    const dueAt = next.toISOString()
    await writeSchedule(tx, ctx.tenant, reportId, { ...body, recipients }, next)
    await ctx.enqueue('due', { reportId, dueAt }, { runAt: next, key: dueKey(reportId, dueAt) })
  })
  return {}
}

export async function endSchedule({ params: { reportId } }: OfReport, ctx: Context): Promise<Record<never, never>> {
  await ctx.db.transaction(async (tx) => {
    await lockReport(tx, ctx.viewer, reportId)
    await deleteSchedule(tx, ctx.tenant, reportId)
  })
  return {}
}

/**
 * Sends it to all of its recipients now, beside its times. @throws Refusal ERR_NO_SAVED_REPORT_FOUND without a schedule
 */
export async function sendNow({ params: { reportId } }: OfReport, ctx: Context): Promise<Record<never, never>> {
  await ctx.db.transaction(async (tx) => {
    await lockReport(tx, ctx.viewer, reportId)
    const schedule = await lockSchedule(tx, ctx.tenant, reportId)
    if (!schedule) throw refusal('ERR_NO_SAVED_REPORT_FOUND')
    await sendTo(schedule, new Date().toISOString(), ctx)
  })
  return {}
}

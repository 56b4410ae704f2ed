import { Refusal, type UserId, type UserLetter, type Viewer } from '@recado/sdk'
import { figureDocument } from '../document/figure-document.ts'
import { figureFile } from '../figures/figure-file.ts'
import { spanOfSentPeriod } from '../figures/figure-period.ts'
import { askerOf } from '../figures/handlers.ts'
import { dayIn } from '../figures/span.ts'
import type { ReportsContext } from '../plugin.ts'
import { readReport, type StoredReport } from '../saved/saved-store.ts'
import { writeDay } from '../table/cells.ts'
import { wordsOf } from '../words.ts'
import { nextTime } from './next-time.ts'
import {
  lockSchedule,
  moveSchedule,
  readDeliveries,
  readSchedules,
  runningSchedules,
  writeDelivery,
  type StoredSchedule,
} from './schedule-store.ts'

/** Pauses before it is tried again, in minutes. */
const pauses = [1, 5, 20, 60, 180] as const
const minuteMs = 60_000
/** May somebody read reports now? */
const mayRead = (viewer: Viewer | undefined): viewer is Viewer => viewer?.can('reports.read') === true

/** Which job of a report is the one that counts: any other one finds that it does not. */
export const dueKey = (reportId: string, dueAt: string): string => `due:${reportId}:${dueAt}`

/**
 * A schedule is due: its letters become jobs, one for each reader, and it is due again later. A report whose owner may
 * not read reports any more is stopped. A job that came twice, or is not meant any more, does nothing.
 */
export async function beDue(
  { reportId, dueAt }: { reportId: string; dueAt: string },
  ctx: ReportsContext,
): Promise<void> {
  const { timeZone } = await ctx.core.company.profile()
  const report = await ctx.db.transaction((tx) => readReport(tx, ctx.tenant, reportId))
  if (!report) return
  const [owner] = await ctx.core.users.viewers([report.userId])
  await ctx.db.transaction(async (tx) => {
    const schedule = await lockSchedule(tx, ctx.tenant, reportId)
    if (schedule?.nextAt !== dueAt) return
    if (!mayRead(owner)) return void (await moveSchedule(tx, ctx.tenant, reportId, { nextAt: null }))
    const now = new Date()
    const next = nextTime(schedule, now, timeZone)
    await moveSchedule(tx, ctx.tenant, reportId, { nextAt: next, lastAt: now })
    await ctx.enqueue(
      'due',
      { reportId, dueAt: next.toISOString() },
      { runAt: next, key: dueKey(reportId, next.toISOString()) },
    )
    await sendTo(schedule, dueAt, ctx)
  })
}

/** A job for each reader of a schedule. Inside a transaction. */
export async function sendTo(schedule: StoredSchedule, dueAt: string, ctx: ReportsContext): Promise<void> {
  for (const userId of schedule.recipients)
    await ctx.enqueue(
      'send',
      { reportId: schedule.reportId, userId, dueAt, attempt: 0 },
      { key: `send:${schedule.reportId}:${userId}:${dueAt}` },
    )
}

interface Sending {
  readonly reportId: string
  readonly userId: UserId
  readonly dueAt: string
  readonly attempt: number
}

/** Sends a report to one reader, with what that reader may see, unless it was sent before. */
export async function send({ reportId, userId, dueAt, attempt }: Sending, ctx: ReportsContext): Promise<void> {
  const { report, schedule, before } = await ctx.db.transaction(async (tx) => ({
    report: await readReport(tx, ctx.tenant, reportId),
    schedule: (await readSchedules(tx, ctx.tenant, [reportId]))[0],
    before: (await readDeliveries(tx, ctx.tenant, [reportId])).find((one) => one.userId === userId),
  }))
  if (!report || !schedule?.recipients.includes(userId)) return
  if (before && (before.dueAt > dueAt || (before.dueAt === dueAt && before.sentAt !== null))) return
  const viewers = await ctx.core.users.viewers([...new Set([report.userId, userId])])
  const [owner, reader] = [report.userId, userId].map((id) => viewers.find((viewer) => viewer.userId === id))
  const done = (result: { sentAt?: string; failure?: string; detail?: string; againAt?: string }) =>
    ctx.db.transaction(async (tx) => {
      await writeDelivery(tx, ctx.tenant, {
        ...{ reportId, userId, dueAt, sentAt: result.sentAt ?? null, failure: result.failure ?? null },
        ...{ detail: result.detail ?? null, againAt: result.againAt ?? null },
      })
      if (result.againAt !== undefined)
        await ctx.enqueue(
          'send',
          { reportId, userId, dueAt, attempt: attempt + 1 },
          { runAt: new Date(result.againAt), key: `send:${reportId}:${userId}:${dueAt}:${attempt + 1}` },
        )
    })
  if (!mayRead(owner) || !mayRead(reader)) return void (await done({ failure: 'ERR_NO_PERMISSION' }))
  try {
    await ctx.core.mail.send(userId, await letterOf(report, schedule, { owner, reader }, ctx), {
      key: `${reportId}:${dueAt}`,
    })
    await done({ sentAt: new Date().toISOString() })
  } catch (error) {
    if (!Refusal.is(error)) throw error
    const { detail } = error.facts
    const pause = pauses[attempt]
    ctx.log.info({ code: error.code, reportId }, 'a report was not sent')
    await done({
      failure: error.code,
      ...(typeof detail === 'string' && { detail }),
      ...(pause !== undefined && { againAt: new Date(Date.now() + pause * minuteMs).toISOString() }),
    })
  }
}

/** In the reader's language, with the reader's figures: the main ones to be read at once, all of them as a file. */
async function letterOf(
  { id, name, question }: StoredReport,
  { format }: StoredSchedule,
  { owner, reader }: { owner: Viewer; reader: Viewer },
  ctx: ReportsContext,
): Promise<UserLetter> {
  const { locale } = reader
  const { letter: words } = wordsOf[locale]
  const { name: company, timeZone } = await ctx.core.company.profile()
  const { period, sections, ...narrowed } = question
  const span = spanOfSentPeriod(period, dayIn(new Date(), timeZone))
  const query = { ...narrowed, ...span, sections, format }
  const ask = askerOf(ctx, reader)
  const file = await figureFile(ctx.core, ask, query, { locale, title: name })
  const { tables } = await figureDocument(ctx.core, ask, query, { locale, title: name })
  const days = [span.from, span.until].map((day) => writeDay(day, { locale }))
  const filled = (text: string): string =>
    text
      .replace('{name}', () => name)
      .replace('{span}', () => [...new Set(days)].join(' – '))
      .replace('{reader}', () => reader.name)
      .replace('{company}', () => company)
      .replace('{owner}', () => owner.name)
  return {
    subject: filled(words.subject),
    lines: [words.hello, words.intro, words.visibility, words.file].map(filled),
    tables: tables.map((table) => ({ ...table, rows: table.rows.slice(0, 60) })),
    button: { text: words.button, page: `/relatorios/indicadores?report=${id}` },
    foot: filled(words.foot),
    files: [
      {
        name: `${fileNameOf(name)}-${span.from}-${span.until}.${format}`,
        type: file.headers.get('content-type')!,
        content: new Uint8Array(await file.arrayBuffer()),
      },
    ],
  }
}

/** A name of a report as that of a file. */
const fileNameOf = (name: string): string =>
  name
    .replace(/[^\p{L}\p{N} ._-]/gu, '')
    .trim()
    .slice(0, 60) || 'report'

/** Jobs that came due while the plugin was switched off are gone: schedules go on from now. */
export async function revive(ctx: ReportsContext): Promise<void> {
  const { timeZone } = await ctx.core.company.profile()
  await ctx.db.transaction(async (tx) => {
    for (const schedule of await runningSchedules(tx, ctx.tenant)) {
      const next = nextTime(schedule, new Date(), timeZone)
      const dueAt = next.toISOString()
      await moveSchedule(tx, ctx.tenant, schedule.reportId, { nextAt: next })
      await ctx.enqueue(
        'due',
        { reportId: schedule.reportId, dueAt },
        { runAt: next, key: dueKey(schedule.reportId, dueAt) },
      )
    }
  })
}

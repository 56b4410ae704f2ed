import { defineRoute, Empty, id, type UserId } from '@recado/sdk'
import * as z from 'zod'
import { NewSavedReport, SavedReport, SavedReportChange, ScheduleChoice } from './saved-report.ts'

const access = { kind: 'session', permission: 'reports.read' } as const
const read = { access, method: 'GET', rate: 'read' } as const
const write = { access, rate: 'write', maxBody: 16_384 } as const
const params = z.object({ reportId: z.uuid() })
const unknown = ['ERR_NO_SAVED_REPORT_FOUND'] as const

/** Reports under a name: the questions, not their answers. */
export const savedRoutes = {
  saved: defineRoute({
    ...read,
    path: '/saved',
    summary: 'The reports that the reader saved, and those that colleagues share',
    response: z.object({ reports: z.array(SavedReport) }),
  }),
  save: defineRoute({
    ...write,
    method: 'POST',
    path: '/saved',
    summary: 'Save a question about figures under a name',
    body: NewSavedReport,
    response: z.object({ id: z.uuid() }),
    errors: ['ERR_SAVED_REPORT_EXISTS', 'ERR_SAVED_REPORT_LIMIT'],
  }),
  changeSaved: defineRoute({
    ...write,
    method: 'PUT',
    path: '/saved/:reportId',
    summary: 'Rename it, ask something else, share it or share it no more',
    params,
    body: SavedReportChange,
    response: Empty,
    errors: [...unknown, 'ERR_SAVED_REPORT_EXISTS'],
  }),
  removeSaved: defineRoute({
    ...write,
    method: 'DELETE',
    path: '/saved/:reportId',
    summary: 'Delete it, with its e-mails',
    params,
    response: Empty,
    errors: unknown,
  }),
  readers: defineRoute({
    ...read,
    path: '/readers',
    summary: 'Users to whom a report can be sent',
    response: z.object({ users: z.array(z.object({ id: id<UserId>(), name: z.string() })) }),
  }),
  setSchedule: defineRoute({
    ...write,
    method: 'PUT',
    path: '/saved/:reportId/schedule',
    summary: 'Send it by e-mail every day, week or month, at an hour of the company’s clock',
    params,
    body: ScheduleChoice,
    response: Empty,
    errors: [...unknown, 'ERR_REPORT_RECIPIENT'],
  }),
  endSchedule: defineRoute({
    ...write,
    method: 'DELETE',
    path: '/saved/:reportId/schedule',
    summary: 'Send it no more',
    params,
    response: Empty,
    errors: unknown,
  }),
  sendNow: defineRoute({
    ...write,
    method: 'POST',
    path: '/saved/:reportId/schedule/send',
    summary: 'Send it to its recipients now',
    params,
    response: Empty,
    errors: unknown,
  }),
}

import { defineRoute, id, type ConnectionId, type QueueId, type UserId } from '@recado/sdk'
import * as z from 'zod'
import { Holiday, HolidayDraft, ImportOutcome, largestFile } from '../holidays/holiday.ts'
import { Rule, RuleDraft } from './rule.ts'

const access = { kind: 'session', permission: 'business-hours.manage' } as const
const read = { access, rate: 'read' } as const
const write = { access, rate: 'write' } as const
const params = z.object({ id: z.uuid() })
const done = z.object({ message: z.string() })
const ofTarget = ['ERR_NO_QUEUE_FOUND', 'ERR_NO_USER_FOUND'] as const

export const routes = {
  list: defineRoute({
    ...read,
    method: 'GET',
    path: '/business-hours',
    summary: 'Opening hours of the company, its queues, users and connections',
    response: z.object({ rules: z.array(Rule), timeZone: z.string() }),
  }),
  create: defineRoute({
    ...write,
    method: 'POST',
    path: '/business-hours',
    summary: 'Sets opening hours',
    body: RuleDraft,
    response: Rule,
    errors: ['ERR_BUSINESS_HOUR_EXISTS', ...ofTarget],
  }),
  update: defineRoute({
    ...write,
    method: 'PUT',
    path: '/business-hours/:id',
    summary: 'Replaces opening hours',
    params,
    body: RuleDraft,
    response: Rule,
    errors: ['ERR_NO_BUSINESS_HOUR_FOUND', 'ERR_BUSINESS_HOUR_EXISTS', ...ofTarget],
  }),
  remove: defineRoute({
    ...write,
    method: 'DELETE',
    path: '/business-hours/:id',
    summary: 'Deletes opening hours',
    params,
    response: done,
    errors: ['ERR_NO_BUSINESS_HOUR_FOUND'],
  }),
  now: defineRoute({
    ...read,
    method: 'GET',
    path: '/now',
    summary: 'Whether somebody is there now, what decides it, and when that changes',
    query: z.object({
      userId: id<UserId>().optional(),
      queueId: id<QueueId>().optional(),
      connectionId: id<ConnectionId>().optional(),
    }),
    response: z.object({
      open: z.boolean(),
      because: z.string().nullable(),
      message: z.string().nullable(),
      changesAt: z.string().nullable(),
    }),
  }),
  holidays: defineRoute({
    ...read,
    method: 'GET',
    path: '/holidays',
    summary: 'Holidays of the company, by date',
    response: z.array(Holiday),
  }),
  addHoliday: defineRoute({
    ...write,
    method: 'POST',
    path: '/holidays',
    summary: 'Adds a holiday',
    body: HolidayDraft,
    response: Holiday,
    errors: ['ERR_HOLIDAY_EXISTS'],
  }),
  changeHoliday: defineRoute({
    ...write,
    method: 'PUT',
    path: '/holidays/:id',
    summary: 'Replaces a holiday',
    params,
    body: HolidayDraft,
    response: Holiday,
    errors: ['ERR_NO_HOLIDAY_FOUND', 'ERR_HOLIDAY_EXISTS'],
  }),
  removeHoliday: defineRoute({
    ...write,
    method: 'DELETE',
    path: '/holidays/:id',
    summary: 'Deletes a holiday',
    params,
    response: done,
    errors: ['ERR_NO_HOLIDAY_FOUND'],
  }),
  national: defineRoute({
    ...read,
    method: 'GET',
    path: '/national-holidays',
    summary: 'National holidays of Brazil of a year, and days that are often kept with them',
    query: z.object({ year: z.coerce.number().int().min(2000).max(2100) }),
    response: z.array(HolidayDraft.extend({ optional: z.boolean(), known: z.boolean() })),
  }),
  addHolidays: defineRoute({
    ...write,
    method: 'POST',
    path: '/holiday-lists',
    summary: 'Adds several holidays; those on a date that has one already stay as they are',
    body: z.object({ holidays: z.array(HolidayDraft).min(1).max(100) }).strict(),
    response: ImportOutcome,
  }),
  importFile: defineRoute({
    ...write,
    method: 'POST',
    path: '/holiday-files',
    summary: 'Adds the whole days of an iCalendar file as holidays',
    maxBody: largestFile * 2,
    body: z.object({ text: z.string().min(1).max(largestFile) }).strict(),
    response: ImportOutcome,
    errors: ['ERR_HOLIDAY_FILE'],
  }),
}

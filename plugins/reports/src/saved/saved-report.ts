import { factClocks, id, type QueueId, type TagId, type UserId } from '@recado/sdk'
import * as z from 'zod'
import { FigurePeriod } from '../figures/figure-period.ts'
import { figureSections } from '../figures/figure-section.ts'
import { none } from '../figures/no-value.ts'

const orNone = <T extends z.ZodType>(of: T) => z.union([z.literal(none), of]).optional()

/** What a report asks: days, what it is narrowed to, and what it shows. Who opens it gets what they may see. */
export const SavedQuestion = z.strictObject({
  period: FigurePeriod,
  queue: orNone(id<QueueId>()),
  user: orNone(id<UserId>()),
  tag: orNone(id<TagId>()),
  /** By which durations are counted. */
  clock: z.enum(factClocks).default('wall'),
  compares: z.boolean(),
  sections: z.array(z.enum(figureSections)).max(figureSections.length),
})
export type SavedQuestion = z.infer<typeof SavedQuestion>

const name = z.string().trim().min(1).max(80)
export const NewSavedReport = z.strictObject({ name, question: SavedQuestion, isShared: z.boolean() })
export const SavedReportChange = NewSavedReport.partial()
export type NewSavedReport = z.infer<typeof NewSavedReport>
export type SavedReportChange = z.infer<typeof SavedReportChange>

/** How the latest e-mail to a user went. */
export const Delivery = z.object({
  userId: z.uuid(),
  name: z.string(),
  dueAt: z.string(),
  sentAt: z.string().nullable(),
  failure: z.string().nullable(),
  detail: z.string().nullable(),
  againAt: z.string().nullable(),
})
export type Delivery = z.infer<typeof Delivery>

/**
 * When a report is sent: at an hour of the company's clock. `weekday` (1 Monday) counts for weeks, `day` for months.
 */
export const ScheduleChoice = z.strictObject({
  every: z.enum(['day', 'week', 'month']),
  weekday: z.int().min(1).max(7),
  day: z.int().min(1).max(31),
  hour: z.int().min(0).max(23),
  format: z.enum(['csv', 'xlsx', 'pdf']),
  recipients: z.array(id<UserId>()).min(1).max(20),
})
export type ScheduleChoice = z.infer<typeof ScheduleChoice>

export const Schedule = ScheduleChoice.extend({
  /** Null: it is stopped, because its owner may not read reports any more. */
  nextAt: z.string().nullable(),
  lastAt: z.string().nullable(),
  deliveries: z.array(Delivery),
})
export type Schedule = z.infer<typeof Schedule>

export const SavedReport = z.object({
  id: z.uuid(),
  name: z.string(),
  question: SavedQuestion,
  isShared: z.boolean(),
  /** Name of whose it is; null for a user who is gone. */
  owner: z.string().nullable(),
  isOwn: z.boolean(),
  mayChange: z.boolean(),
  /** Null where there is none, and for who may not change the report. */
  schedule: Schedule.nullable(),
})
export type SavedReport = z.infer<typeof SavedReport>

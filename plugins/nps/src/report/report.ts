import { keysetCursor } from '@recado/sdk'
import * as z from 'zod'
import { surveyKinds } from '../survey/kind.ts'
import { outcomes } from '../survey/request-state.ts'

const day = z.iso.date()
const filters = {
  surveyId: z.uuid().optional(),
  /** Days by the company's clock; both count. Without them the last 30. */
  from: day.optional(),
  to: day.optional(),
  queueId: z.union([z.uuid(), z.literal('none')]).optional(),
  userId: z.union([z.uuid(), z.literal('none')]).optional(),
  connectionId: z.uuid().optional(),
}
/** What a report is about. Without a survey it is the one that asked last. */
export const ReportQuery = z.object(filters)
export type ReportQuery = z.output<typeof ReportQuery>

/** Position in the list of answers: time and id of the last row. */
export const position = keysetCursor(z.tuple([z.iso.datetime(), z.uuid()]))
export type Position = [string, string]

/** Which requests of a report are listed. */
export const AnswerQuery = z.object({
  ...filters,
  outcome: z.union([z.enum(outcomes), z.literal('waiting')]).optional(),
  grade: z.coerce.number().int().min(0).max(10).optional(),
  class: z.enum(['good', 'middle', 'bad']).optional(),
  commented: z.literal('true').optional(),
  cursor: position.read.optional(),
})
export type AnswerQuery = z.output<typeof AnswerQuery>
/** Of the table: all of them. */
export const ExportQuery = AnswerQuery.omit({ cursor: true })
export type ExportQuery = z.output<typeof ExportQuery>

/** How a part of the requests was graded. `score` is null without answers. */
export const ReportPart = z.object({
  id: z.string().nullable(),
  name: z.string().nullable(),
  score: z.number().nullable(),
  answers: z.int(),
})
export type ReportPart = z.output<typeof ReportPart>

export const Report = z.object({
  surveys: z.array(z.object({ id: z.uuid(), name: z.string(), kind: z.enum(surveyKinds) })),
  /** Null where nothing has been asked yet. */
  survey: z.object({ id: z.uuid(), name: z.string(), kind: z.enum(surveyKinds) }).nullable(),
  asked: z.int(),
  outcomes: z.object({
    waiting: z.int(),
    answered: z.int(),
    invalid: z.int(),
    timedOut: z.int(),
    undelivered: z.int(),
  }),
  score: z.number().nullable(),
  classes: z.object({ good: z.int(), middle: z.int(), bad: z.int() }),
  comments: z.int(),
  distribution: z.array(z.object({ grade: z.int(), count: z.int() })),
  /** By days, weeks or months of the company's clock, as the span is long; `from` and `to` are days of the span. */
  trend: z.array(z.object({ from: day, to: day, score: z.number().nullable(), answers: z.int() })),
  queues: z.array(ReportPart),
  users: z.array(ReportPart),
  connections: z.array(ReportPart),
})
export type Report = z.output<typeof Report>

export const Answer = z.object({
  id: z.uuid(),
  askedAt: z.iso.datetime({ offset: true }),
  outcome: z.enum(outcomes).nullable(),
  grade: z.int().nullable(),
  highest: z.int(),
  comment: z.string().nullable(),
  ticketId: z.uuid(),
  protocol: z.string(),
  contact: z.string(),
  queue: z.string().nullable(),
  user: z.string().nullable(),
  connection: z.string(),
})
export type Answer = z.output<typeof Answer>
export const AnswerPage = z.object({ answers: z.array(Answer), nextCursor: z.string().nullable() })
export type AnswerPage = z.output<typeof AnswerPage>

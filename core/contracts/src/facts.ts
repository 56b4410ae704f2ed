import * as z from 'zod'
import { longestFactDays } from './fact-limits.ts'
import { id, type ConnectionId, type QueueId, type TagId, type TicketId, type UserId } from './ids.ts'

/**
 * What is counted, and at which moment it counts. Conversations of groups, parts of merged ones and those that hold
 * nothing but an import are not counted.
 *
 * - `opened`: conversations, when they began.
 * - `closed`: conversations that are closed, when they were closed last.
 * - `transfers`, `reopenings`: how often that happened to the conversations that began then.
 * - `waiting`: seconds until somebody first took it up, for conversations that began then.
 * - `firstAnswer`: seconds until a person of the company first wrote, for conversations that began then.
 * - `handling`: seconds from when it was first taken up until it was closed last, for conversations closed then.
 * - `resolution`: seconds from its beginning until it was closed last, for conversations closed then.
 * - `nps`, `csat`, `ces`: grades that contacts gave about conversations, when they gave them; `mean` is the score: the
 *   share of promoters less that of detractors (-100 to 100), the share of the satisfied (0 to 100), the mean grade.
 * - `received`, `sent`: messages of contacts, and of the company (`user` null: by a machine), when they were sent.
 */
export const factMeasures = [
  'opened',
  'closed',
  'transfers',
  'reopenings',
  'waiting',
  'firstAnswer',
  'handling',
  'resolution',
  'nps',
  'csat',
  'ces',
  'received',
  'sent',
] as const
/** One of {@link factMeasures}. */
export type FactMeasure = (typeof factMeasures)[number]

/**
 * What numbers are told apart by: the day (`YYYY-MM-DD`), the hour (0 to 23) and the weekday (1 Monday to 7 Sunday) of
 * the company's time zone; the user and the queue that have the conversation now, for messages the user who wrote;
 * the connection, and the type of its channel; the tags that the conversation has now: it counts with each of them.
 */
export const factDimensions = ['day', 'hour', 'weekday', 'user', 'queue', 'connection', 'channel', 'tag'] as const
/** One of {@link factDimensions}. */
export type FactDimension = (typeof factDimensions)[number]

/** Measures of messages; the others are of conversations. */
export const isOfMessages = (measure: FactMeasure): boolean => measure === 'received' || measure === 'sent'

/** A measure of grades: its `mean` is a score. */
export type GradeMeasure = Extract<FactMeasure, 'nps' | 'csat' | 'ces'>
/**
 * How a score is made of grades: `net`, promoters less detractors of a hundred; `share`, the satisfied of a hundred;
 * `mean`, the mean grade.
 */
export const gradeScores = { nps: 'net', csat: 'share', ces: 'mean' } as const satisfies Record<
  GradeMeasure,
  'net' | 'share' | 'mean'
>
/** Whether a measure is one of grades. */
export const isOfGrades = (measure: FactMeasure): measure is GradeMeasure =>
  measure === 'nps' || measure === 'csat' || measure === 'ces'

/** By which clock durations are counted: see {@link FactQuery}. */
export const factClocks = ['wall', 'opening'] as const
/** One of {@link factClocks}. */
export type FactClock = (typeof factClocks)[number]

const day = z.iso.date()
const few = <T extends z.ZodType>(of: T) => z.array(of).min(1).max(200)

/** Days of the company's time zone, both included, and what is counted. */
const counted = {
  from: day,
  until: day,
  /**
   * Durations by the clock on the wall, or by one that stands still while it is closed. The SLA has a clock of its own.
   */
  clock: z.enum(factClocks).default('wall'),
  /** Only of these; null asks for what has none. */
  users: few(id<UserId>().nullable()).optional(),
  queues: few(id<QueueId>().nullable()).optional(),
  connections: few(id<ConnectionId>()).optional(),
  /** Only what has one of these tags; null asks for what has none. */
  tags: few(id<TagId>().nullable()).optional(),
}
const startsFirst = ({ from, until }: { from: string; until: string }): boolean => from <= until
const notBefore = { path: ['until'], error: 'not before the first day' }
const isShort = ({ from, until }: { from: string; until: string }): boolean =>
  (Date.parse(until) - Date.parse(from)) / 86_400_000 < longestFactDays
const tooLong = { path: ['from'], error: `${longestFactDays} days at most` }
const noQueue = (field: string) => ({ path: [field], error: 'messages belong to no queue' })
const noTag = (field: string) => ({ path: [field], error: 'messages have no tags' })

/** A question about what has happened. */
export const FactQuery = z
  .strictObject({
    measure: z.enum(factMeasures),
    by: z.array(z.enum(factDimensions)).max(2).default([]),
    ...counted,
  })
  .refine(startsFirst, notBefore)
  .refine(isShort, tooLong)
  .refine(({ measure, by, queues }) => !isOfMessages(measure) || (!by.includes('queue') && !queues), noQueue('by'))
  .refine(({ measure, by, tags }) => !isOfMessages(measure) || (!by.includes('tag') && !tags), noTag('by'))
/** As it is asked; see {@link FactQuery}. */
export type FactQuery = z.input<typeof FactQuery>

/** One number, or one group of those told apart. */
export const FactRow = z.object({
  /** In the order of `by`: the value, and the name of what it is the id of; null where there is none. */
  by: z.array(z.object({ value: z.string().nullable(), name: z.string().nullable() })),
  /** How many; of durations how many there are of. */
  count: z.number().int(),
  /**
   * Of durations, in seconds: mean, median, and the bound that nine of ten stay below. Null for counts. Of grades the
   * mean is the score, and the others are null.
   */
  mean: z.number().nullable(),
  median: z.number().nullable(),
  p90: z.number().nullable(),
  /**
   * Of `firstAnswer`: how many were answered by a person before the deadline of the company's SLA, and how many were
   * not, by the clock that the company chose for it. What waits is late once the deadline has passed; what was closed
   * without an answer, or is with a bot, is neither. Null for other measures.
   */
  sla: z.object({ kept: z.number().int(), broken: z.number().int() }).nullable(),
})
/** See {@link FactRow}. */
export type FactRow = z.infer<typeof FactRow>

/** The answer to a {@link FactQuery}: groups that have nothing are not in it. */
export const FactAnswer = z.object({ rows: z.array(FactRow), timeZone: z.string() })
/** See {@link FactAnswer}. */
export type FactAnswer = z.infer<typeof FactAnswer>

/**
 * Asks for the conversations behind a number: those that a {@link FactQuery} of the same filters counts, or whose
 * messages it counts.
 */
export const FactConversationsQuery = z
  .strictObject({
    measure: z.enum(factMeasures),
    ...counted,
    /** Only what counts on this weekday, or in this hour of the day, as {@link factDimensions} tell them. */
    weekday: z.int().min(1).max(7).optional(),
    hour: z.int().min(0).max(23).optional(),
    /** Of `firstAnswer`: only those that kept the SLA, or that broke it. */
    sla: z.enum(['kept', 'broken']).optional(),
    cursor: z.string().max(200).optional(),
    limit: z.int().min(1).max(100).default(50),
  })
  .refine(startsFirst, notBefore)
  .refine(isShort, tooLong)
  .refine(({ measure, sla }) => !sla || measure === 'firstAnswer', { path: ['sla'], error: 'only of first answers' })
  .refine(({ measure, queues }) => !isOfMessages(measure) || !queues, noQueue('queues'))
  .refine(({ measure, tags }) => !isOfMessages(measure) || !tags, noTag('tags'))
/** As it is asked; see {@link FactConversationsQuery}. */
export type FactConversationsQuery = z.input<typeof FactConversationsQuery>

/** A conversation behind a number. */
export interface FactConversation {
  readonly ticket: TicketId
  /** When it counts, as ISO 8601; of messages when the last of them was sent. */
  readonly at: string
  /**
   * What it adds: seconds of a duration, null while it still lasts; a grade; how often; how many messages; 1 for what
   * is only counted.
   */
  readonly amount: number | null
}

/**
 * One page of them: the longest first for durations, with what still lasts before all; else the latest first, for
 * messages by when the conversations began.
 */
export interface FactConversations {
  readonly conversations: readonly FactConversation[]
  readonly nextCursor: string | null
}

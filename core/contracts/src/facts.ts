import * as z from 'zod'
import { longestFactDays } from './fact-limits.ts'
import { id, type ConnectionId, type QueueId, type UserId } from './ids.ts'

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
  'received',
  'sent',
] as const
/** One of {@link factMeasures}. */
export type FactMeasure = (typeof factMeasures)[number]

/**
 * What numbers are told apart by: the day (`YYYY-MM-DD`), the hour (0 to 23) and the weekday (1 Monday to 7 Sunday) of
 * the company's time zone; the user and the queue that have the conversation now, for messages the user who wrote;
 * the connection, and the type of its channel.
 */
export const factDimensions = ['day', 'hour', 'weekday', 'user', 'queue', 'connection', 'channel'] as const
/** One of {@link factDimensions}. */
export type FactDimension = (typeof factDimensions)[number]

const day = z.iso.date()
const few = <T extends z.ZodType>(of: T) => z.array(of).min(1).max(200)

/** A question about what has happened. `from` and `until` are days of the company's time zone, both included. */
export const FactQuery = z
  .strictObject({
    measure: z.enum(factMeasures),
    by: z.array(z.enum(factDimensions)).max(2).default([]),
    from: day,
    until: day,
    /** Only of these; null asks for what has none. */
    users: few(id<UserId>().nullable()).optional(),
    queues: few(id<QueueId>().nullable()).optional(),
    connections: few(id<ConnectionId>()).optional(),
  })
  .refine(({ from, until }) => from <= until, { path: ['until'], error: 'not before the first day' })
  .refine(({ from, until }) => (Date.parse(until) - Date.parse(from)) / 86_400_000 < longestFactDays, {
    path: ['from'],
    error: `${longestFactDays} days at most`,
  })
  .refine(({ measure, by, queues }) => !isOfMessages(measure) || (!by.includes('queue') && !queues), {
    path: ['by'],
    error: 'messages belong to no queue',
  })
/** As it is asked; see {@link FactQuery}. */
export type FactQuery = z.input<typeof FactQuery>

/** Measures of messages; the others are of conversations. */
export const isOfMessages = (measure: FactMeasure): boolean => measure === 'received' || measure === 'sent'

/** One number, or one group of those told apart. */
export const FactRow = z.object({
  /** In the order of `by`: the value, and the name of what it is the id of; null where there is none. */
  by: z.array(z.object({ value: z.string().nullable(), name: z.string().nullable() })),
  /** How many; of durations how many there are of. */
  count: z.number().int(),
  /** Of durations, in seconds: mean, median, and the bound that nine of ten stay below. Null for counts. */
  mean: z.number().nullable(),
  median: z.number().nullable(),
  p90: z.number().nullable(),
})
/** See {@link FactRow}. */
export type FactRow = z.infer<typeof FactRow>

/** The answer to a {@link FactQuery}: groups that have nothing are not in it. */
export const FactAnswer = z.object({ rows: z.array(FactRow), timeZone: z.string() })
/** See {@link FactAnswer}. */
export type FactAnswer = z.infer<typeof FactAnswer>

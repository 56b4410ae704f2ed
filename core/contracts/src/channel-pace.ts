import * as z from 'zod'
import { id, instant, type ConnectionId } from './ids.ts'
import { mostOpeningsPerDay } from './pace-limits.ts'

const Count = z.int().positive()

/**
 * How fast core sends through a channel whose provider restricts accounts that write too much. A chat is **begun** by
 * the first message of the company to somebody who has not written to this connection; everything else is an answer.
 */
export const ChannelPace = z
  .object({
    /** Answers of one connection: so many in a minute, and `burst` at once after a rest. */
    answers: z.object({ perMinute: Count, burst: Count }).readonly(),
    /** Chats that one connection begins. */
    openings: z
      .object({
        perHour: Count,
        /** So many at once after a rest. */
        burst: Count,
        /** By days since the connection was first connected; the last number holds from then on. */
        perDay: z.array(Count.max(mostOpeningsPerDay)).min(1).readonly(),
      })
      .refine(({ burst, perHour }) => burst <= perHour, { path: ['burst'], message: 'must not exceed perHour' })
      .refine(({ perDay }) => perDay.every((limit, day) => day === 0 || limit >= perDay[day - 1]!), {
        path: ['perDay'],
        message: 'must not shrink',
      })
      .readonly(),
    /** Codes of errors by which the provider says that it restricts the account: no chat is begun for some hours. */
    warnings: z.array(z.string()).readonly(),
  })
  .readonly()
/** The pace of a channel as {@link ChannelPace} reads it. */
export type ChannelPace = z.output<typeof ChannelPace>

/** A time of the day on the company's clock, in minutes since midnight. */
const Minute = z
  .int()
  .min(0)
  .max(24 * 60 - 1)

/** What a company decides about the pace of one connection. */
export const PaceSettings = z
  .object({
    /** Takes the place of the channel's limit by day; null leaves it. */
    openingsPerDay: z.int().min(0).max(mostOpeningsPerDay).nullable(),
    /** No chat is begun from `from` until `until`, which may be on the next day; null for no such hours. */
    quiet: z
      .object({ from: Minute, until: Minute })
      .refine(({ from, until }) => from !== until, { path: ['until'], message: 'must differ from the beginning' })
      .nullable(),
  })
  .strict()
/** What a company decides about the pace of one connection. */
export type PaceSettings = z.output<typeof PaceSettings>

/** Why a connection begins no chat: the provider warned, or most of those that were begun last have failed. */
export const paceHoldReasons = ['warning', 'failures'] as const

/** How a connection stands with its pace, for who manages channels. */
export const ConnectionPace = z.object({
  connectionId: id<ConnectionId>(),
  settings: PaceSettings,
  /** Chats begun today, on the company's calendar, and how many may be. */
  openedToday: z.int(),
  openingsToday: z.int(),
  openingsPerHour: z.int(),
  /** Day since the connection was first connected, 1 on the first; null once the channel's limit grows no more. */
  warmUpDay: z.int().nullable(),
  /** Chats that wait to be begun, at most {@link mostCountedOpenings}. */
  waiting: z.int(),
  /** When the next one may be begun; null for now. */
  nextAt: instant.nullable(),
  /** Why none is begun for the time being. `code` is the provider's. */
  hold: z.object({ reason: z.enum(paceHoldReasons), code: z.string().nullable(), until: instant }).nullable(),
})
/** How a connection stands with its pace. */
export type ConnectionPace = z.output<typeof ConnectionPace>

/**
 * Why a message has not gone out yet. `sending`: it is on its way or about to be; `disconnected`: its channel has no
 * line; `retry`: it failed and is tried again; `behind`: an earlier message of the chat goes first; the others are
 * limits for chats that the company begins.
 */
export const messageWaitReasons = [
  'sending',
  'disconnected',
  'retry',
  'behind',
  'hourly',
  'daily',
  'quiet',
  'held',
] as const

/** Why a message waits, and until when as far as that can be told. */
export const MessageWait = z.object({
  reason: z.enum(messageWaitReasons),
  until: instant.nullable(),
  /** The limit that it waits for: chats in an hour or a day. */
  limit: z.int().nullable(),
})
/** Why a message waits. */
export type MessageWait = z.output<typeof MessageWait>

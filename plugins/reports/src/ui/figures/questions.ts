import type { FactConversationsQuery, FactQuery } from '@recado/sdk'
import { none } from '../../figures/no-value.ts'
import type { Span } from '../../figures/span.ts'

/** What a page of figures is narrowed to. */
export interface FigureFilter extends Span {
  readonly queue?: string | null
  readonly user?: string | null
  readonly tag?: string | null
  /** Durations by a clock that stands still while it is closed. */
  readonly clock?: 'opening'
}

const narrowed = ({ from, until, queue, user, tag, clock }: FigureFilter) => ({
  from,
  until,
  ...(clock && { clock }),
  ...(queue !== undefined && { queues: [queue] as never }),
  ...(user !== undefined && { users: [user] as never }),
  ...(tag !== undefined && { tags: [tag] as never }),
})
/** Messages belong to no queue and have no tags: see {@link countsMessages}. */
const ofMessages = ({ queue: _queue, tag: _tag, ...filter }: FigureFilter) => narrowed(filter)
/** Whether numbers of messages are of what the page is narrowed to; of a queue or a tag there are none to show. */
export const countsMessages = ({ queue, tag }: FigureFilter): boolean => queue === undefined && tag === undefined

/** A question for the conversations behind a number. */
export type BehindQuery = Omit<FactConversationsQuery, 'cursor' | 'limit'>
/** The same as the address of its file. */
export const fileQuery = ({ measure, from, until, clock, queues, users, tags, sla, weekday, hour }: BehindQuery) => ({
  measure,
  from,
  until,
  clock,
  sla,
  weekday: weekday?.toString(),
  hour: hour?.toString(),
  queue: inAddress(queues),
  user: inAddress(users),
  tag: inAddress(tags),
})
const inAddress = (values: readonly (string | null)[] | undefined): string | undefined =>
  values === undefined ? undefined : (values[0] ?? none)
/** A number that was chosen: how it is called, and what it counts. */
export interface ChosenNumber {
  readonly title: string
  readonly query: BehindQuery
}
/** The conversations that a number of the page counts. */
export const behindQuery = (
  measure: FactQuery['measure'],
  filter: FigureFilter,
  sla?: BehindQuery['sla'],
): BehindQuery => ({ measure, ...narrowed(filter), ...(sla && { sla }) })

/** The totals of a period. */
export const totalQuestions = (filter: FigureFilter) =>
  ({
    opened: { measure: 'opened', ...narrowed(filter) },
    closed: { measure: 'closed', ...narrowed(filter) },
    reopenings: { measure: 'reopenings', ...narrowed(filter) },
    waiting: { measure: 'waiting', ...narrowed(filter) },
    firstAnswer: { measure: 'firstAnswer', ...narrowed(filter) },
    resolution: { measure: 'resolution', ...narrowed(filter) },
    nps: { measure: 'nps', ...narrowed(filter) },
    csat: { measure: 'csat', ...narrowed(filter) },
    ces: { measure: 'ces', ...narrowed(filter) },
    received: { measure: 'received', ...ofMessages(filter) },
    sent: { measure: 'sent', ...ofMessages(filter) },
  }) as const satisfies Record<string, FactQuery>

/** Volume and times by day. */
export const dayQuestions = (filter: FigureFilter) =>
  ({
    opened: { measure: 'opened', by: ['day'], ...narrowed(filter) },
    closed: { measure: 'closed', by: ['day'], ...narrowed(filter) },
    firstAnswer: { measure: 'firstAnswer', by: ['day'], ...narrowed(filter) },
    resolution: { measure: 'resolution', by: ['day'], ...narrowed(filter) },
  }) as const satisfies Record<string, FactQuery>

/** How each user does. */
export const teamQuestions = (filter: FigureFilter) =>
  ({
    closed: { measure: 'closed', by: ['user'], ...narrowed(filter) },
    opened: { measure: 'opened', by: ['user'], ...narrowed(filter) },
    firstAnswer: { measure: 'firstAnswer', by: ['user'], ...narrowed(filter) },
    handling: { measure: 'handling', by: ['user'], ...narrowed(filter) },
    nps: { measure: 'nps', by: ['user'], ...narrowed(filter) },
    csat: { measure: 'csat', by: ['user'], ...narrowed(filter) },
    ces: { measure: 'ces', by: ['user'], ...narrowed(filter) },
    sent: { measure: 'sent', by: ['user'], ...ofMessages(filter) },
  }) as const satisfies Record<string, FactQuery>

/** How each queue does. */
export const queueQuestions = (filter: FigureFilter) =>
  ({
    opened: { measure: 'opened', by: ['queue'], ...narrowed(filter) },
    closed: { measure: 'closed', by: ['queue'], ...narrowed(filter) },
    waiting: { measure: 'waiting', by: ['queue'], ...narrowed(filter) },
    firstAnswer: { measure: 'firstAnswer', by: ['queue'], ...narrowed(filter) },
    resolution: { measure: 'resolution', by: ['queue'], ...narrowed(filter) },
    nps: { measure: 'nps', by: ['queue'], ...narrowed(filter) },
    csat: { measure: 'csat', by: ['queue'], ...narrowed(filter) },
    ces: { measure: 'ces', by: ['queue'], ...narrowed(filter) },
  }) as const satisfies Record<string, FactQuery>

/** How the conversations of each tag went. */
export const tagQuestions = (filter: FigureFilter) =>
  ({
    opened: { measure: 'opened', by: ['tag'], ...narrowed(filter) },
    closed: { measure: 'closed', by: ['tag'], ...narrowed(filter) },
    firstAnswer: { measure: 'firstAnswer', by: ['tag'], ...narrowed(filter) },
    resolution: { measure: 'resolution', by: ['tag'], ...narrowed(filter) },
  }) as const satisfies Record<string, FactQuery>

/** How many conversations began by each connection, by day. */
export const channelQuestions = (filter: FigureFilter) =>
  ({ channels: { measure: 'opened', by: ['day', 'connection'], ...narrowed(filter) } }) as const satisfies Record<
    string,
    FactQuery
  >

/** The conversations in which contacts wrote in an hour of a weekday. */
export const busyQuery = (filter: FigureFilter, weekday: number, hour: number): BehindQuery => ({
  measure: 'received',
  ...ofMessages(filter),
  weekday,
  hour,
})

/** When contacts write. */
export const busyQuestions = (filter: FigureFilter) =>
  ({ busy: { measure: 'received', by: ['weekday', 'hour'], ...ofMessages(filter) } }) as const satisfies Record<
    string,
    FactQuery
  >

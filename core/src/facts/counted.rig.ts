import {
  isOfGrades,
  isOfMessages,
  openTimeBetween,
  type FactClock,
  type FactDimension,
  type FactMeasure,
  type OpeningTimes,
  type ServiceOutput,
} from '@recado/contracts'

/* The rows counted a second time, in TypeScript, beside the numbers that the database keeps. */

export interface TicketRow {
  id: string
  tenant_id: string
  created_at: Date
  started_at: Date | null
  closed_at: Date | null
  status: string
  user_id: string | null
  queue_id: string | null
  connection_id: string
  bot: string | null
  merged_into: string | null
}
export interface TagRow {
  ticket_id: string
  tag_id: string
}
export interface LogRow {
  ticket_id: string
  type: string
  created_at: Date
}
export interface MessageRow {
  tenant_id: string
  ticket_id: string
  connection_id: string
  from_me: boolean
  user_id: string | null
  sent_at: Date
}

/** The day, hour and weekday of a moment in a time zone. */
export const local = (at: Date, timeZone: string): Record<'day' | 'hour' | 'weekday', string> => {
  const part = new Map(
    new Intl.DateTimeFormat('en-CA', {
      timeZone,
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      hourCycle: 'h23',
    })
      .formatToParts(at)
      .map(({ type, value }) => [type, value]),
  )
  const day = `${part.get('year')}-${part.get('month')}-${part.get('day')}`
  return { day, hour: `${Number(part.get('hour'))}`, weekday: `${new Date(`${day}T12:00Z`).getUTCDay() || 7}` }
}

export interface Counted {
  readonly at: Date
  readonly amount: number
  /** Of durations, by the clock of the SLA. */
  readonly slaAmount?: number
  readonly row: {
    readonly id?: string
    readonly user_id: string | null
    readonly queue_id?: string | null
    readonly connection_id: string
  }
}

/** Promoters give nine and ten of ten, detractors six and less; the satisfied more than the middle. */
const pointsOf = (measure: FactMeasure, grade: number, highest: number): number => {
  if (measure === 'ces') return grade
  if (measure === 'csat') return grade > (highest + 1) / 2 ? 100 : 0
  return grade >= 9 ? 100 : grade <= 6 ? -100 : 0
}

/** The rows of a company. */
export interface CompanyRows {
  readonly tickets: readonly TicketRow[]
  readonly messages: readonly MessageRow[]
  readonly logs: readonly LogRow[]
  readonly grades: ServiceOutput<'surveyGrades.given'>['grades']
  /** First answers of conversations whose messages were erased since. */
  readonly answeredOnce: ReadonlyMap<string, readonly Date[]>
}

/** By which clocks durations are told, and when it was open. */
export interface CountingClocks {
  readonly clock: FactClock
  readonly slaClock: FactClock
  readonly times: OpeningTimes
}

/** What is counted of a measure, one by one. */
export function countedOf(
  measure: FactMeasure,
  { tickets, messages, logs, grades, answeredOnce }: CompanyRows,
  { clock, slaClock, times }: CountingClocks,
): Counted[] {
  const secondsOf = (row: TicketRow, later: Date, earlier: Date, by: FactClock): number =>
    by === 'wall'
      ? (later.getTime() - earlier.getTime()) / 1000
      : openTimeBetween(
          times,
          { userId: row.user_id, queueId: row.queue_id, channelId: row.connection_id },
          earlier.getTime(),
          later.getTime(),
        ) / 1000
  if (isOfMessages(measure))
    return messages
      .filter((row) => row.from_me === (measure === 'sent'))
      .map(({ sent_at, user_id, connection_id }) => ({ at: sent_at, amount: 1, row: { user_id, connection_id } }))
  if (isOfGrades(measure)) {
    const whole = (id: string): TicketRow | undefined => {
      const row = tickets.find((each) => each.id === id)
      return row?.merged_into == null ? row : tickets.find((each) => each.id === row.merged_into)
    }
    return grades
      .filter(({ kind }) => kind === measure)
      .flatMap(({ ticketId, grade, highest, at }): Counted[] => {
        const row = whole(ticketId)
        // A conversation that is part of a part is counted with neither.
        if (!row || row.merged_into !== null) return []
        return [{ at: new Date(at), amount: pointsOf(measure, grade, highest), row }]
      })
  }
  return tickets
    .filter((row) => row.merged_into === null)
    .flatMap((row): Counted[] => {
      const answers = messages
        .filter((each) => each.ticket_id === row.id && each.from_me && each.user_id && each.sent_at >= row.created_at)
        .map((each) => each.sent_at.getTime())
        .concat((answeredOnce.get(row.id) ?? []).map((at) => at.getTime()))
      const own = logs.filter((each) => each.ticket_id === row.id)
      const taken = own
        .filter(({ type }) => type === 'open')
        .map(({ created_at }) => created_at)
        .concat(row.started_at ?? [])
        .reduce<Date | null>((first, at) => (first && first < at ? first : at), null)
      const answered = answers.length > 0 ? new Date(Math.min(...answers)) : null
      const closed = row.status === 'closed' ? row.closed_at : null
      const lasted = (at: Date, later: Date, earlier = row.created_at): Counted[] => [
        {
          at,
          amount: secondsOf(row, later, earlier, clock),
          slaAmount: secondsOf(row, later, earlier, slaClock),
          row,
        },
      ]
      const often = (times: number): Counted[] =>
        Array.from({ length: times }, () => ({ at: row.created_at, amount: 1, row }))
      if (measure === 'opened') return [{ at: row.created_at, amount: 1, row }]
      if (measure === 'closed') return closed ? [{ at: closed, amount: 1, row }] : []
      if (measure === 'firstAnswer') return answered ? lasted(row.created_at, answered) : []
      if (measure === 'resolution') return closed ? lasted(closed, closed) : []
      if (measure === 'waiting') return taken ? lasted(row.created_at, taken) : []
      if (measure === 'handling') return closed && taken ? lasted(closed, closed, taken) : []
      const ofType = (wanted: string): number => own.filter(({ type }) => type === wanted).length
      return often(measure === 'transfers' ? ofType('transfered') : ofType('closed') - (closed ? 1 : 0))
    })
}

/** A conversation counts with each of its tags. */
export function valuesOf(
  one: Counted,
  by: FactDimension,
  { timeZone, tags, channel }: { timeZone: string; tags: readonly TagRow[]; channel: string },
): (string | null)[] {
  if (by === 'channel') return [channel]
  if (by !== 'tag') return [valueOf(one, by, timeZone)]
  const own = tags.filter((tag) => tag.ticket_id === one.row.id).map((tag) => tag.tag_id)
  return own.length > 0 ? own : [null]
}
const valueOf = (
  { at, row }: Counted,
  by: Exclude<FactDimension, 'tag' | 'channel'>,
  timeZone: string,
): string | null =>
  by === 'day' || by === 'hour' || by === 'weekday'
    ? local(at, timeZone)[by]
    : by === 'user'
      ? row.user_id
      : by === 'queue'
        ? (row.queue_id ?? null)
        : row.connection_id

/** Measures that are told in seconds. */
export const isDuration = (measure: FactMeasure): boolean =>
  ['waiting', 'firstAnswer', 'handling', 'resolution'].includes(measure)

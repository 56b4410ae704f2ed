import type { Viewer } from './entities.ts'
import type { QueueId } from './ids.ts'
import type { NotificationChoice, QuietHours } from './notifications.ts'
import { canSeeTicket, type TicketFacts, type VisibilitySettings } from './visibility.ts'

/** A wall clock for {@link isQuietAt}: the weekday as in `Date.getDay` and the minute of the day. */
export interface WallTime {
  readonly weekday: number
  readonly minute: number
}

const minuteOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))

/**
 * Whether a user wants no notifications now: do-not-disturb, or quiet hours of today, or of yesterday past midnight.
 */
export function isQuietAt(
  { quietHours, doNotDisturbUntil }: Pick<NotificationChoice, 'quietHours' | 'doNotDisturbUntil'>,
  now: Date,
  { weekday, minute }: WallTime,
): boolean {
  if (doNotDisturbUntil !== null && now.getTime() < Date.parse(doNotDisturbUntil)) return true
  const spanOf = (day: number) => {
    const span = quietHours[String((day + 7) % 7) as keyof QuietHours]
    return span && { from: minuteOf(span.from), to: minuteOf(span.to) }
  }
  const today = spanOf(weekday)
  const yesterday = spanOf(weekday - 1)
  if (today && minute >= today.from && (minute < today.to || today.to <= today.from)) return true
  return yesterday !== undefined && yesterday.to <= yesterday.from && minute < yesterday.to
}

/**
 * Whether tickets like this one concern a user enough to be notified (S6-027 to S6-030, reading 58): assigned to them,
 * or to nobody and in one of their queues or in none. Never what they may not see, and never what a bot holds.
 */
export function concerns(
  viewer: Pick<Viewer, 'userId' | 'role'> & { readonly queueIds: readonly QueueId[] },
  ticket: TicketFacts,
  settings: VisibilitySettings,
): boolean {
  if (!canSeeTicket(viewer, ticket, settings) || ticket.withBot) return false
  if (ticket.userId !== null) return ticket.userId === viewer.userId
  return ticket.queueId === null || viewer.queueIds.includes(ticket.queueId)
}

import type { ChannelPace, PaceSettings, paceHoldReasons } from '@recado/contracts'
import { LocalClock, minuteMs } from '../../base/local-clock.ts'

/** What is stored of the chats that a connection has begun. */
export interface OpeningState {
  /** Since when the connection sends at this pace; the days of its limit count from here. */
  readonly startedAt: Date
  /** Day of the company's calendar that `opened` counts, as {@link LocalTime.midnight}; null before the first. */
  readonly day: number | null
  readonly opened: number
  /** When the room for chats that are begun at once is whole again. */
  readonly spacedUntil: Date
  readonly held: {
    readonly reason: (typeof paceHoldReasons)[number]
    readonly code: string | null
    readonly until: Date
  } | null
}

/** What decides about the chats of a connection besides its state. */
export interface OpeningRules {
  readonly pace: ChannelPace
  readonly settings: PaceSettings
  readonly timeZone: string
}

/** How many chats may be begun at a moment; where none may, when the next one may and what it waits for. */
export interface OpeningRoom {
  readonly most: number
  readonly at: Date
  readonly reason: 'hourly' | 'daily' | 'quiet' | 'held' | null
  readonly limit: number | null
}

const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

/** Between two chats, in milliseconds, so that no more are begun in an hour than may be. */
export const spacingMs = ({ openings }: ChannelPace): number => Math.ceil(hourMs / openings.perHour)

/** Days since the connection was first connected, 0 on the first. */
function age(state: OpeningState, clock: LocalClock, now: Date): number {
  return Math.max(0, Math.round((clock.at(now).midnight - clock.at(state.startedAt).midnight) / dayMs))
}

/** Chats of a day: how many may be begun, and how many were. */
export function daily(
  { pace, settings, timeZone }: OpeningRules,
  state: OpeningState,
  now: Date,
): { readonly limit: number; readonly opened: number; readonly warmUpDay: number | null } {
  const clock = LocalClock.of(timeZone)
  const { perDay } = pace.openings
  const day = age(state, clock, now)
  const grown = perDay[Math.min(day, perDay.length - 1)]!
  return {
    limit: settings.openingsPerDay ?? grown,
    opened: state.day === clock.at(now).midnight ? state.opened : 0,
    warmUpDay: settings.openingsPerDay === null && day < perDay.length - 1 ? day + 1 : null,
  }
}

/** Room for chats that a connection begins now. Of several limits the one that holds longest is told. */
export function openingRoom(rules: OpeningRules, state: OpeningState, now: Date): OpeningRoom {
  const { pace, settings, timeZone } = rules
  const clock = LocalClock.of(timeZone)
  const today = clock.at(now)
  const found: OpeningRoom[] = []
  const wait = (at: Date, reason: OpeningRoom['reason'], limit: number | null = null): void =>
    void found.push({ most: 0, at, reason, limit })

  if (state.held && state.held.until > now) wait(state.held.until, 'held')
  if (settings.quiet) {
    const { from, until } = settings.quiet
    const isOverMidnight = from > until
    const isQuiet = isOverMidnight
      ? today.minute >= from || today.minute < until
      : today.minute >= from && today.minute < until
    const endsTomorrow = isOverMidnight && today.minute >= from
    if (isQuiet) wait(clock.when(today.midnight + (endsTomorrow ? dayMs : 0), until), 'quiet')
  }
  const { limit, opened } = daily(rules, state, now)
  if (opened >= limit) wait(clock.when(today.midnight + dayMs, 0), 'daily', limit)
  const spacing = spacingMs(pace)
  const full = pace.openings.burst * spacing
  const free = full - Math.max(0, state.spacedUntil.getTime() - now.getTime())
  if (free < spacing) wait(new Date(now.getTime() + spacing - free), 'hourly', pace.openings.perHour)

  const longest = found.toSorted((one, other) => other.at.getTime() - one.at.getTime())[0]
  return longest ?? { most: Math.min(limit - opened, Math.floor(free / spacing)), at: now, reason: null, limit: null }
}

/** The state after so many chats were begun. */
export function opened(rules: OpeningRules, state: OpeningState, now: Date, chats: number): OpeningState {
  const today = LocalClock.of(rules.timeZone).at(now).midnight
  return {
    ...state,
    day: today,
    opened: (state.day === today ? state.opened : 0) + chats,
    spacedUntil: new Date(Math.max(state.spacedUntil.getTime(), now.getTime()) + chats * spacingMs(rules.pace)),
  }
}

/**
 * When a chat may be begun that has so many before it, if nothing else happens, and what it waited for last. Not looked
 * for beyond `latest`.
 */
export function openingAfter(
  rules: OpeningRules,
  state: OpeningState,
  now: Date,
  { ahead, latest }: { readonly ahead: number; readonly latest: Date },
): OpeningRoom {
  let [at, passed, after] = [now, 0, state]
  let waited: OpeningRoom | undefined
  while (at < latest) {
    const room = openingRoom(rules, after, at)
    if (room.most === 0) {
      waited = room
      // A clock that is put back shows the end of a limit twice.
      at = new Date(Math.max(room.at.getTime(), at.getTime() + minuteMs))
      continue
    }
    if (passed + room.most > ahead) return { ...(waited ?? room), most: room.most, at }
    passed += room.most
    after = opened(rules, after, at, room.most)
  }
  return { ...waited!, at: latest }
}

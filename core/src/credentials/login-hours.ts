import { WeeklyShifts, type Role } from '@recado/contracts'
import { LocalClock, minuteMs, type LocalTime } from '../base/local-clock.ts'

const dayMinutes = 24 * 60
const weekMs = 7 * dayMinutes * minuteMs

/** Stored data that determines when a user may be signed in. */
export interface Hours {
  readonly role: Role
  /** {@link WeeklyShifts}; null for a user without limits. An unreadable value allows no time. */
  readonly loginHours: unknown
  /** Of the company, IANA. */
  readonly timeZone: string
}

/**
 * Whether somebody may be signed in at a moment (S6-031). Administrators always may: nobody else could let them in
 * again.
 */
export function isWithinHours({ role, loginHours, timeZone }: Hours, at: Date): boolean {
  if (role === 'admin' || loginHours === null) return true
  return covers(weekOf(loginHours), LocalClock.of(timeZone).at(at))
}

/**
 * The next moment at which {@link isWithinHours} answers otherwise, to the minute; null if it never does. Hours are
 * read from the clock on the wall: one that is put forward skips some of them, one that is put back shows some twice.
 */
export function hoursChangeAt(hours: Hours, from: Date): Date | null {
  if (hours.role === 'admin' || hours.loginHours === null) return null
  const week = weekOf(hours.loginHours)
  const clock = LocalClock.of(hours.timeZone)
  const now = covers(week, clock.at(from))
  const edges = new Set(
    Object.values(week).flatMap((day) =>
      Object.values(day ?? {}).flatMap(({ start, end }) => [minuteOf(start), minuteOf(end)]),
    ),
  )
  // A day more than a week, because the clock may be changed in between.
  const until = new Date(from.getTime() + weekMs + dayMinutes * minuteMs)
  const offsets = clock.offsets(from, until)
  const candidates = [...offsets.map(({ since }) => since.getTime())]
  for (
    let day = clock.at(from).midnight - dayMinutes * minuteMs;
    day <= until.getTime() + dayMinutes * minuteMs;
    day += dayMinutes * minuteMs
  ) {
    for (const edge of [...edges, 0])
      for (const { minutes } of offsets) candidates.push(day + (edge - minutes) * minuteMs)
  }
  const change = candidates
    .filter((at) => at > from.getTime())
    .toSorted((one, other) => one - other)
    .find((at) => covers(week, clock.at(new Date(at))) !== now)
  return change === undefined ? null : new Date(change)
}

const weekOf = (stored: unknown): WeeklyShifts => WeeklyShifts.catch({}).parse(stored)
const minuteOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))

function covers(week: WeeklyShifts, { weekday, minute }: LocalTime): boolean {
  const day = week[String(weekday) as keyof WeeklyShifts] ?? {}
  return Object.values(day).some(({ start, end }) => minuteOf(start) <= minute && minute < minuteOf(end))
}

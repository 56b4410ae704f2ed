import { weekdays, type Day, type Week } from '../calendar/day.ts'

/** Shifts that a day has when it gets some. */
export const usualDay: Day = {
  mode: 'hours',
  morning: { start: '08:00', end: '12:00' },
  afternoon: { start: '13:00', end: '18:00' },
}

/** A week to begin with: working days with shifts, the weekend closed. */
export const usualWeek = Object.fromEntries(
  weekdays.map((day) => [day, day === '0' || day === '6' ? { mode: 'closed' } : usualDay]),
) as Week

/** Days in the order in which weeks are read: Monday first. */
export const readingOrder = ['1', '2', '3', '4', '5', '6', '0'] as const

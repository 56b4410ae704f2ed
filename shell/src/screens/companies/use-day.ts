import { useCallback } from 'react'
import { dayOf, endOfDay } from '../../base/i18n/calendar-days.ts'

/** A day as dd/MM/yyyy, in every language (reading 47). */
export function useDay(): (instant: string) => string {
  return useCallback(
    (instant) =>
      new Intl.DateTimeFormat('pt-BR', { day: '2-digit', month: '2-digit', year: 'numeric' }).format(new Date(instant)),
    [],
  )
}

/** For what holds up to the end of a day; null for none. */
export const untilEndOf = (day: string): string | null => (day === '' ? null : endOfDay(day).toISOString())
/** The day of an instant as a date field holds it; empty for none. */
export const dayUntil = (instant: string | null): string => (instant === null ? '' : dayOf(new Date(instant)))

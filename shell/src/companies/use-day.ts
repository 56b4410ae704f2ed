import { useCallback } from 'react'

/** A day as dd/MM/yyyy, in every language (decision 47). */
export function useDay(): (instant: string) => string {
  return useCallback((instant) => new Intl.DateTimeFormat('pt-BR', { day: '2-digit', month: '2-digit', year: 'numeric' }).format(new Date(instant)), [])
}

/** The end of a day where the reader is, for what holds until then; null for none. */
export const endOfDay = (day: string): string | null => (day === '' ? null : new Date(`${day}T23:59:59`).toISOString())
/** The day of an instant where the reader is, for a date field. */
export const dayOf = (instant: string | null): string => {
  if (instant === null) return ''
  const at = new Date(instant)
  return `${at.getFullYear()}-${String(at.getMonth() + 1).padStart(2, '0')}-${String(at.getDate()).padStart(2, '0')}`
}

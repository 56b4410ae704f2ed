import { useTranslation } from 'react-i18next'
import { useNow } from '../use-now.ts'

const minute = 60_000

/** Short and of constant width: now, minutes, the hour of today, the weekday, the date. */
export function relativeTime(at: Date, from: Date, locale: string, justNow: string): string {
  const minutes = Math.floor((from.getTime() - at.getTime()) / minute)
  if (minutes < 1) return justNow
  if (minutes < 60) return new Intl.NumberFormat(locale, { style: 'unit', unit: 'minute', unitDisplay: 'narrow' }).format(minutes)
  const startOfDay = new Date(from).setHours(0, 0, 0, 0)
  if (at.getTime() >= startOfDay) return new Intl.DateTimeFormat(locale, { hour: '2-digit', minute: '2-digit' }).format(at)
  if (at.getTime() >= startOfDay - 6 * 24 * 60 * minute) return new Intl.DateTimeFormat(locale, { weekday: 'short' }).format(at).replace(/\.$/, '')
  return new Intl.DateTimeFormat(locale, at.getFullYear() === from.getFullYear() ? { day: '2-digit', month: '2-digit' } : { day: '2-digit', month: '2-digit', year: '2-digit' }).format(at)
}

export function RelativeTime({ at }: { at: string }) {
  const { t, i18n } = useTranslation('attendance')
  const current = useNow()
  const date = new Date(at)
  return (
    <time dateTime={at} title={new Intl.DateTimeFormat(i18n.language, { dateStyle: 'long', timeStyle: 'short' }).format(date)} className="shrink-0 text-xs text-ink-muted tabular-nums">
      {relativeTime(date, new Date(Math.max(current, date.getTime())), i18n.language, t('list.now'))}
    </time>
  )
}

import { useTranslation } from 'react-i18next'
import { clockTime, perLocale } from '../i18n/per-locale.ts'
import { useNow } from './use-now.ts'

const minute = 60_000
const minutesOf = perLocale(
  (locale) => new Intl.NumberFormat(locale, { style: 'unit', unit: 'minute', unitDisplay: 'narrow' }),
)
const weekday = perLocale((locale) => new Intl.DateTimeFormat(locale, { weekday: 'short' }))
const dayOfYear = perLocale((locale) => new Intl.DateTimeFormat(locale, { day: '2-digit', month: '2-digit' }))
const day = perLocale(
  (locale) => new Intl.DateTimeFormat(locale, { day: '2-digit', month: '2-digit', year: '2-digit' }),
)
const moment = perLocale((locale) => new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'short' }))

/** Short and of constant width: now, minutes, the hour of today, the weekday, the date. */
export function relativeTime(at: Date, from: Date, locale: string, justNow: string): string {
  const minutes = Math.floor((from.getTime() - at.getTime()) / minute)
  if (minutes < 1) return justNow
  if (minutes < 60) return minutesOf(locale).format(minutes)
  const startOfDay = new Date(from).setHours(0, 0, 0, 0)
  if (at.getTime() >= startOfDay) return clockTime(locale).format(at)
  if (at >= new Date(from.getFullYear(), from.getMonth(), from.getDate() - 6))
    return weekday(locale).format(at).replace(/\.$/, '')
  return (at.getFullYear() === from.getFullYear() ? dayOfYear : day)(locale).format(at)
}

export function RelativeTime({ at }: { at: string }) {
  const { t, i18n } = useTranslation('attendance')
  const current = useNow()
  const date = new Date(at)
  return (
    <time
      dateTime={at}
      title={moment(i18n.language).format(date)}
      className="shrink-0 text-xs text-ink-muted tabular-nums"
    >
      {relativeTime(date, new Date(Math.max(current, date.getTime())), i18n.language, t('list.now'))}
    </time>
  )
}

import { useTranslation } from 'react-i18next'
import { sinceText } from '../i18n/duration.ts'
import { perLocale } from '../i18n/per-locale.ts'
import { useNow } from './use-now.ts'

const exact = perLocale((locale) => new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'short' }))

/** How long ago an instant was, in words that follow a verb (“há 5 minutos”); the moment itself is its title. */
export function TimeAgo({ at, className }: { at: string; className?: string }) {
  const { language } = useTranslation().i18n
  const now = useNow()
  const date = new Date(at)
  return (
    <time dateTime={at} title={exact(language).format(date)} className={className}>
      {sinceText((now - date.getTime()) / 1_000, language)}
    </time>
  )
}

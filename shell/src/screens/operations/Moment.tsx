import { useTranslation } from 'react-i18next'
import { agoText } from '../../base/i18n/duration.ts'
import { perLocale } from '../../base/i18n/per-locale.ts'
import { secondsBetween } from './alarm-text.ts'

const exact = perLocale((locale) => new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'medium' }))

/** Time before the reading `now`. */
export function Moment({ at, now }: { at: string; now: string }) {
  const { language } = useTranslation().i18n
  return (
    <time dateTime={at} title={exact(language).format(new Date(at))} className="tabular-nums">
      {agoText(secondsBetween(at, now), language)}
    </time>
  )
}

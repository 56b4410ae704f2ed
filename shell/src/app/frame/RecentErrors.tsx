import { useRecentErrors } from '@recado/sdk/ui'
import { useTranslation } from 'react-i18next'

/** The errors of late, with the time of each: their toasts are short (S8-185). Nothing where there are none. */
export function RecentErrors() {
  const { t, i18n } = useTranslation('notifications')
  const errors = useRecentErrors()
  const time = new Intl.DateTimeFormat(i18n.language, { timeStyle: 'short' })
  if (errors.length === 0) return null
  return (
    <section aria-labelledby="recent-errors" className="mt-3 border-t border-line pt-3">
      <h2 id="recent-errors" className="mb-1 text-list font-semibold">
        {t('bell.errors')}
      </h2>
      <ul className="flex flex-col">
        {errors.map(({ id, text, at }) => (
          <li key={id} className="flex gap-3 border-t border-line py-2 text-list first:border-0">
            <time dateTime={at.toISOString()} className="shrink-0 text-ink-muted tabular-nums">
              {time.format(at)}
            </time>
            <span className="min-w-0 break-words">{text}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}

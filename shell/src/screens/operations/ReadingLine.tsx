import { classNames } from '@recado/sdk/ui'
import { RefreshCw, WifiOff } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { perLocale } from '../../base/i18n/per-locale.ts'

const clock = perLocale((locale) => new Intl.DateTimeFormat(locale, { timeStyle: 'medium' }))

/** Time of the reading; it stays in sight after a failed one. */
export function ReadingLine({ at, hasFailed }: { at: string; hasFailed: boolean }) {
  const { t, i18n } = useTranslation('operations')
  const Mark = hasFailed ? WifiOff : RefreshCw
  const time = clock(i18n.language).format(new Date(at))
  const look = hasFailed ? 'sticky top-0 z-10 text-danger' : 'text-ink-muted'
  return (
    <div className={classNames('-my-2 flex items-start gap-2 bg-canvas py-2 text-list', look)}>
      <Mark size={14} aria-hidden className="mt-0.5 shrink-0" />
      {/* Only a failure is announced: the time changes with every reading. */}
      <p className="tabular-nums" {...(hasFailed && { role: 'alert' })}>
        {t(hasFailed ? 'readFailed' : 'read', { time })}
      </p>
    </div>
  )
}

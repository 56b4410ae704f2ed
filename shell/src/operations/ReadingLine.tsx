import { classNames } from '@recado/sdk/ui'
import { RefreshCw, WifiOff } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { perLocale } from '../i18n/per-locale.ts'

const clock = perLocale((locale) => new Intl.DateTimeFormat(locale, { timeStyle: 'medium' }))

/** When the figures were read; where reading them anew failed it stays in sight. */
export function ReadingLine({ at, hasFailed }: { at: string; hasFailed: boolean }) {
  const { t, i18n } = useTranslation('operations')
  const Mark = hasFailed ? WifiOff : RefreshCw
  const time = clock(i18n.language).format(new Date(at))
  return (
    <div
      className={classNames('-my-2 flex items-start gap-2 bg-canvas py-2 text-list', hasFailed && 'sticky top-0 z-10')}
    >
      <Mark
        size={14}
        aria-hidden
        className={classNames('mt-0.5 shrink-0', hasFailed ? 'text-danger' : 'text-ink-muted')}
      />
      <p role="alert" className={classNames(hasFailed ? 'text-danger tabular-nums' : 'hidden')}>
        {hasFailed && t('readFailed', { time })}
      </p>
      {!hasFailed && <p className="text-ink-muted tabular-nums">{t('read', { time })}</p>}
    </div>
  )
}

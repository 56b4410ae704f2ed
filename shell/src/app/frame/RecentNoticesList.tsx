import { EmptyState, Popover, useRecentErrors } from '@recado/sdk/ui'
import { CircleCheck } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { OverlayState } from '../../base/ui/OverlayOnDemand.tsx'

/** The errors of late, with the time of each. */
export function RecentNoticesList(popover: OverlayState) {
  const { t, i18n } = useTranslation()
  const errors = useRecentErrors()
  const time = new Intl.DateTimeFormat(i18n.language, { timeStyle: 'short' })
  return (
    <Popover {...popover} label={t('notice.recent')} side="right" align="end" className="w-80">
      <h2 className="mb-2 text-list font-semibold">{t('notice.recent')}</h2>
      {errors.length === 0 ? (
        <EmptyState icon={<CircleCheck size={20} />} title={t('notice.none')}>
          {t('notice.noneDetail')}
        </EmptyState>
      ) : (
        <ul className="scroll-thin flex max-h-80 flex-col overflow-y-auto">
          {errors.map(({ id, text, at }) => (
            <li key={id} className="flex gap-3 border-t border-line py-2 text-list first:border-0">
              <time dateTime={at.toISOString()} className="shrink-0 text-ink-muted tabular-nums">
                {time.format(at)}
              </time>
              <span className="min-w-0 break-words">{text}</span>
            </li>
          ))}
        </ul>
      )}
    </Popover>
  )
}

import { Clock3, MessageSquareLock } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { ChannelCapabilities, ServiceWindowState } from '../../../base/contracts.ts'
import { timeLeft, worthShowing } from '../time-left.ts'
import { useNow } from '../../../base/ui/use-now.ts'

type Outside = NonNullable<ChannelCapabilities['serviceWindow']>['outside']

/** Remaining time for an answer, when it is short. */
export function WindowCountdown({
  window,
  outside,
}: {
  window: ServiceWindowState | undefined
  outside: Outside | undefined
}) {
  const { t, i18n } = useTranslation('attendance')
  const now = useNow()
  if (!window?.open || !window.endsAt) return null
  const left = window.endsAt.getTime() - now
  if (left > worthShowing) return null
  const words = timeLeft(left, i18n.language)
  return (
    <p role="timer" className="mx-auto flex w-full max-w-4xl items-center gap-1.5 px-1 pb-1.5 text-list text-warning">
      <Clock3 size={14} aria-hidden />
      {t(outside === 'rejected' ? 'window.closesInAll' : 'window.closesIn', { left: words })}
    </p>
  )
}

/** In the composer's place while its window is closed: why, and the actions of plugins that send what may pass. */
export function WindowClosed({
  outside,
  hasDraft,
  children,
}: {
  outside: Outside
  hasDraft: boolean
  children: ReactNode
}) {
  const { t } = useTranslation('attendance')
  return (
    <div
      role="status"
      className={
        'mx-auto flex w-full max-w-4xl flex-wrap items-center gap-3 rounded-lg border border-line bg-raised px-4 ' +
        'py-3 text-list'
      }
    >
      <MessageSquareLock size={20} className="shrink-0 text-ink-muted" aria-hidden />
      <p className="min-w-0 flex-1 basis-60">
        <span className="block font-semibold text-ink">
          {t(outside === 'rejected' ? 'window.closedAll' : 'window.closed')}
        </span>
        <span className="text-ink-muted">
          {t('window.explanation')}
          {hasDraft && ` ${t('composer.draftKept')}`}
        </span>
      </p>
      {outside !== 'rejected' && <span className="flex items-center gap-1.5">{children}</span>}
    </div>
  )
}

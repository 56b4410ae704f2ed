import { MessageSquareLock } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { timeLeft, worthShowing } from '../time-left.ts'
import { useNow } from '../../../base/ui/use-now.ts'

/** Remaining time in which the channel allows free answers, when it is short. */
export function WindowMark({ endsAt }: { endsAt: string }) {
  const { t, i18n } = useTranslation('attendance')
  const left = Date.parse(endsAt) - useNow()
  if (left <= 0 || left > worthShowing) return null
  const words = t('list.windowCloses', { left: timeLeft(left, i18n.language) })
  return (
    <span
      className="inline-flex shrink-0 items-center gap-0.5 text-xs font-medium tabular-nums text-warning"
      role="img"
      aria-label={words}
      title={words}
    >
      <MessageSquareLock size={12} aria-hidden />
      {timeLeft(left, i18n.language)}
    </span>
  )
}

import { Clock3 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { Message } from '../../../base/contracts.ts'
import { comingTime } from '../../../base/i18n/per-locale.ts'
import { useMessageWait } from '../../../data/messages/use-message-wait.ts'

/** Why a pending message waits, and until when; nothing while it goes out as usual. */
export function WaitNote({ message }: { message: Pick<Message, 'id' | 'timestamp'> }) {
  const { t, i18n } = useTranslation('attendance')
  const wait = useMessageWait(message)
  if (!wait || wait.reason === 'sending') return null
  const reason = t(`delivery.wait.${wait.reason}`, { count: wait.limit ?? 0 })
  return (
    <span
      role="status"
      className="mt-1.5 flex items-start gap-1.5 border-t border-line pt-1.5 text-list text-ink-muted"
    >
      <Clock3 size={14} className="mt-0.5 shrink-0" aria-hidden />
      <span>
        {wait.until === null
          ? reason
          : t('delivery.wait.until', { reason, time: comingTime(i18n.language, new Date(wait.until)) })}
      </span>
    </span>
  )
}

import { Forward } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { Message } from '../../../base/contracts.ts'

/** Says that the author passed the message on from somebody else. */
export function ForwardMark({ forwarded }: { forwarded: NonNullable<Message['forwarded']> }) {
  const { t } = useTranslation('attendance')
  return (
    <span className="mb-0.5 flex items-center gap-1 text-xs text-ink-muted italic">
      <Forward size={13} className="shrink-0" aria-hidden />
      {t(`message.forwarded.${forwarded}`)}
    </span>
  )
}

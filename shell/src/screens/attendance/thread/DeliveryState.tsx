import { Check, CheckCheck, CircleHelp, Clock3, TriangleAlert } from 'lucide-react'
import type { ReactElement } from 'react'
import { useTranslation } from 'react-i18next'
import type { Message, MessageStatus } from '../../../base/contracts.ts'

const marks: Record<Exclude<MessageStatus, 'received'>, ReactElement> = {
  pending: <Clock3 size={13} />,
  accepted: <Check size={14} />,
  sent: <Check size={14} />,
  delivered: <CheckCheck size={14} />,
  read: <CheckCheck size={14} className="text-accent-text" />,
  played: <CheckCheck size={14} className="text-accent-text" />,
  failed: <TriangleAlert size={13} className="text-danger" />,
  unknown: <CircleHelp size={13} className="text-warning" />,
}

/** State of a message; the reason of a failure is shown on hover and read aloud. */
export function DeliveryState({ status, failure }: Pick<Message, 'status' | 'failure'>) {
  const { t } = useTranslation('attendance')
  if (status === 'received') return null
  const words =
    failure && status === 'failed' ? t('delivery.failedWith', { reason: failure.message }) : t(`delivery.${status}`)
  return (
    <span role="img" aria-label={words} title={words} className="inline-flex">
      {marks[status]}
    </span>
  )
}

import { classNames } from '@recado/sdk/ui'
import { ChevronDown, ChevronsUp, ChevronUp, Equal } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { TicketPriority } from '../../../base/contracts.ts'

const marks = {
  low: [ChevronDown, 'text-ink-muted'],
  normal: [Equal, 'text-ink-muted'],
  high: [ChevronUp, 'text-warning'],
  urgent: [ChevronsUp, 'text-danger'],
} as const

/** The picture of a priority beside its word. */
export function PriorityIcon({ priority, size = 15 }: { priority: TicketPriority; size?: number }) {
  const [Icon, tone] = marks[priority]
  return <Icon size={size} className={classNames('shrink-0', tone)} aria-hidden />
}

/** Mark of an unusual priority; nothing for the normal one. */
export const PriorityMark = ({ priority }: { priority: TicketPriority }) =>
  priority !== 'normal' && <UnusualPriority priority={priority} />

function UnusualPriority({ priority }: { priority: TicketPriority }) {
  const { t } = useTranslation('attendance')
  const words = t('priority.is', { priority: t(`priority.${priority}`) })
  return (
    <span role="img" aria-label={words} title={words} className="inline-flex shrink-0">
      <PriorityIcon priority={priority} size={14} />
    </span>
  )
}

import { Badge, useWords, type BadgeProps } from '@recado/sdk/ui'
import type { TemplateStatus } from '../../templates/template-kinds.ts'
import type { Template } from '../../templates/template.ts'

const tones: Partial<Record<TemplateStatus, BadgeProps['tone']>> = {
  APPROVED: 'success',
  PENDING: 'accent',
  IN_APPEAL: 'accent',
  REJECTED: 'danger',
  DISABLED: 'danger',
  PAUSED: 'warning',
  LIMIT_EXCEEDED: 'warning',
}
export const StatusBadge = ({ status }: Pick<Template, 'status'>) => {
  const { t } = useWords()
  return <Badge tone={tones[status] ?? 'neutral'}>{t(`templates.status.${status}`)}</Badge>
}

const knownReasons = [
  'ABUSIVE_CONTENT',
  'INVALID_FORMAT',
  'PROMOTIONAL',
  'INCORRECT_CATEGORY',
  'TAG_CONTENT_MISMATCH',
  'SCAM',
]
const explained: readonly TemplateStatus[] = ['PENDING', 'PAUSED', 'DISABLED', 'DELETED']

/**
 * Explanation of a status for the author, with advice after a rejection (S4-074); nothing if the status explains
 * itself.
 */
export function StatusHelp({ status, rejectedReason }: Pick<Template, 'status' | 'rejectedReason'>) {
  const { t } = useWords()
  if (status !== 'REJECTED') return explained.includes(status) ? <>{t(`templates.statusHelp.${status}`)}</> : null
  if (rejectedReason === null) return <>{t('templates.reason.none')}</>
  const known = knownReasons.find((reason) => rejectedReason.startsWith(reason))
  const rest = known === undefined ? rejectedReason : rejectedReason.slice(known.length).replace(/^[\s:]+/, '')
  return (
    <>
      {known !== undefined && t(`templates.reason.${known}`)}
      {rest !== '' && ` ${t('templates.reason.other', { reason: rest })}`}
    </>
  )
}

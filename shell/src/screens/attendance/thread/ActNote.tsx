import { Spinner } from '@recado/sdk/ui'
import { useTranslation } from 'react-i18next'
import type { MessageActState } from '../../../base/contracts.ts'

/**
 * State of the last act on a message, while it is under way and when it failed. Nothing once it is done: the message
 * shows it.
 */
export function ActNote({ act }: { act: MessageActState }) {
  const { t } = useTranslation('attendance')
  if (act.state === 'done') return null
  if (act.state === 'pending')
    return (
      <span role="status" className="mt-1 flex items-center gap-1.5 text-xs text-ink-muted">
        <Spinner />
        {t(`messageAct.pending.${act.kind}`)}
      </span>
    )
  return (
    <span
      role="alert"
      className={act.state === 'failed' ? 'mt-1 block text-list text-danger' : 'mt-1 block text-list text-warning'}
    >
      {act.state === 'failed'
        ? t(`messageAct.failed.${act.kind}`, { reason: act.failure?.message ?? '' })
        : t(`messageAct.unknown.${act.kind}`)}
    </span>
  )
}

import { CircleCheck, TriangleAlert } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { Connection } from '../../base/contracts.ts'
import type { ChannelType } from '../../data/channels/use-channel-type.ts'
import { useConnectionCheck } from '../../data/channels/use-connections.ts'

/**
 * Result of the last test: the provider's name, or the broken step with its remedy, in the texts of the channel's
 * plugin.
 */
export function CheckResult({ connection, type }: { connection: Connection; type: ChannelType }) {
  const { t } = useTranslation('settings')
  const words = useTranslation(type.namespace, { useSuspense: false }).t as (
    key: string,
    options: { defaultValue: string },
  ) => string
  const result = useConnectionCheck(connection.id)
  if (!result) return null
  const step = result.step ?? 'unknown'
  const title = words(`check.${step}.title`, { defaultValue: t('channels.check.failed') })
  const fix = words(`check.${step}.fix`, { defaultValue: '' })
  return (
    <div role="status" className="flex gap-2.5 border-t border-line px-4 py-2.5 text-list">
      {result.ok ? (
        <>
          <CircleCheck size={16} className="mt-0.5 shrink-0 text-success" aria-hidden />
          <span>{t('channels.check.passed', { identity: result.identity ?? connection.name })}</span>
        </>
      ) : (
        <>
          <TriangleAlert size={16} className="mt-0.5 shrink-0 text-danger" aria-hidden />
          <span className="min-w-0">
            <span className="block font-medium">{title}</span>
            {fix && <span className="block">{fix}</span>}
            <span className="block text-xs wrap-anywhere text-ink-muted">
              {[result.code, result.message].filter(Boolean).join(' · ')}
            </span>
          </span>
        </>
      )}
    </div>
  )
}

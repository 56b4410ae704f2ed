import { Button } from '@recado/sdk/ui'
import { RefreshCw, TriangleAlert } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { Connection, ConnectionStatus } from '../../base/contracts.ts'
import { clockTime } from '../../base/i18n/per-locale.ts'
import type { ChannelType } from '../../data/channels/use-channel-type.ts'

/** States in which nothing goes on by itself. */
const stopped: ReadonlySet<ConnectionStatus> = new Set(['disconnected', 'timeout', 'conflict', 'passkey'])

interface StateWordsProps {
  connection: Connection
  type: ChannelType | undefined
  busy: boolean
  /** Absent for who may not manage channels. */
  onTryAgain: (() => void) | undefined
}

/**
 * What happened to a connection and what to do about it: in the words of its plugin where it has some for the code, and
 * otherwise in those of the provider.
 */
export function StateWords({ connection, type, busy, onTryAgain }: StateWordsProps) {
  const { t, i18n } = useTranslation('settings')
  const words = useTranslation(type?.namespace ?? 'settings', { useSuspense: false }).t as (
    key: string,
    options: { defaultValue: string },
  ) => string
  const { statusCode: code, statusDetail: detail, statusUntil: until, retries } = connection
  const title = code === null ? '' : words(`state.${code}.title`, { defaultValue: '' })
  const fix = code === null ? '' : words(`state.${code}.fix`, { defaultValue: '' })
  const waits = connection.status === 'disconnected' || connection.status === 'timeout'
  const facts = [
    title === '' ? detail : null,
    retries > 1 ? t('channels.retries', { count: retries }) : null,
    // The end of a code is said beside it.
    until === null || connection.status === 'qrcode'
      ? null
      : t(waits ? 'channels.retryAt' : 'channels.until', { time: clockTime(i18n.language).format(new Date(until)) }),
  ].filter((fact) => fact !== null)
  if (title === '' && facts.length === 0) return null
  const isStopped = connection.isActive && stopped.has(connection.status)
  return (
    <div role="status" className="flex gap-2.5 border-t border-line px-4 py-2.5 text-list">
      {title !== '' && <TriangleAlert size={16} className="mt-0.5 shrink-0 text-warning" aria-hidden />}
      <span className="min-w-0">
        {title !== '' && <span className="block font-medium">{title}</span>}
        {fix !== '' && <span className="block">{fix}</span>}
        {facts.length > 0 && <span className="block wrap-anywhere text-ink-muted">{facts.join(' · ')}</span>}
        {isStopped && onTryAgain && (
          <Button size="small" className="mt-2" busy={busy} icon={<RefreshCw size={14} />} onClick={onTryAgain}>
            {t('channels.tryAgain')}
          </Button>
        )}
      </span>
    </div>
  )
}

import { Button, classNames } from '@recado/sdk/ui'
import { Pencil, RefreshCw, TriangleAlert } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { Connection, ConnectionCheck } from '../../base/contracts.ts'
import { clockTime } from '../../base/i18n/per-locale.ts'
import type { ChannelType } from '../../data/channels/use-channel-type.ts'
import { CheckWords } from './CheckWords.tsx'
import { ProviderWords } from './ProviderWords.tsx'
import { isStopped, useStateWords } from './state-words.ts'

interface StateWordsProps {
  connection: Connection
  type: ChannelType | undefined
  busy: boolean
  /** What a test found broken, for a state that the plugin has no words for. */
  found: ConnectionCheck | undefined
  /** Both absent for who may not manage channels. */
  onTryAgain: (() => void) | undefined
  onEdit: (() => void) | undefined
}

/**
 * What happened to a connection and what to do about it: in the words of its plugin where it has some for the code,
 * otherwise in those for what a test found broken, and without a test in words for any channel.
 */
export function StateWords({ connection, type, busy, found, onTryAgain, onEdit }: StateWordsProps) {
  const { t, i18n } = useTranslation('settings')
  const { title, fix } = useStateWords(connection, type)
  const { status, statusDetail: detail, statusUntil: until, retries } = connection
  const waits = status === 'disconnected' || status === 'timeout'
  const facts = [
    retries > 1 ? t('channels.retries', { count: retries }) : null,
    // The end of a code is said beside it.
    until === null || status === 'qrcode'
      ? null
      : t(waits ? 'channels.retryAt' : 'channels.until', { time: clockTime(i18n.language).format(new Date(until)) }),
  ].filter((fact) => fact !== null)
  const isBroken = isStopped(connection)
  const quoted = title === '' && !found && detail !== null ? detail : undefined
  if (title === '' && facts.length === 0 && quoted === undefined && !isBroken) return null
  const general = isBroken && {
    title: t(status === 'conflict' ? 'channels.broken.conflict' : 'channels.broken.title'),
    fix: t(onTryAgain ? 'channels.broken.fix' : 'channels.broken.tell'),
  }
  const said = title === '' ? general : { title, fix }
  return (
    <div role="status" className="flex flex-col gap-2 border-t border-line px-4 py-2.5 text-list">
      <div className="flex gap-2.5">
        {type && found ? (
          <CheckWords result={found} type={type} name={connection.name} />
        ) : (
          said && (
            <>
              <TriangleAlert size={16} className="mt-0.5 shrink-0 text-warning" aria-hidden />
              <span className="min-w-0">
                <span className="block font-medium">{said.title}</span>
                {said.fix !== '' && <span className="block">{said.fix}</span>}
              </span>
            </>
          )
        )}
      </div>
      {quoted !== undefined && (
        <span className={classNames(said && 'pl-6.5')}>
          <ProviderWords code={connection.statusCode} message={quoted} />
        </span>
      )}
      {facts.length > 0 && (
        <span className={classNames('wrap-anywhere text-ink-muted', (found ?? said) && 'pl-6.5')}>
          {facts.join(' · ')}
        </span>
      )}
      {isBroken && onTryAgain && (
        <div className="ml-6.5 flex flex-wrap gap-2">
          <Button size="small" busy={busy} icon={<RefreshCw size={14} />} onClick={onTryAgain}>
            {t('channels.tryAgain')}
          </Button>
          {found && onEdit && (
            <Button size="small" variant="ghost" icon={<Pencil size={14} />} onClick={onEdit}>
              {t('channels.editSettings')}
            </Button>
          )}
        </div>
      )}
    </div>
  )
}

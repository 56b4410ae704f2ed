import { Badge, type BadgeProps } from '@recado/sdk/ui'
import { useTranslation } from 'react-i18next'
import { Moment } from './Moment.tsx'
import type { OperationsStatus, SessionCount, TroubledSession } from '@recado/sdk/client'
import { Part } from './Part.tsx'
import { useCountText } from './use-count-text.ts'

const tones: Readonly<Record<string, BadgeProps['tone']>> = {
  connected: 'success',
  connecting: 'accent',
  pairing: 'accent',
  qrcode: 'warning',
  passkey: 'warning',
  timeout: 'warning',
  conflict: 'danger',
  disconnected: 'danger',
}

/** The channels of all companies: how many each node has, and which of them cannot work. */
export function SessionList({ status: { sessions, troubled, at } }: { status: OperationsStatus }) {
  const { t } = useTranslation('operations')
  return (
    <Part name="sessions" value={sessions}>
      {(counts) => (
        <>
          {counts.length === 0 ? (
            <p className="text-list text-ink-muted">{t('sessions.none')}</p>
          ) : (
            <NodeSessions counts={counts} />
          )}
          {troubled === null && <p className="text-list text-warning">{t('sessions.troubledMissing')}</p>}
          {troubled !== null && troubled.length > 0 && (
            <div className="flex flex-col gap-2">
              <h3 className="text-list font-semibold">{t('sessions.troubled')}</h3>
              <ul className="flex flex-col divide-y divide-line">
                {troubled.map((one) => (
                  <li key={one.id} className="py-2.5 text-list first:pt-0 last:pb-0">
                    <Troubled session={one} now={at} />
                  </li>
                ))}
              </ul>
            </div>
          )}
        </>
      )}
    </Part>
  )
}

function NodeSessions({ counts }: { counts: readonly SessionCount[] }) {
  const { t } = useTranslation(['operations', 'settings'])
  const countText = useCountText()
  const nodes = [...new Set(counts.map(({ node }) => node))].toSorted((one, other) =>
    (one ?? '').localeCompare(other ?? ''),
  )
  return (
    <ul className="flex flex-col gap-2">
      {nodes.map((node) => (
        <li key={node} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 text-list">
          {node === null ? (
            <span className="font-medium text-warning">{t('operations:sessions.noNode')}</span>
          ) : (
            <span className="min-w-0 font-medium wrap-anywhere" translate="no">
              {node}
            </span>
          )}
          <span className="flex flex-wrap gap-2 tabular-nums">
            {counts
              .filter((one) => one.node === node)
              .map(({ status, count }) => (
                <Badge key={status} tone={tones[status] ?? 'neutral'}>
                  {t(`settings:channels.status.${status}`)}: {countText(count)}
                </Badge>
              ))}
          </span>
        </li>
      ))}
    </ul>
  )
}

function Troubled({ session, now }: { session: TroubledSession; now: string }) {
  const { t } = useTranslation(['operations', 'settings'])
  const { name, type, company, status, detail, node, retries, since } = session
  return (
    <>
      <p className="flex flex-wrap items-center gap-2">
        <span className="min-w-0 font-medium wrap-anywhere">{name}</span>
        <span className="min-w-0 text-ink-muted wrap-anywhere">{company}</span>
        <Badge tone={tones[status] ?? 'neutral'}>{t(`settings:channels.status.${status}`)}</Badge>
        {node === null && <Badge tone="warning">{t('operations:sessions.noNode')}</Badge>}
      </p>
      {detail && (
        <p className="mt-0.5 wrap-anywhere" translate="no">
          {detail}
        </p>
      )}
      <p className="mt-0.5 text-ink-muted tabular-nums">
        <span translate="no">{type}</span>
        {node !== null && (
          <>
            {' '}
            · <span translate="no">{node}</span>
          </>
        )}
        {' · '}
        <Moment at={since} now={now} />
        {retries > 0 && <> · {t('operations:sessions.retries', { count: retries })}</>}
      </p>
    </>
  )
}

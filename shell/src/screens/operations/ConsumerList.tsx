import { Badge } from '@recado/sdk/ui'
import { useTranslation } from 'react-i18next'
import { secondsText } from '../../base/i18n/duration.ts'
import { Fold } from './Fold.tsx'
import type { Alarm, ConsumerStanding, OperationsStatus } from '@recado/sdk/client'
import { Part } from './Part.tsx'
import { useCountText } from './use-count-text.ts'

const namesBehind = (alarms: readonly Alarm[]): ReadonlySet<string> =>
  new Set(
    alarms.flatMap((alarm) =>
      alarm.kind === 'consumerBehind' || alarm.kind === 'consumerStopped' ? [alarm.consumer] : [],
    ),
  )

/** Consumers of the event log: those in trouble first, the others folded. */
export function ConsumerList({ status: { bus, alarms } }: { status: OperationsStatus }) {
  const { t } = useTranslation('operations')
  return (
    <Part name="consumers" value={bus} description={t('consumers.description')}>
      {({ consumers }) => {
        const behind = namesBehind(alarms)
        const troubled = consumers.filter(
          ({ name, node, parked, dead }) => behind.has(name) || node === null || parked > 0 || dead > 0,
        )
        const well = consumers.filter((one) => !troubled.includes(one))
        return (
          <>
            {consumers.length === 0 && <p className="text-list text-ink-muted">{t('consumers.none')}</p>}
            {troubled.length > 0 && <Consumers consumers={troubled} behind={behind} />}
            {well.length > 0 && (
              <Fold title={t('consumers.well', { count: well.length })}>
                <Consumers consumers={well} behind={behind} />
              </Fold>
            )}
          </>
        )
      }}
    </Part>
  )
}

interface ConsumersProps {
  consumers: readonly ConsumerStanding[]
  behind: ReadonlySet<string>
}

function Consumers({ consumers, behind }: ConsumersProps) {
  return (
    <ul className="flex flex-col divide-y divide-line">
      {consumers.map((one) => (
        <li key={one.name} className="py-2.5 text-list first:pt-0 last:pb-0">
          <Consumer consumer={one} isBehind={behind.has(one.name)} />
        </li>
      ))}
    </ul>
  )
}

function Consumer({ consumer, isBehind }: { consumer: ConsumerStanding; isBehind: boolean }) {
  const { t, i18n } = useTranslation('operations')
  const countText = useCountText()
  const { name, node, lagEvents, lagSeconds, parked, dead } = consumer
  const counted = (count: number) => ({ count, number: countText(count) })
  const lag = { ...counted(lagEvents), time: secondsText(lagSeconds, i18n.language) }
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
      <div className="min-w-0">
        <p className="font-medium wrap-anywhere" translate="no">
          {name}
        </p>
        <p className="text-ink-muted">
          {node === null ? (
            t('consumers.noNode')
          ) : (
            <>
              {t('consumers.on')} <span translate="no">{node}</span>
            </>
          )}
        </p>
      </div>
      <p className="flex flex-wrap gap-2 tabular-nums">
        {node === null && <Badge tone="danger">{t('consumers.stopped')}</Badge>}
        {dead > 0 && <Badge tone="danger">{t('consumers.dead', counted(dead))}</Badge>}
        {parked > 0 && <Badge tone="warning">{t('consumers.parked', counted(parked))}</Badge>}
        {lagEvents === 0 ? (
          <Badge tone="success">{t('consumers.upToDate')}</Badge>
        ) : (
          <Badge tone={isBehind ? 'danger' : 'neutral'}>{t('consumers.lag', lag)}</Badge>
        )}
      </p>
    </div>
  )
}

import { Badge } from '@recado/sdk/ui'
import { useTranslation } from 'react-i18next'
import { agoText } from '../../base/i18n/duration.ts'
import { Fold } from './Fold.tsx'
import { Moment } from './Moment.tsx'
import type { NodeDeparture, NodeStanding, OperationsStatus } from '@recado/sdk/client'
import { Part } from './Part.tsx'

/** The nodes of the installation, and which went lately. */
export function NodeList({ status: { nodes, departures, alarms, at, node } }: { status: OperationsStatus }) {
  const { t } = useTranslation('operations')
  const silent = new Set(alarms.flatMap((alarm) => (alarm.kind === 'nodeSilent' ? [alarm.node] : [])))
  return (
    <Part name="nodes" value={nodes}>
      {(living) => (
        <>
          <ul className="flex flex-col divide-y divide-line">
            {living.map((one) => (
              <li key={one.name} className="flex flex-col gap-1 py-3 text-list first:pt-0 last:pb-0">
                <NodeFacts node={one} now={at} isSilent={silent.has(one.name)} answers={one.name === node} />
              </li>
            ))}
          </ul>
          {departures.length > 0 && (
            <Fold title={t('nodes.departures', { count: departures.length })}>
              <Departures departures={departures} now={at} />
            </Fold>
          )}
        </>
      )}
    </Part>
  )
}

interface NodeFactsProps {
  node: NodeStanding
  now: string
  isSilent: boolean
  answers: boolean
}

function NodeFacts({ node, now, isSilent, answers }: NodeFactsProps) {
  const { t, i18n } = useTranslation('operations')
  return (
    <>
      <p className="flex flex-wrap items-center gap-2">
        <span className="min-w-0 font-medium wrap-anywhere" translate="no">
          {node.name}
        </span>
        {answers && <Badge>{t('nodes.answers')}</Badge>}
        {node.draining && <Badge tone="warning">{t('nodes.draining')}</Badge>}
        {isSilent && <Badge tone="danger">{t('nodes.silent')}</Badge>}
      </p>
      <p className="text-ink-muted tabular-nums">
        {t('nodes.version', { version: node.version })} · {t('nodes.started')} <Moment at={node.startedAt} now={now} />
        {' · '}
        {t('nodes.lastSign', { ago: agoText(node.silentSeconds, i18n.language) })}
      </p>
      {node.duties.length > 0 && (
        <Fold title={t('nodes.duties', { count: node.duties.length })}>
          <ul className="flex flex-wrap gap-x-4 gap-y-1 text-ink-muted" translate="no">
            {node.duties.map((duty) => (
              <li key={duty} className="wrap-anywhere">
                {duty}
              </li>
            ))}
          </ul>
        </Fold>
      )}
    </>
  )
}

function Departures({ departures, now }: { departures: readonly NodeDeparture[]; now: string }) {
  const { t } = useTranslation('operations')
  return (
    <ul className="flex flex-col gap-2">
      {departures.map(({ name, at, announced }) => (
        <li key={`${name} ${at}`} className="flex flex-wrap items-center gap-2">
          <span className="wrap-anywhere" translate="no">
            {name}
          </span>
          <span className="text-ink-muted">
            <Moment at={at} now={now} />
          </span>
          {announced ? <Badge>{t('nodes.announced')}</Badge> : <Badge tone="warning">{t('nodes.unannounced')}</Badge>}
        </li>
      ))}
    </ul>
  )
}

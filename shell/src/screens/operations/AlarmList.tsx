import { classNames } from '@recado/sdk/ui'
import { ArrowDown, CircleAlert, CircleCheck, CircleHelp, TriangleAlert } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { sectionOfAlarm, useAlarmText } from './alarm-text.ts'
import type { Alarm, OperationsStatus } from '@recado/sdk/client'
import { leadTo } from './sections.ts'

const card = 'rounded-lg border border-line bg-surface'

/** Current alarms, the worst first, with advice; or a notice that there are none. */
export function AlarmList({ status: { alarms, missing, at } }: { status: OperationsStatus }) {
  const { t } = useTranslation('operations')
  const textOf = useAlarmText(at)
  return (
    <section aria-labelledby="operations-alarms" className="flex flex-col gap-2">
      <h2 id="operations-alarms" className="sr-only">
        {t('alarms.title')}
      </h2>
      {/* The number of alarms is announced; their figures change with every reading. */}
      <p role="status" className={classNames(alarms.length > 0 && 'sr-only')}>
        {alarms.length > 0 ? t('alarms.some', { count: alarms.length }) : <Calm isWhole={missing.length === 0} />}
      </p>
      {alarms.length > 0 && (
        <ol className={classNames(card, 'flex flex-col divide-y divide-line')}>
          {alarms.map((alarm) => (
            <AlarmItem key={keyOf(alarm)} alarm={alarm} {...textOf(alarm)} />
          ))}
        </ol>
      )}
    </section>
  )
}

/** One alarm is the same over the readings, with changing figures. */
const keyOf = (alarm: Alarm): string => {
  const about = 'consumer' in alarm ? alarm.consumer : 'node' in alarm ? alarm.node : 'pool' in alarm ? alarm.pool : ''
  return `${alarm.kind} ${about} ${alarm.kind === 'nodeLeft' ? alarm.at : ''}`
}

function Calm({ isWhole }: { isWhole: boolean }) {
  const { t } = useTranslation('operations')
  const Mark = isWhole ? CircleCheck : CircleHelp
  return (
    <span className={classNames(card, 'flex items-center gap-3 px-4 py-3 text-list font-medium pane:px-5')}>
      <Mark size={18} aria-hidden className={classNames('shrink-0', isWhole ? 'text-success' : 'text-warning')} />
      {t(isWhole ? 'alarms.none' : 'alarms.noneRead')}
    </span>
  )
}

function AlarmItem({ alarm, text, advice }: { alarm: Alarm; text: string; advice: string }) {
  const { t } = useTranslation('operations')
  const section = sectionOfAlarm[alarm.kind]
  const isError = alarm.severity === 'error'
  const Mark = isError ? CircleAlert : TriangleAlert
  return (
    <li className="flex items-start gap-3 px-4 py-3 text-list pane:px-5">
      <Mark
        size={18}
        className={classNames('mt-0.5 shrink-0', isError ? 'text-danger' : 'text-warning')}
        role="img"
        aria-label={t(`alarms.severity.${alarm.severity}`)}
      />
      <div className="min-w-0 flex-1">
        <p className="font-medium tabular-nums wrap-anywhere">{text}</p>
        <p className="mt-0.5 text-ink-muted wrap-anywhere">{advice}</p>
        <button
          type="button"
          onClick={() => leadTo(section)}
          className="mt-1 inline-flex items-center gap-1 rounded-sm py-0.5 font-medium text-accent-text hover:underline"
        >
          {t('alarms.goTo', { section: t(`sections.${section}`) })}
          <ArrowDown size={14} aria-hidden />
        </button>
      </div>
    </li>
  )
}

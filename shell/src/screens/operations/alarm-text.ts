import { useTranslation } from 'react-i18next'
import { agoText, secondsText } from '../../base/i18n/duration.ts'
import type { Alarm } from '@recado/sdk/client'
import type { SectionName } from './sections.ts'
import { useCountText } from './use-count-text.ts'

/** Section of the page with more about an alarm. */
export const sectionOfAlarm: Readonly<Record<Alarm['kind'], SectionName>> = {
  natsAway: 'events',
  filesAway: 'nodes',
  outboxWaits: 'events',
  consumerBehind: 'consumers',
  consumerStopped: 'consumers',
  sendsWait: 'deliveries',
  nodeSilent: 'nodes',
  nodeLeft: 'nodes',
  sessionsWithoutNode: 'sessions',
  sessionsDown: 'sessions',
  poolExhausted: 'pools',
  deadLetters: 'letters',
  jobsFailed: 'jobs',
}

/** So many consumers are named. */
const named = 3

/** Seconds between two instants of the server. */
export const secondsBetween = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / 1_000

/** Sentence of an alarm, and advice. `at` is the time of the reading. */
export function useAlarmText(at: string): (alarm: Alarm) => { readonly text: string; readonly advice: string } {
  const { t, i18n } = useTranslation('operations')
  const countText = useCountText()
  const lasting = (seconds: number) => secondsText(seconds, i18n.language)
  const list = (names: readonly string[]): string => {
    const others = names.length - named
    const shown = others > 0 ? [...names.slice(0, named), t('alarms.others', { count: others })] : names
    return new Intl.ListFormat(i18n.language).format(shown)
  }

  const counted = (count: number) => ({ count, number: countText(count) })
  const poolText = (pool: string): string => t(`pools.names.${pool}`, { defaultValue: pool })

  const factsOf = (alarm: Alarm): Record<string, string | number> => {
    switch (alarm.kind) {
      case 'natsAway':
        return { time: lasting(secondsBetween(alarm.since, at)) }
      case 'filesAway':
        return {}
      case 'outboxWaits':
        return { ...counted(alarm.events), time: lasting(alarm.seconds) }
      case 'consumerBehind':
        return { ...counted(alarm.events), consumer: alarm.consumer, time: lasting(alarm.seconds) }
      case 'consumerStopped':
        return { consumer: alarm.consumer }
      case 'sendsWait':
        return { ...counted(alarm.count), time: lasting(secondsBetween(alarm.since, at)) }
      case 'nodeSilent':
        return { node: alarm.node, time: lasting(alarm.seconds) }
      case 'nodeLeft':
        return { node: alarm.node, ago: agoText(secondsBetween(alarm.at, at), i18n.language) }
      case 'sessionsDown':
        return { ...counted(alarm.count), total: countText(alarm.total) }
      case 'poolExhausted':
        return { ...counted(alarm.waiting), pool: poolText(alarm.pool) }
      case 'deadLetters':
        return { ...counted(alarm.count), consumers: list(alarm.consumers) }
      case 'sessionsWithoutNode':
      case 'jobsFailed':
        return counted(alarm.count)
    }
  }
  return (alarm) => ({
    text: t(`alarms.kinds.${alarm.kind}.text`, factsOf(alarm)),
    advice: t(`alarms.kinds.${alarm.kind}.advice`),
  })
}

import { useWords } from '@recado/sdk/ui'
import { ChannelChart } from '../figures/day-charts.tsx'
import { useLastDays } from './use-last-days.ts'

/** How many conversations began in each channel in the last thirty days (S2-023), on the home page. */
export default function ChannelsCard() {
  const { t } = useWords()
  const span = useLastDays(30)
  return (
    <div className="flex flex-col gap-2">
      <ChannelChart filter={span} span={span} />
      <p className="text-list text-ink-muted">{t('figures.lastDays', { count: 30 })}</p>
    </div>
  )
}

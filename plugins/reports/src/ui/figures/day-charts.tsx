import { ErrorState, Skeleton, useNumberFormat, useWords } from '@recado/sdk/ui'
import type { Span } from '../../figures/span.ts'
import { DayChart } from './day-chart.tsx'
import { seriesBy, seriesOf } from './day-series.ts'
import { useDurationText } from './duration-text.ts'
import { channelQuestions, dayQuestions, type FigureFilter } from './questions.ts'
import { useFigures } from './use-figures.ts'

/** How many conversations began and were closed each day, and how long contacts waited for an answer. */
export function VolumeCharts({ filter, span }: { filter: FigureFilter; span: Span }) {
  const { t } = useWords()
  const number = useNumberFormat()
  const duration = useDurationText()
  const days = useFigures(dayQuestions(filter))
  if (days.isPending) return <Skeleton height="15rem" className="rounded-lg" />
  if (days.isError)
    return <ErrorState what={t('figures.what')} error={days.error} onRetry={() => void days.refetch()} />
  return (
    <div className="grid items-start gap-6 lg:grid-cols-2">
      <DayChart
        title={t('figures.volume')}
        span={span}
        series={[
          seriesOf('opened', t('figures.opened'), days.data.opened),
          seriesOf('closed', t('figures.closed'), days.data.closed),
        ]}
        format={number.whole}
      />
      <DayChart
        title={t('figures.times')}
        span={span}
        absent={null}
        series={[
          seriesOf('firstAnswer', t('figures.firstAnswer'), days.data.firstAnswer, ({ median }) => median),
          seriesOf('resolution', t('figures.resolution'), days.data.resolution, ({ median }) => median),
        ]}
        format={duration}
        isDuration
      />
    </div>
  )
}

/** How many conversations began in each channel, by day. */
export function ChannelChart({ filter, span }: { filter: FigureFilter; span: Span }) {
  const { t } = useWords()
  const number = useNumberFormat()
  const channels = useFigures(channelQuestions(filter))
  if (channels.isPending) return <Skeleton height="15rem" className="rounded-lg" />
  if (channels.isError)
    return <ErrorState what={t('figures.channels')} error={channels.error} onRetry={() => void channels.refetch()} />
  return (
    <DayChart
      title={t('figures.channels')}
      span={span}
      series={seriesBy(channels.data.channels, (row) => row.by[1]!.name ?? '–', t('figures.others'))}
      format={number.whole}
    />
  )
}

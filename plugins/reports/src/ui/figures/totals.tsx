import type { FactQuery } from '@recado/sdk'
import { ErrorState, Skeleton, useNumberFormat, useWords } from '@recado/sdk/ui'
import { spanBefore } from '../../figures/span.ts'
import { useDurationText } from './duration-text.ts'
import { behindQuery, countsMessages, totalQuestions, type FigureFilter } from './questions.ts'
import { useScoreText } from './use-score-text.ts'
import { keptShare } from './sla-share.ts'
import { Tile } from './tiles.tsx'
import { totalOf, useFigures } from './use-figures.ts'

const counts = [
  { question: 'opened', more: 'neither' },
  { question: 'closed', more: 'better' },
  { question: 'reopenings', more: 'worse' },
] as const
const messages = [
  { question: 'received', more: 'neither' },
  { question: 'sent', more: 'neither' },
] as const
/** Surveys whose score is shown, where anybody answered. */
const scores = ['nps', 'csat', 'ces'] as const
const durations = ['waiting', 'firstAnswer', 'resolution'] as const

interface TotalsProps {
  readonly filter: FigureFilter
  readonly compares: boolean
}
/** The totals of a period, each with its change since the period before. */
export function Totals({ filter, compares }: TotalsProps) {
  const { t, i18n } = useWords()
  const percent = new Intl.NumberFormat(i18n.language, { style: 'percent' })
  const number = useNumberFormat()
  const duration = useDurationText()
  const score = useScoreText()
  const now = useFigures(totalQuestions(filter))
  const before = useFigures(totalQuestions({ ...filter, ...spanBefore(filter) }), compares)
  if (now.isPending) return <Skeleton height="12rem" className="rounded-lg" />
  if (now.isError) return <ErrorState what={t('figures.what')} error={now.error} onRetry={() => void now.refetch()} />
  const shown = countsMessages(filter) ? [...counts, ...messages] : counts
  const opens = (measure: FactQuery['measure'], count: number, sla?: 'broken') =>
    count > 0
      ? { title: t(sla ? 'figures.late' : `figures.${measure}`), query: behindQuery(measure, filter, sla) }
      : undefined
  const answered = now.data.firstAnswer[0]?.sla
  const share = keptShare(answered)
  const past = compares && !before.isPlaceholderData ? before.data : undefined
  return (
    <dl
      className={
        'grid grid-cols-2 overflow-hidden rounded-lg border border-line bg-surface ' +
        'max-md:[&>:last-child:nth-child(odd)]:col-span-2 md:grid-cols-3 ' +
        'md:[&>:last-child:nth-child(3n+1)]:col-span-3 md:[&>:last-child:nth-child(3n+2)]:col-span-2'
      }
    >
      {shown.map(({ question, more }) => (
        <Tile
          key={question}
          name={t(`figures.${question}`)}
          value={number.whole(totalOf(now.data[question]))}
          opens={opens(question, totalOf(now.data[question]))}
          now={totalOf(now.data[question])}
          before={past && totalOf(past[question])}
          write={number.whole}
          more={more}
        />
      ))}
      {durations.map((question) => (
        <Tile
          key={question}
          name={t(`figures.${question}`)}
          value={duration(now.data[question][0]?.median)}
          opens={opens(question, totalOf(now.data[question]))}
          detail={t('figures.ninety', { duration: duration(now.data[question][0]?.p90) })}
          now={now.data[question][0]?.median ?? null}
          before={past && (past[question][0]?.median ?? null)}
          write={duration}
          more="worse"
        />
      ))}
      <Tile
        name={t('figures.sla')}
        value={share === null ? '–' : percent.format(share / 100)}
        detail={t('figures.lateCount', { count: answered?.broken ?? 0 })}
        opens={opens('firstAnswer', answered?.broken ?? 0, 'broken')}
        now={share}
        before={past && keptShare(past.firstAnswer[0]?.sla)}
        write={(kept) => percent.format(kept / 100)}
        more="better"
      />
      {scores
        .filter((question) => totalOf(now.data[question]) > 0)
        .map((question) => (
          <Tile
            key={question}
            name={t(`figures.${question}`)}
            value={score(question, now.data[question][0]?.mean)}
            detail={[
              t('figures.answers', { count: totalOf(now.data[question]) }),
              ...(past && totalOf(past[question]) > 0
                ? [t('figures.scoreBefore', { score: score(question, past[question][0]?.mean) })]
                : []),
            ].join(' · ')}
            opens={opens(question, totalOf(now.data[question]))}
            now={null}
            before={undefined}
            write={number.whole}
            more="better"
          />
        ))}
    </dl>
  )
}

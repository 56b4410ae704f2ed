import { useWords } from '@recado/sdk/ui'
import type { Report } from '../../report/report.ts'
import type { SurveyKind } from '../../survey/kind.ts'
import { useScoreText } from './score-words.ts'
import type { Slice } from './use-report.ts'

/** Lowest and highest score of a kind, for the height of a column. */
const bounds: Readonly<Record<SurveyKind, readonly [number, number]>> = {
  nps: [-100, 100],
  csat: [0, 100],
  ces: [1, 7],
}
const midday = (day: string): Date => new Date(`${day}T12:00:00`)

/** The score over time; each column opens the conversations of its days. */
export function Trend({ report, onOpen }: { report: Report; onOpen(slice: Slice, name: string): void }) {
  const { t, i18n } = useWords()
  const scoreText = useScoreText()
  const { kind } = report.survey!
  const [low, high] = bounds[kind]
  const written = new Intl.DateTimeFormat(i18n.language, { day: '2-digit', month: '2-digit' })
  const nameOf = ({ from, to }: { from: string; to: string }): string =>
    from === to ? written.format(midday(from)) : `${written.format(midday(from))} – ${written.format(midday(to))}`
  const [first, last] = [report.trend.at(0), report.trend.at(-1)]
  return (
    <section aria-labelledby="nps-trend" className="flex min-w-0 flex-col gap-2">
      <h2 id="nps-trend" className="text-list font-semibold">
        {t('report.trend')}
      </h2>
      <ol className="flex h-44 items-end gap-px rounded-sm border-b border-line-strong">
        {report.trend.map((column) => {
          const name = nameOf(column)
          const score = scoreText(kind, column.score)
          const height = column.score === null ? 0 : Math.max(4, ((column.score - low) / (high - low)) * 100)
          return (
            <li key={column.from} className="flex h-full min-w-0 flex-1 items-end">
              <button
                type="button"
                disabled={column.answers === 0}
                title={`${name}: ${score}`}
                aria-label={t('report.column', { name, score, count: column.answers })}
                className={
                  'flex h-full w-full cursor-pointer items-end rounded-t-sm hover:bg-hover disabled:cursor-default'
                }
                onClick={() => onOpen({ from: column.from, to: column.to, outcome: 'answered' }, name)}
              >
                <span aria-hidden className="block w-full rounded-t-sm bg-accent" style={{ height: `${height}%` }} />
              </button>
            </li>
          )
        })}
      </ol>
      {first && last && (
        <p className="flex justify-between text-xs text-ink-muted tabular-nums" aria-hidden>
          <span>{written.format(midday(first.from))}</span>
          <span>{written.format(midday(last.to))}</span>
        </p>
      )}
    </section>
  )
}

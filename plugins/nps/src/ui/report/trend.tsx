import { useWords } from '@recado/sdk/ui'
import type { Report } from '../../report/report.ts'
import { useScoreText } from './score-words.ts'
import { columnOf, heightOf, scales } from './trend-scale.ts'
import type { Slice } from './use-report.ts'

const colourOf = (isBelowZero: boolean): string => (isBelowZero ? 'bg-danger' : 'bg-accent')
const midday = (day: string): Date => new Date(`${day}T12:00:00`)

/** The score over time; each column opens the conversations of its days. */
export function Trend({ report, onOpen }: { report: Report; onOpen(slice: Slice, name: string): void }) {
  const { t, i18n } = useWords()
  const scoreText = useScoreText()
  const { kind } = report.survey!
  const scale = scales[kind]
  const written = new Intl.DateTimeFormat(i18n.language, { day: '2-digit', month: '2-digit' })
  const nameOf = ({ from, to }: { from: string; to: string }): string =>
    from === to ? written.format(midday(from)) : `${written.format(midday(from))} – ${written.format(midday(to))}`
  const [first, last] = [report.trend.at(0), report.trend.at(-1)]
  return (
    <section aria-labelledby="nps-trend" className="flex min-w-0 flex-col gap-2">
      <h2 id="nps-trend" className="text-list font-semibold">
        {t('report.trend')}
      </h2>
      <div className="flex h-44 gap-2">
        <p className="relative w-8 shrink-0 text-right text-xs text-ink-muted tabular-nums" aria-hidden>
          {[...new Set([scale.low, scale.zero, scale.high])].map((score) => (
            <span
              key={score}
              className="absolute right-0 translate-y-1/2 leading-none"
              style={{ bottom: `${heightOf(scale, score)}%` }}
            >
              {score}
            </span>
          ))}
        </p>
        <div className="relative min-w-0 flex-1 border-y border-line">
          <span
            aria-hidden
            className="absolute inset-x-0 border-t border-line-strong"
            style={{ bottom: `${heightOf(scale, scale.zero)}%` }}
          />
          <ol className="relative flex h-full gap-px">
            {report.trend.map((column) => {
              const name = nameOf(column)
              const score = scoreText(kind, column.score)
              const { bottom, height } = columnOf(scale, column.score ?? scale.zero)
              return (
                <li key={column.from} className="flex h-full min-w-0 flex-1">
                  <button
                    type="button"
                    disabled={column.answers === 0}
                    title={`${name}: ${score}`}
                    aria-label={t('report.column', { name, score, count: column.answers })}
                    className="relative h-full w-full cursor-pointer hover:bg-hover disabled:cursor-default"
                    onClick={() => onOpen({ from: column.from, to: column.to, outcome: 'answered' }, name)}
                  >
                    {column.score !== null && (
                      <span
                        aria-hidden
                        className={`absolute inset-x-0 rounded-sm ${colourOf(column.score < scale.zero)}`}
                        style={{ bottom: `${bottom}%`, height: `${height}%` }}
                      />
                    )}
                  </button>
                </li>
              )
            })}
          </ol>
        </div>
      </div>
      {first && last && (
        <p className="ml-10 flex justify-between text-xs text-ink-muted tabular-nums" aria-hidden>
          <span>{written.format(midday(first.from))}</span>
          <span>{written.format(midday(last.to))}</span>
        </p>
      )}
    </section>
  )
}

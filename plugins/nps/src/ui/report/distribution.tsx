import { useWords, VisuallyHidden } from '@recado/sdk/ui'
import type { Report } from '../../report/report.ts'
import { classOf, faces } from '../../survey/kind.ts'
import type { Slice } from './use-report.ts'

const colours = { good: 'bg-success', middle: 'bg-warning', bad: 'bg-danger' } as const

/** How often each grade was given, highest first. */
export function Distribution({ report, onOpen }: { report: Report; onOpen(slice: Slice, name: string): void }) {
  const { t } = useWords()
  const { kind } = report.survey!
  const most = Math.max(1, ...report.distribution.map(({ count }) => count))
  const highest = Math.max(...report.distribution.map(({ grade }) => grade))
  return (
    <section aria-labelledby="nps-distribution" className="flex flex-col gap-2">
      <h2 id="nps-distribution" className="text-list font-semibold">
        {t('report.distribution')}
      </h2>
      <ul className="flex flex-col gap-1">
        {report.distribution.toReversed().map(({ grade, count }) => {
          const name = t('report.grade', { grade })
          return (
            <li key={grade}>
              <button
                type="button"
                disabled={count === 0}
                className={
                  'grid w-full cursor-pointer grid-cols-[2.5rem_1fr_2.5rem] items-center gap-2 rounded-sm ' +
                  'text-list hover:bg-hover disabled:cursor-default'
                }
                onClick={() => onOpen({ grade }, name)}
              >
                <VisuallyHidden>{t('report.open', { name, count })}</VisuallyHidden>
                <span aria-hidden className="text-right tabular-nums">
                  {kind === 'csat' && `${faces[grade - 1]!} `}
                  {grade}
                </span>
                <span className="h-4 rounded-sm bg-hover" aria-hidden>
                  <span
                    className={`block h-4 rounded-sm ${colours[classOf(kind, grade, highest)]}`}
                    style={{ width: `${(count / most) * 100}%` }}
                  />
                </span>
                <span aria-hidden className="text-left tabular-nums">
                  {count}
                </span>
              </button>
            </li>
          )
        })}
      </ul>
    </section>
  )
}

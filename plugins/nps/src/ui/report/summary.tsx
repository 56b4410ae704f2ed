import { useWords } from '@recado/sdk/ui'
import type { Report } from '../../report/report.ts'
import { NumberButton } from './number-button.tsx'
import { useScoreText } from './score-words.ts'
import type { Slice } from './use-report.ts'

const outcomes = ['answered', 'invalid', 'timedOut', 'undelivered', 'waiting'] as const
const classes = ['good', 'middle', 'bad'] as const

/** Score, classes of grades, and what became of the requests. */
export function Summary({ report, onOpen }: { report: Report; onOpen(slice: Slice, name: string): void }) {
  const { t } = useWords()
  const scoreText = useScoreText()
  const { kind } = report.survey!
  return (
    <section
      aria-label={t('report.summary')}
      className="grid gap-4 rounded-lg border border-line bg-surface p-4 md:grid-cols-[auto_1fr]"
    >
      <div className="flex flex-col md:min-w-40">
        <span className="text-list text-ink-muted">{t(`kind.${kind}.score`)}</span>
        <span className="text-4xl font-semibold tracking-tight tabular-nums" data-score>
          {scoreText(kind, report.score)}
        </span>
        <span className="text-list text-ink-muted">
          {t('report.answersOf', { answers: report.outcomes.answered, asked: report.asked })}
        </span>
      </div>
      <div className="flex flex-col gap-3">
        <dl className="grid grid-cols-3 gap-2">
          {classes.map((name) => (
            <div key={name} className="flex flex-col">
              <dt className="text-list text-ink-muted">{t(`kind.${kind}.${name}`)}</dt>
              <dd>
                <NumberButton
                  count={report.classes[name]}
                  name={t(`kind.${kind}.${name}`)}
                  onOpen={() => onOpen({ class: name }, t(`kind.${kind}.${name}`))}
                />
              </dd>
            </div>
          ))}
        </dl>
        <dl className="grid grid-cols-2 gap-2 border-t border-line pt-3 sm:grid-cols-3 lg:grid-cols-6">
          {outcomes.map((outcome) => (
            <div key={outcome} className="flex flex-col">
              <dt className="text-list text-ink-muted">{t(`outcome.${outcome}`)}</dt>
              <dd>
                <NumberButton
                  count={report.outcomes[outcome]}
                  name={t(`outcome.${outcome}`)}
                  onOpen={() => onOpen({ outcome }, t(`outcome.${outcome}`))}
                />
              </dd>
            </div>
          ))}
          <div className="flex flex-col">
            <dt className="text-list text-ink-muted">{t('report.comments')}</dt>
            <dd>
              <NumberButton
                count={report.comments}
                name={t('report.comments')}
                onOpen={() => onOpen({ commented: 'true' }, t('report.comments'))}
              />
            </dd>
          </div>
        </dl>
      </div>
    </section>
  )
}

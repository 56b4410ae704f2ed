import { useWords } from '@recado/sdk/ui'
import { useId } from 'react'
import type { ReportPart } from '../../report/report.ts'
import type { SurveyKind } from '../../survey/kind.ts'
import { useScoreText } from './score-words.ts'

/** The score of each queue, user or connection. */
export function Parts({
  title,
  none,
  kind,
  parts,
  onOpen,
}: {
  title: string
  /** Name of the part that has none. */ none: string
  kind: SurveyKind
  parts: readonly ReportPart[]
  onOpen(id: string, name: string): void
}) {
  const { t } = useWords()
  const scoreText = useScoreText()
  const id = useId()
  return (
    <section aria-labelledby={id} className="flex min-w-0 flex-col gap-2">
      <h2 id={id} className="text-list font-semibold">
        {title}
      </h2>
      {parts.length === 0 ? (
        <p className="text-list text-ink-muted">{t('report.noAnswers')}</p>
      ) : (
        <ul className="flex flex-col divide-y divide-line">
          {parts.map((part) => {
            const name = part.name || none
            return (
              <li key={part.id ?? ''}>
                <button
                  type="button"
                  className="flex w-full cursor-pointer items-baseline gap-3 py-1.5 text-left text-list hover:bg-hover"
                  onClick={() => onOpen(part.id ?? 'none', name)}
                >
                  <span className="min-w-0 flex-1 break-words">{name}</span>
                  <span className="font-semibold tabular-nums">{scoreText(kind, part.score)}</span>
                  <span className="text-ink-muted tabular-nums">{t('report.answers', { count: part.answers })}</span>
                </button>
              </li>
            )
          })}
        </ul>
      )}
    </section>
  )
}

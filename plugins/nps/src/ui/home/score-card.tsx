import { ErrorState, Skeleton, usePermission, useWords } from '@recado/sdk/ui'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { lastDays, useReport } from '../report/use-report.ts'
import { useScoreText } from '../report/score-words.ts'

const days = 30

/** The score of the last days, on the home page. */
export default function ScoreCard() {
  const { t } = useWords()
  const mayManage = usePermission('manage')
  const scoreText = useScoreText()
  const [span] = useState(() => lastDays(days))
  const report = useReport({ surveyId: '', ...span, queueId: '', userId: '', connectionId: '' }, true)
  if (report.isPending) return <Skeleton lines={3} />
  if (report.isError)
    return <ErrorState what={t('home.title')} error={report.error} onRetry={() => void report.refetch()} />
  const { survey, score, outcomes, asked } = report.data
  if (!survey)
    return (
      <section className="flex flex-col gap-1 text-list">
        <h2 className="text-thread font-semibold">{t('home.title')}</h2>
        <p className="text-ink-muted">{t('home.none')}</p>
        {mayManage && (
          <Link to={'/configuracoes/nps' as never} className="underline underline-offset-2">
            {t('report.toSettings')}
          </Link>
        )}
      </section>
    )
  return (
    <section className="flex flex-col gap-1 text-list">
      <h2 className="text-thread font-semibold">{survey.name}</h2>
      <p className="flex items-baseline gap-2">
        <span className="text-3xl font-semibold tracking-tight tabular-nums" data-score>
          {scoreText(survey.kind, score)}
        </span>
        {t(`kind.${survey.kind}.score`) !== survey.name && (
          <span className="text-ink-muted">{t(`kind.${survey.kind}.score`)}</span>
        )}
      </p>
      <p className="text-ink-muted">
        {t('report.answersOf', { answers: outcomes.answered, asked })} · {t('report.lastDays', { days })}
      </p>
      <Link to={'/relatorios/nps' as never} className="underline underline-offset-2">
        {t('home.open')}
      </Link>
    </section>
  )
}

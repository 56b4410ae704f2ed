import { Badge, Button, EmptyState, ErrorState, Icon, SaveFileButton, Skeleton, useApi, useWords } from '@recado/sdk/ui'
import { Link } from '@tanstack/react-router'
import type { RefObject } from 'react'
import type { Answer } from '../../report/report.ts'
import { queryOf, useAnswers, type ReportFilter, type Slice } from './use-report.ts'

interface AnswersProps {
  filter: ReportFilter
  slice: Slice
  /** What was opened; empty for everything. */ name: string
  heading: RefObject<HTMLHeadingElement | null>
  isValid: boolean
  onAll(): void
}

/** The conversations of the report, or of a number of it, and the same as a table. */
export function Answers({ filter, slice, name, heading, isValid, onAll }: AnswersProps) {
  const { t } = useWords()
  const list = useAnswers(filter, slice, isValid)
  const answers = list.data?.pages.flatMap((page) => page.answers) ?? []
  return (
    <section aria-labelledby="nps-answers" className="flex flex-col gap-3">
      <header className="flex flex-wrap items-center justify-between gap-2">
        <h2 id="nps-answers" ref={heading} tabIndex={-1} className="text-list font-semibold">
          {name === '' ? t('answers.title') : t('answers.of', { name })}
        </h2>
        <span className="flex gap-2">
          {name !== '' && (
            <Button size="small" variant="ghost" onClick={onAll}>
              {t('answers.all')}
            </Button>
          )}
          <SaveAnswers filter={filter} slice={slice} />
        </span>
      </header>
      {list.isPending && isValid && <Skeleton height="8rem" className="rounded-lg" />}
      {list.isError && <ErrorState what={t('answers.title')} error={list.error} onRetry={() => void list.refetch()} />}
      {list.isSuccess && answers.length === 0 && !list.hasNextPage && (
        <EmptyState icon={<Icon name="message-circle" />} title={t('answers.none')}>
          {t('answers.noneHelp')}
        </EmptyState>
      )}
      {answers.length > 0 && (
        <ol className="flex flex-col gap-2">
          {answers.map((answer) => (
            <li key={answer.id}>
              <AnswerCard answer={answer} />
            </li>
          ))}
        </ol>
      )}
      {list.hasNextPage && (
        <Button className="self-center" busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
          {t('answers.more')}
        </Button>
      )}
    </section>
  )
}

const tones = {
  answered: 'success',
  invalid: 'warning',
  timedOut: 'neutral',
  undelivered: 'danger',
  waiting: 'accent',
} as const

function AnswerCard({ answer }: { answer: Answer }) {
  const { t, i18n } = useWords()
  const outcome = answer.outcome ?? 'waiting'
  const at = new Intl.DateTimeFormat(i18n.language, { dateStyle: 'short', timeStyle: 'short' }).format(
    new Date(answer.askedAt),
  )
  return (
    <article className="flex flex-col gap-1 rounded-lg border border-line bg-surface p-3 text-list">
      <header className="flex flex-wrap items-center gap-x-3 gap-y-1">
        {answer.grade === null ? (
          <Badge tone={tones[outcome]}>{t(`outcome.${outcome}`)}</Badge>
        ) : (
          <strong className="tabular-nums">
            {t('answers.grade', { grade: answer.grade, highest: answer.highest })}
          </strong>
        )}
        <Link
          to={`/atendimento/${answer.ticketId}` as never}
          className="min-w-0 break-words underline underline-offset-2"
        >
          {answer.contact} <span className="tabular-nums">· {answer.protocol}</span>
        </Link>
        <time dateTime={answer.askedAt} className="ml-auto text-xs text-ink-muted tabular-nums">
          {at}
        </time>
      </header>
      {answer.comment !== null && <p className="break-words whitespace-pre-line">{answer.comment}</p>}
      <p className="text-xs text-ink-muted">
        {[answer.queue, answer.user, answer.connection].filter((name) => name !== null && name !== '').join(' · ')}
      </p>
    </article>
  )
}

/** Saves the answers as a table. */
function SaveAnswers({ filter, slice }: { filter: ReportFilter; slice: Slice }) {
  const { t } = useWords()
  const api = useApi()
  return (
    <SaveFileButton
      load={() => api.blob('answers.csv', { query: queryOf(filter, slice) })}
      name={`nps-${filter.from}-${filter.to}.csv`}
    >
      {t('answers.export')}
    </SaveFileButton>
  )
}

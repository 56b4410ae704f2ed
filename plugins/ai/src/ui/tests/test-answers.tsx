import { Badge, useErrorText, useWords } from '@recado/sdk/ui'
import type { TestOutcome, TestResult } from '../../tests/test-set.ts'
import { useReasonText } from '../reason-text.ts'

interface TestAnswersProps {
  results: readonly TestResult[]
  /** Of another run, found by the question; undefined where none is compared. */
  others: readonly TestResult[] | undefined
  names: readonly [string, string]
}

/** Every question of a run with its answer, and how it was judged. */
export function TestAnswers({ results, others, names }: TestAnswersProps) {
  const { t } = useWords()
  return (
    <ol className="flex flex-col gap-3">
      {results.map(({ position, question, facts, refuses, result }) => {
        const other = others?.find((one) => one.question === question)?.result
        return (
          <li key={position} className="flex min-w-0 flex-col gap-2 border-t border-line pt-3 text-list">
            <p className="font-medium break-words whitespace-pre-wrap">{question}</p>
            <p className="text-xs break-words text-ink-muted">
              {refuses ? t('tests.refuses') : t('tests.expects', { facts: facts.join(' · ') })}
            </p>
            <div className={others ? 'grid grid-cols-1 gap-2 sm:grid-cols-2' : undefined}>
              <Answer name={others ? names[0] : ''} result={result} />
              {others && <Answer name={names[1]} result={other ?? null} />}
            </div>
          </li>
        )
      })}
    </ol>
  )
}

function Answer({ name, result }: { name: string; result: TestOutcome | null }) {
  const { t } = useWords()
  const textOf = useErrorText()
  const reasonText = useReasonText()
  const judged = (what: 'resolved' | 'cited' | 'refused', value: boolean | null) =>
    value === null ? null : (
      <Badge key={what} tone={value ? 'success' : 'danger'}>
        {t(`tests.judged.${what}.${value ? 'yes' : 'no'}`)}
      </Badge>
    )
  return (
    <div className="flex min-w-0 flex-col gap-1 rounded-lg bg-canvas px-3 py-2">
      {name !== '' && <p className="text-xs text-ink-muted">{name}</p>}
      {!result && <p className="text-ink-muted">{t('tests.waiting')}</p>}
      {result && (
        <>
          {result.text !== '' && <p className="break-words whitespace-pre-wrap">{result.text}</p>}
          {result.calls.map((call, at) => (
            <p key={at} className="text-xs text-ink-muted">
              {t('trial.would', { name: call.name })}
            </p>
          ))}
          {result.handOver !== null && (
            <p className="text-xs text-warning">{t('trial.handsOver', { reason: reasonText(result.handOver) })}</p>
          )}
          {result.sources.length > 0 && (
            <p className="text-xs text-ink-muted">{t('trial.sources', { titles: result.sources.join(', ') })}</p>
          )}
          {result.missing.length > 0 && (
            <p className="text-xs text-danger">{t('tests.missing', { facts: result.missing.join(' · ') })}</p>
          )}
          {result.failure !== null && <p className="text-xs text-danger">{textOf(result.failure)}</p>}
          <p className="flex flex-wrap gap-1">
            {judged('resolved', result.isResolved)}
            {judged('cited', result.isCited)}
            {judged('refused', result.isRefused)}
          </p>
        </>
      )}
    </div>
  )
}

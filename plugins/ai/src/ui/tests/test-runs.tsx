import {
  Badge,
  Button,
  ErrorState,
  Icon,
  IconButton,
  Select,
  Skeleton,
  Table,
  toast,
  useErrorText,
  useNumberFormat,
  useWords,
} from '@recado/sdk/ui'
import { useState } from 'react'
import type { TestRun } from '../../tests/test-set.ts'
import { useCostText } from '../cost-text.ts'
import { DownloadRun } from './download-run.tsx'
import { TestAnswers } from './test-answers.tsx'
import { useRemoveRun, useRunTests, useTestRun } from './use-tests.ts'

interface TestRunsProps {
  prompt: string
  runs: readonly TestRun[]
  canRun: boolean
}

type Part = TestRun['resolved']

/** Runs of the test questions in figures; of a chosen one every answer, beside that of another run. */
export function TestRuns({ prompt, runs, canRun }: TestRunsProps) {
  const { t, i18n } = useWords()
  const textOf = useErrorText()
  const format = useNumberFormat()
  const { money } = useCostText()
  const run = useRunTests(prompt)
  const remove = useRemoveRun(prompt)
  const [chosen, setChosen] = useState('')
  const [other, setOther] = useState('')
  const shown = runs.find(({ id }) => id === chosen) ?? runs[0]
  const compared = runs.find(({ id }) => id === other && id !== shown?.id)
  const answers = useTestRun(shown?.id ?? '', shown?.done ?? 0)
  const others = useTestRun(compared?.id ?? '', compared?.done ?? 0)
  const part = ({ right, of }: Part): string =>
    of === 0
      ? '–'
      : t('tests.part', { right: format.whole(right), of: format.whole(of), percent: Math.round((right / of) * 100) })
  const nameOf = ({ version, startedAt }: TestRun): string =>
    `${t('versions.number', { number: version })} · ${new Date(startedAt).toLocaleString(i18n.language, {
      dateStyle: 'short',
      timeStyle: 'short',
    })}`
  return (
    <div className="flex min-w-0 flex-col gap-4 pt-4">
      <Button
        variant="primary"
        className="self-start"
        busy={run.isPending}
        disabled={!canRun}
        onClick={() => run.mutate(undefined, { onError: (error) => void toast.error(error) })}
      >
        {t('tests.run')}
      </Button>
      {runs.length === 0 && <p className="text-list text-ink-muted">{t('tests.noRuns')}</p>}
      {runs.length > 0 && (
        <Table label={t('tests.runs')}>
          <thead>
            <tr>
              <th scope="col">{t('tests.table.run')}</th>
              <th scope="col" className="text-right">
                {t('tests.table.resolved')}
              </th>
              <th scope="col" className="text-right">
                {t('tests.table.cited')}
              </th>
              <th scope="col" className="text-right">
                {t('tests.table.refused')}
              </th>
              <th scope="col" className="text-right">
                {t('tests.table.tokens')}
              </th>
              <th scope="col" className="text-right">
                {t('usage.cost')}
              </th>
              <th scope="col" aria-label={t('tests.acts')} />
            </tr>
          </thead>
          <tbody>
            {runs.map((one) => (
              <tr key={one.id} aria-current={one.id === shown?.id}>
                <td>
                  <button
                    type="button"
                    className="text-left underline-offset-2 hover:underline"
                    onClick={() => setChosen(one.id)}
                  >
                    {nameOf(one)}
                  </button>
                  {one.startedBy && <p className="text-xs text-ink-muted">{one.startedBy}</p>}
                  {one.finishedAt === null && (
                    <span className="flex items-center gap-2 text-xs text-ink-muted">
                      <progress
                        className="w-24"
                        aria-label={t('tests.progress', { done: one.done, total: one.total })}
                        value={one.done}
                        max={one.total}
                      />
                      {t('tests.progress', { done: one.done, total: one.total })}
                    </span>
                  )}
                  {one.failure && <p className="text-xs text-danger">{textOf(one.failure)}</p>}
                </td>
                <td className="text-right whitespace-nowrap tabular-nums">{part(one.resolved)}</td>
                <td className="text-right whitespace-nowrap tabular-nums">{part(one.cited)}</td>
                <td className="text-right whitespace-nowrap tabular-nums">{part(one.refused)}</td>
                <td className="text-right whitespace-nowrap tabular-nums">{format.whole(one.tokens)}</td>
                <td className="text-right whitespace-nowrap tabular-nums">{one.cost ? money(one.cost) : '–'}</td>
                <td className="text-right">
                  <IconButton
                    icon={<Icon name="trash-2" size={16} />}
                    label={t('tests.removeRun', { name: nameOf(one) })}
                    onClick={() => remove.mutate(one.id, { onError: (error) => void toast.error(error) })}
                  />
                </td>
              </tr>
            ))}
          </tbody>
        </Table>
      )}
      {shown && (
        <section aria-label={t('tests.answers')} className="flex min-w-0 flex-col gap-3">
          <div className="flex flex-wrap items-center gap-2 text-list">
            <Badge>{nameOf(shown)}</Badge>
            {runs.length > 1 && (
              <Select
                aria-label={t('tests.compare')}
                value={compared?.id ?? ''}
                options={[
                  { value: '', label: t('tests.compareNone') },
                  ...runs.filter(({ id }) => id !== shown.id).map((one) => ({ value: one.id, label: nameOf(one) })),
                ]}
                onValueChange={setOther}
              />
            )}
            <DownloadRun run={shown} />
          </div>
          {answers.isPending && <Skeleton lines={4} />}
          {answers.isError && (
            <ErrorState what={t('tests.answers')} error={answers.error} onRetry={() => void answers.refetch()} />
          )}
          {answers.data && (
            <TestAnswers
              results={answers.data.results}
              others={compared ? (others.data?.results ?? []) : undefined}
              names={[nameOf(shown), compared ? nameOf(compared) : '']}
            />
          )}
        </section>
      )}
    </div>
  )
}

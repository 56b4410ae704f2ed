import { Button, useErrorText, useNumberFormat } from '@recado/sdk/ui'
import { useQueryClient } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useEffect, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { ContactImport } from '../../../base/contracts.ts'
import { useContactImportActs } from './use-contact-imports.ts'

const counts = ['created', 'updated', 'skipped', 'refused'] as const

/** Progress, results of the rows, and the file of the rejected ones. */
export function ImportProgress({ done: one, footer }: { done: ContactImport; footer: ReactNode }) {
  const { t } = useTranslation('bulk')
  const textOf = useErrorText()
  const numbers = useNumberFormat()
  const queries = useQueryClient()
  const { cancel, refused } = useContactImportActs()
  const running = one.state === 'running'
  const left = one.state === 'cancelled' || one.state === 'failed' ? one.rows - one.done : 0
  const failure = cancel.error ?? refused.error
  useEffect(() => {
    if (!running) void queries.invalidateQueries({ queryKey: ['contacts'] })
  }, [running, queries])
  return (
    <div className="flex flex-col gap-5">
      <div className="flex flex-col gap-2">
        <p role="status" className="font-medium">
          {t(`import.state.${one.state}`)}
        </p>
        <p className="text-list text-ink-muted">
          <span className="wrap-anywhere">{one.name}</span> ·{' '}
          {t('import.doneOf', { done: numbers.whole(one.done), rows: numbers.whole(one.rows) })}
        </p>
        <progress
          className="h-2 w-full accent-accent"
          aria-label={t('import.progress')}
          value={one.done}
          max={Math.max(1, one.rows)}
        />
        {running && <p className="text-list text-ink-muted">{t('import.goesOn')}</p>}
      </div>
      <dl className="grid grid-cols-2 gap-3 pane:grid-cols-4">
        {counts.map((count) => (
          <div key={count} className="rounded-lg border border-line px-3 py-2">
            <dt className="text-xs text-ink-muted">{t(`import.count.${count}`)}</dt>
            <dd className="text-lg font-semibold tabular-nums">{numbers.whole(one[count])}</dd>
          </div>
        ))}
      </dl>
      {left > 0 && <p className="text-list">{t('import.left', { count: left, shown: numbers.whole(left) })}</p>}
      {one.refused + left > 0 && !running && (
        <div className="flex flex-col items-start gap-2 rounded-lg bg-raised px-3 py-3 text-list">
          <p>{t('import.refusedHint')}</p>
          <Button
            size="small"
            icon={<Download size={14} />}
            busy={refused.isPending}
            onClick={() => refused.mutate(one.id)}
          >
            {t('import.refusedFile')}
          </Button>
        </div>
      )}
      {failure && (
        <p role="alert" className="k-field-error">
          {textOf(failure)}
        </p>
      )}
      <div className="flex flex-wrap justify-end gap-2">
        {running && (
          <Button className="mr-auto" busy={cancel.isPending} onClick={() => cancel.mutate(one.id)}>
            {t('import.cancel')}
          </Button>
        )}
        {footer}
      </div>
    </div>
  )
}

import { Badge, Button, ErrorState, Skeleton, useErrorText, ApiError } from '@recado/sdk/ui'
import { CheckCheck, Forward } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { TicketBatch } from '../../../base/contracts.ts'
import { useBatchActs, useBatches } from './use-batches.ts'

const MassDialog = lazy(async () => ({ default: (await import('./MassDialog.tsx')).MassDialog }))

const shown = 3
const tones = { running: 'accent', done: 'success', cancelled: 'neutral', failed: 'danger' } as const

/** S2-024, S2-025: for administrators on /home. */
export function MassActions() {
  const { t } = useTranslation('tickets')
  const batches = useBatches()
  const [dialog, setDialog] = useState<TicketBatch['kind'] | null>(null)
  const isRunning = batches.data?.some((batch) => batch.state === 'running') ?? false
  return (
    <section aria-label={t('mass.title')} className="flex flex-col gap-3 rounded-lg border border-line bg-surface p-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <div className="min-w-0">
          <h2 className="font-semibold">{t('mass.title')}</h2>
          <p className="text-list text-ink-muted">{t('mass.detail')}</p>
        </div>
        <div className="flex flex-wrap gap-2">
          <Button icon={<Forward size={15} />} disabled={isRunning} onClick={() => setDialog('transfer')}>
            {t('mass.transfer')}
          </Button>
          <Button icon={<CheckCheck size={15} />} disabled={isRunning} onClick={() => setDialog('resolve')}>
            {t('mass.resolve')}
          </Button>
        </div>
      </div>
      {batches.isPending ? (
        <Skeleton lines={1} />
      ) : batches.isError ? (
        <ErrorState what={t('mass.what')} error={batches.error} onRetry={() => void batches.refetch()} />
      ) : (
        batches.data.length > 0 && (
          <ul aria-label={t('mass.history')} className="flex flex-col divide-y divide-line border-t border-line">
            {batches.data.slice(0, shown).map((batch) => (
              <BatchLine key={batch.id} batch={batch} />
            ))}
          </ul>
        )
      )}
      <Suspense fallback={null}>{dialog && <MassDialog kind={dialog} onClose={() => setDialog(null)} />}</Suspense>
    </section>
  )
}

function BatchLine({ batch }: { batch: TicketBatch }) {
  const { t, i18n } = useTranslation('tickets')
  const textOf = useErrorText()
  const { cancel } = useBatchActs()
  const to = [batch.user, batch.queue].filter((name) => name !== null).join(' · ')
  const left = Object.entries(batch.problems)
  const looked = batch.done + left.reduce((sum, [, count]) => sum + count, 0)
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2.5 text-list" aria-live="polite">
      <Badge tone={tones[batch.state]}>{t(`mass.${batch.state}`)}</Badge>
      <span className="min-w-0 flex-1 leading-tight">
        <span className="block wrap-anywhere">
          {batch.kind === 'transfer' ? t('mass.transferTo', { to }) : t('mass.resolveAll')} ·{' '}
          <span className="tabular-nums">{t('mass.progress', { done: batch.done, total: batch.total })}</span>
        </span>
        <span className="block text-xs text-ink-muted">
          {t('mass.by', {
            name: batch.requestedBy,
            at: new Intl.DateTimeFormat(i18n.language, { dateStyle: 'short', timeStyle: 'short' }).format(
              new Date(batch.createdAt),
            ),
          })}
        </span>
        {left.map(([code, count]) => (
          <span key={code} className="block text-xs text-ink-muted">
            {t('mass.left', { count, reason: textOf(new ApiError(code, 409)) })}
          </span>
        ))}
      </span>
      {batch.state === 'running' && (
        <>
          <progress
            className="h-1.5 w-24 accent-accent"
            max={Math.max(1, batch.total)}
            value={looked}
            aria-label={t('mass.running')}
          />
          <Button size="small" busy={cancel.isPending} onClick={() => cancel.mutate(batch.id)}>
            {t('mass.cancel')}
          </Button>
        </>
      )}
    </li>
  )
}

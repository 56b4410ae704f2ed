import { Button, Dialog, ErrorState, Skeleton, toast } from '@recado/sdk/ui'
import { RotateCcw } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { WebhookDeliveryDetail } from '../../base/contracts.ts'
import { reportFailure } from '../../base/ui/report-failure.ts'
import { useWebhookWords } from './use-webhook-words.ts'
import { useDelivery, useReplays } from './use-webhooks.ts'

const code = 'rounded-md border border-line bg-canvas p-3 text-xs break-all whitespace-pre-wrap'

/** One delivery: what is sent, and every attempt with its answer. */
export function DeliveryDetail({ endpointId, id, onClose }: { endpointId: string; id: string; onClose(): void }) {
  const { t } = useTranslation('webhooks')
  const words = useWebhookWords()
  const query = useDelivery(endpointId, id)
  const { one } = useReplays(endpointId)
  const delivery = query.data
  return (
    <Dialog
      open
      shape="sheet"
      title={delivery ? words.event(delivery.type) : t('one.title')}
      description={delivery && `${t(`delivery.${delivery.state}`)} · ${words.moment(delivery.createdAt)}`}
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
      footer={
        <>
          <Button onClick={onClose}>{t('one.close')}</Button>
          {delivery && delivery.state !== 'waiting' && (
            <Button
              variant="primary"
              icon={<RotateCcw size={16} />}
              busy={one.isPending}
              onClick={() => one.mutate(id, { onError: reportFailure, onSuccess: () => toast.success(t('replayed')) })}
            >
              {t('replay')}
            </Button>
          )}
        </>
      }
    >
      {query.isPending && <Skeleton height="12rem" className="rounded-lg" />}
      {query.isError && <ErrorState what={t('list.what')} error={query.error} onRetry={() => void query.refetch()} />}
      {delivery && <Told delivery={delivery} />}
    </Dialog>
  )
}

function Told({ delivery: { id, body, log } }: { delivery: WebhookDeliveryDetail }) {
  const { t } = useTranslation('webhooks')
  const words = useWebhookWords()
  return (
    <div className="flex min-w-0 flex-col gap-4">
      <p className="text-xs text-ink-muted wrap-anywhere" translate="no">
        webhook-id: {id}
      </p>
      <section className="flex flex-col gap-2">
        <h3 className="k-label">{t('one.attempts')}</h3>
        {log.length === 0 && <p className="text-list text-ink-muted">{t('one.noAttempts')}</p>}
        <ol className="flex flex-col gap-3">
          {log.map((attempt) => (
            <li key={attempt.number} className="flex flex-col gap-1">
              <p className="text-list tabular-nums">
                {attempt.number}. {words.moment(attempt.at)} · {words.outcome(attempt)} · {attempt.ms} ms
              </p>
              {attempt.answer !== '' && (
                <pre className={code} translate="no" aria-label={t('one.answer')}>
                  {attempt.answer}
                </pre>
              )}
            </li>
          ))}
        </ol>
      </section>
      <section className="flex flex-col gap-2">
        <h3 className="k-label">{t('one.body')}</h3>
        <pre className={code} translate="no">
          {JSON.stringify(JSON.parse(body), null, 2)}
        </pre>
      </section>
    </div>
  )
}

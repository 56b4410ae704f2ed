import {
  ApiError,
  Badge,
  Button,
  EmptyState,
  ErrorState,
  NoPermission,
  PageHeader,
  Select,
  Skeleton,
} from '@recado/sdk/ui'
import { Link, useParams } from '@tanstack/react-router'
import { ChevronLeft, Inbox, RotateCcw } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { WebhookDelivery } from '../../base/contracts.ts'
import { TimeAgo } from '../../base/ui/TimeAgo.tsx'
import { DeliveryDetail } from './DeliveryDetail.tsx'
import { ReplaySpan } from './ReplaySpan.tsx'
import { nameOf, useWebhookWords } from './use-webhook-words.ts'
import { useDeliveries, useWebhooks } from './use-webhooks.ts'

const tones = { sent: 'success', failed: 'danger', waiting: 'neutral' } as const

/** `/configuracoes/webhooks/:endpointId`: what an endpoint was told, and sending it again. */
export function Deliveries() {
  const { t } = useTranslation('webhooks')
  const { endpointId } = useParams({ strict: false }) as { endpointId: string }
  const [only, setOnly] = useState<'all' | 'failed'>('all')
  const [open, setOpen] = useState<'span' | { readonly id: string } | null>(null)
  const endpoint = useWebhooks().data?.find(({ id }) => id === endpointId)
  const query = useDeliveries(endpointId, only)
  if (ApiError.is(query.error) && query.error.status === 403)
    return (
      <div className="grid h-full place-items-center p-6">
        <NoPermission />
      </div>
    )
  const rows = query.data?.pages.flatMap(({ deliveries }) => deliveries) ?? []
  const close = () => setOpen(null)
  return (
    <div className="scroll-thin h-full overflow-y-auto">
      <div className="mx-auto flex w-full max-w-4xl flex-col gap-4 px-4 py-6 pane:px-8 pane:py-8">
        <Link
          to="/configuracoes/webhooks"
          className="flex items-center gap-1 self-start text-list text-ink-muted hover:underline"
        >
          <ChevronLeft size={15} aria-hidden />
          {t('back')}
        </Link>
        <PageHeader
          className="mb-0"
          title={endpoint ? t('deliveriesOf', { name: nameOf(endpoint) }) : t('deliveries')}
          description={t('list.description')}
          actions={
            <Button icon={<RotateCcw size={16} />} onClick={() => setOpen('span')}>
              {t('span.open')}
            </Button>
          }
        />
        <div className="w-44">
          <Select
            aria-label={t('list.filter')}
            value={only}
            onValueChange={(value) => setOnly(value as 'all' | 'failed')}
            options={[
              { value: 'all', label: t('list.all') },
              { value: 'failed', label: t('list.failed') },
            ]}
          />
        </div>
        {query.isPending && <Skeleton height="12rem" className="rounded-lg" />}
        {query.isError && <ErrorState what={t('list.what')} error={query.error} onRetry={() => void query.refetch()} />}
        {query.isSuccess && rows.length === 0 && (
          <EmptyState icon={<Inbox size={22} />} title={t('list.none')}>
            {t(only === 'failed' ? 'list.noneFailed' : 'list.noneDetail')}
          </EmptyState>
        )}
        {rows.length > 0 && (
          <ul aria-label={t('deliveries')} className="divide-y divide-line rounded-lg border border-line bg-surface">
            {rows.map((delivery) => (
              <li key={delivery.id}>
                <DeliveryRow delivery={delivery} onOpen={() => setOpen({ id: delivery.id })} />
              </li>
            ))}
          </ul>
        )}
        {query.hasNextPage && (
          <Button className="self-center" busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
            {t('list.more')}
          </Button>
        )}
      </div>
      {open === 'span' && <ReplaySpan endpointId={endpointId} onClose={close} />}
      {open !== null && open !== 'span' && <DeliveryDetail endpointId={endpointId} id={open.id} onClose={close} />}
    </div>
  )
}

function DeliveryRow({ delivery, onOpen }: { delivery: WebhookDelivery; onOpen(): void }) {
  const { t } = useTranslation('webhooks')
  const words = useWebhookWords()
  const { type, state, attempts, last, nextAt, createdAt } = delivery
  const facts = [
    ...(attempts > 0 ? [t('list.attempts', { count: attempts })] : []),
    ...(last ? [words.outcome(last)] : []),
    ...(nextAt !== null && attempts > 0 ? [t('list.next', { when: words.moment(nextAt) })] : []),
  ]
  return (
    <button
      type="button"
      className="flex w-full items-center gap-3 px-4 py-3 text-left hover:bg-hover"
      onClick={onOpen}
    >
      <span className="min-w-0 flex-1">
        <span className="block truncate text-thread font-medium">{words.event(type)}</span>
        <span className="block text-list text-ink-muted tabular-nums">
          {[<TimeAgo key="at" at={createdAt} />, ...facts.map((fact) => ` · ${fact}`)]}
        </span>
      </span>
      <Badge tone={tones[state]}>{t(`delivery.${state}`)}</Badge>
    </button>
  )
}

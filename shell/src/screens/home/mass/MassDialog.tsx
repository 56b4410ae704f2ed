import { Button, Dialog, ErrorState, Field, Select, useErrorText, type SelectOption } from '@recado/sdk/ui'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useConnections } from '../../../data/channels/use-connections.ts'
import type { TicketBatch, TicketBatchFilter, TicketBatchOrder } from '../../../base/contracts.ts'
import { useQueues } from '../../../data/queues/use-queues.ts'
import { useColleagues } from '../../../data/users/use-users.ts'
import { useBatchActs, useBatchPreview } from './use-batches.ts'

const idleHours = [1, 6, 12, 24, 72, 168, 720] as const
const dayHours = 24

interface Draft {
  status: 'both' | 'open' | 'pending'
  queueId: string
  userId: string
  channelId: string
  idle: string
}
const filterOf = ({ status, queueId, userId, channelId, idle }: Draft): TicketBatchFilter => ({
  status: status === 'both' ? ['open', 'pending'] : [status],
  ...(queueId && { queueId: queueId as never }),
  ...(userId && { userId: userId as never }),
  ...(channelId && { channelId: channelId as never }),
  ...(idle && { idleHours: Number(idle) }),
})

/** Filter, target, and the number of tickets before it begins. */
export function MassDialog({ kind, onClose }: { kind: TicketBatch['kind']; onClose(): void }) {
  const { t } = useTranslation('tickets')
  const textOf = useErrorText()
  const [draft, setDraft] = useState<Draft>({ status: 'both', queueId: '', userId: '', channelId: '', idle: '' })
  const [target, setTarget] = useState({ queueId: '', userId: '' })
  const filter = filterOf(draft)
  const preview = useBatchPreview(filter)
  const { start } = useBatchActs()
  const hasTarget = kind === 'resolve' || target.queueId !== '' || target.userId !== ''
  const begin = () => {
    const order: TicketBatchOrder =
      kind === 'resolve'
        ? { kind, filter }
        : { kind, filter, queueId: (target.queueId || null) as never, userId: (target.userId || null) as never }
    start.mutate(order, { onSuccess: onClose })
  }
  return (
    <Dialog
      title={t(`mass.${kind}`)}
      shape="wide"
      open
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
      footer={
        <>
          <Button onClick={onClose}>{t('shell:action.cancel')}</Button>
          <Button
            variant={kind === 'resolve' ? 'danger' : 'primary'}
            busy={start.isPending}
            disabled={!hasTarget || preview.isPlaceholderData || !preview.data?.count}
            onClick={begin}
          >
            {t(kind === 'resolve' ? 'mass.confirmResolve' : 'mass.confirmTransfer')}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-5">
        <Which draft={draft} onChange={(change) => setDraft({ ...draft, ...change })} />
        {kind === 'transfer' && <Target target={target} onChange={setTarget} />}
        <div role="status" className="rounded-md border border-line bg-canvas p-3 text-list">
          {preview.isError ? (
            <ErrorState what={t('mass.which')} error={preview.error} onRetry={() => void preview.refetch()} />
          ) : preview.isPending || preview.isPlaceholderData ? (
            t('mass.counting')
          ) : (
            <p className="font-medium">
              {preview.data.count === 0
                ? t('mass.none')
                : preview.data.capped
                  ? t('mass.capped', { count: preview.data.count })
                  : t('mass.count', { count: preview.data.count })}
            </p>
          )}
          {kind === 'resolve' && Boolean(preview.data?.count) && (
            <p className="pt-1 text-ink-muted">{t('mass.cannotUndo')}</p>
          )}
        </div>
        {start.isError && (
          <p role="alert" className="k-field-error">
            {textOf(start.error)}
          </p>
        )}
      </div>
    </Dialog>
  )
}

/** Everybody who may have tickets; a large company comes page after page. */
function useUserOptions(): SelectOption[] {
  const { data, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = useColleagues({
    searchParam: '',
    queueId: '',
  })
  useEffect(() => {
    if (hasNextPage && !isFetchingNextPage && !isFetchNextPageError) void fetchNextPage({ cancelRefetch: false })
  }, [hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage])
  return data?.pages.flatMap((page) => page.users).map((user) => ({ value: user.id, label: user.name })) ?? []
}

function Which({ draft, onChange }: { draft: Draft; onChange(change: Partial<Draft>): void }) {
  const { t } = useTranslation('tickets')
  const queues = useQueues()
  const users = useUserOptions()
  const channels = useConnections().data ?? []
  const idle = idleHours.map((hours) => ({
    value: String(hours),
    label: hours < dayHours ? t('mass.hours', { count: hours }) : t('mass.days', { count: hours / dayHours }),
  }))
  return (
    <fieldset className="grid gap-3 pane:grid-cols-2">
      <legend className="pb-2 text-list font-semibold">{t('mass.which')}</legend>
      <Field label={t('mass.status')}>
        <Select
          value={draft.status}
          onValueChange={(status) => onChange({ status: status as Draft['status'] })}
          options={[
            { value: 'both', label: t('mass.both') },
            { value: 'open', label: t('mass.open') },
            { value: 'pending', label: t('mass.pending') },
          ]}
        />
      </Field>
      <Field label={t('mass.queue')}>
        <Select
          value={draft.queueId}
          onValueChange={(queueId) => onChange({ queueId })}
          options={[
            { value: '', label: t('mass.anyQueue') },
            { value: 'none', label: t('mass.noQueue') },
            ...queues.map((queue) => ({ value: queue.id, label: queue.queue })),
          ]}
        />
      </Field>
      <Field label={t('mass.user')}>
        <Select
          value={draft.userId}
          onValueChange={(userId) => onChange({ userId })}
          options={[{ value: '', label: t('mass.anyUser') }, { value: 'none', label: t('mass.noUser') }, ...users]}
        />
      </Field>
      <Field label={t('mass.channel')}>
        <Select
          value={draft.channelId}
          onValueChange={(channelId) => onChange({ channelId })}
          options={[
            { value: '', label: t('mass.anyChannel') },
            ...channels.map((channel) => ({ value: channel.id, label: channel.name })),
          ]}
        />
      </Field>
      <Field label={t('mass.idle')}>
        <Select
          value={draft.idle}
          onValueChange={(value) => onChange({ idle: value })}
          options={[{ value: '', label: t('mass.anyTime') }, ...idle]}
        />
      </Field>
    </fieldset>
  )
}

function Target({
  target,
  onChange,
}: {
  target: { queueId: string; userId: string }
  onChange(target: { queueId: string; userId: string }): void
}) {
  const { t } = useTranslation('tickets')
  const queues = useQueues().filter((queue) => queue.isActive)
  const users = useUserOptions()
  return (
    <fieldset className="grid gap-3 pane:grid-cols-2">
      <legend className="pb-2 text-list font-semibold">{t('mass.target')}</legend>
      <Field label={t('mass.toQueue')}>
        <Select
          value={target.queueId}
          onValueChange={(queueId) => onChange({ ...target, queueId })}
          options={[
            { value: '', label: t('mass.keepQueue') },
            ...queues.map((queue) => ({ value: queue.id, label: queue.queue })),
          ]}
        />
      </Field>
      <Field label={t('mass.toUser')}>
        <Select
          value={target.userId}
          onValueChange={(userId) => onChange({ ...target, userId })}
          options={[{ value: '', label: t('mass.nobody') }, ...users]}
        />
      </Field>
    </fieldset>
  )
}

import {
  ApiError,
  Button,
  ConfirmDialog,
  EmptyState,
  ErrorState,
  NoPermission,
  PageHeader,
  Skeleton,
  toast,
} from '@recado/sdk/ui'
import { useNavigate } from '@tanstack/react-router'
import { Plus, Webhook } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { WebhookEndpoint } from '../../base/contracts.ts'
import { reportFailure } from '../../base/ui/report-failure.ts'
import { EndpointCard, type EndpointAct } from './EndpointCard.tsx'
import { EndpointForm } from './EndpointForm.tsx'
import { EndpointSecret } from './EndpointSecret.tsx'
import { inputOf, nameOf, useWebhookWords } from './use-webhook-words.ts'
import { useWebhookActs, useWebhooks } from './use-webhooks.ts'

type Open =
  | { act: 'create' }
  | { act: 'edit' | 'rotate' | 'delete'; endpoint: WebhookEndpoint }
  | { act: 'secret'; secret: string }

/** `/configuracoes/webhooks`: addresses of other systems that are told of events. */
export function Webhooks() {
  const { t } = useTranslation('webhooks')
  const words = useWebhookWords()
  const navigate = useNavigate()
  const list = useWebhooks()
  const { update, remove, rotate, test } = useWebhookActs()
  const [open, setOpen] = useState<Open | null>(null)
  const close = () => setOpen(null)
  if (ApiError.is(list.error) && list.error.status === 403)
    return (
      <div className="grid h-full place-items-center p-6">
        <NoPermission />
      </div>
    )
  const add = (
    <Button variant="primary" icon={<Plus size={16} />} onClick={() => setOpen({ act: 'create' })}>
      {t('add')}
    </Button>
  )
  const tested = (endpoint: WebhookEndpoint) =>
    test.mutate(endpoint.id, {
      onError: reportFailure,
      onSuccess: (attempt) =>
        attempt.outcome === 'ok'
          ? toast.success(t('tested', { ms: attempt.ms }))
          : toast.error(t('testFailed', { outcome: words.outcome(attempt) })),
    })
  const act = (name: EndpointAct, endpoint: WebhookEndpoint) => {
    if (name === 'deliveries') void navigate({ to: `/configuracoes/webhooks/${endpoint.id}` })
    else if (name === 'test') tested(endpoint)
    else if (name === 'pause' || name === 'activate')
      update.mutate(
        { id: endpoint.id, ...inputOf(endpoint), isActive: name === 'activate' },
        { onError: reportFailure, onSuccess: () => toast.success(t('saved')) },
      )
    else setOpen({ act: name, endpoint })
  }
  const shown = (isShown: boolean) => {
    if (!isShown) close()
  }
  return (
    <div className="scroll-thin h-full overflow-y-auto">
      <div className="mx-auto flex w-full max-w-4xl flex-col gap-6 px-4 py-6 pane:px-8 pane:py-8">
        <PageHeader
          className="mb-0"
          title={t('title')}
          description={t('description')}
          actions={list.data && list.data.length > 0 && add}
        />
        {list.isPending && <Skeleton height="9rem" className="rounded-lg" />}
        {list.isError && <ErrorState what={t('what')} error={list.error} onRetry={() => void list.refetch()} />}
        {list.data?.length === 0 && (
          <EmptyState icon={<Webhook size={22} />} title={t('noneTitle')} action={add}>
            {t('noneDetail')}
          </EmptyState>
        )}
        {list.data !== undefined && list.data.length > 0 && (
          <ul className="flex flex-col gap-3">
            {list.data.map((endpoint) => (
              <li key={endpoint.id}>
                <EndpointCard
                  endpoint={endpoint}
                  isTesting={test.isPending && test.variables === endpoint.id}
                  onAct={(name) => act(name, endpoint)}
                />
              </li>
            ))}
          </ul>
        )}
      </div>
      {open?.act === 'create' && (
        <EndpointForm onClose={close} onCreated={(secret) => setOpen({ act: 'secret', secret })} />
      )}
      {open?.act === 'edit' && <EndpointForm endpoint={open.endpoint} onClose={close} />}
      {open?.act === 'secret' && <EndpointSecret secret={open.secret} onClose={close} />}
      {open?.act === 'rotate' && (
        <ConfirmDialog
          title={t('rotateTitle')}
          description={t('rotateDetail')}
          confirmLabel={t('rotate')}
          open
          onOpenChange={shown}
          onConfirm={async () => {
            const { secret } = await rotate.mutateAsync(open.endpoint.id)
            // The dialog closes itself first.
            setTimeout(() => setOpen({ act: 'secret', secret }))
          }}
        />
      )}
      {open?.act === 'delete' && (
        <ConfirmDialog
          title={t('deleteTitle')}
          description={t('deleteDetail', { name: nameOf(open.endpoint) })}
          confirmLabel={t('delete')}
          open
          onOpenChange={shown}
          onConfirm={async () => {
            await remove.mutateAsync(open.endpoint.id)
            toast.success(t('deleted'))
          }}
        />
      )}
    </div>
  )
}

import {
  Button,
  ConfirmDialog,
  EmptyState,
  ErrorState,
  NoPermission,
  PageHeader,
  Skeleton,
  ApiError,
  usePermission,
} from '@recado/sdk/ui'
import { useRouter } from '@tanstack/react-router'
import { Plus, Radio } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Connection } from '../../base/contracts.ts'
import { ConnectionCard } from './ConnectionCard.tsx'
import { ConnectionForm } from './ConnectionForm.tsx'
import { CreateConnection } from './CreateConnection.tsx'
import { DeleteConnection } from './DeleteConnection.tsx'
import { DiagnosticsDialog } from './DiagnosticsDialog.tsx'
import { ImportHistory } from './ImportHistory.tsx'
import { TransferConversations } from './TransferConversations.tsx'
import { useCopyWebhook } from './use-copy-webhook.ts'
import { useChannelTypes } from '../../data/channels/use-channel-type.ts'
import { useConnectionActs, useConnections } from '../../data/channels/use-connections.ts'

type Open =
  | { kind: 'create' }
  | { kind: 'edit' | 'delete' | 'reset' | 'transfer' | 'import' | 'diagnostics'; connection: Connection }

/** `/configuracoes/canais`: the company's channel connections. Settings and texts of a type come from its plugin. */
export function Channels() {
  const { t } = useTranslation('settings')
  const router = useRouter()
  const connections = useConnections()
  const types = useChannelTypes()
  const acts = useConnectionActs()
  const copyWebhook = useCopyWebhook()
  const mayManage = usePermission('channels.manage')
  const [open, setOpen] = useState<Open | null>(null)
  const close = () => setOpen(null)
  const typeOf = (connection: Connection) => types.find((type) => type.info.type === connection.type)
  const destinationsOf = (from: Connection) =>
    (connections.data ?? []).filter(
      (to) =>
        to.id !== from.id &&
        typeOf(to) !== undefined &&
        typeOf(to)!.info.identityKind === typeOf(from)?.info.identityKind,
    )
  const add = mayManage && types.length > 0 && (
    <Button variant="primary" icon={<Plus size={16} />} onClick={() => setOpen({ kind: 'create' })}>
      {t('channels.add')}
    </Button>
  )

  if (ApiError.is(connections.error) && connections.error.status === 403)
    return (
      <div className="grid h-full place-items-center p-6">
        <NoPermission />
      </div>
    )
  return (
    <div className="scroll-thin h-full overflow-y-auto">
      <div className="mx-auto flex w-full max-w-4xl flex-col gap-6 px-4 py-6 pane:px-8 pane:py-8">
        <PageHeader
          className="mb-0"
          title={t('channels.title')}
          description={t('channels.description')}
          actions={add}
        />
        {connections.isPending &&
          Array.from({ length: 2 }, (_, card) => <Skeleton key={card} height="7rem" className="rounded-lg" />)}
        {connections.isError && (
          <ErrorState what={t('channels.what')} error={connections.error} onRetry={() => void connections.refetch()} />
        )}
        {connections.data?.length === 0 &&
          (types.length === 0 ? (
            <EmptyState
              icon={<Radio size={22} />}
              title={t('channels.noTypes')}
              {...(mayManage
                ? {
                    action: (
                      <Button onClick={() => void router.navigate({ to: '/configuracoes/plugins' })}>
                        {t('channels.goPlugins')}
                      </Button>
                    ),
                  }
                : {})}
            >
              {t('channels.noTypesDetail')}
            </EmptyState>
          ) : (
            <EmptyState icon={<Radio size={22} />} title={t('channels.noneTitle')} action={add}>
              {t(mayManage ? 'channels.noneDetail' : 'channels.noneAllowed')}
            </EmptyState>
          ))}
        <ul className="flex flex-col gap-4">
          {connections.data?.map((connection) => (
            <li key={connection.id}>
              <ConnectionCard
                connection={connection}
                type={typeOf(connection)}
                mayManage={mayManage}
                busy={
                  (acts.switchTo.isPending && acts.switchTo.variables.id === connection.id) ||
                  (acts.restart.isPending && acts.restart.variables.id === connection.id)
                }
                isChecking={acts.check.isPending && acts.check.variables === connection.id}
                onCheck={() => acts.check.mutate(connection.id)}
                onSwitch={(on) => acts.switchTo.mutate({ id: connection.id, on })}
                onEdit={() => setOpen({ kind: 'edit', connection })}
                onDelete={() => setOpen({ kind: 'delete', connection })}
                onRenew={() => acts.restart.mutate({ id: connection.id, reset: false })}
                onReset={() => setOpen({ kind: 'reset', connection })}
                onDiagnose={() => setOpen({ kind: 'diagnostics', connection })}
                onCopyWebhook={() => void copyWebhook(connection.id)}
                onTransfer={() => setOpen({ kind: 'transfer', connection })}
                onImport={() => setOpen({ kind: 'import', connection })}
                onCancelTask={(kind) => acts.cancelTask.mutate({ id: connection.id, kind })}
              />
            </li>
          ))}
        </ul>
      </div>
      {open?.kind === 'create' && (
        <CreateConnection
          types={types}
          onClose={close}
          onTest={(settings) => acts.test.mutateAsync(settings)}
          onCreate={(input) => acts.create.mutateAsync(input)}
        />
      )}
      {open?.kind === 'edit' && (
        <ConnectionForm
          title={t('channels.editTitle', { name: open.connection.name })}
          type={typeOf(open.connection)}
          connection={open.connection}
          submitLabel={t('shell:action.save')}
          onClose={close}
          onTest={(config) => acts.test.mutateAsync({ id: open.connection.id, type: open.connection.type, config })}
          onSubmit={(input) => acts.update.mutateAsync({ ...input, id: open.connection.id })}
        />
      )}
      {open?.kind === 'reset' && (
        <ConfirmDialog
          title={t('channels.reset.title', { name: open.connection.name })}
          description={t('channels.reset.detail')}
          confirmLabel={t('channels.reset.submit')}
          tone="danger"
          open
          onOpenChange={(stays) => {
            if (!stays) close()
          }}
          onConfirm={() => acts.restart.mutateAsync({ id: open.connection.id, reset: true })}
        />
      )}
      {open?.kind === 'transfer' && (
        <TransferConversations
          connection={open.connection}
          destinations={destinationsOf(open.connection)}
          onClose={close}
          onTransfer={(to) => acts.transfer.mutateAsync({ from: open.connection.id, to })}
        />
      )}
      {open?.kind === 'import' && typeOf(open.connection) && (
        <ImportHistory
          connection={open.connection}
          capabilities={typeOf(open.connection)!.info.capabilities}
          onClose={close}
          onImport={(input) => acts.startImport.mutateAsync({ ...input, id: open.connection.id })}
        />
      )}
      {open?.kind === 'diagnostics' && <DiagnosticsDialog connection={open.connection} onClose={close} />}
      {open?.kind === 'delete' && (
        <DeleteConnection
          connection={open.connection}
          onClose={close}
          onDelete={() => acts.remove.mutateAsync(open.connection.id)}
        />
      )}
    </div>
  )
}

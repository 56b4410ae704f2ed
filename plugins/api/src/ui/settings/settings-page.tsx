import {
  Button,
  ConfirmDialog,
  EmptyState,
  Icon,
  ListStates,
  NoPermission,
  PageHeader,
  toast,
  usePermission,
  useWords,
} from '@recado/sdk/ui'
import { useState } from 'react'
import type { Configuration, ConfigurationWithToken } from '../../configurations/configuration.ts'
import { maxConfigurations } from '../../configurations/limits.ts'
import { useConfigurations, useConnections, useRemove } from '../use-configurations.ts'
import { ConfigurationCard } from './configuration-card.tsx'
import { Editor } from './editor.tsx'
import { RenewDialog, TokenDialog } from './token-dialogs.tsx'
import { TrialDialog } from './trial-dialog.tsx'

/** `/configuracoes/api` (S2-084): which programs send, through which connections. */
export default function SettingsPage() {
  return usePermission('manage') ? <Configurations /> : <NoPermission />
}

type Open =
  | { readonly kind: 'create' }
  | { readonly kind: 'edit' | 'renew' | 'try'; readonly configuration: Configuration }
  | { readonly kind: 'token'; readonly made: ConfigurationWithToken }

function Configurations() {
  const { t } = useWords()
  const list = useConfigurations()
  const connections = useConnections()
  const remove = useRemove()
  const [open, setOpen] = useState<Open>()
  const [doomed, setDoomed] = useState<Configuration>()
  const configurations = list.data ?? []
  const isFull = configurations.length >= maxConfigurations
  const close = () => setOpen(undefined)
  const show = (made: ConfigurationWithToken) => setOpen({ kind: 'token', made })
  const create = (
    <Button
      variant="primary"
      icon={<Icon name="plus" size={16} />}
      disabled={isFull}
      onClick={() => setOpen({ kind: 'create' })}
    >
      {t('settings.create')}
    </Button>
  )
  return (
    <div className="mx-auto flex w-full max-w-4xl flex-col gap-4 px-4 py-6 md:px-8 md:py-8">
      <PageHeader
        className="mb-0"
        title={t('settings.title')}
        description={t('settings.description')}
        actions={configurations.length > 0 && create}
      />
      {isFull && <p className="text-list text-ink-muted">{t('settings.full', { total: maxConfigurations })}</p>}
      <ListStates
        query={list}
        what={t('settings.what')}
        rows={2}
        rowHeight="9rem"
        isEmpty={configurations.length === 0}
      >
        <EmptyState icon={<Icon name="code" />} title={t('settings.none')} action={create}>
          {t('settings.noneHelp')}
        </EmptyState>
      </ListStates>
      {configurations.length > 0 && (
        <ul aria-label={t('settings.title')} className="flex flex-col gap-3">
          {configurations.map((configuration) => (
            <li key={configuration.id}>
              <ConfigurationCard
                configuration={configuration}
                connection={connections.data?.find(({ id }) => id === configuration.sessionId)}
                onEdit={() => setOpen({ kind: 'edit', configuration })}
                onRenew={() => setOpen({ kind: 'renew', configuration })}
                onTry={() => setOpen({ kind: 'try', configuration })}
                onDelete={() => setDoomed(configuration)}
              />
            </li>
          ))}
        </ul>
      )}
      {(open?.kind === 'create' || open?.kind === 'edit') && (
        <Editor
          configuration={open.kind === 'edit' ? open.configuration : undefined}
          onClose={close}
          onCreated={show}
        />
      )}
      {open?.kind === 'renew' && <RenewDialog configuration={open.configuration} onClose={close} onRenewed={show} />}
      {open?.kind === 'try' && <TrialDialog configuration={open.configuration} onClose={close} />}
      {open?.kind === 'token' && <TokenDialog made={open.made} onClose={close} />}
      <ConfirmDialog
        open={doomed !== undefined}
        onOpenChange={() => setDoomed(undefined)}
        title={t('delete.title', { name: doomed?.name })}
        description={t('delete.detail')}
        confirmLabel={t('delete.confirm')}
        onConfirm={async () => {
          await remove.mutateAsync(doomed!.id)
          toast.success(t('delete.done'))
        }}
      />
    </div>
  )
}

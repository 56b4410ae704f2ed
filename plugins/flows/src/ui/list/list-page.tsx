import {
  Badge,
  Button,
  ConfirmDialog,
  DropdownMenu,
  EmptyState,
  ErrorState,
  Icon,
  IconButton,
  MenuItem,
  MenuSeparator,
  NoPermission,
  PageHeader,
  Skeleton,
  Switch,
  toast,
  useErrorText,
  usePermission,
  useWords,
} from '@recado/sdk/ui'
import { useRouter } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import type { FlowSummary } from '../../flows/flow.ts'
import { downloadJson } from '../download.ts'
import { useActivateFlow, useCopyFlow, useDeleteFlow, useExportFlow, useFlowList, useImportFlow } from '../use-flows.ts'
import { DetailsDialog } from './details-dialog.tsx'

/** `/configuracoes/chat-flow` (S2-087): all flows, and what is done with one as a whole. */
export default function ListPage() {
  return usePermission('manage') ? <Flows /> : <NoPermission />
}

function Flows() {
  const { t } = useWords()
  const router = useRouter()
  const textOf = useErrorText()
  const query = useFlowList()
  const imported = useImportFlow()
  const remove = useDeleteFlow()
  const file = useRef<HTMLInputElement>(null)
  const [edited, setEdited] = useState<FlowSummary | 'new'>()
  const [doomed, setDoomed] = useState<FlowSummary>()
  const open = (id: string): void =>
    void router.navigate({ to: '/configuracoes/chat-flow/builder' as never, search: { id } as never })
  const read = async (chosen: File | undefined): Promise<void> => {
    if (!chosen) return
    let content: unknown
    try {
      content = JSON.parse(await chosen.text())
    } catch {
      toast.error(t('list.noJson'))
      return
    }
    imported.mutate(content, {
      onSuccess: ({ flow, notes }) => {
        toast.success(t('list.imported', { name: flow.name, count: notes.length }))
        open(flow.id)
      },
      onError: (error) => toast.error(textOf(error)),
    })
  }
  const create = (
    <Button variant="primary" icon={<Icon name="plus" size={16} />} onClick={() => setEdited('new')}>
      {t('list.create')}
    </Button>
  )
  return (
    <div className="mx-auto flex w-full max-w-4xl flex-col gap-4 px-4 py-6 md:px-8 md:py-8">
      <PageHeader
        className="mb-0"
        title={t('list.title')}
        description={t('list.description')}
        actions={
          <>
            <input
              ref={file}
              type="file"
              accept=".json,application/json"
              className="hidden"
              aria-label={t('list.import')}
              onChange={(event) => {
                void read(event.target.files?.[0])
                event.target.value = ''
              }}
            />
            <Button busy={imported.isPending} onClick={() => file.current?.click()}>
              {t('list.import')}
            </Button>
            {create}
          </>
        }
      />
      {query.isPending && <Skeleton height="12rem" className="rounded-lg" />}
      {query.isError && <ErrorState what={t('list.what')} error={query.error} onRetry={() => void query.refetch()} />}
      {query.data?.length === 0 && (
        <EmptyState icon={<Icon name="workflow" />} title={t('list.none')} action={create}>
          {t('list.noneDetail')}
        </EmptyState>
      )}
      <ul className="flex flex-col gap-2">
        {query.data?.map((flow) => (
          <FlowLine
            key={flow.id}
            flow={flow}
            onOpen={() => open(flow.id)}
            onEdit={() => setEdited(flow)}
            onDelete={() => setDoomed(flow)}
          />
        ))}
      </ul>
      {edited && (
        <DetailsDialog
          flow={edited === 'new' ? undefined : edited}
          onClose={() => setEdited(undefined)}
          onCreated={open}
        />
      )}
      {doomed && (
        <ConfirmDialog
          open
          title={t('list.deleteTitle', { name: doomed.name })}
          description={t('list.deleteDetail')}
          confirmLabel={t('list.delete')}
          tone="danger"
          onOpenChange={(isOpen) => {
            if (!isOpen) setDoomed(undefined)
          }}
          onConfirm={async () => {
            await remove.mutateAsync(doomed.id)
            toast.success(t('list.deleted', { name: doomed.name }))
          }}
        />
      )}
    </div>
  )
}

interface FlowLineProps {
  flow: FlowSummary
  onOpen(): void
  onEdit(): void
  onDelete(): void
}

function FlowLine({ flow, onOpen, onEdit, onDelete }: FlowLineProps) {
  const { t } = useWords()
  const textOf = useErrorText()
  const activate = useActivateFlow()
  const copy = useCopyFlow()
  const exported = useExportFlow()
  const fail = (error: unknown) => toast.error(textOf(error))
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 rounded-lg border border-line bg-surface p-3">
      <div className="min-w-0 flex-1 basis-56">
        <p className="flex flex-wrap items-center gap-2">
          <button type="button" className="text-left font-medium break-words hover:underline" onClick={onOpen}>
            {flow.name}
          </button>
          {flow.version === null ? (
            <Badge tone="warning">{t('list.neverPublished')}</Badge>
          ) : (
            <Badge>{t('list.version', { number: flow.version })}</Badge>
          )}
          {flow.version !== null && flow.hasChanges && <Badge tone="warning">{t('list.changed')}</Badge>}
        </p>
        {flow.description !== '' && <p className="line-clamp-2 text-xs text-ink-muted">{flow.description}</p>}
        <p className="text-xs text-ink-muted">
          {t('list.figures', { blocks: flow.blocks, running: flow.running, begun: flow.begun })}
          {flow.testNumber !== '' && ` · ${t('list.testNumber', { number: flow.testNumber })}`}
        </p>
      </div>
      <Switch
        checked={flow.isActive}
        label={t('list.active')}
        disabled={activate.isPending}
        onCheckedChange={(isActive) => activate.mutate({ id: flow.id, isActive }, { onError: fail })}
      />
      <Button size="small" icon={<Icon name="pencil" size={14} />} onClick={onOpen}>
        {t('list.open')}
      </Button>
      <DropdownMenu
        trigger={<IconButton icon={<Icon name="ellipsis" size={16} />} label={t('list.more', { name: flow.name })} />}
      >
        <MenuItem onSelect={onEdit}>{t('list.details')}</MenuItem>
        <MenuItem
          onSelect={() =>
            copy.mutate(
              { id: flow.id, name: t('list.copyName', { name: flow.name }).slice(0, 60) },
              { onError: fail, onSuccess: ({ name }) => toast.success(t('list.copied', { name })) },
            )
          }
        >
          {t('list.copy')}
        </MenuItem>
        <MenuItem
          onSelect={() =>
            exported.mutate(flow.id, { onError: fail, onSuccess: (data) => downloadJson(flow.name, data) })
          }
        >
          {t('list.export')}
        </MenuItem>
        <MenuSeparator />
        <MenuItem onSelect={onDelete}>{t('list.delete')}</MenuItem>
      </DropdownMenu>
    </li>
  )
}

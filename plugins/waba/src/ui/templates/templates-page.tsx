import {
  Button,
  ConfirmDialog,
  DropdownMenu,
  EmptyState,
  ErrorState,
  Field,
  Icon,
  Input,
  MenuItem,
  NoPermission,
  PageHeader,
  Select,
  Skeleton,
  toast,
  useErrorText,
  usePermission,
  useWords,
} from '@recado/sdk/ui'
import { Link } from '@tanstack/react-router'
import { useCallback, useDeferredValue, useState } from 'react'
import { categories, templateStatuses } from '../../templates/template-kinds.ts'
import type { Template, TemplateConnection } from '../../templates/template.ts'
import { Editor } from './editor/editor.tsx'
import { languageOptions } from './language-name.ts'
import { TemplatesTable } from './templates-table.tsx'
import { useCheck, useDelete, useSyncs, useTemplateConnections, useTemplates, type Filters } from './use-templates.ts'

/**
 * `/configuracoes/templates`: the templates of all official WhatsApp numbers, their writing and their way through
 * approval.
 */
export default function TemplatesPage() {
  const isAllowed = usePermission('waba.templates.manage')
  return isAllowed ? <Templates /> : <NoPermission />
}

const frame = 'mx-auto flex w-full max-w-6xl flex-col gap-4 px-4 py-6 md:px-8 md:py-8'

type Edited = { readonly template?: Template; readonly isCopy: boolean }

function Templates() {
  const { t, i18n } = useWords()
  const textOf = useErrorText()
  const [filters, setFilters] = useState<Omit<Filters, 'searchParam'>>({})
  const [search, setSearch] = useState('')
  const [edited, setEdited] = useState<Edited>()
  const [doomed, setDoomed] = useState<Template>()
  const searchParam = useDeferredValue(search.trim())
  const connections = useTemplateConnections()
  const list = useTemplates({ ...filters, searchParam })
  const check = useCheck()
  const remove = useDelete()
  const known = connections.data
  const nameOf = useCallback((id: string) => known?.find((connection) => connection.id === id)?.name ?? '', [known])
  const { syncs, start } = useSyncs(nameOf)
  const templates = list.data?.pages.flatMap((page) => page.templates) ?? []
  const isFiltered = searchParam !== '' || Object.values(filters).some((value) => value !== undefined)
  const active = (known ?? []).filter(({ isActive }) => isActive)
  const set = (part: Partial<Filters>) => setFilters((before) => ({ ...before, ...part }))
  const begin = (connectionId: string) => start.mutate(connectionId, { onError: (error) => toast.error(error) })

  if (
    connections.isSuccess &&
    connections.data.length === 0 &&
    list.isSuccess &&
    templates.length === 0 &&
    !isFiltered
  ) {
    return (
      <div className={frame}>
        <PageHeader title={t('templates.page.title')} description={t('templates.page.description')} />
        <EmptyState
          icon={<Icon name="message-circle" />}
          title={t('templates.empty.noConnection')}
          action={
            <Link to={'/configuracoes/canais' as never} className="underline">
              {t('templates.empty.channels')}
            </Link>
          }
        >
          {t('templates.empty.noConnectionHelp')}
        </EmptyState>
      </div>
    )
  }
  const create = (
    <Button variant="primary" onClick={() => setEdited({ isCopy: false })}>
      {t('templates.page.create')}
    </Button>
  )
  const importing = <ImportButton connections={active} busy={start.isPending} onImport={begin} />
  const any = { value: '', label: t('templates.filter.any') }
  return (
    <div className={frame}>
      <PageHeader
        title={t('templates.page.title')}
        description={t('templates.page.description')}
        actions={
          <>
            {importing}
            {create}
          </>
        }
      />
      <div role="search" className="flex flex-wrap items-end gap-3">
        <Field label={t('templates.page.search')} hideLabel>
          <Input
            type="search"
            placeholder={t('templates.page.search')}
            maxLength={100}
            value={search}
            onChange={(event) => setSearch(event.target.value)}
          />
        </Field>
        <Select
          aria-label={t('templates.filter.connection')}
          value={filters.connectionId ?? ''}
          options={[
            { ...any, label: `${t('templates.filter.connection')}: ${any.label}` },
            ...(known ?? []).map(({ id, name }) => ({ value: id, label: name })),
          ]}
          onValueChange={(value) => set({ connectionId: value || undefined })}
        />
        <Select
          aria-label={t('templates.filter.status')}
          value={filters.status ?? ''}
          options={[
            { ...any, label: `${t('templates.filter.status')}: ${any.label}` },
            ...templateStatuses.map((value) => ({ value, label: t(`templates.status.${value}`) })),
          ]}
          onValueChange={(value) => set({ status: templateStatuses.find((one) => one === value) })}
        />
        <Select
          aria-label={t('templates.filter.category')}
          value={filters.category ?? ''}
          options={[
            { ...any, label: `${t('templates.filter.category')}: ${any.label}` },
            ...categories.map((value) => ({ value, label: t(`templates.category.${value}`) })),
          ]}
          onValueChange={(value) => set({ category: categories.find((one) => one === value) })}
        />
        <Select
          aria-label={t('templates.filter.language')}
          value={filters.language ?? ''}
          options={[
            { ...any, label: `${t('templates.filter.language')}: ${any.label}` },
            ...languageOptions(i18n.language),
          ]}
          onValueChange={(value) => set({ language: value || undefined })}
        />
      </div>
      <div aria-live="polite" className="flex flex-col gap-1 text-sm text-ink-muted empty:hidden">
        {syncs
          .filter(({ state }) => state !== 'done')
          .map(({ connectionId, state, seen, error }) => (
            <p key={connectionId} className={state === 'failed' ? 'text-danger' : ''}>
              {state === 'running'
                ? t('templates.sync.running', { name: nameOf(connectionId), seen })
                : `${t('templates.sync.failed', { name: nameOf(connectionId) })}: ${textOf(error ?? '')}`}
            </p>
          ))}
      </div>
      {list.isPending && (
        <div className="flex flex-col gap-2">
          {[1, 2, 3, 4].map((row) => (
            <Skeleton key={row} className="h-10" />
          ))}
        </div>
      )}
      {list.isError && (
        <ErrorState what={t('templates.page.title')} error={list.error} onRetry={() => void list.refetch()} />
      )}
      {list.isSuccess &&
        templates.length === 0 &&
        (isFiltered ? (
          <EmptyState
            icon={<Icon name="file-text" />}
            title={t('templates.empty.filtered')}
            action={
              <Button
                onClick={() => {
                  setSearch('')
                  setFilters({})
                }}
              >
                {t('templates.empty.clear')}
              </Button>
            }
          />
        ) : (
          <EmptyState
            icon={<Icon name="file-text" />}
            title={t('templates.empty.title')}
            action={
              <span className="flex flex-wrap justify-center gap-2">
                {importing}
                {create}
              </span>
            }
          >
            {t('templates.empty.help')}
          </EmptyState>
        ))}
      {templates.length > 0 && (
        <TemplatesTable
          templates={templates}
          onOpen={(template) => setEdited({ template, isCopy: false })}
          onDuplicate={(template) => setEdited({ template, isCopy: true })}
          onDelete={setDoomed}
          onCheck={({ id }) =>
            check.mutate(id, {
              onSuccess: ({ status }) =>
                toast.info(t('templates.page.checked', { status: t(`templates.status.${status}`) })),
              onError: (error) => toast.error(error),
            })
          }
        />
      )}
      {list.hasNextPage && (
        <Button className="self-center" busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
          {t('templates.page.more')}
        </Button>
      )}
      {edited && <Editor {...edited} connections={known ?? []} onClose={() => setEdited(undefined)} />}
      <ConfirmDialog
        open={doomed !== undefined}
        onOpenChange={() => setDoomed(undefined)}
        confirmLabel={t('templates.delete.confirm')}
        title={t('templates.delete.title', { name: doomed?.name })}
        description={<DeletionWords template={doomed} connections={known ?? []} />}
        onConfirm={async () => {
          await remove.mutateAsync(doomed!.id)
          toast.success(t('templates.delete.done'))
        }}
      />
    </div>
  )
}

/** One number: a button. Several: a menu that asks which. */
function ImportButton({
  connections,
  busy,
  onImport,
}: {
  connections: readonly TemplateConnection[]
  busy: boolean
  onImport(connectionId: string): void
}) {
  const { t } = useWords()
  const [only, ...others] = connections
  if (!only) return null
  const button = (
    <Button busy={busy} {...(others.length === 0 && { onClick: () => onImport(only.id) })}>
      {t('templates.sync.start')}
    </Button>
  )
  return others.length === 0 ? (
    button
  ) : (
    <DropdownMenu trigger={button}>
      {connections.map(({ id, name }) => (
        <MenuItem key={id} onSelect={() => onImport(id)}>
          {name}
        </MenuItem>
      ))}
    </DropdownMenu>
  )
}

function DeletionWords({
  template,
  connections,
}: {
  template: Template | undefined
  connections: readonly TemplateConnection[]
}) {
  const { t } = useWords()
  if (!template || template.status === 'DRAFT') return <>{t('templates.delete.draft')}</>
  if (template.status === 'DELETED') return <>{t('templates.delete.gone')}</>
  const is360 = connections.find(({ id }) => id === template.connectionId)?.type === 'waba360'
  return (
    <>
      {t('templates.delete.submitted')}
      {is360 && ` ${t('templates.delete.allLanguages')}`}
    </>
  )
}

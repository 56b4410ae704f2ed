import {
  Button,
  ConfirmDialog,
  EmptyState,
  ErrorState,
  Icon,
  Input,
  NoPermission,
  PageHeader,
  Skeleton,
  Tabs,
  toast,
  usePermission,
  useWords,
  VisuallyHidden,
} from '@recado/sdk/ui'
import { useDeferredValue, useId, useState } from 'react'
import { scopes, type Scope } from '../../messages/limits.ts'
import type { QuickMessage } from '../../messages/quick-message.ts'
import { Editor } from './editor.tsx'
import { MessagesTable } from './messages-table.tsx'
import { useQuickMessages, useRemove } from './use-quick-messages.ts'
import { VariablesDialog } from './variables-dialog.tsx'

/** `/mensagens-rapidas`: everything the user may use, and the editing of what they may change. */
export default function QuickMessagesPage() {
  return usePermission('use') ? <Messages /> : <NoPermission />
}

function Messages() {
  const { t } = useWords()
  const searchId = useId()
  const [search, setSearch] = useState('')
  const [scope, setScope] = useState<Scope>()
  const [edited, setEdited] = useState<QuickMessage | 'new'>()
  const [isNaming, setNaming] = useState(false)
  const mayManage = usePermission('manage')
  const [doomed, setDoomed] = useState<QuickMessage>()
  const wanted = useDeferredValue(search.trim())
  const list = useQuickMessages(wanted, scope)
  const remove = useRemove()
  const messages = list.data?.pages.flatMap((page) => page.messages) ?? []
  const filtered = wanted !== '' || scope !== undefined
  const create = (
    <Button variant="primary" onClick={() => setEdited('new')}>
      {t('page.create')}
    </Button>
  )

  return (
    <div className="mx-auto flex w-full max-w-5xl flex-col gap-4 px-4 py-6 md:px-8 md:py-8">
      <PageHeader
        title={t('page.title')}
        description={t('page.description')}
        actions={
          <>
            {mayManage && (
              <Button icon={<Icon name="code" size={16} />} onClick={() => setNaming(true)}>
                {t('variables.open')}
              </Button>
            )}
            {create}
          </>
        }
      />
      <div className="flex flex-wrap items-center gap-3">
        <Tabs
          label={t('page.filter')}
          value={scope ?? 'all'}
          onValueChange={(value) => setScope(scopes.find((one) => one === value))}
          tabs={[
            { value: 'all', label: t('scope.all') },
            ...scopes.map((one) => ({ value: one, label: t(`scope.${one}`) })),
          ]}
        />
        <label htmlFor={searchId}>
          <VisuallyHidden>{t('page.search')}</VisuallyHidden>
        </label>
        <Input
          id={searchId}
          type="search"
          className="max-w-xs"
          placeholder={t('page.search')}
          maxLength={100}
          value={search}
          onChange={(event) => setSearch(event.target.value)}
        />
      </div>
      {list.isPending && (
        <div className="flex flex-col gap-2">
          {[1, 2, 3, 4].map((row) => (
            <Skeleton key={row} className="h-10" />
          ))}
        </div>
      )}
      {list.isError && <ErrorState what={t('page.title')} error={list.error} onRetry={() => void list.refetch()} />}
      {list.isSuccess &&
        messages.length === 0 &&
        (filtered ? (
          <EmptyState
            icon={<Icon name="zap" />}
            title={t('empty.filtered')}
            action={
              <Button
                onClick={() => {
                  setSearch('')
                  setScope(undefined)
                }}
              >
                {t('empty.clear')}
              </Button>
            }
          />
        ) : (
          <EmptyState icon={<Icon name="zap" />} title={t('empty.title')} action={create}>
            {t('empty.help')}
          </EmptyState>
        ))}
      {messages.length > 0 && <MessagesTable messages={messages} onEdit={setEdited} onDelete={setDoomed} />}
      {list.hasNextPage && (
        <Button className="self-center" busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
          {t('page.more')}
        </Button>
      )}
      {edited !== undefined && (
        <Editor message={edited === 'new' ? undefined : edited} onClose={() => setEdited(undefined)} />
      )}
      {isNaming && <VariablesDialog onClose={() => setNaming(false)} />}
      <ConfirmDialog
        open={doomed !== undefined}
        onOpenChange={() => setDoomed(undefined)}
        confirmLabel={t('delete.confirm')}
        title={t('delete.title', { key: doomed?.key })}
        description={t(`delete.${doomed?.scope ?? 'personal'}`)}
        onConfirm={async () => {
          await remove.mutateAsync(doomed!.id)
          toast.success(t('delete.done'))
        }}
      />
    </div>
  )
}

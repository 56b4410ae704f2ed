import {
  Button,
  ConfirmDialog,
  EmptyState,
  Icon,
  Input,
  ListStates,
  NoPermission,
  PageHeader,
  toast,
  usePermission,
  useWords,
  VisuallyHidden,
} from '@recado/sdk/ui'
import { useId, useState } from 'react'
import type { Macro } from '../../macros/macro.ts'
import { named } from '../named.ts'
import { useMacros, useRemove } from '../use-macros.ts'
import { Editor } from './editor.tsx'
import { MacroList } from './macro-list.tsx'

/** `/macros`: everything the user may run, in its order, and the editing of what they may change. */
export default function MacrosPage() {
  return usePermission('use') ? <Macros /> : <NoPermission />
}

function Macros() {
  const { t } = useWords()
  const searchId = useId()
  const [search, setSearch] = useState('')
  const [edited, setEdited] = useState<Macro | 'new'>()
  const [doomed, setDoomed] = useState<Macro>()
  const list = useMacros()
  const remove = useRemove()
  const macros = list.data ?? []
  const found = named(macros, search)
  const create = (
    <Button variant="primary" icon={<Icon name="plus" size={16} />} onClick={() => setEdited('new')}>
      {t('page.create')}
    </Button>
  )
  return (
    <div className="mx-auto flex w-full max-w-4xl flex-col gap-4 px-4 py-6 md:px-8 md:py-8">
      <PageHeader className="mb-0" title={t('page.title')} description={t('page.description')} actions={create} />
      {macros.length > 0 && (
        <div>
          <label htmlFor={searchId}>
            <VisuallyHidden>{t('page.search')}</VisuallyHidden>
          </label>
          <Input
            id={searchId}
            type="search"
            className="max-w-xs"
            placeholder={t('page.search')}
            maxLength={100}
            autoComplete="off"
            value={search}
            onChange={(event) => setSearch(event.target.value)}
          />
        </div>
      )}
      <ListStates query={list} what={t('page.title')} rowHeight="5rem" isEmpty={macros.length === 0}>
        <EmptyState icon={<Icon name="workflow" />} title={t('empty.title')} action={create}>
          {t('empty.help')}
        </EmptyState>
      </ListStates>
      {macros.length > 0 && found.length === 0 && (
        <EmptyState
          icon={<Icon name="workflow" />}
          title={t('empty.filtered')}
          action={<Button onClick={() => setSearch('')}>{t('empty.clear')}</Button>}
        />
      )}
      {[true, false].map((shared) => {
        const shown = found.filter((macro) => macro.shared === shared)
        return (
          shown.length > 0 && (
            <MacroList
              key={String(shared)}
              macros={shown}
              shared={shared}
              isWhole={search.trim() === ''}
              onEdit={setEdited}
              onDelete={setDoomed}
            />
          )
        )
      })}
      {edited !== undefined && (
        <Editor macro={edited === 'new' ? undefined : edited} onClose={() => setEdited(undefined)} />
      )}
      <ConfirmDialog
        open={doomed !== undefined}
        onOpenChange={() => setDoomed(undefined)}
        confirmLabel={t('delete.confirm')}
        title={t('delete.title', { name: doomed?.name })}
        description={t(doomed?.shared ? 'delete.shared' : 'delete.personal')}
        onConfirm={async () => {
          await remove.mutateAsync(doomed!.id)
          toast.success(t('delete.done'))
        }}
      />
    </div>
  )
}

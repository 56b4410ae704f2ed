import { Tags as TagsIcon } from 'lucide-react'
import { useDeferredValue, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { TagOverview } from '../../base/contracts.ts'
import { DeleteOrDeactivate } from '../../base/forms/DeleteOrDeactivate.tsx'
import { useCappedCount } from '../../base/forms/use-capped-count.ts'
import { useTagActs, useTagOverview } from '../../data/tags/use-tag-admin.ts'
import { SwitchedList } from '../../parts/switched-list/SwitchedList.tsx'
import { SwitchedRow, type SwitchedAct } from '../../parts/switched-list/SwitchedRow.tsx'
import { TagForm } from './TagForm.tsx'

type Open = { act: 'create' } | { act: 'edit' | 'delete'; tag: TagOverview }

/** `/configuracoes/etiquetas` (S2-078): the words that contacts and tickets are marked with. */
export function Tags() {
  const { t } = useTranslation('queues')
  const written = useCappedCount()
  const [search, setSearch] = useState('')
  const query = useTagOverview(useDeferredValue(search).trim())
  const { switchTo, turn, remove } = useTagActs()
  const [open, setOpen] = useState<Open | null>(null)
  const close = () => setOpen(null)
  const act = (name: SwitchedAct, tag: TagOverview): void => {
    if (name === 'activate' || name === 'deactivate') switchTo(tag, name === 'activate')
    else setOpen({ act: name, tag })
  }
  return (
    <>
      <SwitchedList
        kind="tags"
        icon={<TagsIcon size={22} />}
        query={query}
        rows={query.data?.pages.flatMap((page) => page.tags) ?? []}
        search={search}
        className="grid gap-2 side:grid-cols-2"
        onSearch={setSearch}
        onAdd={() => setOpen({ act: 'create' })}
      >
        {(tag) => (
          <SwitchedRow
            name={tag.tag}
            color={tag.color}
            isActive={tag.isActive}
            figures={
              <>
                <span>{t('count.contacts', { count: tag.contacts, shown: written(tag.contacts) })}</span>
                <span>{t('count.tickets', { count: tag.tickets, shown: written(tag.tickets) })}</span>
              </>
            }
            onAct={(name) => act(name, tag)}
          />
        )}
      </SwitchedList>
      {open?.act === 'create' && <TagForm onClose={close} />}
      {open?.act === 'edit' && <TagForm tag={open.tag} onClose={close} />}
      {open?.act === 'delete' && (
        <DeleteTag
          tag={open.tag}
          onDelete={() => remove.mutateAsync(open.tag)}
          onDeactivate={() => turn.mutateAsync({ tag: open.tag, isActive: false })}
          onClose={close}
        />
      )}
    </>
  )
}

/** S8-060: a tag that contacts carry stays. From tickets it is taken away. */
function DeleteTag({
  tag,
  ...rest
}: {
  tag: TagOverview
  onDelete(): Promise<unknown>
  onDeactivate(): Promise<unknown>
  onClose(): void
}) {
  const { t } = useTranslation('queues')
  const written = useCappedCount()
  return (
    <DeleteOrDeactivate
      {...rest}
      isActive={tag.isActive}
      title={t('tags.delete.title', { name: tag.tag })}
      description={t('tags.delete.detail', { count: tag.tickets, shown: written(tag.tickets) })}
      confirmLabel={t('tags.delete.submit')}
      inUse={
        tag.contacts > 0
          ? t('tags.delete.inUse', { what: t('count.contacts', { count: tag.contacts, shown: written(tag.contacts) }) })
          : null
      }
      refusal="ERR_TAG_CONTACTS_EXISTS"
      refused={t('tags.delete.refused')}
    />
  )
}

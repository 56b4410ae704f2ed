import {
  ApiError,
  Badge,
  Button,
  ColorDot,
  DropdownMenu,
  EmptyState,
  ErrorState,
  Field,
  IconButton,
  Input,
  MenuItem,
  MenuSeparator,
  NoPermission,
  PageHeader,
  Skeleton,
} from '@recado/sdk/ui'
import { CircleCheck, CircleOff, MoreHorizontal, Pencil, Plus, SearchX, Tags as TagsIcon, Trash2 } from 'lucide-react'
import { useDeferredValue, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { maxSearchLength, type TagOverview } from '../../base/contracts.ts'
import { DeleteOrDeactivate } from '../../base/forms/DeleteOrDeactivate.tsx'
import { useCappedCount } from '../../base/forms/use-capped-count.ts'
import { TagForm } from './TagForm.tsx'
import { useTagActs, useTagOverview } from '../../data/tags/use-tag-admin.ts'

type Act = 'edit' | 'activate' | 'deactivate' | 'delete'
type Open = { act: 'create' } | { act: 'edit' | 'delete'; tag: TagOverview }

/** `/configuracoes/etiquetas` (S2-078): the words that contacts and tickets are marked with. */
export function Tags() {
  const { t } = useTranslation('queues')
  const [search, setSearch] = useState('')
  const query = useTagOverview(useDeferredValue(search).trim())
  const { switchTo, turn, remove } = useTagActs()
  const [open, setOpen] = useState<Open | null>(null)
  const close = () => setOpen(null)
  const tags = query.data?.pages.flatMap((page) => page.tags) ?? []
  const add = (
    <Button variant="primary" icon={<Plus size={16} />} onClick={() => setOpen({ act: 'create' })}>
      {t('tags.add')}
    </Button>
  )
  const act = (name: Act, tag: TagOverview): void => {
    if (name === 'activate' || name === 'deactivate') switchTo(tag, name === 'activate')
    else setOpen({ act: name, tag })
  }
  if (ApiError.is(query.error) && query.error.status === 403)
    return (
      <div className="grid h-full place-items-center p-6">
        <NoPermission />
      </div>
    )
  return (
    <div className="scroll-thin h-full overflow-y-auto">
      <div className="mx-auto flex w-full max-w-4xl flex-col gap-4 px-4 py-6 pane:px-8 pane:py-8">
        <PageHeader className="mb-0" title={t('tags.title')} description={t('tags.description')} actions={add} />
        <Field label={t('search')} hideLabel>
          <Input
            type="search"
            placeholder={t('search')}
            value={search}
            maxLength={maxSearchLength}
            autoComplete="off"
            onChange={(event) => setSearch(event.target.value)}
          />
        </Field>
        {query.isPending && <Skeleton height="12rem" className="rounded-lg" />}
        {query.isError && <ErrorState what={t('tags.what')} error={query.error} onRetry={() => void query.refetch()} />}
        {query.isSuccess &&
          tags.length === 0 &&
          (search.trim() === '' ? (
            <EmptyState icon={<TagsIcon size={22} />} title={t('tags.none')} action={add}>
              {t('tags.noneDetail')}
            </EmptyState>
          ) : (
            <EmptyState
              icon={<SearchX size={22} />}
              title={t('nothingFound')}
              action={<Button onClick={() => setSearch('')}>{t('clear')}</Button>}
            />
          ))}
        <ul aria-label={t('tags.title')} className="grid gap-2 side:grid-cols-2">
          {tags.map((tag) => (
            <li key={tag.id}>
              <TagRow tag={tag} onAct={(name) => act(name, tag)} />
            </li>
          ))}
        </ul>
        {query.hasNextPage && (
          <Button className="self-center" busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
            {t('more')}
          </Button>
        )}
      </div>
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
    </div>
  )
}

function TagRow({ tag, onAct }: { tag: TagOverview; onAct(act: Act): void }) {
  const { t } = useTranslation('queues')
  const written = useCappedCount()
  return (
    <div className="flex h-full items-center gap-3 rounded-lg border border-line bg-surface px-4 py-3">
      <div className="min-w-0 flex-1">
        <button
          type="button"
          className="block max-w-full text-left text-thread font-medium hover:underline"
          onClick={() => onAct('edit')}
        >
          <ColorDot color={tag.color} label={tag.tag} />
        </button>
        <p className="flex flex-wrap gap-x-3 text-list text-ink-muted tabular-nums">
          <span>{t('count.contacts', { count: tag.contacts, shown: written(tag.contacts) })}</span>
          <span>{t('count.tickets', { count: tag.tickets, shown: written(tag.tickets) })}</span>
        </p>
      </div>
      {!tag.isActive && <Badge>{t('state.inactive')}</Badge>}
      <DropdownMenu trigger={<IconButton icon={<MoreHorizontal size={16} />} label={t('acts', { name: tag.tag })} />}>
        <MenuItem icon={<Pencil size={16} />} onSelect={() => onAct('edit')}>
          {t('shell:action.edit')}
        </MenuItem>
        {tag.isActive ? (
          <MenuItem icon={<CircleOff size={16} />} onSelect={() => onAct('deactivate')}>
            {t('act.deactivate')}
          </MenuItem>
        ) : (
          <MenuItem icon={<CircleCheck size={16} />} onSelect={() => onAct('activate')}>
            {t('act.activate')}
          </MenuItem>
        )}
        <MenuSeparator />
        <MenuItem icon={<Trash2 size={16} />} tone="danger" onSelect={() => onAct('delete')}>
          {t('shell:action.delete')}
        </MenuItem>
      </DropdownMenu>
    </div>
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

import {
  Button,
  ConfirmDialog,
  EmptyState,
  ErrorState,
  Icon,
  IconButton,
  Input,
  NoPermission,
  PageHeader,
  Skeleton,
  toast,
  usePermission,
  useWords,
} from '@recado/sdk/ui'
import { useDeferredValue, useState } from 'react'
import type { Sticker } from '../../stickers/sticker.ts'
import { stickersFailed, useStickerActs, useStickerPages } from '../use-stickers.ts'
import { StickerForm } from './sticker-form.tsx'

/** `/figurinhas`: the company's stickers, for the users who manage them. */
export default function StickersPage() {
  return usePermission('manage') ? <Stickers /> : <NoPermission />
}

function Stickers() {
  const { t } = useWords()
  const [search, setSearch] = useState('')
  const wanted = useDeferredValue(search.trim())
  const list = useStickerPages('all', wanted)
  const { remove } = useStickerActs()
  const [edited, setEdited] = useState<Sticker | 'new'>()
  const [doomed, setDoomed] = useState<Sticker>()
  const stickers = list.data?.pages.flatMap((page) => page.stickers) ?? []
  const create = (
    <Button variant="primary" icon={<Icon name="plus" size={16} />} onClick={() => setEdited('new')}>
      {t('page.create')}
    </Button>
  )
  return (
    <div className="mx-auto flex w-full max-w-5xl flex-col gap-4 px-4 py-6 md:px-8 md:py-8">
      <PageHeader title={t('page.title')} description={t('page.description')} actions={create} />
      <Input
        type="search"
        className="max-w-xs"
        aria-label={t('composer.search')}
        placeholder={t('composer.search')}
        value={search}
        maxLength={100}
        onChange={(event) => setSearch(event.target.value)}
      />
      {list.isPending && <Skeleton height="10rem" />}
      {list.isError && (
        <ErrorState what={t('page.title')} error={stickersFailed()} onRetry={() => void list.refetch()} />
      )}
      {list.isSuccess &&
        stickers.length === 0 &&
        (wanted === '' ? (
          <EmptyState icon={<Icon name="sticker" />} title={t('empty.all')} action={create}>
            {t('empty.help')}
          </EmptyState>
        ) : (
          <EmptyState
            icon={<Icon name="sticker" />}
            title={t('empty.found')}
            action={<Button onClick={() => setSearch('')}>{t('page.clear')}</Button>}
          />
        ))}
      {stickers.length > 0 && (
        <ul aria-label={t('page.title')} className="grid grid-cols-2 gap-3 sm:grid-cols-3 lg:grid-cols-5">
          {stickers.map((sticker) => (
            <li key={sticker.id} className="flex min-w-0 flex-col gap-2 rounded-lg border border-line p-3">
              <img
                src={sticker.url}
                alt={sticker.name}
                loading="lazy"
                className="aspect-square w-full object-contain"
              />
              <span className="flex items-center gap-1">
                <span className="min-w-0 flex-1">
                  <span className="block truncate text-list font-medium">{sticker.name}</span>
                  <span className="block truncate text-xs text-ink-muted">{sticker.pack || t('page.noPack')}</span>
                </span>
                <IconButton
                  size="small"
                  icon={<Icon name="pencil" size={15} />}
                  label={t('page.edit', { name: sticker.name })}
                  onClick={() => setEdited(sticker)}
                />
                <IconButton
                  size="small"
                  icon={<Icon name="trash-2" size={15} />}
                  label={t('page.delete', { name: sticker.name })}
                  onClick={() => setDoomed(sticker)}
                />
              </span>
            </li>
          ))}
        </ul>
      )}
      {list.hasNextPage && (
        <Button className="self-center" busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
          {t('page.more')}
        </Button>
      )}
      {edited !== undefined && (
        <StickerForm sticker={edited === 'new' ? undefined : edited} onClose={() => setEdited(undefined)} />
      )}
      <ConfirmDialog
        open={doomed !== undefined}
        onOpenChange={() => setDoomed(undefined)}
        title={t('delete.title', { name: doomed?.name })}
        description={t('delete.description')}
        confirmLabel={t('delete.confirm')}
        onConfirm={async () => {
          await remove.mutateAsync(doomed!.id)
          toast.success(t('delete.done'))
        }}
      />
    </div>
  )
}

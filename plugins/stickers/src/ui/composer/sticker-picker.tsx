import {
  Button,
  EmptyState,
  ErrorState,
  Icon,
  IconButton,
  Input,
  Skeleton,
  Tabs,
  usePermission,
  useWords,
} from '@recado/sdk/ui'
import { useDeferredValue, useRef, useState, type KeyboardEvent } from 'react'
import type { Sticker, StickerView } from '../../stickers/sticker.ts'
import { stickersFailed, useStickerActs, useStickerPages } from '../use-stickers.ts'

const views = ['recent', 'favourites', 'all'] as const satisfies readonly StickerView[]
/** Of the grid; the arrows up and down go by it. */
const columns = 4

/** Search, the user's own views, and a grid that the arrow keys walk through. Enter sends. */
export function StickerPicker({ onPick }: { onPick(sticker: Sticker): void }) {
  const { t } = useWords()
  const mayManage = usePermission('manage')
  const [view, setView] = useState<StickerView>('all')
  const [search, setSearch] = useState('')
  const wanted = useDeferredValue(search.trim())
  const list = useStickerPages(view, wanted)
  const { favourite } = useStickerActs()
  const [position, setPosition] = useState(0)
  const grid = useRef<HTMLDivElement>(null)
  const stickers = list.data?.pages.flatMap((page) => page.stickers) ?? []
  const active = stickers[Math.min(position, stickers.length - 1)]

  const focusOn = (at: number) => {
    const next = Math.max(0, Math.min(at, stickers.length - 1))
    setPosition(next)
    grid.current?.querySelectorAll<HTMLElement>('[role=option]')[next]?.focus()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const steps: Record<string, number> = {
      ArrowRight: position + 1,
      ArrowLeft: position - 1,
      ArrowDown: position + columns,
      ArrowUp: position - columns,
      Home: 0,
      End: stickers.length - 1,
    }
    const next = steps[event.key]
    if (next === undefined) return
    event.preventDefault()
    focusOn(next)
  }
  return (
    <div className="flex w-80 max-w-full flex-col gap-2">
      <Input
        type="search"
        aria-label={t('composer.search')}
        placeholder={t('composer.search')}
        value={search}
        maxLength={100}
        autoFocus
        onChange={(event) => {
          setSearch(event.target.value)
          setPosition(0)
        }}
        onKeyDown={(event) => {
          if (event.key === 'ArrowDown') {
            event.preventDefault()
            focusOn(0)
          }
        }}
      />
      <Tabs
        label={t('composer.views')}
        value={view}
        onValueChange={(next) => {
          setView(views.find((one) => one === next) ?? 'all')
          setPosition(0)
        }}
        tabs={views.map((value) => ({ value, label: t(`view.${value}`) }))}
      />
      {list.isPending && <Skeleton height="10rem" />}
      {list.isError && (
        <ErrorState what={t('page.title')} error={stickersFailed()} onRetry={() => void list.refetch()} />
      )}
      {list.isSuccess && stickers.length === 0 && (
        <EmptyState icon={<Icon name="sticker" />} title={t(wanted === '' ? `empty.${view}` : 'empty.found')}>
          {view === 'all' && wanted === '' ? t(mayManage ? 'empty.help' : 'empty.ask') : undefined}
        </EmptyState>
      )}
      {active && (
        <>
          <div
            ref={grid}
            role="listbox"
            tabIndex={-1}
            aria-label={t('page.title')}
            className="grid max-h-64 grid-cols-4 gap-1 overflow-y-auto p-1"
            onKeyDown={onKeyDown}
          >
            {stickers.map((sticker, at) => (
              <button
                key={sticker.id}
                type="button"
                role="option"
                aria-selected={sticker === active}
                aria-label={sticker.name}
                tabIndex={sticker === active ? 0 : -1}
                title={sticker.name}
                className={
                  'aspect-square rounded-md p-1 hover:bg-hover focus-visible:outline-2 ' +
                  'focus-visible:outline-accent'
                }
                onFocus={() => setPosition(at)}
                onPointerMove={() => setPosition(at)}
                onClick={() => onPick(sticker)}
              >
                <img src={sticker.url} alt="" loading="lazy" className="size-full object-contain" />
              </button>
            ))}
          </div>
          {list.hasNextPage && (
            <Button
              size="small"
              variant="ghost"
              busy={list.isFetchingNextPage}
              onClick={() => void list.fetchNextPage()}
            >
              {t('page.more')}
            </Button>
          )}
          <div className="flex items-center gap-2 border-t border-line pt-2 text-list">
            <span className="min-w-0 flex-1 truncate">{active.name}</span>
            <IconButton
              size="small"
              aria-pressed={active.isFavourite}
              icon={<Icon name="star" size={15} fill={active.isFavourite ? 'currentColor' : 'none'} />}
              label={t(active.isFavourite ? 'composer.unfavourite' : 'composer.favourite', { name: active.name })}
              onClick={() => favourite.mutate(active)}
            />
          </div>
        </>
      )}
    </div>
  )
}

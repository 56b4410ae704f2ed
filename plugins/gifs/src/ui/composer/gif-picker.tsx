import {
  ApiError,
  Button,
  EmptyState,
  ErrorState,
  Icon,
  Input,
  Skeleton,
  useMediaQuery,
  usePermission,
  useSettled,
  useWords,
} from '@recado/sdk/ui'
import { useRef, useState, type KeyboardEvent } from 'react'
import { maxSearchLength } from '../../gifs/limits.ts'
import type { FileType, Gif } from '../../gifs/gif.ts'
import { gifTrouble, useGifPages } from '../use-gifs.ts'
import { bestFile } from './best-file.ts'
import { GifTile } from './gif-tile.tsx'

/** Of the grid; the arrows up and down go by it. */
const columns = 3
/** Pause of typing before the provider is called, in milliseconds. */
const restMs = 350

/** Popular GIFs, a search, and a grid that the arrow keys walk through. Enter sends. */
export function GifPicker({
  carried,
  isSending,
  onPick,
}: {
  carried: readonly FileType[]
  isSending: boolean
  onPick(gif: Gif): void
}) {
  const { t } = useWords()
  const mayManage = usePermission('plugins.manage')
  const isStill = useMediaQuery('(prefers-reduced-motion: reduce)')
  const [search, setSearch] = useState('')
  const wanted = useSettled(search.trim(), restMs)
  const list = useGifPages(wanted)
  const [position, setPosition] = useState(0)
  const [picked, setPicked] = useState<string>()
  const grid = useRef<HTMLDivElement>(null)
  const provider = list.data?.pages[0]?.provider
  const gifs = (list.data?.pages ?? [])
    .flatMap((page) => page.gifs)
    .filter((gif) => bestFile(gif, carried) !== undefined)
  const active = Math.min(position, gifs.length - 1)
  const needsKey = ApiError.is(list.error) && list.error.code === 'ERR_GIFS_KEY'

  const focusOn = (at: number) => {
    const next = Math.max(0, Math.min(at, gifs.length - 1))
    setPosition(next)
    grid.current?.querySelectorAll<HTMLElement>('[role=option]')[next]?.focus()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const steps: Record<string, number> = {
      ArrowRight: active + 1,
      ArrowLeft: active - 1,
      ArrowDown: active + columns,
      ArrowUp: active - columns,
      Home: 0,
      End: gifs.length - 1,
    }
    const next = steps[event.key]
    if (next === undefined) return
    event.preventDefault()
    focusOn(next)
  }
  return (
    <div className="flex w-96 max-w-full flex-col gap-2">
      {!needsKey && (
        <Input
          type="search"
          aria-label={t('composer.search')}
          placeholder={provider ? t('composer.searchAt', { provider: provider.name }) : t('composer.search')}
          value={search}
          maxLength={maxSearchLength}
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
      )}
      {list.isPending && (
        <div className="grid grid-cols-3 gap-1 p-1">
          {Array.from({ length: 9 }, (_, tile) => (
            <Skeleton key={tile} height="5rem" />
          ))}
        </div>
      )}
      {needsKey && (
        <EmptyState icon={<Icon name="key" />} title={t('key.title')}>
          {t(mayManage ? 'key.help' : 'key.ask')}
        </EmptyState>
      )}
      {list.isError && !needsKey && (
        <ErrorState what={t('composer.title')} error={gifTrouble(list.error)} onRetry={() => void list.refetch()} />
      )}
      {list.isSuccess && gifs.length === 0 && (
        <EmptyState
          icon={<Icon name="image-play" />}
          title={t('empty.title')}
          {...(wanted !== '' && {
            action: (
              <Button size="small" onClick={() => setSearch('')}>
                {t('empty.clear')}
              </Button>
            ),
          })}
        >
          {t('empty.help')}
        </EmptyState>
      )}
      {gifs.length > 0 && (
        <>
          <p className="text-list text-ink-muted" role="status">
            {wanted === '' ? t('composer.popular') : t('composer.found', { text: wanted })}
          </p>
          <div className="flex max-h-72 flex-col gap-2 overflow-y-auto p-1">
            <div
              ref={grid}
              role="listbox"
              tabIndex={-1}
              aria-label={t('composer.title')}
              className="grid grid-cols-3 gap-1"
              onKeyDown={onKeyDown}
              {...(isStill && { 'aria-description': t('composer.moves') })}
            >
              {gifs.map((gif, at) => (
                <GifTile
                  key={gif.id}
                  gif={gif}
                  isActive={at === active}
                  isBusy={isSending && picked === gif.id}
                  onActive={() => setPosition(at)}
                  onPick={() => {
                    if (!isSending) {
                      setPicked(gif.id)
                      onPick(gif)
                    }
                  }}
                />
              ))}
            </div>
            {list.hasNextPage && (
              <Button
                size="small"
                variant="ghost"
                busy={list.isFetchingNextPage}
                onClick={() => void list.fetchNextPage()}
              >
                {t('composer.more')}
              </Button>
            )}
          </div>
        </>
      )}
      {provider && (
        <a
          href={provider.url}
          target="_blank"
          rel="noreferrer"
          className="self-end text-list text-ink-muted hover:underline"
        >
          {t('composer.attribution', { provider: provider.name })}
        </a>
      )}
    </div>
  )
}

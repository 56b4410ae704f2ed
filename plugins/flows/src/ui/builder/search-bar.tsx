import { Button, Icon, IconButton, Input, useWords } from '@recado/sdk/ui'
import { useEffect, useRef, type KeyboardEvent } from 'react'

interface SearchBarProps {
  text: string
  /** Name of the block that the search is at; its place among what was found, from 1 on, and how many that are. */
  at: { readonly title: string; readonly place: number } | undefined
  count: number
  onText(text: string): void
  onStep(by: -1 | 1): void
  onOpen(): void
  onClose(): void
}

/** The search over the canvas: Enter goes to the next block, Shift Enter to the one before, Escape ends it. */
export function SearchBar({ text, at, count, onText, onStep, onOpen, onClose }: SearchBarProps) {
  const { t } = useWords()
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.focus(), [])
  const keys = (event: KeyboardEvent): void => {
    if (event.key === 'Escape') onClose()
    else if (event.key === 'Enter') onStep(event.shiftKey ? -1 : 1)
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  const says =
    text.trim() === '' ? '' : at ? t('search.at', { title: at.title, place: at.place, count }) : t('builder.notFound')
  return (
    <div
      role="search"
      aria-label={t('builder.search')}
      className={
        'absolute top-2 left-1/2 z-[6] flex w-[min(28rem,calc(100%-1rem))] -translate-x-1/2 flex-col gap-1 ' +
        'rounded-lg border border-line bg-surface p-2 shadow-lg'
      }
    >
      <div className="flex items-center gap-1">
        <div className="min-w-0 flex-1">
          <Input
            ref={field}
            type="search"
            aria-label={t('builder.search')}
            placeholder={t('builder.search')}
            autoComplete="off"
            value={text}
            onChange={(event) => onText(event.target.value)}
            onKeyDown={keys}
          />
        </div>
        <IconButton
          icon={<Icon name="arrow-up" size={15} />}
          label={t('search.before')}
          aria-disabled={count === 0}
          onClick={() => onStep(-1)}
        />
        <IconButton
          icon={<Icon name="arrow-down" size={15} />}
          label={t('search.next')}
          aria-disabled={count === 0}
          onClick={() => onStep(1)}
        />
        <Button size="small" aria-disabled={count === 0} onClick={onOpen}>
          {t('search.open')}
        </Button>
        <IconButton icon={<Icon name="x" size={15} />} label={t('search.close')} onClick={onClose} />
      </div>
      <p role="status" className="truncate px-1 text-xs text-ink-muted">
        {says}
      </p>
    </div>
  )
}

import { useEffect, useId, useState, type KeyboardEvent, type ReactNode } from 'react'
import { Popover } from 'radix-ui'
import { useKitWords } from '../kit/words.ts'
import { PluginRoot } from '../plugin/context.tsx'
import { Spinner } from '../kit/feedback.tsx'
import type { Composer } from './composer.ts'
import type { TriggerChar } from './trigger.ts'

/** {@link ComposerSuggestions}: what opens them, where they come from, how one is drawn and used. */
export interface ComposerSuggestionsProps<Item> {
  composer: Composer
  trigger: TriggerChar
  /** What the list is, for screen readers: "Quick messages". */
  label: string
  /** Already filtered by `composer.trigger.query`, best first. Keep it to what fits: 50 at most. */
  items: readonly Item[]
  itemKey(item: Item): string
  /** One row: text only, nothing that takes the focus. */
  renderItem(item: Item): ReactNode
  /** What picking would insert, shown beside the list while the row is active. */
  renderPreview?(item: Item): ReactNode
  /** Usually `composer.insertText(…)`, and `composer.attach(…)` for a file. The list closes by itself. */
  onPick(item: Item): void
  loading?: boolean
  /** Shown when nothing matches. */
  empty?: ReactNode
}

/**
 * The list that a composer action opens with its trigger. The focus stays in the text: ↑ ↓ Home End move, Enter and
 * Tab pick, Escape closes and leaves the text as it is. Draws nothing while its trigger is not active.
 */
export function ComposerSuggestions<Item>(props: ComposerSuggestionsProps<Item>) {
  const active = props.composer.trigger?.char === props.trigger
  return active ? <OpenSuggestions {...props} /> : null
}

function OpenSuggestions<Item>({ composer, label, items, itemKey, renderItem, renderPreview, onPick, loading = false, empty }: ComposerSuggestionsProps<Item>) {
  const t = useKitWords()
  const listId = useId()
  const [position, setPosition] = useState(0)
  const query = composer.trigger?.query
  useEffect(() => setPosition(0), [query])
  const index = Math.min(position, items.length - 1)
  const item = items[index]
  const rowId = (row: number) => `${listId}-${row}`
  const activeId = item === undefined ? undefined : rowId(index)

  const onKeyDown = (event: KeyboardEvent): boolean => {
    const moves: Record<string, number> = { ArrowDown: index + 1, ArrowUp: index - 1 + items.length, Home: 0, End: items.length - 1 }
    const next = moves[event.key]
    if (next !== undefined && items.length > 0) {
      setPosition(next % items.length)
      return true
    }
    if ((event.key === 'Enter' || event.key === 'Tab') && !event.shiftKey && item !== undefined) {
      onPick(item)
      return true
    }
    return false
  }
  const { setSuggestions } = composer
  // After every render, so that the keys always act on the rows that are shown; the composer stores it without drawing.
  useEffect(() => setSuggestions({ listId, activeId, onKeyDown }))
  useEffect(() => () => setSuggestions(null), [setSuggestions])
  useEffect(() => { if (activeId !== undefined) document.getElementById(activeId)?.scrollIntoView({ block: 'nearest' }) }, [activeId])

  return (
    <Popover.Root open onOpenChange={(open) => { if (!open) composer.dismiss() }}>
      <Popover.Anchor virtualRef={{ current: composer.anchor ?? document.body }} />
      <Popover.Portal>
        <PluginRoot>
          <Popover.Content
            className="k-popover k-suggestions" side="top" align="start" sideOffset={6} collisionPadding={8} aria-label={label}
            onOpenAutoFocus={(event) => event.preventDefault()} onCloseAutoFocus={(event) => event.preventDefault()}
            onInteractOutside={(event) => { if (composer.anchor?.contains(event.target as Node)) event.preventDefault() }}
          >
            {items.length === 0
              ? <div className="k-suggestions-empty" role="status">{loading ? <Spinner /> : (empty ?? t('nothingFound'))}</div>
              : (
                <div className="k-suggestions-list" role="listbox" id={listId} aria-label={label}>
                  {items.map((one, row) => (
                    <div
                      key={itemKey(one)} id={rowId(row)} role="option" aria-selected={row === index} className="k-option"
                      onPointerMove={() => setPosition(row)}
                      // Before the field loses the focus.
                      onPointerDown={(event) => { event.preventDefault(); onPick(one) }}
                    >
                      {renderItem(one)}
                    </div>
                  ))}
                </div>
              )}
            {renderPreview && item !== undefined && <div className="k-suggestions-preview">{renderPreview(item)}</div>}
          </Popover.Content>
        </PluginRoot>
      </Popover.Portal>
    </Popover.Root>
  )
}

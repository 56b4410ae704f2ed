import { useEffect, useId, useLayoutEffect, useRef, useSyncExternalStore, type ReactNode } from 'react'
import { Popover } from 'radix-ui'
import { createPortal } from 'react-dom'
import { useKitWords } from '../kit/words.ts'
import { PluginRoot } from '../plugin/context.tsx'
import { Spinner } from '../kit/spinner.tsx'
import type { Composer } from './composer.ts'
import { previewFrame, type SuggestionBoard } from './suggestion-board.ts'
import type { TriggerChar } from './trigger.ts'

/** Props of {@link ComposerSuggestions}: the trigger, the items, their rendering and use. */
export interface ComposerSuggestionsProps<Item> {
  composer: Composer
  trigger: TriggerChar
  /** Label of the list: "Quick messages". Its heading if other actions have the same trigger. */
  label: string
  /** Already filtered by `composer.trigger.query`, best first. Keep it to what fits: 50 at most. */
  items: readonly Item[]
  itemKey(item: Item): string
  /** One row: text only, nothing that takes the focus. */
  renderItem(item: Item): ReactNode
  /** Preview of the inserted text, shown beside the list while the row is active. */
  renderPreview?(item: Item): ReactNode
  /** Usually `composer.insertText(…)`, and `composer.attach(…)` for a file. The list closes by itself. */
  onPick(item: Item): void
  loading?: boolean
  /** Shown when nothing matches. */
  empty?: ReactNode
}

/**
 * Suggestions of a composer action for its trigger. Several actions may have one trigger: their rows form one list,
 * each action's under its label, in the order of the actions. The focus stays in the text: ↑ ↓ Home End move, Enter and
 * Tab pick, Escape closes and leaves the text as it is. Draws nothing while its trigger is not active.
 */
export function ComposerSuggestions<Item>(props: ComposerSuggestionsProps<Item>) {
  const active = props.composer.trigger?.char === props.trigger
  return active ? <OpenSuggestions {...props} /> : null
}

function OpenSuggestions<Item>({
  composer,
  label,
  items,
  itemKey,
  renderItem,
  renderPreview,
  onPick,
  loading = false,
  empty,
}: ComposerSuggestionsProps<Item>) {
  const t = useKitWords()
  const id = useId()
  const place = useRef<HTMLSpanElement>(null)
  const { suggestions: board } = composer
  const { groups, active, frames } = useSyncExternalStore(board.subscribe, board.now)
  // After every render, so that the keys always act on the rows that are shown.
  useLayoutEffect(() =>
    board.put({
      id,
      label,
      rows: items.length,
      isLoading: loading,
      hasPreview: renderPreview !== undefined,
      place: place.current!,
      pick: (row) => {
        const item = items[row]
        if (item !== undefined) onPick(item)
      },
    }),
  )
  useLayoutEffect(() => () => board.remove(id), [board, id])

  const [first] = groups
  const filled = groups.filter(({ rows }) => rows > 0)
  const activeRow = active?.group === id ? active.row : undefined
  const activeItem = activeRow === undefined ? undefined : items[activeRow]
  const frame = frames.get(id)
  const preview = frames.get(previewFrame)
  const isWaiting = groups.some(({ isLoading }) => isLoading)
  return (
    <>
      <span ref={place} hidden />
      {first?.id === id && <SuggestionPopover composer={composer} />}
      {frame &&
        createPortal(
          <PluginRoot>
            {items.length > 0 && (
              <div role="group" aria-label={label}>
                {filled.length > 1 && (
                  <div className="k-suggestions-heading" aria-hidden>
                    {label}
                  </div>
                )}
                {items.map((item, row) => (
                  <div
                    key={itemKey(item)}
                    id={board.rowId({ group: id, row })}
                    role="option"
                    aria-selected={row === activeRow}
                    className="k-option"
                    onPointerMove={() => board.point({ group: id, row })}
                    // Before the field loses the focus.
                    onPointerDown={(event) => {
                      event.preventDefault()
                      onPick(item)
                    }}
                  >
                    {renderItem(item)}
                  </div>
                ))}
              </div>
            )}
            {filled.length === 0 &&
              (isWaiting ? (
                first?.id === id && (
                  <div className="k-suggestions-empty">
                    <Spinner />
                  </div>
                )
              ) : (
                <div className="k-suggestions-empty">{empty ?? t('nothingFound')}</div>
              ))}
          </PluginRoot>,
          frame,
        )}
      {preview &&
        renderPreview &&
        activeItem !== undefined &&
        createPortal(<PluginRoot>{renderPreview(activeItem)}</PluginRoot>, preview)}
    </>
  )
}

/** The list around the groups, drawn by the first of them. */
function SuggestionPopover({ composer }: { composer: Composer }) {
  const { suggestions: board } = composer
  const { groups, active } = useSyncExternalStore(board.subscribe, board.now)
  const label = groups.map((group) => group.label).join(', ')
  const activeId = active && board.rowId(active)
  useEffect(() => {
    if (activeId !== undefined) document.getElementById(activeId)?.scrollIntoView({ block: 'nearest' })
  }, [activeId])
  return (
    <Popover.Root
      open
      onOpenChange={(open) => {
        if (!open) composer.dismiss()
      }}
    >
      <Popover.Anchor virtualRef={{ current: composer.anchor ?? document.body }} />
      <Popover.Portal>
        <Popover.Content
          className="k-popover k-suggestions"
          side="top"
          align="start"
          sideOffset={6}
          collisionPadding={8}
          aria-label={label}
          onOpenAutoFocus={(event) => event.preventDefault()}
          onCloseAutoFocus={(event) => event.preventDefault()}
          onInteractOutside={(event) => {
            if (composer.anchor?.contains(event.target as Node)) event.preventDefault()
          }}
        >
          <div
            className="k-suggestions-list"
            {...(active ? { role: 'listbox', id: board.listId, 'aria-label': label } : { role: 'status' })}
          >
            {groups.map(({ id }) => (
              <Frame key={id} board={board} id={id} />
            ))}
          </div>
          {groups.some(({ id, hasPreview }) => hasPreview && id === active?.group) && (
            <Frame board={board} id={previewFrame} className="k-suggestions-preview" />
          )}
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  )
}

/** An element of the board that an action draws into from its own tree, with its own texts and styles. */
function Frame({ board, id, className }: { board: SuggestionBoard; id: string; className?: string }) {
  const element = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    board.frame(id, element.current)
    return () => board.frame(id, null)
  }, [board, id])
  return <div ref={element} className={className} />
}

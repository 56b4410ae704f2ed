import type { OutgoingPart } from '@recado/contracts'
import {
  useCallback,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
  type KeyboardEvent,
  type RefObject,
  type SyntheticEvent,
} from 'react'
import type { Composer } from './composer.ts'
import { SuggestionBoard } from './suggestion-board.ts'
import { triggerAt, type ActiveTrigger, type TriggerChar } from './trigger.ts'

/** Opened by a button at a place in the text; the text typed from there on is the query. */
interface Opened {
  readonly char: TriggerChar
  readonly from: number
}

/**
 * Where the text of a composer is typed, with places as offsets of the text. A textarea is one; an editor that draws
 * the text otherwise brings `put`.
 */
export interface ComposerField {
  readonly selectionStart: number
  readonly selectionEnd: number
  setSelectionRange(from: number, to: number): void
  focus(options?: FocusOptions): void
  /** Puts text in place of a stretch, with the caret behind it, so that undo brings the old text back. */
  put?(text: string, from: number, to: number): void
}

/** Answer of {@link useComposer}: the composer for panels, and what its field needs. */
export interface ComposerBinding {
  readonly composer: Composer
  /** Says that the caret of a field that is no textarea stands at this offset of the text now. */
  moved(text: string, at: number): void
  /**
   * Spread onto the textarea, then call `onKeyDown` of the composer itself only if `event.defaultPrevented` is false.
   */
  readonly fieldProps: {
    onSelect(event: SyntheticEvent<HTMLTextAreaElement>): void
    onKeyDown(event: KeyboardEvent): void
    role: 'combobox' | undefined
    'aria-expanded': boolean | undefined
    'aria-autocomplete': 'list' | undefined
    'aria-controls': string | undefined
    'aria-activedescendant': string | undefined
  }
}

const openTrigger = (text: string, caret: number, opened: Opened): ActiveTrigger | null =>
  caret < opened.from || text.slice(opened.from, caret).includes('\n')
    ? null
    : { char: opened.char, query: text.slice(opened.from, caret), from: opened.from, to: caret }

/**
 * The shell's side of {@link Composer}: joins a textarea whose text the caller holds with the actions of plugins. Text
 * is changed through the field's own editing command, so that the browser's undo works.
 */
export function useComposer(options: {
  mode: Composer['mode']
  text: string
  onTextChange(text: string): void
  onAttach(files: readonly File[]): void
  onSendParts?(parts: readonly OutgoingPart[]): void
  window?: Composer['window']
  disabled: boolean
  field: RefObject<ComposerField | null>
  anchor: HTMLElement | null
}): ComposerBinding {
  const { mode, text, disabled, window, field, anchor } = options
  const latest = useRef(options)
  const [caret, setCaret] = useState(0)
  const [opened, setOpened] = useState<Opened | null>(null)
  const [dismissedAt, setDismissedAt] = useState<number | null>(null)
  const listId = useId()
  const [suggestions] = useState(() => new SuggestionBoard(listId))
  // A change of the active row alone redraws the composer.
  const activeId = useSyncExternalStore(suggestions.subscribe, suggestions.activeId)

  const trigger = useMemo(() => {
    if (disabled) return null
    if (opened) return openTrigger(text, caret, opened)
    const typed = triggerAt(text, Math.min(caret, text.length))
    return typed?.from === dismissedAt ? null : typed
  }, [disabled, opened, text, caret, dismissedAt])
  const current = useRef(trigger)
  useLayoutEffect(() => {
    latest.current = options
    current.current = trigger
  })

  const query = trigger?.query
  useLayoutEffect(() => suggestions.point(undefined), [suggestions, query])

  const focus = useCallback(() => field.current?.focus(), [field])
  const open = useCallback(
    (char: TriggerChar) => {
      const at = field.current?.selectionStart ?? latest.current.text.length
      setCaret(at)
      setOpened({ char, from: at })
      focus()
    },
    [field, focus],
  )
  const dismiss = useCallback(() => {
    setDismissedAt(current.current?.from ?? null)
    setOpened(null)
  }, [])
  const put = useCallback(
    (inserted: string, from: number, to: number) => {
      const element = field.current
      const { text: before, onTextChange } = latest.current
      setOpened(null)
      // The text may itself begin with the trigger; it was picked, not typed.
      setDismissedAt(from)
      if (element?.put) {
        element.focus()
        element.put(inserted, from, to)
        setCaret(from + inserted.length)
        return
      }
      element?.focus()
      element?.setSelectionRange(from, to)
      // The only way to edit a field that keeps the user's undo history; where it is missing the text is set outright,
      // and so while an open dialog keeps the focus to itself.
      if (
        !(element instanceof Element) ||
        document.activeElement !== element ||
        typeof document.execCommand !== 'function' ||
        !document.execCommand('insertText', false, inserted)
      ) {
        onTextChange(before.slice(0, from) + inserted + before.slice(to))
      }
      setCaret(from + inserted.length)
    },
    [field],
  )
  const insertText = useCallback(
    (inserted: string) => {
      const end = latest.current.text.length
      const { selectionStart = end, selectionEnd = end } = field.current ?? {}
      put(inserted, current.current?.from ?? selectionStart, current.current?.to ?? selectionEnd)
    },
    [field, put],
  )
  const replace = useCallback((text: string) => put(text, 0, latest.current.text.length), [put])
  const selection = useCallback(() => {
    const { text: whole } = latest.current
    const { selectionStart: from = 0, selectionEnd: to = 0 } = field.current ?? {}
    return from < to ? { text: whole.slice(from, to), from, to } : { text: whole, from: 0, to: whole.length }
  }, [field])
  const attach = useCallback((files: readonly File[]) => latest.current.onAttach(files), [])
  const sendParts = useCallback((parts: readonly OutgoingPart[]) => latest.current.onSendParts?.(parts), [])

  const composer = useMemo<Composer>(
    () => ({
      mode,
      text,
      disabled,
      window,
      trigger,
      anchor,
      open,
      dismiss,
      insertText,
      replace,
      selection,
      attach,
      sendParts,
      focus,
      suggestions,
    }),
    [
      mode,
      text,
      disabled,
      window,
      trigger,
      anchor,
      open,
      dismiss,
      insertText,
      replace,
      selection,
      attach,
      sendParts,
      focus,
      suggestions,
    ],
  )

  const expanded = trigger !== null && activeId !== undefined
  const moved = (written: string, at: number) => {
    setCaret(at)
    // Leaving the dismissed trigger, or deleting it, lets the next one open again.
    if (triggerAt(written, at)?.from !== dismissedAt) setDismissedAt(null)
  }
  return {
    composer,
    moved,
    fieldProps: {
      onSelect: ({ currentTarget }) => moved(currentTarget.value, currentTarget.selectionStart),
      onKeyDown: (event) => {
        if (!trigger || event.nativeEvent.isComposing) return
        const taken = suggestions.onKeyDown(event)
        if (!taken && event.key === 'Escape') dismiss()
        if (taken || event.key === 'Escape') event.preventDefault()
      },
      role: expanded ? 'combobox' : undefined,
      'aria-expanded': expanded ? true : undefined,
      'aria-autocomplete': expanded ? 'list' : undefined,
      'aria-controls': expanded ? listId : undefined,
      'aria-activedescendant': expanded ? activeId : undefined,
    },
  }
}

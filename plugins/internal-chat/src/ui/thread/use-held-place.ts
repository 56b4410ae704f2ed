import { useEffect, useLayoutEffect, useRef } from 'react'
import { firstBelow } from './first-below.ts'

/** How near to the end one is still at it. Pixels. */
const nearEnd = 80

/**
 * The place of a reader in a thread: the end, or a message, which stays where it is seen while messages come and go on
 * both sides and pictures find their sizes. `at` is the message that it opens at, `isEndLoaded` whether the last loaded
 * message is the last of the chat. The pane is for `ref={log}`, all that scrolls in it for `ref={content}`.
 */
export function useHeldPlace(at: number | null, isEndLoaded: boolean) {
  const log = useRef<HTMLDivElement>(null)
  const content = useRef<HTMLDivElement>(null)
  const isAtEnd = useRef(at === null)
  const isThere = useRef(at === null)
  /** The first message in sight, and how far below the beginning of the content it stands. Pixels. */
  const held = useRef<{ readonly seq: string; readonly top: number }>(undefined)
  const hadFocus = useRef(false)

  const topOf = (pane: HTMLElement, row: Element): number =>
    row.getBoundingClientRect().top - pane.getBoundingClientRect().top + pane.scrollTop
  const keep = (pane: HTMLElement): void => {
    const rows = pane.querySelectorAll<HTMLElement>('[data-seq]')
    const edge = pane.getBoundingClientRect().top
    const row = rows[firstBelow(rows.length, (index) => rows[index]!.getBoundingClientRect().bottom, edge) ?? -1]
    held.current = row && { seq: row.dataset['seq']!, top: topOf(pane, row) }
  }
  const hold = (): void => {
    const pane = log.current
    if (!pane) return
    const rowOf = (seq: number | string): Element | null => pane.querySelector(`[data-seq="${seq}"]`)
    const asked = isThere.current ? null : rowOf(at!)
    const row = held.current && rowOf(held.current.seq)
    if (asked) {
      isThere.current = true
      asked.scrollIntoView({ block: 'center' })
    } else if (isAtEnd.current) pane.scrollTop = pane.scrollHeight
    else if (row && held.current) pane.scrollTop += topOf(pane, row) - held.current.top
    keep(pane)
    // A message that had the focus may have gone: its keys still scroll.
    if (hadFocus.current && document.activeElement === document.body) pane.focus({ preventScroll: true })
  }
  useLayoutEffect(hold)
  useEffect(() => {
    const sizes = new ResizeObserver(hold)
    for (const element of [log.current, content.current]) if (element) sizes.observe(element)
    return () => sizes.disconnect()
    // What it uses are references.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [])

  /** To be called when the pane scrolls. Answers how far it is from both ends of what is loaded. Pixels. */
  const scrolled = (pane: HTMLElement): { readonly above: number; readonly below: number } => {
    const below = pane.scrollHeight - pane.scrollTop - pane.clientHeight
    isAtEnd.current = below < nearEnd && (isAtEnd.current || isEndLoaded)
    keep(pane)
    return { above: pane.scrollTop, below }
  }
  const focusProps = {
    onFocus: () => {
      hadFocus.current = true
    },
    onBlur: () => {
      hadFocus.current = false
    },
  }
  return { log, content, isAtEnd, scrolled, focusProps }
}

import { useEffect, useRef, type RefObject } from 'react'

/** That somebody opened a ticket with the mouse: made anew each time. */
export interface OpenedToWrite {
  readonly ticketId: string
}

/** Nothing but the row that was pressed has the focus. */
const isFree = (): boolean =>
  document.activeElement === null ||
  document.activeElement === document.body ||
  document.activeElement.closest('[data-ticket]') !== null

/**
 * Puts the focus into the composer for who opened its ticket with the mouse. What they type next is an answer: as keys
 * its letters would resolve or transfer the ticket. Who walks through the list by keys stays there, and on a screen to
 * touch no keyboard opens by itself.
 */
export function useWriteAtOnce(
  field: RefObject<HTMLTextAreaElement | null>,
  isWritable: boolean,
  opened: OpenedToWrite | null,
): void {
  const seen = useRef<OpenedToWrite | null>(null)
  useEffect(() => {
    if (opened === null || seen.current === opened) return
    seen.current = opened
    if (isWritable && isFree() && !matchMedia('(pointer: coarse)').matches)
      field.current?.focus({ preventScroll: true })
  }, [field, isWritable, opened])
}

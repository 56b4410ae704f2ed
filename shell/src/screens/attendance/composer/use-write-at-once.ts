import type { ComposerField } from '@recado/sdk/ui'
import { useEffect, useRef, type RefObject } from 'react'

/** Record of a ticket opened with the mouse: a new object each time. */
export interface OpenedToWrite {
  readonly ticketId: string
}

/** True if no element but the pressed row has the focus. */
const isFree = (): boolean =>
  document.activeElement === null ||
  document.activeElement === document.body ||
  document.activeElement.closest('[data-ticket]') !== null

/**
 * Focuses the composer when its ticket was opened with the mouse. The next typed text is an answer: as keys its letters
 * would resolve or transfer the ticket. With the keys of the list the focus stays there, and on a touch screen no
 * keyboard opens automatically.
 */
export function useWriteAtOnce(
  field: RefObject<ComposerField | null>,
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

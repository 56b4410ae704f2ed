import { useEffect, useLayoutEffect, useRef, type RefObject } from 'react'

/**
 * Keeps the end in view when content comes in before it, as an entry of a plugin whose panel was slow, and when rows
 * grow by what the virtualizer does not follow: a sent message that takes the place of the one that was being sent is
 * another row of another height. Content after the last item is followed by the virtualizer itself. `near` is the
 * distance from the end, in pixels, that counts as there.
 */
export function useFollowedEnd(
  pane: RefObject<HTMLElement | null>,
  items: readonly { readonly key: string }[],
  near: number,
  scrollToEnd: () => void,
): void {
  const isAtEnd = useRef(true)
  useEffect(() => {
    const element = pane.current
    if (!element) return
    const note = () => {
      isAtEnd.current = element.scrollHeight - element.scrollTop - element.clientHeight <= near
    }
    element.addEventListener('scroll', note, { passive: true })
    const grown = new ResizeObserver(() => {
      if (isAtEnd.current) element.scrollTop = element.scrollHeight
    })
    if (element.lastElementChild) grown.observe(element.lastElementChild)
    return () => {
      element.removeEventListener('scroll', note)
      grown.disconnect()
    }
  }, [pane, near])

  const before = useRef(items)
  useLayoutEffect(() => {
    const isBetween = items.length > before.current.length && items.at(-1)?.key === before.current.at(-1)?.key
    before.current = items
    if (isBetween && isAtEnd.current) scrollToEnd()
  }, [items, scrollToEnd])
}

import { useEffect, useLayoutEffect, useRef, type RefObject } from 'react'

/**
 * Keeps the end in view when content comes in before it, as an entry of a plugin whose panel was slow. Content after
 * the last item is followed by the virtualizer itself. `near` is the distance from the end, in pixels, that counts as
 * there.
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
    return () => element.removeEventListener('scroll', note)
  }, [pane, near])

  const before = useRef(items)
  useLayoutEffect(() => {
    const isBetween = items.length > before.current.length && items.at(-1)?.key === before.current.at(-1)?.key
    before.current = items
    if (isBetween && isAtEnd.current) scrollToEnd()
  }, [items, scrollToEnd])
}

import { useEffect, type RefObject } from 'react'

/**
 * Content at the lower edge of a pane stays there when the pane shrinks from below, as for a growing composer and an
 * opening keyboard.
 */
export function useHeldEnd(pane: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = pane.current
    if (!element) return
    let height = element.clientHeight
    const observer = new ResizeObserver(() => {
      const lost = height - element.clientHeight
      height = element.clientHeight
      // A pane that grows at its end is scrolled back by the browser.
      if (lost > 0) element.scrollTop += lost
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [pane])
}

import { useEffect, type ReactNode } from 'react'

/**
 * Mounted around the content of an open menu. What the menu hides from screen readers cannot be reached by the keyboard
 * either, as long as it is open: hidden and focusable at once is neither.
 */
export function OthersInert({ children }: { children: ReactNode }): ReactNode {
  useEffect(() => {
    // Runs after the content's own effect, which marks what it has hidden.
    const hidden = [...document.querySelectorAll<HTMLElement>('[data-aria-hidden]:not([inert])')]
    for (const element of hidden) element.inert = true
    return () => {
      for (const element of hidden) element.inert = false
    }
  }, [])
  return children
}

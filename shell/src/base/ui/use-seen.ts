import { useCallback, useState } from 'react'

/** Whether an element has ever been in sight, and the ref to put on it. Lists draw more rows than can be seen. */
export function useSeen(): {
  readonly isSeen: boolean
  readonly ref: (element: Element | null) => (() => void) | void
} {
  const [isSeen, setSeen] = useState(false)
  const ref = useCallback((element: Element | null) => {
    if (!element) return
    const observer = new IntersectionObserver((entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return
      setSeen(true)
      observer.disconnect()
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return { isSeen, ref }
}

import { useCallback, useSyncExternalStore } from 'react'

/** Messages whose own words somebody wants to read, for as long as the page is open. */
const chosen = new Set<string>()
const listeners = new Set<() => void>()

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Whether a message shows its own words, and how to change that: it holds while one reads other conversations. */
export function useOwnWords(messageId: string): readonly [boolean, () => void] {
  const isShown = useSyncExternalStore(
    subscribe,
    useCallback(() => chosen.has(messageId), [messageId]),
  )
  const change = useCallback(() => {
    if (!chosen.delete(messageId)) chosen.add(messageId)
    for (const listener of listeners) listener()
  }, [messageId])
  return [isShown, change]
}

import { useSyncExternalStore } from 'react'

const wish = '(prefers-reduced-motion: reduce)'

/** Whether the person has asked their system for less motion; follows while they change it. */
export const useReducedMotion = (): boolean =>
  useSyncExternalStore(
    (changed) => {
      const query = matchMedia(wish)
      query.addEventListener('change', changed)
      return () => query.removeEventListener('change', changed)
    },
    () => matchMedia(wish).matches,
  )

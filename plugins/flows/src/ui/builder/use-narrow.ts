import { useSyncExternalStore } from 'react'

const query = '(max-width: 767px)'

/** Whether the window is as narrow as a telephone: a canvas is of no use there. */
export const useNarrow = (): boolean =>
  useSyncExternalStore(
    (onChange) => {
      const media = window.matchMedia(query)
      media.addEventListener('change', onChange)
      return () => media.removeEventListener('change', onChange)
    },
    () => window.matchMedia(query).matches,
  )

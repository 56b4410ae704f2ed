import { useSyncExternalStore } from 'react'

const query = '(min-width: 1024px)'

/** Whether a trial has room beside the form of a prompt. */
export const useRoomBeside = (): boolean =>
  useSyncExternalStore(
    (onChange) => {
      const media = window.matchMedia(query)
      media.addEventListener('change', onChange)
      return () => media.removeEventListener('change', onChange)
    },
    () => window.matchMedia(query).matches,
  )

import { useCallback, useSyncExternalStore } from 'react'

/**
 * Whether a media query holds now: the width of the window, a device without a mouse, a wish for less motion. The
 * component is drawn again when that changes. Panels call it where styles alone do not do.
 *
 * @param query as in CSS, such as `(width >= 64rem)`; the same text in every call of a component
 */
export function useMediaQuery(query: string): boolean {
  const subscribe = useCallback(
    (listener: () => void) => {
      const media = matchMedia(query)
      media.addEventListener('change', listener)
      return () => media.removeEventListener('change', listener)
    },
    [query],
  )
  return useSyncExternalStore(subscribe, () => matchMedia(query).matches)
}

import { useSyncExternalStore } from 'react'

/** Equal to the condition in `styles/overlays.css` under which menus are sheets. */
const narrow = '(pointer: coarse) and (width < 45rem)'

function subscribe(listener: () => void): () => void {
  const media = matchMedia(narrow)
  media.addEventListener('change', listener)
  return () => media.removeEventListener('change', listener)
}

/** Whether menus are drawn as sheets at the bottom edge: on telephones, where the thumb is. */
export const useBottomSheet = (): boolean => useSyncExternalStore(subscribe, () => matchMedia(narrow).matches)

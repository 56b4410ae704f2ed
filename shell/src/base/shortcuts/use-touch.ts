import { useSyncExternalStore } from 'react'

const touch = matchMedia('(hover: none) and (pointer: coarse)')
const subscribe = (listener: () => void): (() => void) => {
  touch.addEventListener('change', listener)
  return () => touch.removeEventListener('change', listener)
}

/** Whether the device is worked with by finger: it is told of no keys, and menus say what they are about. */
export const useTouch = (): boolean => useSyncExternalStore(subscribe, () => touch.matches)

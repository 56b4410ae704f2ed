import { useMediaQuery } from '@recado/sdk/ui'

/** Whether the device is worked with by finger: it is told of no keys, and menus say what they are about. */
export const useTouch = (): boolean => useMediaQuery('(hover: none) and (pointer: coarse)')

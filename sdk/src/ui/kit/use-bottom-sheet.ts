import { useMediaQuery } from './use-media-query.ts'

/**
 * Whether menus are drawn as sheets at the bottom edge: on telephones, where the thumb is. The condition equals the one
 * in `styles/overlays.css`.
 */
export const useBottomSheet = (): boolean => useMediaQuery('(pointer: coarse) and (width < 45rem)')

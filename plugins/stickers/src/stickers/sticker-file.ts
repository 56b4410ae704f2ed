import { maxAnimatedBytes, maxStillBytes, stickerSide } from './limits.ts'
import { readWebp } from './webp.ts'

/** Why a file is no sticker. */
export type StickerFault = { readonly kind: 'format' } | { readonly kind: 'tooLarge'; readonly limit: number }

/**
 * Whether channels take these bytes as a sticker: WebP of 512 by 512, within the size for its kind. The one rule of
 * server and screen.
 */
export function judgeSticker(bytes: Uint8Array): { readonly isAnimated: boolean } | StickerFault {
  const facts = readWebp(bytes)
  if (facts?.width !== stickerSide || facts.height !== stickerSide) return { kind: 'format' }
  const limit = facts.isAnimated ? maxAnimatedBytes : maxStillBytes
  return bytes.byteLength > limit ? { kind: 'tooLarge', limit } : { isAnimated: facts.isAnimated }
}

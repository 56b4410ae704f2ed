import { BMP } from 'image-size/types/bmp'
import { GIF } from 'image-size/types/gif'
import { JPG } from 'image-size/types/jpg'
import { PNG } from 'image-size/types/png'
import { WEBP } from 'image-size/types/webp'

/**
 * More than any phone's camera takes in its ordinary mode. A limit of the memory of browsers and decoders: four bytes
 * each when drawn.
 */
export const drawablePixels = 40_000_000

const readers: Readonly<
  Record<
    string,
    { validate(input: Uint8Array): boolean; calculate(input: Uint8Array): { width: number; height: number } }
  >
> = {
  'image/png': PNG,
  'image/apng': PNG,
  'image/jpeg': JPG,
  'image/gif': GIF,
  'image/webp': WEBP,
  'image/bmp': BMP,
}

/**
 * Number of pixels that a picture declares at its beginning, without drawing it: a file of a few hundred bytes can
 * declare gigabytes. Infinity when its beginning does not declare it, or is that of another type; undefined for types
 * without a reader.
 */
export function pixelsOf(head: Uint8Array, mime: string): number | undefined {
  const reader = readers[mime]
  if (!reader) return undefined
  try {
    // Other bytes say a size too, when they are asked for one.
    if (!reader.validate(head)) return Number.POSITIVE_INFINITY
    const { width, height } = reader.calculate(head)
    return Math.abs(width * height)
  } catch {
    return Number.POSITIVE_INFINITY
  }
}

/**
 * Whether what its sender calls a picture is one that is too large to be drawn, and was taken for a file like any
 * other.
 */
export function tooLargeToDraw({ claimed, bytes }: { readonly claimed: string; readonly bytes: Uint8Array }): boolean {
  const pixels = pixelsOf(bytes, claimed.split(';', 1)[0]!.trim().toLowerCase()) ?? 0
  return pixels > drawablePixels && pixels < Number.POSITIVE_INFINITY
}

/** Header facts of a WebP file. Sides in pixels. */
export interface WebpFacts {
  readonly width: number
  readonly height: number
  readonly isAnimated: boolean
}

const fourLetters = (bytes: Uint8Array, at: number): string => String.fromCharCode(...bytes.subarray(at, at + 4))

/**
 * Reads the head of a WebP file: RIFF container, then `VP8X` (extended, may move), `VP8 ` (lossy) or `VP8L` (lossless).
 * Undefined for what is no whole WebP. https://developers.google.com/speed/webp/docs/riff_container
 */
export function readWebp(bytes: Uint8Array): WebpFacts | undefined {
  if (bytes.length < 30 || fourLetters(bytes, 0) !== 'RIFF' || fourLetters(bytes, 8) !== 'WEBP') return undefined
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (view.getUint32(4, true) + 8 > bytes.length) return undefined
  const uint24 = (at: number): number => view.getUint16(at, true) | (view.getUint8(at + 2) << 16)
  switch (fourLetters(bytes, 12)) {
    case 'VP8X':
      return { width: uint24(24) + 1, height: uint24(27) + 1, isAnimated: (view.getUint8(20) & 0b10) !== 0 }
    case 'VP8 ':
      return uint24(23) === 0x2a019d
        ? { width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff, isAnimated: false }
        : undefined
    case 'VP8L': {
      if (view.getUint8(20) !== 0x2f) return undefined
      const packed = view.getUint32(21, true)
      return { width: (packed & 0x3fff) + 1, height: ((packed >> 14) & 0x3fff) + 1, isAnimated: false }
    }
    default:
      return undefined
  }
}

import type { FileType } from './gif.ts'

const ascii = (bytes: Uint8Array, from: number, to: number): string => String.fromCharCode(...bytes.subarray(from, to))

/** Type of a provider's file, by its first bytes; undefined for everything but the supported pictures and films. */
export function fileTypeOf(bytes: Uint8Array): FileType | undefined {
  if (/^GIF8[79]a$/.test(ascii(bytes, 0, 6))) return 'image/gif'
  if (ascii(bytes, 4, 8) === 'ftyp') return 'video/mp4'
  if (ascii(bytes, 0, 4) === 'RIFF' && ascii(bytes, 8, 12) === 'WEBP') return 'image/webp'
  if (ascii(bytes, 0, 8) === '\x89PNG\r\n\x1a\n') return 'image/png'
  return ascii(bytes, 0, 3) === '\xff\xd8\xff' ? 'image/jpeg' : undefined
}

import { stickerSide } from './limits.ts'

/** One picture of a film: a still WebP of the sticker's size, and for how long it is shown, in milliseconds. */
export interface WebpFrame {
  readonly webp: Uint8Array
  readonly ms: number
}

const [hasAlpha, isAnimated, replaces] = [0x10, 0x02, 0x02]
const uint24 = (value: number): number[] => [value & 0xff, (value >> 8) & 0xff, (value >> 16) & 0xff]
const uint32 = (value: number): number[] => [...uint24(value), (value >>> 24) & 0xff]
const ascii = (text: string): number[] => Array.from(text, (letter) => letter.charCodeAt(0))

/** A chunk of RIFF: its name, its length, its bytes, and one more to an even number. */
function chunk(name: string, ...parts: readonly Uint8Array[]): Uint8Array {
  const length = parts.reduce((sum, part) => sum + part.length, 0)
  const made = new Uint8Array(8 + length + (length & 1))
  made.set([...ascii(name), ...uint32(length)])
  let at = 8
  for (const part of parts) {
    made.set(part, at)
    at += part.length
  }
  return made
}

/** Picture chunks of a still WebP: with transparency two, else one. Empty for any other file. */
function pictureOf(webp: Uint8Array): Uint8Array[] {
  const view = new DataView(webp.buffer, webp.byteOffset, webp.byteLength)
  const found: Uint8Array[] = []
  for (let at = 12; at + 8 <= webp.length;) {
    const end = at + 8 + view.getUint32(at + 4, true)
    const padded = end + (end & 1)
    if (/^(ALPH|VP8 |VP8L)$/.test(String.fromCharCode(...webp.subarray(at, at + 4))))
      found.push(webp.subarray(at, Math.min(padded, webp.length)))
    at = padded
  }
  return found
}

/**
 * Still pictures as one WebP that moves, for ever, each in place of the one before it. The container is the one that
 * developers.google.com/speed/webp/docs/riff_container describes.
 */
export function animatedWebp(frames: readonly WebpFrame[]): Uint8Array<ArrayBuffer> {
  const side = uint24(stickerSide - 1)
  const pictures = frames.map(({ webp, ms }) =>
    chunk(
      'ANMF',
      Uint8Array.from([...uint24(0), ...uint24(0), ...side, ...side, ...uint24(Math.round(ms)), replaces]),
      ...pictureOf(webp),
    ),
  )
  const riff = chunk(
    'RIFF',
    Uint8Array.from(ascii('WEBP')),
    chunk('VP8X', Uint8Array.from([hasAlpha | isAnimated, 0, 0, 0, ...side, ...side])),
    chunk('ANIM', Uint8Array.from([...uint32(0), 0, 0])),
    ...pictures,
  )
  return Uint8Array.from(riff)
}

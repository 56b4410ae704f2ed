const side = 64
const frames = 4

const word = (value: number): number[] => [value & 0xff, value >> 8]
/** Red, green and blue of a hue, darker the lower `light` is. */
const colour = (hue: number, light: number): number[] =>
  [0, 120, 240].map((shift) => Math.round(light * (127 + 128 * Math.cos(((hue + shift) * Math.PI) / 180))))

/** A GIF that moves, of its own colour: a square that walks through a field. */
export function animatedGif(hue: number): Uint8Array {
  const header = [
    ...Buffer.from('GIF89a'),
    ...word(side),
    ...word(side),
    0b1000_0000,
    0,
    0,
    ...colour(hue, 1),
    ...colour(hue + 40, 0.4),
  ]
  const forEver = [0x21, 0xff, 11, ...Buffer.from('NETSCAPE2.0'), 3, 1, 0, 0, 0]
  const pictures = Array.from({ length: frames }, (_, frame) => [
    0x21,
    0xf9,
    4,
    0,
    ...word(25),
    0,
    0,
    0x2c,
    ...word(0),
    ...word(0),
    ...word(side),
    ...word(side),
    0,
    ...packed(pointsOf(frame)),
  ])
  return Uint8Array.from([...header, ...forEver, ...pictures.flat(), 0x3b])
}

function pointsOf(frame: number): number[] {
  const from = frame * (side / frames)
  return Array.from({ length: side * side }, (_, at) =>
    at % side >= from && at % side < from + side / frames && Math.abs(Math.floor(at / side) - side / 2) < side / 8
      ? 1
      : 0,
  )
}

/** LZW that never learns: it says "forget" before its table could grow, so that every code has three bits. */
function packed(points: readonly number[]): number[] {
  const [clear, end, width, run] = [4, 5, 3, 2]
  const codes = [...points.flatMap((point, at) => (at % run === 0 ? [clear, point] : [point])), end]
  const bytes: number[] = []
  let [bits, held] = [0, 0]
  for (const code of codes) {
    bits |= code << held
    for (held += width; held >= 8; held -= 8, bits >>= 8) bytes.push(bits & 0xff)
  }
  if (held > 0) bytes.push(bits & 0xff)
  const blocks = Array.from({ length: Math.ceil(bytes.length / 255) }, (_, block) =>
    bytes.slice(block * 255, (block + 1) * 255),
  )
  return [2, ...blocks.flatMap((block) => [block.length, ...block]), 0]
}

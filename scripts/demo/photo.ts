import { crc32, deflateSync } from 'node:zlib'

const [width, height] = [480, 360]
/** Rectangles of a notebook on a table: left, top, right, bottom, and the color. */
const shapes = [
  [0, 0, width, height, 0xd9c4a5],
  [0, 250, width, height, 0xb8966b],
  [130, 50, 350, 320, 0x14532d],
  [130, 50, 158, 320, 0x0f3d21],
  [200, 100, 320, 150, 0xf5f0e1],
  [214, 116, 306, 120, 0x14532d],
  [214, 130, 280, 134, 0x14532d],
  [336, 50, 344, 320, 0xe11d48],
] as const

/** A picture that customers send: a green notebook on a table, as PNG. */
export function photo(): Uint8Array<ArrayBuffer> {
  const rows = Buffer.alloc(height * (1 + width * 3))
  for (const [left, top, right, bottom, color] of shapes)
    for (let y = top; y < bottom; y++)
      for (let x = left; x < right; x++) rows.writeUIntBE(color, y * (1 + width * 3) + 1 + x * 3, 3)
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 2, 0, 0, 0], 8)
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return new Uint8Array(
    Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', deflateSync(rows)), chunk('IEND', Buffer.alloc(0))]),
  )
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  check.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, check])
}

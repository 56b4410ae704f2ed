import { createHash } from 'node:crypto'
import { crc32, deflateSync } from 'node:zlib'

const modules = 33
const scale = 6
const side = modules * scale
const keyword = 'Comment\0'

function chunk(type: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const framed = Buffer.alloc(body.length + 8)
  framed.writeUInt32BE(data.length)
  body.copy(framed, 4)
  framed.writeUInt32BE(crc32(body), body.length + 4)
  return framed
}

/**
 * The picture of a code, as the gateway gives it out. No camera can read it: it looks like a code, and carries its text
 * in a comment, by which the page of the simulator scans it.
 */
export function pictureOf(code: string): string {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(side)
  header.writeUInt32BE(side, 4)
  // One byte of grey for each point.
  header.set([8, 0, 0, 0, 0], 8)
  const rows = Buffer.alloc(side * (side + 1), 255)
  for (let y = 0; y < side; y++) {
    rows[y * (side + 1)] = 0
    for (let x = 0; x < side; x++)
      if (isDark(code, Math.floor(x / scale), Math.floor(y / scale))) rows[y * (side + 1) + 1 + x] = 0
  }
  const png = Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    chunk('tEXt', Buffer.from(keyword + code, 'latin1')),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ])
  return `data:image/png;base64,${png.toString('base64')}`
}

/** Squares in three corners, and between them the bits of the code's digest. */
function isDark(code: string, x: number, y: number): boolean {
  const edge = modules - 7
  for (const [left, top] of [
    [0, 0],
    [edge, 0],
    [0, edge],
  ] as const) {
    const ring = Math.max(Math.abs(x - left - 3), Math.abs(y - top - 3))
    if (ring <= 3) return ring !== 2
    if (ring === 4) return false
  }
  const bits = createHash('sha512').update(`${code}:${y}`).digest()
  return ((bits[x >> 3]! >> (x & 7)) & 1) === 1
}

/** The text of a code, from its picture or as it was typed. */
export function codeIn(scanned: string): string {
  const prefix = 'data:image/png;base64,'
  if (!scanned.startsWith(prefix)) return scanned
  const png = Buffer.from(scanned.slice(prefix.length), 'base64')
  const at = png.indexOf(keyword)
  return at < 8 ? '' : png.subarray(at + keyword.length, at + png.readUInt32BE(at - 8)).toString('latin1')
}

/** A file of a ZIP archive. */
export interface ZippedFile {
  readonly path: string
  readonly bytes: Uint8Array
}

const localHeader = 0x04034b50
const directoryHeader = 0x02014b50
const endOfDirectory = 0x06054b50
const version = 20
/** Names are UTF-8. */
const flags = 0x0800
/** The first of January 2026, as DOS counts: the same files are the same archive. */
const day = ((2026 - 1980) << 9) | (1 << 5) | 1

/** Few small files as a ZIP archive, each as it is: nothing is packed. */
export function zipOf(files: readonly ZippedFile[]): Uint8Array<ArrayBuffer> {
  const pieces: Uint8Array[] = []
  const directory: Uint8Array[] = []
  let at = 0
  for (const { path, bytes } of files) {
    const name = new TextEncoder().encode(path)
    const facts = [version, flags, 0, 0, day] as const
    const sizes = [checksum(bytes), bytes.length, bytes.length] as const
    const local = written([localHeader], facts, sizes, [name.length, 0])
    directory.push(written([directoryHeader], [version, ...facts], sizes, [name.length, 0, 0, 0, 0], [0, at]), name)
    pieces.push(local, name, bytes)
    at += local.length + name.length + bytes.length
  }
  const size = directory.reduce((sum, { length }) => sum + length, 0)
  const end = written([endOfDirectory], [0, 0, files.length, files.length], [size, at], [0])
  return joined([...pieces, ...directory, end])
}

/** Numbers in turns of four bytes and of two, the lowest first; it begins with four. */
function written(...turns: readonly (readonly number[])[]): Uint8Array {
  const widths = turns.map((_, index) => (index % 2 === 0 ? 4 : 2))
  const view = new DataView(new ArrayBuffer(turns.reduce((sum, turn, index) => sum + turn.length * widths[index]!, 0)))
  let at = 0
  for (const [index, turn] of turns.entries())
    for (const number of turn) {
      if (widths[index] === 4) view.setUint32(at, number, true)
      else view.setUint16(at, number, true)
      at += widths[index]!
    }
  return new Uint8Array(view.buffer)
}

function joined(pieces: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const piece of pieces) {
    all.set(piece, at)
    at += piece.length
  }
  return all
}

/** CRC-32 as ZIP has it. */
function checksum(bytes: Uint8Array): number {
  let crc = 0xffffffff
  for (const byte of bytes) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0)
  }
  return ~crc >>> 0
}

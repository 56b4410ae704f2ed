import { NOISE_WA_HEADER } from 'baileys'

const lengthBytes = 3
/** WhatsApp's own limit is not known; a frame of a client is a message, and never a file. */
const largestFrame = 4_000_000
const routing = Buffer.from('ED')

/** A frame as it goes over the line: its length in three bytes, then its content. */
export function framed(content: Uint8Array): Uint8Array {
  const frame = Buffer.allocUnsafe(lengthBytes + content.length)
  frame.writeUIntBE(content.length, 0, lengthBytes)
  frame.set(content, lengthBytes)
  return frame
}

/** Puts frames together from whatever pieces arrive, after the header that a client sends first. */
export class FrameReader {
  #waiting = Buffer.alloc(0)
  #greeted = false

  /** The frames that these bytes complete. @throws for a header or a length that no client sends */
  read(bytes: Uint8Array): Uint8Array[] {
    this.#waiting = Buffer.concat([this.#waiting, bytes])
    if (!this.#greeted && !this.#takeHeader()) return []
    const frames: Uint8Array[] = []
    for (;;) {
      if (this.#waiting.length < lengthBytes) return frames
      const length = this.#waiting.readUIntBE(0, lengthBytes)
      if (length > largestFrame) throw new Error(`a frame of ${length} bytes`)
      if (this.#waiting.length < lengthBytes + length) return frames
      frames.push(this.#waiting.subarray(lengthBytes, lengthBytes + length))
      this.#waiting = this.#waiting.subarray(lengthBytes + length)
    }
  }

  /** The header, with the routing information of an earlier connection before it where the client has one. */
  #takeHeader(): boolean {
    let start = 0
    if (this.#waiting.subarray(0, 2).equals(routing)) {
      if (this.#waiting.length < 7) return false
      start = 7 + this.#waiting.readUIntBE(4, lengthBytes)
      if (start > largestFrame) throw new Error('no header of a client')
    }
    if (this.#waiting.length < start + NOISE_WA_HEADER.length) return false
    if (!this.#waiting.subarray(start, start + NOISE_WA_HEADER.length).equals(NOISE_WA_HEADER))
      throw new Error('no header of a client')
    this.#waiting = this.#waiting.subarray(start + NOISE_WA_HEADER.length)
    this.#greeted = true
    return true
  }
}

/** Type of an engine.io message (protocol 4), and of a Socket.IO event in the main namespace (protocol 5). */
const message = '4'
const event = '2'

/**
 * A push as it goes over the wire, written once for all streams that carry it: they differ in its number alone, which
 * stands at its end.
 */
export class SharedPush {
  /** Everything up to the number. */
  readonly #open: Buffer
  /** Milliseconds of a clock that only grows. */
  readonly madeAt: number

  constructor(name: string, push: object, madeAt: number) {
    this.madeAt = madeAt
    const text = JSON.stringify([name, push])
    const isBare = text.endsWith(',{}]')
    this.#open = Buffer.from(`${message}${event}${text.slice(0, -2)}${isBare ? '' : ','}"seq":`)
  }

  /** As an engine.io packet without its type, for clients that poll. */
  packet(seq: number): string {
    return this.#open.toString('utf8', message.length) + closing(seq)
  }

  /** Length in bytes of {@link write}. */
  size(seq: number): number {
    return this.#open.length + closing(seq).length
  }

  /** Writes the text of a WebSocket message into `target`; answers where it ends. */
  write(target: Buffer, at: number, seq: number): number {
    const end = at + this.#open.copy(target, at)
    return end + target.write(closing(seq), end, 'latin1')
  }
}

const closing = (seq: number): string => `${seq}}]`

/**
 * First byte of an unmasked text frame that is a message of its own, and lengths with a header of their own (RFC 6455).
 */
const wholeText = 0x81
const short = 126
const medium = 0x1_00_00
const headerSize = (length: number): number => (length < short ? 2 : length < medium ? 4 : 10)

function writeHeader(target: Buffer, at: number, length: number): number {
  target[at] = wholeText
  if (length < short) {
    target[at + 1] = length
    return at + 2
  }
  if (length < medium) {
    target[at + 1] = 126
    return target.writeUInt16BE(length, at + 2)
  }
  target[at + 1] = 127
  return target.writeBigUInt64BE(BigInt(length), at + 2)
}

/**
 * Pushes that follow each other, on their way to the clients of one user: as frames of WebSocket that are written once
 * for all of them.
 */
export class Delivery {
  readonly #first: number
  readonly #pushes: readonly SharedPush[]
  #frames: Buffer | undefined

  /** @param first number of the first push */
  constructor(first: number, pushes: readonly SharedPush[]) {
    this.#first = first
    this.#pushes = pushes
  }

  get length(): number {
    return this.#pushes.length
  }

  /** One frame after the other. */
  get frames(): Buffer {
    return (this.#frames ??= this.#write())
  }

  packets(): string[] {
    return this.#pushes.map((push, index) => push.packet(this.#first + index))
  }

  #write(): Buffer {
    let length = 0
    for (const [index, push] of this.#pushes.entries()) {
      const size = push.size(this.#first + index)
      length += headerSize(size) + size
    }
    const frames = Buffer.allocUnsafe(length)
    let at = 0
    for (const [index, push] of this.#pushes.entries()) {
      const seq = this.#first + index
      at = push.write(frames, writeHeader(frames, at, push.size(seq)), seq)
    }
    return frames
  }
}

import { bitsOf } from './packed-vector.ts'

/** A row as `recordsOf` of the store writes it: whether it is for customers, two ids, the number of bits, the bits. */
const idBytes = 16
const bitsAt = 1 + 2 * idBytes + 4
/** Rows for which there is room at first. */
const firstRoom = 64

/** Length of a row in bytes. */
export const recordBytes = (bits: number): number => bitsAt + Math.ceil(bits / 8)

/** A passage by its place in the database. */
export interface Known {
  readonly article: string
  readonly hash: string
}

const uuidOf = (bytes: Buffer, at: number): string =>
  bytes.toString('hex', at, at + idBytes).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')

/** Masks by which the bits of a number are counted: in pairs, fours and eights. */
const pairs = 0x55555555
const fours = 0x33333333
const eights = 0x0f0f0f0f

/**
 * The signs of a company's vectors in the memory of the node, of one model and one number of signs. A row that was read
 * stays: what was deleted in the database meanwhile is found out by who looks the nearest up there.
 */
export class CompanySigns {
  readonly #words: number
  #signs: Uint32Array
  #ids: Buffer
  #forCustomers: Uint8Array
  #count = 0
  /** The last change of the company that is in it. */
  changes = -1
  readonly model: string
  readonly bits: number

  constructor(model: string, bits: number) {
    this.model = model
    this.bits = bits
    this.#words = Math.ceil(bits / 32)
    this.#signs = new Uint32Array(firstRoom * this.#words)
    this.#ids = Buffer.alloc(firstRoom * 2 * idBytes)
    this.#forCustomers = new Uint8Array(firstRoom)
  }

  get count(): number {
    return this.#count
  }

  /** Bytes that it holds. */
  get bytes(): number {
    return this.#signs.byteLength + this.#ids.byteLength + this.#forCustomers.byteLength
  }

  #makeRoom(count: number): void {
    const had = this.#forCustomers.length
    if (count <= had) return
    const room = Math.max(count, Math.ceil(had * 1.5))
    const signs = new Uint32Array(room * this.#words)
    signs.set(this.#signs)
    const ids = Buffer.alloc(room * 2 * idBytes)
    ids.set(this.#ids)
    const forCustomers = new Uint8Array(room)
    forCustomers.set(this.#forCustomers)
    ;[this.#signs, this.#ids, this.#forCustomers] = [signs, ids, forCustomers]
  }

  /** Adds rows, one behind the other. A row that is there already is there twice, which does no harm. */
  add(records: Buffer): void {
    const length = recordBytes(this.bits)
    const added = records.length / length
    this.#makeRoom(this.#count + added)
    const bytes = new Uint8Array(this.#signs.buffer)
    for (let at = 0; at < records.length; at += length) {
      this.#forCustomers[this.#count] = records[at]!
      records.copy(this.#ids, this.#count * 2 * idBytes, at + 1, at + 1 + 2 * idBytes)
      bytes.set(records.subarray(at + bitsAt, at + length), this.#count * this.#words * 4)
      this.#count += 1
    }
  }

  /** How many signs differ, of each row; 0xffff for one that is not looked at. */
  #distances(asked: Uint32Array, onlyForCustomers: boolean): Uint16Array {
    const [signs, words, count] = [this.#signs, this.#words, this.#count]
    const distances = new Uint16Array(count)
    for (let row = 0, at = 0; row < count; row += 1, at += words) {
      if (onlyForCustomers && this.#forCustomers[row] === 0) {
        distances[row] = 0xffff
        continue
      }
      let sum = 0
      for (let word = 0; word < words; word += 1) {
        let bits = signs[at + word]! ^ asked[word]!
        bits -= (bits >>> 1) & pairs
        bits = (bits & fours) + ((bits >>> 2) & fours)
        sum += Math.imul((bits + (bits >>> 4)) & eights, 0x01010101) >>> 24
      }
      distances[row] = sum
    }
    return distances
  }

  /**
   * The rows whose signs differ least from those of a question, in no order.
   * @param most how many of them at most
   * @param bound signs that may differ
   */
  nearest(
    signs: string,
    { most, bound, onlyForCustomers }: { most: number; bound: number; onlyForCustomers: boolean },
  ): Known[] {
    const asked = new Uint32Array(this.#words)
    new Uint8Array(asked.buffer).set(bitsOf(signs))
    const distances = this.#distances(asked, onlyForCustomers)
    const rows = new Uint32Array(this.bits + 1)
    for (const distance of distances) if (distance <= bound) rows[distance]! += 1
    let [reach, within] = [0, rows[0]!]
    while (reach < bound && within + rows[reach + 1]! <= most) within += rows[(reach += 1)]!
    // Of those that differ in one more than all that are taken, as many as there is room for.
    let room = within < most && reach < bound ? most - within : 0
    const found: Known[] = []
    for (let row = 0; row < distances.length; row += 1) {
      const distance = distances[row]!
      if (distance > reach && (distance !== reach + 1 || (room -= 1) < 0)) continue
      const at = row * 2 * idBytes
      found.push({ article: uuidOf(this.#ids, at), hash: uuidOf(this.#ids, at + idBytes) })
      if (found.length === most) break
    }
    return found
  }
}

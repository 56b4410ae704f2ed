/** A vector as it is stored. */
export interface PackedVector {
  /**
   * Digits, `1` for what is above zero: a bit string of PostgreSQL. One for each number, or for each sum of several.
   */
  readonly signs: string
  /** The scale as a float of 32 bits, then a signed byte for each number. */
  readonly bytes: Buffer
}

const scaleBytes = 4
const mostOfByte = 127
/** Digits at most: every row of a company is compared with each question. */
export const mostSigns = 768

/** The same direction with the length 1; what has no direction stays as it is. */
export function normalised(vector: readonly number[]): number[] {
  const length = Math.hypot(...vector)
  return length === 0 || !Number.isFinite(length) ? [...vector] : vector.map((value) => value / length)
}

/**
 * The signs of a vector. A longer one is folded first: numbers whose places are so many apart are added up, which keeps
 * what is near each other near.
 */
export function signsOf(vector: readonly number[]): string {
  const folded = vector.slice(0, mostSigns)
  for (let at = mostSigns; at < vector.length; at += 1) folded[at % mostSigns]! += vector[at]!
  return folded.map((value) => (value > 0 ? '1' : '0')).join('')
}

/** Signs as the bits of bytes, the first one the highest of its byte. */
export function bitsOf(signs: string): Uint8Array {
  const bytes = new Uint8Array(Math.ceil(signs.length / 8))
  for (let at = 0; at < signs.length; at += 1) if (signs[at] === '1') bytes[at >> 3]! |= 0x80 >> (at & 7)
  return bytes
}

/** A vector of any length in the form in which it is stored: a quarter of its floats, and nearly as exact. */
export function packed(vector: readonly number[]): PackedVector {
  const unit = normalised(vector)
  const largest = unit.reduce((most, value) => Math.max(most, Math.abs(value)), 0)
  const bytes = Buffer.alloc(scaleBytes + unit.length)
  bytes.writeFloatLE(largest / mostOfByte)
  if (largest > 0)
    for (const [at, value] of unit.entries())
      bytes.writeInt8(Math.round((value / largest) * mostOfByte), scaleBytes + at)
  return { signs: signsOf(unit), bytes }
}

/** Whether a stored vector has as many numbers as another one: a provider may change what a model answers. */
export const isAsLong = (vector: readonly number[], bytes: Buffer): boolean =>
  bytes.length === scaleBytes + vector.length

/**
 * The dot product of a vector with a stored one of as many numbers: the cosine of their angle, if both have length 1.
 */
export function dotProduct(vector: readonly number[], bytes: Buffer): number {
  const values = new Int8Array(bytes.buffer, bytes.byteOffset + scaleBytes, bytes.length - scaleBytes)
  let sum = 0
  for (let at = 0; at < values.length; at += 1) sum += vector[at]! * values[at]!
  return sum * bytes.readFloatLE()
}

/** A number from 0 to 1, and the seed for the next one (mulberry32): the same seed always gives the same. */
export function random(seed: number): { value: number; seed: number } {
  const next = (seed + 0x6d2b79f5) | 0
  let mixed = Math.imul(next ^ (next >>> 15), 1 | next)
  mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
  return { value: ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296, seed: next }
}

/** The one of these that the number falls on, by their weights; undefined if all are 0. */
export function byWeight<T extends { readonly weight: number }>(value: number, of: readonly T[]): T | undefined {
  const total = of.reduce((sum, { weight }) => sum + weight, 0)
  let left = value * total
  return of.find(({ weight }) => (left -= weight) < 0)
}

/* Elements of WebM (https://www.webmproject.org/docs/container/, RFC 8794): an id, a size, and content. */

const segment = 0x18_53_80_67
const cluster = 0x1f_43_b6_75
const blockGroup = 0xa0
const clusterTime = 0xe7
const simpleBlock = 0xa3
const block = 0xa1
const opened = new Set([segment, cluster, blockGroup])
/** What browsers put into one block of sound. Seconds. */
const blockLength = 0.06

/** A number whose first byte says by its leading zeros how many bytes it has; with the marking bit kept for an id. */
function readNumber(bytes: Uint8Array, at: number, keepsMark: boolean): { value: number; next: number } | undefined {
  const first = bytes[at]
  if (first === undefined || first === 0) return undefined
  const length = Math.clz32(first) - 23
  if (at + length > bytes.length) return undefined
  let value = keepsMark ? first : first & (0xff >> length)
  let isUnknown = !keepsMark && value === 0xff >> length
  for (let index = 1; index < length; index++) {
    value = value * 256 + bytes[at + index]!
    isUnknown &&= bytes[at + index] === 0xff
  }
  return { value: isUnknown ? Infinity : value, next: at + length }
}

/**
 * End of the last block of a WebM file, in seconds; undefined without one. Times are milliseconds, as every browser
 * writes them.
 */
export function lastBlockAt(bytes: Uint8Array): number | undefined {
  let began = 0
  let latest: number | undefined
  for (let at = 0; at < bytes.length;) {
    const id = readNumber(bytes, at, true)
    const size = id && readNumber(bytes, id.next, false)
    if (!id || !size) break
    if (opened.has(id.value)) {
      at = size.next
      continue
    }
    const end = size.next + size.value
    if (end > bytes.length) break
    if (id.value === clusterTime) began = bytes.subarray(size.next, end).reduce((sum, byte) => sum * 256 + byte, 0)
    else if (id.value === simpleBlock || id.value === block) {
      const track = readNumber(bytes, size.next, false)
      if (track && track.next + 2 <= end) {
        const offset = new DataView(bytes.buffer, bytes.byteOffset + track.next, 2).getInt16(0)
        latest = Math.max(latest ?? 0, (began + offset) / 1_000 + blockLength)
      }
    }
    at = end
  }
  return latest
}

export interface ByteRange {
  readonly start: number
  readonly end: number
}

/**
 * One range of a `Range` header (RFC 9110, 14.2), both ends included. `all`: there is none, or one that may be ignored
 * (several ranges, another unit, bad syntax). `unsatisfiable`: it begins beyond the end.
 */
export function byteRange(header: string | null, size: number): ByteRange | 'all' | 'unsatisfiable' {
  const found = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header?.trim() ?? '')
  if (!found || (found[1] === '' && found[2] === '')) return 'all'
  const [, first = '', last = ''] = found
  if (first === '') {
    const length = Math.min(Number(last), size)
    return length === 0 ? 'unsatisfiable' : { start: size - length, end: size - 1 }
  }
  const start = Number(first)
  const end = last === '' ? size - 1 : Math.min(Number(last), size - 1)
  if (last !== '' && Number(last) < start) return 'all'
  return start >= size ? 'unsatisfiable' : { start, end }
}

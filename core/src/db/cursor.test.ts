import { expect, it } from 'vitest'
import { readCursor, writeCursor } from './cursor.ts'
import { readNameCursor, writeNameCursor } from './name-cursor.ts'

const id = '0190a0a0-0000-7000-8000-00000000000a'
const made = (text: string): string => Buffer.from(text).toString('base64url')
const refusal = (read: () => unknown): unknown => {
  try {
    return read()
  } catch (error) {
    return (error as { code: string }).code
  }
}

it('a position is read as it was written', () => {
  const cursor = { at: '2028-02-29T23:59:59.123456Z', id }
  expect(readCursor(writeCursor(cursor))).toEqual(cursor)
  expect(readNameCursor(writeNameCursor({ name: 'João “x” \u202e', id }))).toEqual({ name: 'João “x” \u202e', id })
  expect([readCursor(undefined), readNameCursor(undefined)]).toEqual([undefined, undefined])
})

it.each([
  '',
  'x',
  `2026-13-01T00:00:00.0Z~${id}`,
  `2026-02-30T00:00:00.0Z~${id}`,
  `2026-01-01T25:00:00.0Z~${id}`,
  `2026-01-01T00:00:00.0Z~${'-'.repeat(36)}`,
  `2026-01-01T00:00:00.0Z~${id.replaceAll('-', '0')}`,
])('a position that nobody wrote is refused before PostgreSQL is asked: %s', (text) => {
  expect(refusal(() => readCursor(made(text)))).toBe('ERR_VALIDATION')
})

it.each(['', '[]', '{}', '["a"]', `["\\u0000","${id}"]`, '["a","1"]'])(
  'a position by name that nobody wrote is refused: %s',
  (text) => {
    expect(refusal(() => readNameCursor(made(text)))).toBe('ERR_VALIDATION')
  },
)

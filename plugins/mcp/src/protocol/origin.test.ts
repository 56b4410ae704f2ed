import { expect, test } from 'vitest'
import { isAcceptedOrigin } from './origin.ts'

test.each([
  [null, true],
  ['http://localhost:6274', true],
  ['http://127.0.0.1:6274', true],
  ['http://[::1]:6274', true],
  ['https://inspector.example', true],
  ['http://inspector.example', false],
  ['http://localhost.evil.example', false],
  ['null', false],
  ['file://', false],
  ['', false],
])('a page of %j may call: %j', (origin, isAccepted) => {
  expect(isAcceptedOrigin(origin)).toBe(isAccepted)
})

import { expect, test } from 'vitest'
import { isOwnOrigin, isSameOrigin } from './same-origin.ts'

test.each([
  ['http://127.0.0.1:3000', '127.0.0.1:3000', undefined, true],
  ['https://app.example.com', 'app.example.com', undefined, true],
  ['https://app.example.com', 'internal:3000', 'https://app.example.com/', true],
  ['https://app.example.com', 'APP.example.com', undefined, true],
  ['https://evil.example', 'app.example.com', 'https://app.example.com', false],
  ['https://app.example.com.evil.example', 'app.example.com', undefined, false],
  ['http://app.example.com', 'internal', 'https://app.example.com', false],
  ['null', 'app.example.com', undefined, false],
  ['file:///etc', '', undefined, false],
  ['', undefined, undefined, false],
])('%s asking %s (published as %s): %s', (origin, host, publicUrl, own) => {
  expect(isOwnOrigin(origin, host, publicUrl)).toBe(own)
})

test('Sec-Fetch-Site decides when it is there, Origin otherwise', () => {
  const from = (headers: Record<string, string>) => isSameOrigin(new Headers(headers), undefined)
  expect(from({ 'sec-fetch-site': 'same-origin' })).toBe(true)
  expect(from({ 'sec-fetch-site': 'same-site', origin: 'http://a', host: 'a' })).toBe(false)
  expect(from({ 'sec-fetch-site': 'cross-site' })).toBe(false)
  expect(from({ 'sec-fetch-site': 'none' })).toBe(false)
  expect(from({ origin: 'http://a', host: 'a' })).toBe(true)
  expect(from({ origin: 'http://b', host: 'a' })).toBe(false)
  expect(from({})).toBe(true)
})

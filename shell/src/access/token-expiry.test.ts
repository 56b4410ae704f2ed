import { expect, it } from 'vitest'
import { expiryOf } from './token-expiry.ts'

const now = new Date('2026-11-22T12:00:00')

it('counts days from now, up to the end of a chosen day, or without end', () => {
  expect(expiryOf('30', '', now)).toBe(new Date('2026-12-22T12:00:00').toISOString())
  expect(expiryOf('never', '2026-12-01', now)).toBeNull()
  expect(expiryOf('date', '2026-11-22', now)).toBe(new Date('2026-11-22T23:59:59.999').toISOString())
  for (const day of ['', '2026-11-21', 'x']) expect(expiryOf('date', day, now), day).toBeUndefined()
})

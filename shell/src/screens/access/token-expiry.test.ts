import { expect, it } from 'vitest'
import { dayOf } from '../../base/i18n/calendar-days.ts'
import { expiryOf, standingOf } from './token-expiry.ts'

const now = new Date('2026-11-22T12:00:00')

it('counts days from now, or up to the end of a chosen day within a year', () => {
  expect(expiryOf('30', '', now)).toBe(new Date('2026-12-22T12:00:00').toISOString())
  expect(expiryOf('date', '2026-11-22', now)).toBe(new Date('2026-11-22T23:59:59.999').toISOString())
  for (const day of ['', '2026-11-21', '2027-11-23', 'x']) expect(expiryOf('date', day, now), day).toBeUndefined()
})

it('shows the day that was chosen', () =>
  expect(dayOf(new Date(expiryOf('date', '2027-01-31', now)!))).toBe('2027-01-31'))

it('warns thirty days before the end', () => {
  const at = (days: number): string => new Date(now.getTime() + days * 86_400_000).toISOString()
  expect([at(-1), at(0), at(1), at(30), at(31)].map((expiresAt) => standingOf(expiresAt, now.getTime()))).toEqual([
    'over',
    'over',
    'soon',
    'soon',
    'good',
  ])
})

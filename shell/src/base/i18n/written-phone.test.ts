import { expect, it } from 'vitest'
import { writtenPhone } from './written-phone.ts'

it.each([
  ['+5511981234567', '+55 (11) 98123-4567'],
  ['+551133334444', '+55 (11) 3333-4444'],
  ['+12133734253', '+1 (213) 373-4253'],
  ['+34612345678', '+34 612 34 56 78'],
  // Within the country it begins with 8 or 0, which nobody dials after the country code.
  ['+79123456789', '+7 912 345 67 89'],
  ['+442079460958', '+44 20 7946 0958'],
  ['+99912345678', '+99912345678'],
])('%s is written %s', (e164, written) => {
  expect(writtenPhone(e164)).toBe(written)
})

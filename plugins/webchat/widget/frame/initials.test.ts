import { expect, test } from 'vitest'
import { initialsOf } from './initials.ts'

test.each([
  ['Ana', 'A'],
  ['ana maria de souza', 'AS'],
  ['Érica  Ávila', 'ÉÁ'],
  ['(Suporte) 24h', 'SH'],
  ['Анна Петрова', 'АП'],
  ['+55 11 98765', ''],
  ['', ''],
])('initials of %j', (name, initials) => {
  expect(initialsOf(name)).toBe(initials)
})

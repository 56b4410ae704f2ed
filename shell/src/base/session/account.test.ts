import { expect, it } from 'vitest'
import { signInName } from './account.ts'

it.each([
  ['S5-013 an e-mail where there is an @', 'ana@empresa.com', { email: 'ana@empresa.com' }],
  ['S5-013 a phone number where there is none', '+55 (11) 91234-5678', { phoneNumber: '+55 (11) 91234-5678' }],
  ['S5-014 trimmed', '  ana@empresa.com\t', { email: 'ana@empresa.com' }],
  ['S5-015 no e-mail without a domain', 'ana@', undefined],
  ['S5-015 no e-mail with a gap', 'ana maria@empresa.com', undefined],
  ['S5-015 no phone number with letters', 'ana', undefined],
  ['S5-015 no phone number of seven digits', '1234567', undefined],
  ['S5-015 nothing', '   ', undefined],
])('%s', (_title, typed, name) => expect(signInName(typed)).toEqual(name))

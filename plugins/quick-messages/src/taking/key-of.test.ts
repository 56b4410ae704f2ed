import { expect, test } from 'vitest'
import { keyPattern, maxKeyLength } from '../messages/limits.ts'
import { keyOf } from './key-of.ts'

test.each([
  ['/bom dia', 'bom-dia'],
  ['  pix ', 'pix'],
  ['a/b  c/', 'a-b-c'],
  ['olá!', 'olá!'],
  [' / ', ''],
  ['', ''],
  ['x'.repeat(maxKeyLength + 1), 'x'.repeat(maxKeyLength)],
  [`${'x'.repeat(maxKeyLength - 1)}😀`, 'x'.repeat(maxKeyLength - 1)],
])('the shortcut %j of another system becomes %j', (name, key) => {
  expect(keyOf(name)).toBe(key)
  if (key !== '') expect(key).toMatch(keyPattern)
})

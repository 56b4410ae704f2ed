import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readRecoveryCode, recoveryCodeCount, RecoveryCodes } from './recovery-codes.ts'

const codes = new RecoveryCodes('a secret of the installation, long enough')
const ana = { tenantId: 'a', userId: 'ana' }

test('ten codes, all different, which are read as they are written', () => {
  const made = codes.create()
  expect(new Set(made).size).toBe(recoveryCodeCount)
  for (const code of made) expect(readRecoveryCode(code)).toBe(code.replace('-', ''))
})

test('spaces, hyphens, small letters and look-alikes do not matter', () => {
  expect(readRecoveryCode(' abc0o-il1xz ')).toBe('ABC00111XZ')
  for (const text of ['', 'ABCDE', '123456', 'ABCDE-FGHJU', 'ABCDE-FGHJKM'])
    expect(readRecoveryCode(text), text).toBeUndefined()
})

test('reading never throws, and what it gives is read as itself', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 30 }), (text) => {
      const read = readRecoveryCode(text)
      if (read !== undefined) expect(readRecoveryCode(read)).toBe(read)
    }),
  )
})

test('the hash is bound to user and company', () => {
  const hash = codes.hash(ana, 'ABCDEFGHJK')
  expect(codes.hash(ana, 'ABCDEFGHJK').equals(hash)).toBe(true)
  for (const other of [
    { tenantId: 'b', userId: 'ana' },
    { tenantId: 'a', userId: 'bia' },
  ])
    expect(codes.hash(other, 'ABCDEFGHJK').equals(hash)).toBe(false)
  expect(new RecoveryCodes('another secret of an installation').hash(ana, 'ABCDEFGHJK').equals(hash)).toBe(false)
})

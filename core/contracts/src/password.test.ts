import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { brokenPasswordRules, passwordRuleNames } from './password-rules.ts'
import { NewPassword } from './password.ts'

describe('a password', () => {
  test.each([
    ['S5-001 S9-020 has at least 8 characters', 'Senha12', ['length']],
    ['S5-001 has an upper bound, so that hashing stays cheap to refuse', `Aa1${'x'.repeat(126)}`, ['length']],
    ['S5-002 has an uppercase letter', 'senha1234', ['upper']],
    ['S5-003 has a lowercase letter', 'SENHA1234', ['lower']],
    ['S5-004 has a digit', 'SenhaForte', ['digit']],
    ['S5-005 has letters and digits only', 'Senha 1234!', ['characters']],
    ['S5-005 means letters without accents', 'Sénha1234', ['characters']],
    ['breaks several rules at once and says all', 'ção', ['length', 'upper', 'digit', 'characters']],
    ['may be exactly 8 and exactly 128 long', 'Senha123', []],
    ['may be 128 long', `Aa1${'x'.repeat(125)}`, []],
  ])('%s', (_title, password, broken) => {
    expect(brokenPasswordRules(password)).toEqual(broken)
    const parsed = NewPassword.safeParse(password)
    expect(parsed.success ? [] : parsed.error.issues.map(({ message }) => message)).toEqual(broken)
  })

  test('is judged alike by the rules and by the whole pattern, whatever it is', () => {
    fc.assert(fc.property(fc.oneof(fc.string(), fc.stringMatching(/^[A-Za-z0-9]{0,140}$/)), (password) => {
      const fits = /^(?=.*[a-z])(?=.*[A-Z])(?=.*\d)[A-Za-z\d]{8,128}$/.test(password)
      expect(brokenPasswordRules(password).length === 0).toBe(fits)
      for (const rule of brokenPasswordRules(password)) expect(passwordRuleNames).toContain(rule)
    }))
  })
})

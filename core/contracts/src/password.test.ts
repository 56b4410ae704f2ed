import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  brokenPasswordRules,
  normalPassword,
  passwordBytes,
  passwordLength,
  passwordRuleNames,
} from './password-rules.ts'
import { NewPassword } from './password.ts'

const of = (text: string, characters: number): string =>
  Array.from({ length: characters }, (_, index) => [...text][index % [...text].length]).join('')

describe('a password', () => {
  test.each([
    ['S5-001 S9-020 has at least 8 characters', 'Senha12', ['length']],
    ['S5-001 has an upper bound, so that hashing stays cheap to refuse', `Aa1xyz${'x'.repeat(123)}`, ['length']],
    ['S5-002 has an uppercase letter', 'senha1234', ['upper']],
    ['S5-003 has a lowercase letter', 'SENHA1234', ['lower']],
    ['S5-004 has a digit', 'SenhaForte', ['digit']],
    ['S5-005 has letters and digits only', 'Senha 1234!', ['characters']],
    ['S5-005 means letters without accents', 'Sénha1234', ['characters']],
    ['breaks several rules at once and says all', 'ção', ['length', 'upper', 'digit', 'characters']],
    ['may be exactly 8 long', 'Senha123', []],
    ['may be 128 long', `Aa1xyz${'x'.repeat(122)}`, []],
    [
      'of 16 characters may be of anything',
      'três tigres, 虎!',
      ['length'].slice(1).concat(['upper', 'digit', 'characters']),
    ],
    ['of 16 characters needs no certain kinds of them', 'cavalo correto bateria', []],
    ['of 16 characters may have accents, other scripts and signs', 'три тигра — três 虎虎', []],
    ['may be 128 characters of four bytes', of('🐅🐆🦁🐈🦊🐺', 128), []],
    ['has no control characters', 'três tigres\u0007 tristes', ['characters']],
    ['has no half of a character', 'três tigres tristes\uD83D', ['characters']],
    ['of one character, or of very few, is easy to guess whatever its length', ' '.repeat(40), ['common']],
    ['of very few characters is easy to guess', 'abcdabcdabcdabcd', ['common']],
  ])('%s', (_title, password, broken) => {
    expect(brokenPasswordRules(password)).toEqual(broken)
    const parsed = NewPassword.safeParse(password)
    expect(parsed.success ? [] : parsed.error.issues.map(({ message }) => message)).toEqual(broken)
  })

  test('that is short is judged alike by the rules and by the whole pattern, whatever it is', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ maxLength: 15 }), fc.stringMatching(/^[A-Za-z0-9]{0,15}$/)), (password) => {
        fc.pre([...normalPassword(password)].length < passwordLength.passphrase)
        const broken = brokenPasswordRules(password).filter((rule) => rule !== 'common')
        expect(broken.length === 0).toBe(/^(?=.*[a-z])(?=.*[A-Z])(?=.*\d)[A-Za-z\d]{8,15}$/.test(password))
        for (const rule of broken) expect(passwordRuleNames).toContain(rule)
      }),
    )
  })

  test('that is long is judged by its length, its bytes and its variety alone', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', minLength: 16, maxLength: 140 }), (password) => {
        const characters = [...normalPassword(password)]
        fc.pre(characters.length >= passwordLength.passphrase)
        const fits =
          characters.length <= passwordLength.max &&
          new TextEncoder().encode(characters.join('')).length <= passwordBytes
        const varied = new Set(characters).size >= 5
        expect(brokenPasswordRules(password)).toEqual([
          ...(fits ? [] : ['length']),
          ...(/[\p{Cc}\p{Cs}]/u.test(password) ? ['characters'] : []),
          ...(varied ? [] : ['common']),
        ])
      }),
    )
  })

  test('is the same password however a keyboard composed it', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 60 }), (password) => {
        const ways = (['NFC', 'NFD', 'NFKC', 'NFKD'] as const).map((form) => password.normalize(form))
        expect(new Set(ways.map(normalPassword)).size).toBe(1)
      }),
    )
    expect(normalPassword('ｐａｓｓ')).toBe('pass')
  })
})

describe('a password that others could know', () => {
  const isCommon = (password: string): boolean => ['password123456', 'correct horse battery staple'].includes(password)

  test('is refused from a list, in whatever case and composition', () => {
    for (const password of ['Password123456', 'Correct Horse Battery Staple', 'ｃｏｒｒｅｃｔ horse battery staple'])
      expect(brokenPasswordRules(password, { isCommon }), password).toEqual(['common'])
    expect(brokenPasswordRules('Password123457', { isCommon })).toEqual([])
  })

  test.each([
    ['Marina1Duarte', ['marina duarte']],
    ['MarinaDuarte1', ['Marina Duarte']],
    ['Marinaduarte77', ['marina.duarte@duna.com.br']],
    ['marina.duarte@duna.com.br', ['marina.duarte@duna.com.br']],
    ['Aurora2026', ['Aurora']],
    ['Aurora Ltda 2026!', ['Aurora Ltda']],
  ])('is refused when %s is made of %j', (password, personal) =>
    expect(brokenPasswordRules(password, { personal })).toEqual(['personal']),
  )

  test('may hold a word of its user beside enough of its own', () => {
    expect(
      brokenPasswordRules('marina tem três tigres', { personal: ['Marina Duarte', 'marina@duna.com.br', 'Duna'] }),
    ).toEqual([])
    expect(brokenPasswordRules('Anadota88x', { personal: ['Ana', 'Ed'] }), 'short names are no words').toEqual([])
  })

  test('is never refused for what nobody knows of its user', () => {
    fc.assert(
      fc.property(fc.string(), fc.array(fc.string({ maxLength: 3 })), (password, personal) => {
        expect(brokenPasswordRules(password, { personal })).not.toContain('personal')
      }),
    )
  })
})

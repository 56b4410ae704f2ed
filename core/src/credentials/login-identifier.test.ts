import { describe, expect, test } from 'vitest'
import { loginIdentifier } from './login-identifier.ts'

describe('S5-013 what contains @ is an e-mail address, anything else a phone number', () => {
  test.each([
    ['ana@empresa.com.br', { email: 'ana@empresa.com.br', phone: null }],
    ['Ana@Empresa.com.br', { email: 'ana@empresa.com.br', phone: null }],
    ['5511987654321', { email: null, phone: '5511987654321' }],
    ['+55 (11) 98765-4321', { email: null, phone: '5511987654321' }],
  ])('%s', (text, identifier) => expect(loginIdentifier(text)).toEqual(identifier))
})

test('S5-014 the identifier is trimmed', () => {
  expect(loginIdentifier('  ana@empresa.com\t')).toEqual({ email: 'ana@empresa.com', phone: null })
  expect(loginIdentifier(' 5511987654321\n')).toEqual({ email: null, phone: '5511987654321' })
})

describe('S5-015 the identifier must be valid', () => {
  test.each([
    [undefined],
    [''],
    ['   '],
    ['@'],
    ['ana@'],
    ['ana @empresa.com'],
    ['ana'],
    ['1234567'],
    ['1234567890123456'],
    ['55119x7654321'],
  ])('%s', (text) => {
    expect(() => loginIdentifier(text)).toThrow('ERR_EMAIL_OR_PHONE_REQUIRED')
  })
})

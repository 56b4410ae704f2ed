import { expect, test } from 'vitest'
import { isEmailAddress } from './email-address.ts'

test.each(['ana@cliente.test', 'ana.maria+nf@loja.com.br', 'maçã@münchen.de', 'почта@пример.рф', "o'neil@x.ie"])(
  '%s is an address',
  (text) => expect(isEmailAddress(text)).toBe(true),
)

test.each([
  '',
  'ana',
  'ana@',
  '@loja.test',
  'ana@loja',
  'ana maria@loja.test',
  'ana@loja.test, bia@loja.test',
  'Ana <ana@loja.test>',
  'ana@loja..test',
  'ana@loja.test\r\nBcc: x@y.test',
  'ana@[127.0.0.1]',
  `${'a'.repeat(65)}@loja.test`,
  `ana@${'a'.repeat(64)}.test`,
])('%j is none', (text) => expect(isEmailAddress(text)).toBe(false))

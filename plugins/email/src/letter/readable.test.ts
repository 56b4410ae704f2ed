import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { isReadable } from './readable.ts'

test.for([
  ['a sentence', 'Podem trocar o tamanho?', true],
  ['a sign alone', '👍', true],
  ['another script', '请问什么时候发货', true],
  ['one lost letter in a word', 'Endere\ufffdo novo', true],
  ['a stray control character', 'ok\u0007', true],
  ['white space', ' \r\n\t\u00a0\u200b ', false],
  ['nothing', '', false],
  ['lost letters alone', '\ufffd\ufffd\ufffd', false],
  ['mostly lost letters', 'a\ufffd\ufffd b\ufffd\ufffd', false],
  ['the bytes of a file', 'PK\u0003\u0004\u0014\u0000\u0000\u0000\u0008\u0000x', false],
] as const)('%s', ([, text, expected]) => {
  expect(isReadable(text)).toBe(expected)
})

test('spaces around a text change nothing', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 60 }), fc.nat(3), (text, count) => {
      fc.pre(isReadable(text))
      expect(isReadable(`${' '.repeat(count)}${text}${'\n'.repeat(count)}`)).toBe(true)
    }),
  )
})

test('words of any language are readable', () => {
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom('olá', 'дом', '注文', 'שלום', 'مرحبا', '42', '€'), { minLength: 1 }),
      (words) => {
        expect(isReadable(words.join(' '))).toBe(true)
      },
    ),
  )
})

import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { decodeBase64 } from './base64.ts'

const decode = (written: string): string => Buffer.from(decodeBase64(Buffer.from(written, 'latin1'))).toString()
const folded = (text: string, width = 76): string =>
  Buffer.from(text)
    .toString('base64')
    .replace(new RegExp(`.{${width}}`, 'g'), '$&\r\n')

test('whatever was encoded comes out as it was', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 400 }), fc.constantFrom(4, 20, 60, 76, 1_000), (bytes, width) => {
      const written = Buffer.from(bytes)
        .toString('base64')
        .replace(new RegExp(`.{${width}}`, 'g'), '$&\r\n')
      expect(Buffer.from(decodeBase64(Buffer.from(written)))).toEqual(Buffer.from(bytes))
    }),
  )
})

test('the footer of a list stands behind the text, with and without padding', () => {
  const footer = '_______________________________\nclientes mailing list\nhttps://listas.test/sair'
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', minLength: 30, maxLength: 200 }), (text) => {
      expect(decode(`${folded(text)}\r\n\r\n${footer.replaceAll('\n', '\r\n')}\r\n`)).toBe(`${text}\n${footer}`)
    }),
  )
})

test.for([
  ['pieces that were encoded one by one', 'T2zDoQ==\r\nLCB0dWRv\r\nIGJlbT8=', 'Olá, tudo bem?'],
  ['characters that are none', 'T2zD\r\n#*oQ==', 'Olá'],
  ['text that was never encoded', 'Bom dia,\r\nsegue o pedido.', 'Bom dia,\nsegue o pedido.'],
  [
    'words above it',
    'Encaminhada por Ana:\r\nT2zDoSwgdHVkbyBiZW0/\r\nT2zDoQ==',
    'Encaminhada por Ana:\nOlá, tudo bem?Olá',
  ],
  ['a word alone that was never encoded', 'Cancelem.', 'Cancelem.'],
  ['nothing', '\r\n', ''],
  ['signs alone', '@@ == !!', ''],
] as const)('%s', ([, written, text]) => {
  expect(decode(written)).toBe(text)
})

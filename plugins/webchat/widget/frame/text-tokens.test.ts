import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { textTokens } from './text-tokens.ts'

test('cutting a text loses and adds nothing, and links go to the web or to mail', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string({ unit: 'grapheme' }),
        fc.webUrl(),
        fc.tuple(fc.string(), fc.webUrl(), fc.string()).map((parts) => parts.join(' ')),
      ),
      (text) => {
        const tokens = textTokens(text)
        expect(tokens.map((token) => token.text).join('')).toBe(text)
        for (const { href } of tokens)
          if (href !== undefined) expect(new URL(href).protocol).toMatch(/^(https?|mailto):$/)
      },
    ),
  )
})

test.each([
  ['veja https://loja.test/a?b=1.', ['https://loja.test/a?b=1']],
  ['(https://loja.test)', ['https://loja.test']],
  ['escreva a ana@loja.test!', ['mailto:ana@loja.test']],
  ['javascript:alert(1) data:text/html,x //loja.test', []],
  ['"https://loja.test"><script>', ['https://loja.test']],
])('%s', (text, links) => {
  expect(textTokens(text).flatMap(({ href }) => href ?? [])).toEqual(links)
})

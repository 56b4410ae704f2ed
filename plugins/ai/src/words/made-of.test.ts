import fc from 'fast-check'
import { expect, it } from 'vitest'
import { isMadeOf } from './made-of.ts'

const translation = 'Your order arrives on Friday, in the morning.'

it('a message is made of a translation, also under a signature or with a word mended', () => {
  expect(isMadeOf(translation, translation)).toBe(true)
  expect(isMadeOf(`*Ana Souza*\n${translation}`, translation)).toBe(true)
  expect(isMadeOf('Your order arrives on Thursday, in the morning.', translation)).toBe(true)
})

it('and not where something else was sent', () => {
  expect(isMadeOf('Seu pedido chega na sexta-feira, de manhã.', translation)).toBe(false)
  expect(isMadeOf('Is the order for you?', translation)).toBe(false)
  expect(isMadeOf('', translation)).toBe(false)
  expect(isMadeOf('Anything', '  ')).toBe(false)
})

it('a message that holds the translation is always made of it', () => {
  fc.assert(
    fc.property(fc.string(), fc.string({ minLength: 1 }), fc.string(), (before, text, after) => {
      fc.pre(text.trim() !== '')
      expect(isMadeOf(before + text + after, text)).toBe(true)
    }),
  )
})

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readForm, written } from './form.ts'

test('a form says the same in UTF-8 and in windows-1252', () => {
  expect(readForm('text=N%C3%A3o+%26+sim&id=1')).toEqual({ text: 'Não & sim', id: '1' })
  expect(readForm('text=N%E3o&from=%2B55')).toEqual({ text: 'Não', from: '+55' })
  expect(written(Buffer.from('N\xe3o', 'latin1'))).toBe('Não')
})

test('what is well written is read as everybody reads it', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme' })), (fields) => {
      const form = new URLSearchParams(fields)
      expect(Object.entries(readForm(form.toString()))).toEqual(Object.entries(Object.fromEntries(form)))
    }),
  )
})

test('reading is total', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom('%', '=', '&', '+', 'a', 'E', '3', 'é', '\u0000') }), (text) => {
      expect(typeof readForm(text)).toBe('object')
    }),
  )
})

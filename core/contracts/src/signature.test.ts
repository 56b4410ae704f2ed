import fc from 'fast-check'
import { expect, test } from 'vitest'
import { signatureOf, signedText } from './signature.ts'

const ana = { name: 'Ana Lima', choice: undefined, isForced: false }

test('nobody signs who did not choose to', () => {
  expect(signatureOf(ana)).toBeNull()
  expect(signatureOf({ ...ana, choice: { isOn: false, text: 'Ana' } })).toBeNull()
})

test('S6-025 what the company forces is signed, whatever the user chose and the request says', () => {
  expect(signatureOf({ ...ana, isForced: true, wanted: false, choice: { isOn: false, text: '' } })).toBe('Ana Lima')
  expect(signatureOf({ ...ana, isForced: true, choice: { isOn: true, text: 'Ana, suporte' } })).toBe('Ana, suporte')
})

test('one message can be signed or not, against the own choice', () => {
  expect(signatureOf({ ...ana, wanted: true })).toBe('Ana Lima')
  expect(signatureOf({ ...ana, choice: { isOn: true, text: '' }, wanted: false })).toBeNull()
})

test('a signature is one line', () => {
  expect(signatureOf({ ...ana, wanted: true, choice: { isOn: true, text: ' Ana\n\tLima ' } })).toBe('Ana Lima')
})

test('it stands above in a chat and below in a letter; what has no words is not signed', () => {
  expect(signedText('Bom dia', 'Ana')).toBe('Ana:\nBom dia')
  expect(signedText('Bom dia', 'Ana', 'below')).toBe('Bom dia\n\nAna')
  expect(signedText('', 'Ana')).toBe('')
  expect(signedText('Bom dia', null)).toBe('Bom dia')
})

test('what bears it already does not bear it twice', () => {
  for (const place of ['above', 'below'] as const)
    expect(signedText(signedText('Bom dia', 'Ana', place), 'Ana', place)).toBe(signedText('Bom dia', 'Ana', place))
  expect(signedText('Ana: é comigo', 'Ana')).toBe('Ana:\nAna: é comigo')
})

test('the words of the author are in what is sent as they wrote them', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), fc.constantFrom('above', 'below'), (text, name, place) => {
      expect(signedText(text, signatureOf({ ...ana, name, isForced: true }), place)).toContain(text)
    }),
  )
})

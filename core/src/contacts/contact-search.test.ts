import { expect, it } from 'vitest'
import { contactPattern } from './contact-search.ts'

it('a number is looked for as it is stored, however it was pasted', () => {
  for (const pasted of [
    '+5511987654321',
    '+55 (11) 98765-4321',
    '\u202a+55\u00a011\u00a098765\u20114321\u202c',
    'tel:+55-11-98765-4321',
    '\uff0b５５１１９８７６５４３２１',
    '\u200e55 11 8765\u22124321',
  ])
    expect(contactPattern(pasted)).toBe('%+5511987654321%')
  for (const end of ['98765-4321', '98765\u20114321', '\u200e98765\u20134321', '９８７６５４３２１'])
    expect(contactPattern(end)).toBe('%987654321%')
  expect(contactPattern('Loja 24\u2011horas')).toBe('%loja 24\u2010horas%')
})

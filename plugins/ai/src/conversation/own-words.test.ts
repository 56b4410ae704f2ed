import type { Message, Part } from '@recado/sdk'
import { expect, it } from 'vitest'
import { ownWords } from './own-words.ts'

const file = (more: object) => ({ kind: 'media', as: 'document', media: 'm', mime: 'application/pdf', ...more }) as Part
const words = (body: string, ...parts: Part[]) => ownWords({ body, parts } as Message)
const text: Part = { kind: 'text', text: 'Segue', format: 'plain' }

it('what somebody wrote has neither names of files nor those of people on cards', () => {
  expect(words('contrato-olga.pdf', file({ name: 'contrato-olga.pdf' }))).toBe('')
  expect(words('Segue\ncontrato.pdf\nSegue', text, file({ name: 'contrato.pdf' }), text)).toBe('Segue\nSegue')
  expect(words('a.pdf\na.pdf', file({ name: 'a.pdf' }), file({ name: 'a.pdf' }))).toBe('')
  const cards = { kind: 'contacts', contacts: [{ name: 'Olga' }, { name: 'Rui' }] } as Part
  expect(words('Olga, Rui', cards)).toBe('')
})

it('and has all else that was said', () => {
  expect(words('Segue', text)).toBe('Segue')
  expect(words('O contrato', file({ name: 'contrato.pdf', caption: 'O contrato' }))).toBe('O contrato')
  expect(
    words('Segue contrato.pdf', { ...text, text: 'Segue contrato.pdf' }, file({ name: 'contrato.pdf', caption: '' })),
  ).toBe('Segue contrato.pdf')
})

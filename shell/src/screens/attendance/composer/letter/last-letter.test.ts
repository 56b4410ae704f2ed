import { expect, test } from 'vitest'
import type { Message, Part } from '../../../../base/contracts.ts'
import { lastLetterOf } from './last-letter.ts'

const message = (fromMe: boolean, ...parts: Part[]) => ({ fromMe, parts, isDeleted: false }) as unknown as Message
const text: Part = { kind: 'text', text: 'Oi', format: 'plain' }
const html: Part = { kind: 'html', text: 'Oi', subject: 'RE: Pedido', media: 'm' as never }
const people = (address: string) => [{ address }]

test('a conversation without letters has no subject and nobody', () => {
  expect(lastLetterOf([])).toEqual({ subject: '', people: [] })
  expect(lastLetterOf([message(false, text)])).toEqual({ subject: '', people: [] })
})

test('the subject is the newest one, as an answer has it', () => {
  expect(lastLetterOf([message(false, { kind: 'letterHead', subject: 'Pedido' }, text)]).subject).toBe('Re: Pedido')
  expect(lastLetterOf([message(false, { kind: 'letterHead', subject: 'Nota' }), message(false, html)]).subject).toBe(
    'RE: Pedido',
  )
  expect(
    lastLetterOf([message(false, html), message(true, { kind: 'letterHead', subject: 'Nota 31' }, text)]).subject,
  ).toBe('Re: Nota 31')
})

test('an answer to all goes to those of the newest letter that a person wrote', () => {
  const first = message(false, { kind: 'letterHead', to: people('bia@x.test'), cc: people('caio@x.test') }, text)
  expect(lastLetterOf([first]).people).toEqual([...people('bia@x.test'), ...people('caio@x.test')])
  expect(lastLetterOf([first, message(true, text)]).people).toHaveLength(2)
  expect(lastLetterOf([first, message(true, { kind: 'letterHead', cc: [] }, text)]).people).toEqual([])
  expect(lastLetterOf([first, message(false, html)]).people).toEqual([])
  expect(lastLetterOf([first, message(true, { kind: 'letterHead', bcc: people('davi@x.test') }, text)]).people).toEqual(
    [],
  )
})

import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fill, fillBody, isTemplate, textAt, valueAt, writtenFor, type Facts } from './template.ts'

const facts: Facts = {
  to: '5511987654321',
  from: '28398',
  text: 'Olá',
  id: 'k1',
  token: 'secret',
  email: '',
  callback: '',
}

describe('a template', () => {
  test('is filled where it names a fact, and nowhere else', () => {
    expect(fill('to={{to}}&x={{ id }}&{{other}}', facts)).toBe('to=5511987654321&x=k1&{{other}}')
    expect(fill('{{constructor}}{{__proto__}}', facts)).toBe('{{constructor}}{{__proto__}}')
  })

  test('no text changes the structure of a body, nor is it filled again', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(
          fillBody('{"to":"{{to}}","sms":{"text":"{{text}}"},"list":["{{id}}"],"n":1}', { ...facts, text }),
        ).toEqual({ to: facts.to, sms: { text }, list: ['k1'], n: 1 })
      }),
    )
    expect(fillBody('{"text":"{{text}}"}', { ...facts, text: '{{token}}' })).toEqual({ text: '{{token}}' })
  })

  test.for([
    ['{}', true],
    ['[]', false],
    ['null', false],
    ['{"a":', false],
  ] as const)('%s is one: %s', ([text, expected]) => {
    expect(isTemplate(text)).toBe(expected)
  })
})

test('numbers are written as the gateway wants them', () => {
  expect(['digits', 'e164', 'national'].map((format) => writtenFor(format as 'digits', '+5511987654321'))).toEqual([
    '5511987654321',
    '+5511987654321',
    '11987654321',
  ])
  expect(writtenFor('national', '28398')).toBe('28398')
})

test('a path finds what JSON brought, and nothing of the language', () => {
  const json = JSON.parse('{"messages":[{"id":7,"ok":false,"empty":""}]}') as unknown
  expect([
    textAt(json, 'messages.0.id'),
    textAt(json, 'messages.0.ok'),
    textAt(json, 'messages.0.empty'),
    valueAt(json, 'messages.length.x'),
    valueAt(json, 'constructor.name'),
    valueAt(undefined, 'a'),
  ]).toEqual(['7', 'false', undefined, undefined, undefined, undefined])
})

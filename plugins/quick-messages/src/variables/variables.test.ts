import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { dayPart, namesIn, render, segmentsOf, type VariableFacts } from './variables.ts'

const facts: VariableFacts = { name: 'Maria', fullName: 'Maria  Souza', agent: 'Ana', protocol: '2026-1', greeting: 'Boa tarde', queue: '', endereco: 'Rua das Flores, 10' }

describe('variables', () => {
  test.each([
    ['{{greeting}}, {{name}}! Protocolo {{protocol}}.', 'Boa tarde, Maria! Protocolo 2026-1.'],
    ['{{ name }} {{fullName}} {{agent}}', 'Maria Maria  Souza Ana'],
    ['Estamos na {{endereco}}{{queue}}', 'Estamos na Rua das Flores, 10'],
    ['{{nome}} {{}} {name} {{constructor}} {{__proto__}}', '{{nome}} {{}} {name} {{constructor}} {{__proto__}}'],
  ])('%s', (template, expected) => {
    expect(render(template, facts)).toBe(expected)
  })

  test('are filled in once: a name that looks like a variable stays a name', () => {
    expect(render('{{name}}', { ...facts, name: '{{protocol}}' })).toBe('{{protocol}}')
    fc.assert(fc.property(fc.string(), fc.string(), (before, after) => {
      fc.pre(!before.includes('{') && !after.includes('}'))
      expect(render(`${before}{{agent}}${after}`, { ...facts, agent: '$& $1 {{name}}' })).toBe(`${before}$& $1 {{name}}${after}`)
    }))
  })

  test('what is empty and what nobody knows is told from what is filled in', () => {
    expect(segmentsOf('Oi {{name}}, fila {{queue}} {{nome}}.', facts).map(({ kind, name }) => `${kind}:${name}`))
      .toEqual(['written:', 'filled:name', 'written:', 'empty:queue', 'written:', 'unknown:nome', 'written:'])
    expect(namesIn(['{{a}} {{ b }}', '{{a}} {{c d}}'])).toEqual(['a', 'b'])
  })

  test('the pieces of a text are the text', () => {
    fc.assert(fc.property(fc.string({ unit: fc.constantFrom('{', '}', ' ', 'name', 'x', '\n') }), (template) => {
      expect(segmentsOf(template, {}).map(({ text }) => text).join('')).toBe(template)
    }))
  })
})

test('the day has three parts by the clock of the company', () => {
  const at = (hour: number) => new Date(Date.UTC(2026, 0, 5, hour))
  expect([0, 4, 5, 11, 12, 17, 18, 23].map((hour) => dayPart(at(hour), 'UTC'))).toEqual(['evening', 'evening', 'morning', 'morning', 'afternoon', 'afternoon', 'evening', 'evening'])
  expect([dayPart(at(14), 'America/Sao_Paulo'), dayPart(at(14), 'Asia/Tokyo')]).toEqual(['morning', 'evening'])
})

import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fillTemplate, templateNames, templateSegments } from './text-template.ts'

const facts: Record<string, string> = {
  name: 'Maria',
  fullName: 'Maria  Souza',
  agent: 'Ana',
  protocol: '2026-1',
  greeting: 'Boa tarde',
  queue: '',
  endereco: 'Rua das Flores, 10',
}

describe('texts with variables', () => {
  test.each([
    ['{{greeting}}, {{name}}! Protocolo {{protocol}}.', 'Boa tarde, Maria! Protocolo 2026-1.'],
    ['{{ name }} {{fullName}} {{agent}}', 'Maria Maria  Souza Ana'],
    ['Estamos na {{endereco}}{{queue}}', 'Estamos na Rua das Flores, 10'],
    ['{{nome}} {{}} {name} {{constructor}} {{__proto__}}', '{{nome}} {{}} {name} {{constructor}} {{__proto__}}'],
  ])('%s', (template, expected) => {
    expect(fillTemplate(template, facts)).toBe(expected)
  })

  test('are filled in once: a name that looks like a variable stays a name', () => {
    expect(fillTemplate('{{name}}', { ...facts, name: '{{protocol}}' })).toBe('{{protocol}}')
    fc.assert(
      fc.property(fc.string(), fc.string(), (before, after) => {
        fc.pre(!before.includes('{') && !after.includes('}'))
        expect(fillTemplate(`${before}{{agent}}${after}`, { ...facts, agent: '$& $1 {{name}}' })).toBe(
          `${before}$& $1 {{name}}${after}`,
        )
      }),
    )
  })

  test('what is empty and what nobody knows is told from what is filled in', () => {
    expect(
      templateSegments('Oi {{name}}, fila {{queue}} {{nome}}.', facts).map(({ kind, name }) => `${kind}:${name}`),
    ).toEqual(['written:', 'filled:name', 'written:', 'empty:queue', 'written:', 'unknown:nome', 'written:'])
    expect(templateNames(['{{a}} {{ b }}', '{{a}} {{c d}}'])).toEqual(['a', 'b'])
  })

  test('the pieces of a text are the text', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('{', '}', ' ', 'name', 'x', '\n') }), (template) => {
        expect(
          templateSegments(template, {})
            .map(({ text }) => text)
            .join(''),
        ).toBe(template)
      }),
    )
  })
})

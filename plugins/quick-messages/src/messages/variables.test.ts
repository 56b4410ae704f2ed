import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { dayPart, render, type VariableFacts } from './variables.ts'

const facts: VariableFacts = { contactName: ' Maria  Souza ', agentName: 'Ana', protocol: '2026-1', greeting: 'Boa tarde', queue: 'Vendas' }

describe('variables', () => {
  test.each([
    ['{{greeting}}, {{name}}! Protocolo {{protocol}}.', 'Boa tarde, Maria! Protocolo 2026-1.'],
    ['{{ name }} {{fullName}} {{agent}}', 'Maria Maria  Souza Ana'],
    ['{{firstName}}, da fila {{queue}}', 'Maria, da fila Vendas'],
    ['{{nome}} {{}} {name} {{constructor}} {{__proto__}}', '{{nome}} {{}} {name} {{constructor}} {{__proto__}}'],
  ])('%s', (template, expected) => {
    expect(render(template, facts)).toBe(expected)
  })

  test('are filled in once: a name that looks like a variable stays a name', () => {
    expect(render('{{name}}', { ...facts, contactName: '{{protocol}}' })).toBe('{{protocol}}')
    fc.assert(fc.property(fc.string(), fc.string(), (before, after) => {
      fc.pre(!before.includes('{') && !after.includes('}'))
      expect(render(`${before}{{agent}}${after}`, { ...facts, agentName: '$& $1 {{name}}' })).toBe(`${before}$& $1 {{name}}${after}`)
    }))
  })

  test('a contact without a name leaves a gap, not a word', () => {
    expect(render('Oi {{name}}!', { ...facts, contactName: '' })).toBe('Oi !')
  })
})

test('the day has three parts by the agent’s own clock', () => {
  expect([0, 4, 5, 11, 12, 17, 18, 23].map((hour) => dayPart(new Date(2026, 0, 5, hour)))).toEqual(['evening', 'evening', 'morning', 'morning', 'afternoon', 'afternoon', 'evening', 'evening'])
})

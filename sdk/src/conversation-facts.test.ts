import { expect, test } from 'vitest'
import { conversationFacts } from './conversation-facts.ts'
import { fillTemplate } from './text-template.ts'

const place = {
  company: { name: 'Padaria', timeZone: 'America/Sao_Paulo' },
  locale: 'pt-BR',
  agent: 'Ana',
  at: new Date('2026-01-01T01:30:00Z'),
} as const

test('a text says who writes to whom, where, and when by the company’s clock', () => {
  const facts = conversationFacts({ name: ' Maria  Souza ', protocol: '2026-1', queue: 'Vendas' }, place)
  expect(
    fillTemplate(
      '{{name}} ({{fullName}}), {{agent}} da {{company}}, {{queue}}, {{protocol}}: {{date}} {{time}}',
      facts,
    ),
  ).toBe('Maria (Maria  Souza), Ana da Padaria, Vendas, 2026-1: 31/12/2025 22:30')
})

test('what is not known is empty, and a number is no name, masked or not', () => {
  for (const name of ['+55 11 95555-4444', '55*********44', 'm***@***.br'])
    expect(conversationFacts({ name, protocol: '2026-1', queue: null }, place)).toMatchObject({
      name: '',
      fullName: '',
    })
  expect(conversationFacts({ name: '', protocol: '2026-1', queue: null }, { ...place, agent: '' })).toMatchObject({
    name: '',
    fullName: '',
    queue: '',
    agent: '',
  })
})

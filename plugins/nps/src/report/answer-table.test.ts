import { expect, it } from 'vitest'
import { tableOf } from './answer-table.ts'
import type { Answer } from './report.ts'

it('a table says each answer in the language and by the clock of its reader', () => {
  const answer: Answer = {
    id: '018f0000-0000-7000-8000-000000000001',
    askedAt: '2026-11-28T01:30:00.000Z',
    outcome: 'answered',
    grade: 9,
    highest: 10,
    comment: '=cmd\nlinha',
    ticketId: '018f0000-0000-7000-8000-000000000002',
    protocol: '7',
    contact: 'Maria',
    queue: null,
    user: 'Ana',
    connection: 'Site',
  }
  expect(tableOf([answer], { timeZone: 'America/Sao_Paulo', locale: 'pt-BR' })).toEqual({
    heading: ['Enviada em', 'Contato', 'Protocolo', 'Fila', 'Atendente', 'Canal', 'Situação', 'Nota', 'Comentário'],
    rows: [['2026-11-27 22:30', 'Maria', '7', '', 'Ana', 'Site', 'Respondida', '9', '=cmd\nlinha']],
  })
})

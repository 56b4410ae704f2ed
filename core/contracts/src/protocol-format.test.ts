import { expect, test } from 'vitest'
import { writeProtocol, type ProtocolFormat } from './protocol-format.ts'

const plain: ProtocolFormat = { format: 'yyyyMMdd', prefix: '', suffix: '', separator: '-', idPosition: 'end' }
const newYear = new Date('2026-01-01T01:30:00Z')

test('date, number, prefix and suffix stand where the format says', () => {
  expect(writeProtocol(plain, newYear, 'UTC', '42')).toBe('20260101-42')
  expect(
    writeProtocol(
      { format: 'dd/MM/yy HH:mm', prefix: 'AT', suffix: 'x', separator: '.', idPosition: 'start' },
      newYear,
      'UTC',
      '42',
    ),
  ).toBe('AT.42.01/01/26 01:30.x')
  expect(writeProtocol({ ...plain, format: '' }, newYear, 'UTC', '42')).toBe('42')
})

test('the day is the one of the company', () => {
  expect(writeProtocol(plain, newYear, 'America/Sao_Paulo', '{id}')).toBe('20251231-{id}')
})

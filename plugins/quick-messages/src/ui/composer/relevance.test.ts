import { expect, test } from 'vitest'
import { byRelevance } from './relevance.ts'

test('keys that begin with what was typed stand first, in their order', () => {
  const keys = (query: string) =>
    byRelevance([{ key: 'abertura' }, { key: 'boleto' }, { key: 'Bom-dia' }, { key: 'taboleiro' }], query).map(
      ({ key }) => key,
    )
  expect(keys('bo')).toEqual(['boleto', 'Bom-dia', 'abertura', 'taboleiro'])
  expect(keys('')).toEqual(['abertura', 'boleto', 'Bom-dia', 'taboleiro'])
})

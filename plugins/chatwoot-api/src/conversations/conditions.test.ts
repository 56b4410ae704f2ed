import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fits, operators, type Condition, type Facts } from './conditions.ts'

const facts: Facts = {
  standard: { status: ['open'], labels: ['VIP', 'Prata'], assignee_id: [], created_at: [1_000] },
  custom: { pedido: 'A-1', valor: 30, itens: ['Um', 'Dois'], vazio: '', nada: null },
}
const holds = (key: string, operator: Condition['operator'], ...values: readonly (string | number)[]): boolean =>
  fits(facts, [[{ key, operator, values }]])

describe('conditions on a conversation', () => {
  it('compare values whole or in part, in small letters', () => {
    expect(holds('labels', 'equal_to', 'vip')).toBe(true)
    expect(holds('labels', 'equal_to', 'ouro', 'prata')).toBe(true)
    expect(holds('labels', 'not_equal_to', 'ouro')).toBe(true)
    expect(holds('pedido', 'contains', 'a-')).toBe(true)
    expect(holds('itens', 'does_not_contain', 'do')).toBe(false)
  })

  it('compare by size, and know what is there', () => {
    expect(holds('valor', 'is_greater_than', '29.5')).toBe(true)
    expect(holds('created_at', 'is_less_than', 1_000)).toBe(false)
    expect(holds('pedido', 'is_greater_than', '1')).toBe(false)
    expect(holds('assignee_id', 'is_not_present')).toBe(true)
    for (const key of ['vazio', 'nada', 'outro', 'toString', '__proto__'])
      expect(holds(key, 'is_present'), key).toBe(false)
  })

  it('hold when one group holds as a whole', () => {
    const [yes, no]: Condition[] = [
      { key: 'status', operator: 'equal_to', values: ['open'] },
      { key: 'status', operator: 'equal_to', values: ['resolved'] },
    ]
    expect(fits(facts, [[yes!, no!], [yes!]])).toBe(true)
    expect(fits(facts, [[yes!, no!]])).toBe(false)
  })

  it('say the opposite by the opposite operator, whatever the key and the values', () => {
    const opposites = [
      ['equal_to', 'not_equal_to'],
      ['contains', 'does_not_contain'],
      ['is_present', 'is_not_present'],
    ] as const
    fc.assert(
      fc.property(
        fc.oneof(fc.string(), fc.constantFrom('status', 'labels', 'pedido', 'valor')),
        fc.array(fc.oneof(fc.string(), fc.integer())),
        fc.constantFrom(...opposites),
        (key, values, [one, other]) => holds(key, one, ...values) !== holds(key, other, ...values),
      ),
    )
    expect(operators).toHaveLength(8)
  })
})

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { defaultConnections, judgeBudget, leastConnections, shareConnections } from './connection-budget.ts'

const sum = (shares: object): number => Object.values(shares).reduce((total: number, share: number) => total + share, 0)

describe('the budget of a node', () => {
  it('is shared out whole, whatever it is, and everybody can work with their share', () => {
    fc.assert(
      fc.property(fc.integer({ min: leastConnections, max: 2_000 }), (budget) => {
        const shares = shareConnections(budget)
        expect(sum(shares)).toBe(budget)
        for (const share of Object.values(shares)) expect(share).toBeGreaterThanOrEqual(2)
      }),
    )
  })

  it('gives nobody less for being larger', () => {
    fc.assert(
      fc.property(fc.integer({ min: leastConnections, max: 2_000 }), (budget) => {
        const [smaller, larger] = [shareConnections(budget), shareConnections(budget + 1)]
        for (const key of Object.keys(smaller) as (keyof typeof smaller)[])
          expect(larger[key]).toBeGreaterThanOrEqual(smaller[key] - 1)
      }),
    )
  })

  it('is mostly for requests', () => {
    expect(shareConnections(defaultConnections)).toEqual({ own: 4, jobs: 3, plugins: 6, transactions: 8, queries: 9 })
  })
})

describe('the server', () => {
  it('has room for three nodes as PostgreSQL comes', () => {
    expect(judgeBudget(defaultConnections, { open: 97, others: 0, nodes: 3 })).toEqual({})
  })

  it('is said to be too small for one node more', () => {
    const { warning, refusal } = judgeBudget(30, { open: 97, others: 5, nodes: 4 })
    expect(refusal).toBeUndefined()
    expect(warning).toContain('4 nodes with DATABASE_CONNECTIONS 30 may need 120 connections')
    expect(warning).toContain('has 92 connections')
    expect(warning).toContain('set it to 23 or less')
  })

  it('is refused when not even this node fits', () => {
    expect(judgeBudget(30, { open: 97, others: 70, nodes: 1 }).refusal).toContain(
      'set DATABASE_CONNECTIONS to 27 or less',
    )
    expect(judgeBudget(30, { open: 17, others: 10, nodes: 1 }).refusal).toContain('raise max_connections.')
  })
})

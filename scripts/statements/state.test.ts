import { describe, expect, test } from 'vitest'
import type { ProofKind } from './proof.ts'
import type { Statement } from './specification.ts'
import { claimsOf, stateOf } from './state.ts'

const statement = (kind: string, ...codes: string[]): Statement => ({ id: 'S1-001', part: 1, area: 'other', kind, text: 'Something', codes })
const product = { raised: new Set(['ERR_A']), logged: new Set(['open']) }
const judged = (about: Statement, ...proofs: [kind: ProofKind, path?: string, source?: string][]) =>
  stateOf([about], proofs.map(([kind, path = 'a.itest.ts', source = '']) => ({ id: 'S1-001', proof: { kind, path, source, title: 'S1-001' } })), product)[0]!

describe('a statement', () => {
  test('without a test is not done', () => {
    expect(judged(statement('feature'))).toMatchObject({ done: false, missing: 'no test', overclaimed: false, kind: undefined })
  })

  test('is done by the strongest of its proofs', () => {
    expect(judged(statement('feature'), ['rule'], ['displayed'], ['catalogue'])).toMatchObject({ done: true, kind: 'displayed', missing: '' })
    expect(judged(statement('feature'), ['rule'])).toMatchObject({ done: true, kind: 'rule' })
  })

  test('of which only words are read is not done, and claimed wrongly', () => {
    expect(judged(statement('feature'), ['catalogue'])).toMatchObject({ done: false, overclaimed: true })
  })

  test('of a screen asks for a journey, of a call for a request', () => {
    expect(judged(statement('screen'), ['provoked'], ['rule'])).toMatchObject({ done: false, overclaimed: false })
    expect(judged(statement('screen'), ['displayed']).done).toBe(true)
    expect(judged(statement('api'), ['rule']).done).toBe(false)
    expect(judged(statement('api'), ['provoked']).done).toBe(true)
  })

  test('of a code asks for a product that raises it, and for a test that says so', () => {
    expect(judged(statement('error', 'ERR_B'), ['provoked', 'a.itest.ts', "'404 ERR_B'"])).toMatchObject({ done: false, overclaimed: true, missing: 'nothing raises ERR_B' })
    expect(judged(statement('error', 'ERR_A'), ['provoked', 'a.itest.ts', "'404 ERR_OTHER'"])).toMatchObject({ done: false, overclaimed: false })
    expect(judged(statement('error', 'ERR_A'), ['provoked', 'a.itest.ts', "'404 ERR_AB'"]).done).toBe(false)
    expect(judged(statement('error', 'ERR_A'), ['provoked', 'a.itest.ts', "'404 ERR_A'"]).done).toBe(true)
    expect(judged(statement('error', 'ERR_A'), ['rule', 'a.test.ts', "'ERR_A'"]).done).toBe(false)
  })

  test('of a text is done where its component shows it', () => {
    expect(judged(statement('text'), ['rule', 'a.test.ts']).done).toBe(false)
    expect(judged(statement('text'), ['rule', 'a.test.tsx']).done).toBe(true)
    expect(judged(statement('text', 'ERR_B'), ['rule', 'a.test.tsx'])).toMatchObject({ done: false, overclaimed: true })
  })

  test('of a log entry asks for a product that writes it', () => {
    expect(judged(statement('log', 'queue'), ['provoked', 'a.itest.ts', "'queue'"])).toMatchObject({ done: false, overclaimed: true, missing: 'nothing writes queue' })
    expect(judged(statement('log', 'open'), ['provoked', 'a.itest.ts', "'open'"]).done).toBe(true)
  })
})

describe('a group that cites a statement', () => {
  const group = (...tests: string[]) => claimsOf('a.test.ts', `import { rule, limit } from './a.ts'\ndescribe('S1-001 a group', () => { ${tests.join('\n')} })`).map(({ proof }) => proof.kind)

  test('is proven by its tests that run something', () => {
    expect(group("it('runs', () => { expect(rule()).toBe(1) })", "it('reads', () => { expect(limit).toBe(1) })")).toEqual(['rule'])
  })

  test('of which every test reads a catalogue proves nothing', () => {
    expect(group("it('reads', () => { expect(limit).toBe(1) })")).toEqual(['catalogue'])
  })
})

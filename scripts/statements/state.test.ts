import { describe, expect, test } from 'vitest'
import type { ProofKind } from './proof.ts'
import type { Statement } from './specification.ts'
import { claimsOf, stateOf } from './state.ts'

const about = { id: 'S1-001', part: 1, area: 'other', text: 'Something' }
const statement = (kind: string, ...codes: string[]): Statement => ({ ...about, kind, codes })
const product = { raised: new Set(['ERR_A']), logged: new Set(['open']) }
type Proven = [kind: ProofKind, path?: string, source?: string]
function judged(claimed: Statement, ...proofs: Proven[]) {
  const proofOf = ([kind, path = 'a.itest.ts', source = '']: Proven) => ({ kind, path, source, title: 'S1-001' })
  return stateOf(
    [claimed],
    proofs.map((proof) => ({ id: 'S1-001', proof: proofOf(proof) })),
    product,
  )[0]!
}

describe('a statement', () => {
  test('without a test is not done', () => {
    expect(judged(statement('feature'))).toMatchObject({ done: false, missing: 'no test', overclaimed: false })
  })

  test('is done by the strongest of its proofs', () => {
    const several = judged(statement('feature'), ['rule'], ['displayed'], ['catalogue'])
    expect(several).toMatchObject({ done: true, kind: 'displayed' })
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
    const provoked = (code: string, source: string) =>
      judged(statement('error', code), ['provoked', 'a.itest.ts', source])
    expect(provoked('ERR_B', "'404 ERR_B'")).toMatchObject({ overclaimed: true, missing: 'nothing raises ERR_B' })
    expect(provoked('ERR_A', "'404 ERR_OTHER'")).toMatchObject({ done: false, overclaimed: false })
    expect([provoked('ERR_A', "'404 ERR_AB'").done, provoked('ERR_A', "'404 ERR_A'").done]).toEqual([false, true])
    expect(judged(statement('error', 'ERR_A'), ['rule', 'a.test.ts', "'ERR_A'"]).done).toBe(false)
  })

  test('of a text is done where its component shows it', () => {
    expect(judged(statement('text'), ['rule', 'a.test.ts']).done).toBe(false)
    expect(judged(statement('text'), ['rule', 'a.test.tsx']).done).toBe(true)
    expect(judged(statement('text', 'ERR_B'), ['rule', 'a.test.tsx'])).toMatchObject({ done: false, overclaimed: true })
  })

  test('of a log entry asks for a product that writes it', () => {
    const never = judged(statement('log', 'queue'), ['provoked', 'a.itest.ts', "'queue'"])
    expect(never).toMatchObject({ done: false, overclaimed: true, missing: 'nothing writes queue' })
    expect(judged(statement('log', 'open'), ['provoked', 'a.itest.ts', "'open'"]).done).toBe(true)
  })
})

describe('a group that cites a statement', () => {
  const group = (...tests: string[]) => {
    const text = `import { rule, limit } from './a.ts'\ndescribe('S1-001 a group', () => { ${tests.join('\n')} })`
    return claimsOf('a.test.ts', text).map(({ proof }) => proof.kind)
  }
  const runs = "it('runs', () => { expect(rule()).toBe(1) })"
  const reads = "it('reads', () => { expect(limit).toBe(1) })"

  test('is proven by its tests that run something', () => {
    expect(group(runs, reads)).toEqual(['rule'])
  })

  test('of which every test reads a catalogue proves nothing', () => {
    expect(group(reads)).toEqual(['catalogue'])
  })
})

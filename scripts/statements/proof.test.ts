import { describe, expect, test } from 'vitest'
import { proofOf } from './proof.ts'
import { readTestFile } from './test-cases.ts'

const kindOf = (path: string, text: string): string => {
  const file = readTestFile(path, text)
  return proofOf(file, file.cases[0]!).kind
}

describe('the kind of a proof', () => {
  test('is that of its file where the test waits for something', () => {
    expect(kindOf('tests/e2e/day.e2e.ts', "test('a', async () => { await page.goto('/') })")).toBe('displayed')
    expect(kindOf('tests/tickets/life.itest.ts', "test('a', async () => { expect(await ana.ok('GET', '/')).toBe(1) })")).toBe('provoked')
    expect(kindOf('tests/tickets/life.itest.ts', "let seen = []\nbeforeAll(async () => { seen.push(await ana.ok('GET', '/')) })\ntest('a', () => { expect(seen).toEqual([1]) })")).toBe('provoked')
    expect(kindOf('tests/tickets/life.itest.ts', "const asked = async () => { await ana.ok('GET', '/') }\ntest('a', () => asked())")).toBe('provoked')
  })

  test('an integration test that waits for nothing is judged as any other', () => {
    expect(kindOf('core/src/a.itest.ts', "import { rule } from './rule.ts'\ntest('a', () => { expect(rule(1)).toBe(2) })")).toBe('rule')
    expect(kindOf('core/src/a.itest.ts', "import { limits } from './limits.ts'\ntest('a', () => { expect(limits.files).toBe(10) })")).toBe('catalogue')
  })

  test.each([
    ['a function is called', "import { rule } from './rule.ts'\ntest('a', () => { expect(rule(1)).toBe(2) })"],
    ['behind a function of the file', "import { rule } from './rule.ts'\nconst tried = () => rule(1)\ntest('a', () => { expect(tried()).toBe(2) })"],
    ['something made beforehand is used', "import { Session } from './session.ts'\nlet session\nbeforeEach(() => { session = new Session() })\ntest('a', () => { session.end() })"],
    ['a hook has it running', "import { watch } from './watch.ts'\nconst told = []\nbeforeEach(() => { watch(told) })\ntest('a', () => { expect(told).toEqual([]) })"],
    ['a schema judges', "import { Filter } from '@recado/contracts'\ntest('a', () => { expect(Filter.parse({})).toEqual({}) })"],
    ['it is handed over to be called', "import { useThing } from './use-thing.ts'\ntest('a', () => { renderHook(useThing) })"],
    ['a component is drawn', "import { Screen } from './Screen.tsx'\ntest('a', () => { render(<Screen />) })"],
  ])('is a rule where the product is run: %s', (_how, text) => {
    expect(kindOf('shell/src/a.test.tsx', text)).toBe('rule')
  })

  test.each([
    ['constants are compared', "import { limit } from './limit.ts'\ntest('a', () => { expect(limit).toBe(10) })"],
    ['a table is gone through', "import { table } from '@recado/contracts'\ntest('a', () => { for (const row of table.filter(Boolean)) expect(row).toBeTruthy() })"],
    ['words are looked up', "import words from './locales/en/errors.json' with { type: 'json' }\ntest('a', () => { expect(Object.keys(words)).toContain('ERR_X') })"],
    ['a function that only looks up is called', "import { tierOfPath } from './route-tiers.ts'\ntest('a', () => { expect(tierOfPath('/kanban')).toBe('plus') })"],
    ['only types are imported', "import type { Thing } from './thing.ts'\ntest('a', () => { expect(1).toBe(1) })"],
    ['files are read by what tests share', "import { read } from '../docs/documents.ts'\ntest('a', () => { expect(read('README.md')).toContain('x') })"],
  ])('is a catalogue where nothing is run: %s', (_how, text) => {
    expect(kindOf('tests/platform/a.test.ts', text)).toBe('catalogue')
  })
})

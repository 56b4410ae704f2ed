import { describe, expect, test } from 'vitest'
import { proofOf } from './proof.ts'
import { readTestFile } from './test-cases.ts'

const kindOf = (path: string, text: string): string => {
  const file = readTestFile(path, text)
  return proofOf(file, file.cases[0]!).kind
}

test('what a test says is its own and what it reaches, not what another test calls by the same name', () => {
  const file = readTestFile(
    'a.itest.ts',
    `
    const asked = async () => { expect(await ana.refused('GET', '/')).toBe('404 ERR_A') }
    test('first', async () => { const answer = await asked(); expect(answer).toBe(1) })
    test('second', async () => { const answer = await ana.refused('GET', '/x'); expect(answer).toBe('404 ERR_B') })`,
  )
  const { source } = proofOf(file, file.cases[0]!)
  expect([source.includes('ERR_A'), source.includes('ERR_B')]).toEqual([true, false])
})

describe('the kind of a proof', () => {
  test('is that of its file where the test waits for something', () => {
    expect(kindOf('tests/e2e/day.e2e.ts', "test('a', async () => { await page.goto('/') })")).toBe('displayed')
    const inHook = "let seen = []\nbeforeAll(async () => { seen.push(await ana.ok('GET', '/')) })"
    for (const text of [
      "test('a', async () => { expect(await ana.ok('GET', '/')).toBe(1) })",
      `${inHook}\ntest('a', () => { expect(seen).toEqual([1]) })`,
      "const asked = async () => { await ana.ok('GET', '/') }\ntest('a', () => asked())",
    ])
      expect(kindOf('tests/tickets/life.itest.ts', text), text).toBe('provoked')
  })

  test('an integration test that waits for nothing is judged as any other', () => {
    const calls = "import { rule } from './rule.ts'\ntest('a', () => { expect(rule(1)).toBe(2) })"
    const reads = "import { limits } from './limits.ts'\ntest('a', () => { expect(limits.files).toBe(10) })"
    expect([kindOf('core/src/a.itest.ts', calls), kindOf('core/src/a.itest.ts', reads)]).toEqual(['rule', 'catalogue'])
  })

  test.each([
    ['a function is called', "import { rule } from './rule.ts'\ntest('a', () => { expect(rule(1)).toBe(2) })"],
    [
      'behind a function of the file',
      [
        "import { rule } from './rule.ts'",
        'const tried = () => rule(1)',
        "test('a', () => { expect(tried()).toBe(2) })",
      ].join('\n'),
    ],
    [
      'something made beforehand is used',
      [
        "import { Session } from './session.ts'",
        'let session',
        'beforeEach(() => { session = new Session() })',
        "test('a', () => { session.end() })",
      ].join('\n'),
    ],
    [
      'a hook has it running',
      [
        "import { watch } from './watch.ts'",
        'const told = []',
        'beforeEach(() => { watch(told) })',
        "test('a', () => { expect(told).toEqual([]) })",
      ].join('\n'),
    ],
    [
      'a schema judges',
      ["import { Filter } from '@recado/contracts'", "test('a', () => { expect(Filter.parse({})).toEqual({}) })"].join(
        '\n',
      ),
    ],
    [
      'a part of it is called by another name',
      [
        "import { table } from './table.ts'",
        "test('a', () => { const { schema } = table.format; expect(schema.parse({})).toEqual({}) })",
      ].join('\n'),
    ],
    [
      'it is handed over to be called',
      ["import { useThing } from './use-thing.ts'", "test('a', () => { renderHook(useThing) })"].join('\n'),
    ],
    ['a component is drawn', "import { Screen } from './Screen.tsx'\ntest('a', () => { render(<Screen />) })"],
  ])('is a rule where the product is run: %s', (_how, text) => {
    expect(kindOf('shell/src/a.test.tsx', text)).toBe('rule')
  })

  test.each([
    ['constants are compared', "import { limit } from './limit.ts'\ntest('a', () => { expect(limit).toBe(10) })"],
    [
      'a table is gone through',
      [
        "import { table } from '@recado/contracts'",
        "test('a', () => { for (const row of table.filter(Boolean)) expect(row).toBeTruthy() })",
      ].join('\n'),
    ],
    [
      'words are looked up',
      [
        "import words from './locales/en/errors.json' with { type: 'json' }",
        "test('a', () => { expect(Object.keys(words)).toContain('ERR_X') })",
      ].join('\n'),
    ],
    [
      'a function that only looks up is called',
      [
        "import { tierOfPath } from './route-tiers.ts'",
        "test('a', () => { expect(tierOfPath('/kanban')).toBe('plus') })",
      ].join('\n'),
    ],
    ['only types are imported', "import type { Thing } from './thing.ts'\ntest('a', () => { expect(1).toBe(1) })"],
    [
      'files are read by what tests share',
      [
        "import { read } from '../docs/documents.ts'",
        "test('a', () => { expect(read('README.md')).toContain('x') })",
      ].join('\n'),
    ],
  ])('is a catalogue where nothing is run: %s', (_how, text) => {
    expect(kindOf('tests/platform/a.test.ts', text)).toBe('catalogue')
  })
})

import { expect, test } from 'vitest'
import { readTestFile } from './test-cases.ts'

const casesOf = (text: string) =>
  readTestFile('some.test.ts', text).cases.map(({ title, ids }) => [title, ids.join(' ')])

test('ids stand in titles, and those of a group count for its tests', () => {
  expect(
    casesOf(`
    describe('S1-001 a group', () => {
      it('S1-002 first', () => {})
      it('second', async () => { await x('S1-003') })
    })`),
  ).toEqual([
    ['S1-001 a group › S1-002 first', 'S1-001 S1-002'],
    ['S1-001 a group › second', 'S1-001'],
  ])
})

test('what is skipped for good proves nothing; what a machine may lack does', () => {
  expect(
    casesOf(`
    test.skip('S1-001 never', () => {})
    test.todo('S1-002 some day')
    describe.skip('S1-003 none of these', () => { test('S1-004 inside', () => {}) })
    describe.skipIf(!chromium)('in a browser', () => { test('S1-005 a journey', async () => {}) })`),
  ).toEqual([['in a browser › S1-005 a journey', 'S1-005']])
})

test('a table of cases cites where its title leaves a place for them', () => {
  expect(
    casesOf(`
    const cases = [['S1-001', 1], ['S1-002', 2]]
    test.each(cases)('%s is so', () => {})
    test.each(cases)('is so whatever the case', () => {})
    for (const [id, mode] of [['S1-003', 'queue']] as const) test(\`\${id} goes by \${mode}\`, () => {})
    for (const id of ['S1-004']) test('says nothing of it', () => {})`),
  ).toEqual([
    ['%s is so', 'S1-001 S1-002'],
    ['is so whatever the case', ''],
    ['… goes by …', 'S1-003'],
    ['says nothing of it', ''],
  ])
})

test('other calls with a text are no tests', () => {
  expect(casesOf("world.test('S1-001', () => {}); pattern.test('S1-002'); expect(1, 'S1-003')")).toEqual([])
})

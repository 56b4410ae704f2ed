import { globSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { longLines } from './line-width.ts'

const root = new URL('../../', import.meta.url)
const files = globSync('{core,deploy,docs,plugins,scripts,sdk,shell,tests}/**/*.{ts,tsx,mjs,css,sql}', {
  cwd: root,
  exclude: (path) => /(^|\/)(node_modules|dist|\.cache|\.data)(\/|$)/.test(path),
})

/** SQL that was applied to databases is never edited. */
const isApplied = (file: string): boolean => /\/(schema|migrations)\/[^/]+\.sql$/.test(file)

it('no line of code is longer than 120 characters', () => {
  const long = files
    .filter((file) => !isApplied(file))
    .flatMap((file) =>
      longLines(readFileSync(new URL(file, root), 'utf8')).map((number) => `${file}:${number}: break this line`),
    )
  expect(long).toEqual([])
})

describe('a line', () => {
  const words = 'word '.repeat(24) + 'end'

  it('is counted wherever it stands: in a comment, a statement, a text', () => {
    expect(longLines(`/** ${words} */\nconst a = '${words}'\n  ${words}\nselect 1`)).toEqual([1, 2, 3])
  })

  it('may be long for a title of a test, a regular expression, or a word that cannot be divided', () => {
    expect(longLines(`  it('${words}', () => {`)).toEqual([])
    expect(longLines(`test.each(all)(\n  '${words}',`)).toEqual([])
    expect(longLines(`  /^(${words})$/,`)).toEqual([])
    expect(longLines(`// https://${'x'.repeat(121)}`)).toEqual([])
  })

  it('has no more than that: a second text, or a comment that looks like an expression', () => {
    expect(longLines(`  expect(it).toBe('${words}')`)).toEqual([1])
    expect(longLines(`  // ${words}`)).toEqual([1])
  })
})

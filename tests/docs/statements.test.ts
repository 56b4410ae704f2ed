import { globSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { citedIds, readSpecification } from '../../scripts/statements/specification.ts'
import { testPaths } from '../../scripts/statements/state.ts'
import { read, root } from './documents.ts'

const statements = readSpecification()
const known = new Set(statements.map(({ id }) => id))

describe('docs/specification', () => {
  it('holds every statement once, each part in order and without a gap', () => {
    const last = new Map(statements.map(({ part, id }) => [part, id]))
    expect(statements.map(({ id }) => id)).toEqual([...last].flatMap(([part, id]) => citedIds(`S${part}-001…${id.slice(3)}`)))
    expect(statements).toHaveLength(1005)
  })

  it('is read whole: every row that looks like a statement is one', () => {
    const rows = globSync('docs/specification/*.md', { cwd: root }).flatMap((path) => read(path).match(/^\| S\d.*$/gm) ?? [])
    expect(rows).toHaveLength(statements.length)
  })
})

describe('statements', () => {
  it('that are cited exist, wherever they are cited', () => {
    const paths = globSync('{README.md,{core,sdk,shell,plugins,scripts,tests,docs}/**/*.{ts,tsx,mjs,css,sql,md,json}}', {
      cwd: root, exclude: (path) => /(^|[\\/])(node_modules|dist)$/.test(String(path)),
    }).map((path) => path.replaceAll('\\', '/')).filter((path) => !path.startsWith('scripts/statements/'))
    expect(paths.length).toBeGreaterThan(1_000)
    expect(paths.flatMap((path) => citedIds(read(path)).filter((id) => !known.has(id)).map((id) => `${path} cites ${id}, which docs/specification does not hold`))).toEqual([])
  })

  it('are looked for in every test', () => {
    expect(testPaths()).toEqual(expect.arrayContaining(['tests/docs/statements.test.ts', 'shell/src/i18n/locales.test.ts', 'tests/e2e/agent-day.e2e.ts', 'core/src/access/access.itest.ts']))
  })
})

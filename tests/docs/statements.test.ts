import { globSync } from 'node:fs'
import { errorCatalogue, isCoreError, ticketLogTypes } from '@recado/contracts'
import { describe, expect, it } from 'vitest'
import { housePlugins } from '../../scripts/reference/house-plugins.ts'
import { citedIds, readSpecification } from '../../scripts/statements/specification.ts'
import { readState, testPaths } from '../../scripts/statements/state.ts'
import { readUnraisedCodes } from '../../scripts/statements/unraised-codes.ts'
import { read, root } from './documents.ts'

const statements = readSpecification()
const ofPlugins = new Set((await housePlugins()).flatMap((plugin) => Object.keys(plugin.errors)))
const states = readState()
const unraised = (await readUnraisedCodes()).map(({ code }) => code)
const known = new Set(statements.map(({ id }) => id))

describe('docs/specification', () => {
  it('holds every statement once, each part in order and without a gap', () => {
    const last = new Map(statements.map(({ part, id }) => [part, id]))
    const whole = [...last].flatMap(([part, id]) => citedIds(`S${part}-001…${id.slice(3)}`))
    expect(statements.map(({ id }) => id)).toEqual(whole)
    expect(statements).toHaveLength(1005)
  })

  it('is read whole: every row that looks like a statement is one', () => {
    const pages = globSync('docs/specification/*.md', { cwd: root })
    expect(pages.flatMap((path) => read(path).match(/^\| S\d.*$/gm) ?? [])).toHaveLength(statements.length)
  })

  it('names codes and types as the contracts and the plugins spell them, and the contracts know whose spelling it is', () => {
    const types = statements.filter(({ kind }) => kind === 'log').flatMap((each) => each.codes)
    const codes = statements.filter(({ kind }) => kind !== 'log').flatMap((each) => each.codes)
    expect(codes.filter((code) => !isCoreError(code) && !ofPlugins.has(code))).toEqual([])
    expect(types.filter((type) => !(ticketLogTypes as readonly string[]).includes(type))).toEqual([])
    const spelled = codes.filter((code) => statements.some(({ text }) => text === `\`${code}\``))
    expect(spelled.length).toBeGreaterThan(50)
    expect(spelled.filter((code) => isCoreError(code) && errorCatalogue[code].origin !== 'spec')).toEqual([])
  })
})

describe('readings', () => {
  it('that are cited exist, and each that exists is cited', () => {
    const listed = [...read('docs/specification/readings.md').matchAll(/^\| (\d+) \|/gm)].map(([, number]) => number!)
    const sources = '{core,sdk,shell,plugins,tests}/**/*.{ts,tsx,sql}'
    const isForeign = (path: unknown): boolean => /(^|[\\/])(node_modules|dist)$/.test(String(path))
    const cited = globSync(sources, { cwd: root, exclude: isForeign }).flatMap((path) =>
      [...read(path).matchAll(/\breadings? (\d+)(?: and (\d+))?/gi)].flatMap(([, one, other]) => [
        one!,
        ...(other ? [other] : []),
      ]),
    )
    const ofPermissions = [...read('docs/specification/6-permissions.md').matchAll(/\breading (\d+)/g)].map(
      ([, n]) => n!,
    )
    const numbers = new Set([...cited, ...ofPermissions])
    expect([...numbers].filter((number) => !listed.includes(number))).toEqual([])
    expect(listed.filter((number) => !numbers.has(number))).toEqual([])
  })
})

describe('statements', () => {
  it('that are cited exist, wherever they are cited', () => {
    const sources = '{README.md,{core,sdk,shell,plugins,scripts,tests,docs}/**/*.{ts,tsx,mjs,css,sql,md,json}}'
    const isForeign = (path: unknown): boolean => /(^|[\\/])(node_modules|dist)$/.test(String(path))
    const paths = globSync(sources, { cwd: root, exclude: isForeign })
      .map((path) => path.replaceAll('\\', '/'))
      .filter((path) => !path.startsWith('scripts/statements/'))
    expect(paths.length).toBeGreaterThan(1_000)
    const cited = paths.flatMap((path) => citedIds(read(path)).map((id) => ({ path, id })))
    const unknown = cited.filter(({ id }) => !known.has(id)).map(({ path, id }) => `${path}: ${id}`)
    expect(unknown, 'docs/specification holds no such statement').toEqual([])
  })

  it('are cited by tests that prove something of them', () => {
    const reading = states.flatMap(({ statement, proofs }) =>
      proofs
        .filter(({ kind }) => kind === 'catalogue')
        .map(({ path, title }) => `${path} “${title}” cites ${statement.id} and runs nothing of the product`),
    )
    expect(reading, 'cite a statement where the product does it, or not at all').toEqual([])
    const claimed = states.filter(({ overclaimed }) => overclaimed)
    expect(claimed.map(({ statement, missing }) => `${statement.id} is claimed, but ${missing}`)).toEqual([])
    expect(states.filter(({ done, kind }) => done && (kind === undefined || kind === 'catalogue'))).toEqual([])
  })

  it('are looked for in every test', () => {
    expect(testPaths()).toEqual(
      expect.arrayContaining([
        'tests/docs/statements.test.ts',
        'shell/src/base/i18n/fallback.test.tsx',
        'tests/e2e/agent-day.e2e.ts',
        'core/src/access/access.itest.ts',
      ]),
    )
  })
})

describe('codes that nothing raises yet', () => {
  it('are listed, and no others', () => {
    const [, section] = read('docs/reference/statements.md').split('## Codes that nothing raises yet')
    const listed = [...section!.matchAll(/^\| `(\w+)`/gm)].map(([, code]) => code!)
    expect(listed, 'npm run docs writes the list anew').toEqual(unraised)
    expect(unraised).toContain('ERR_KANBAN_MOVE')
    expect(unraised).not.toContain('ERR_NO_PERMISSION')
  })

  it('are of no statement that is done', () => {
    const done = states.filter(({ done, statement }) => done && statement.kind !== 'log')
    const wrong = done.filter(({ statement }) => statement.codes.some((code) => unraised.includes(code)))
    expect(wrong.map(({ statement }) => statement.id)).toEqual([])
  })
})

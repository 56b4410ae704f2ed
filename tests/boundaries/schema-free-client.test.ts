import { globSync, readFileSync } from 'node:fs'
import { posix } from 'node:path'
import { expect, it } from 'vitest'
import * as client from '../../sdk/src/client/index.ts'
import { readSource } from './syntax.ts'

const folder = new URL('../../core/contracts/src/', import.meta.url)
const texts = new Map(
  globSync('*.ts', { cwd: folder }).map((file) => [file, readFileSync(new URL(file, folder), 'utf8')]),
)

/** The file that defines a value of the contracts. */
function fileOf(name: string): string {
  const definition = new RegExp(`^export (const|function|class) ${name}\\b`, 'm')
  const [file] = [...texts].find(([, text]) => definition.test(text)) ?? []
  if (!file) throw new Error(`no file of the contracts defines ${name}`)
  return file
}

/**
 * The files that run when this one does, in the order of a way from it to the schema library; none where there is no
 * such way.
 */
function wayToSchemas(file: string, before: readonly string[] = []): readonly string[] {
  const way = [...before, file]
  for (const { specifier, typeOnly } of readSource(file, texts.get(file)!).imports) {
    if (typeOnly) continue
    if (specifier === 'zod') return way
    const next = posix.normalize(specifier)
    const found = way.includes(next) ? [] : wayToSchemas(next, way)
    if (found.length > 0) return found
  }
  return []
}

it('no value for clients brings the schema library into a page', () => {
  const values = Object.keys(client)
  expect(values).toContain('ticketViewIcons')
  expect(
    Object.fromEntries(values.map((name) => [name, wayToSchemas(fileOf(name))]).filter(([, way]) => way!.length > 0)),
  ).toEqual({})
})

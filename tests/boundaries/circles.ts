import { posix } from 'node:path'
import { knotsOf } from './knots.ts'
import { readSource } from './syntax.ts'

/**
 * Circles of files that import each other, types included, each sorted by path.
 * @param files text by path from the root of the repository
 */
export const circlesOf = (files: ReadonlyMap<string, string>): string[][] =>
  knotsOf(new Map([...files].map(([path, text]) => [path, new Set(importedBy(path, text, files))]))).sort((a, b) =>
    (a[0] ?? '') < (b[0] ?? '') ? -1 : 1,
  )

const importedBy = (path: string, text: string, files: ReadonlyMap<string, string>): string[] =>
  readSource(path, text)
    .imports.filter(({ specifier }) => specifier.startsWith('.'))
    .map(({ specifier }) => posix.join(posix.dirname(path), specifier))
    .filter((target) => files.has(target))

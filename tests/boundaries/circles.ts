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

/** Circles that are not within a known one, as sentences. */
export const unknownCircles = (
  circles: readonly (readonly string[])[],
  known: readonly (readonly string[])[],
): string[] =>
  circles
    .filter((circle) => !known.some((each) => circle.every((path) => each.includes(path))))
    .map((circle) => `${circle.join(', ')} import each other: move what they share into a file of its own.`)

const importedBy = (path: string, text: string, files: ReadonlyMap<string, string>): string[] =>
  readSource(path, text)
    .imports.filter(({ specifier }) => specifier.startsWith('.'))
    .map(({ specifier }) => posix.join(posix.dirname(path), specifier))
    .filter((target) => files.has(target))

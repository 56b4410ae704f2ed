import { posix } from 'node:path'
import { readSource } from './syntax.ts'

/**
 * Circles of files that import each other, types included, each sorted by path.
 * @param files text by path from the root of the repository
 */
export function circlesOf(files: ReadonlyMap<string, string>): string[][] {
  const imported = new Map([...files].map(([path, text]) => [path, importedBy(path, text, files)]))
  const order = new Map<string, number>()
  const lowest = new Map<string, number>()
  const open: string[] = []
  const circles: string[][] = []

  // Tarjan's algorithm: files that reach each other share the lowest number that they reach.
  const visit = (path: string): number => {
    const own = order.size
    order.set(path, own)
    lowest.set(path, own)
    open.push(path)
    for (const next of imported.get(path) ?? []) {
      const reached = order.has(next) ? (open.includes(next) ? order.get(next) : undefined) : visit(next)
      if (reached !== undefined) lowest.set(path, Math.min(lowest.get(path) ?? own, reached))
    }
    const low = lowest.get(path) ?? own
    if (low === own) {
      const circle = open.splice(open.indexOf(path))
      if (circle.length > 1) circles.push(circle.sort())
    }
    return low
  }
  for (const path of files.keys()) if (!order.has(path)) visit(path)
  return circles.sort((a, b) => ((a[0] ?? '') < (b[0] ?? '') ? -1 : 1))
}

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

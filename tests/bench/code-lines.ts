import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from 'oxc-parser'

/** What a plugin is besides its adapter. */
const besides = new Set(['ui', 'templates', 'node_modules'])
const isCode = (name: string): boolean => name.endsWith('.ts') && !/\.(test|itest|rig)\.ts$/.test(name)

/** Lines of code below a folder: without comments, blank lines, tests and screens. */
export function codeLines(folder: string): number {
  return readdirSync(folder, { withFileTypes: true }).reduce((sum, entry) => {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return besides.has(entry.name) ? sum : sum + codeLines(path)
    return isCode(entry.name) ? sum + linesOf(path) : sum
  }, 0)
}

function linesOf(path: string): number {
  const source = readFileSync(path, 'utf8')
  const bare = parseSync(path, source)
    .comments.toReversed()
    .reduce((text, { start, end }) => text.slice(0, start) + text.slice(end), source)
  return bare.split('\n').filter((line) => line.trim() !== '').length
}

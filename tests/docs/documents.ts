import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

export const root = join(import.meta.dirname, '..', '..')
export const read = (path: string): string => readFileSync(join(root, path), 'utf8')

/** Everything that is written for readers, from the root of the repository. */
export const documents = (): string[] =>
  globSync(
    [
      'README.md',
      'docs/**/*.md',
      'plugins/*/README.md',
      'sdk/**/README.md',
      'core/contracts/README.md',
      'tests/stranger/line/README.md',
    ],
    { cwd: root, exclude: (path) => /(^|[\\/])(node_modules|dist|templates)$/.test(String(path)) },
  )
    .map((path) => path.replaceAll('\\', '/'))
    .sort()

/** Fenced code of a document, with the language each block names. */
export const codeOf = (text: string): { language: string; code: string }[] =>
  [...text.matchAll(/^```(\w*)\n([\s\S]*?)^```$/gm)].map(([, language, code]) => ({ language: language!, code: code! }))

export const proseOf = (text: string): string => text.replace(/^```\w*\n[\s\S]*?^```$/gm, '')

import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** A file of a plugin's server, without its comments. */
export interface CodeFile {
  readonly file: string
  readonly code: string
}

/** Files that a plugin's server runs: neither its tests nor its screens. */
export function serverCode(folder: string): CodeFile[] {
  const files = globSync('src/**/*.ts', { cwd: folder })
    .filter((file) => !/\.(test|itest|rig)\.ts$/.test(file) && !/^src[\\/]ui[\\/]/.test(file))
    .toSorted()
  return files.map((file) => ({ file, code: withoutComments(readFileSync(join(folder, file), 'utf8')) }))
}

/** An address has two slashes too, so a comment begins at the beginning of a line or behind a space. */
const withoutComments = (code: string): string => code.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|\s)\/\/.*$/gm, '')

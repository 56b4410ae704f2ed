import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const repository = join(import.meta.dirname, '..', '..')

/** Node and its arguments that start the server as built, as `npm start` does; a run of tests has built it before. */
export const serverCommand: readonly [string, ...string[]] = [
  process.execPath,
  ...(JSON.parse(readFileSync(join(repository, 'scripts', 'server-arguments.json'), 'utf8')) as string[]),
]
/** Node and its arguments that start the sources of the server: only tests of modules need them. */
export const sourceCommand: readonly [string, ...string[]] = [process.execPath, join(repository, 'core/src/main.ts')]

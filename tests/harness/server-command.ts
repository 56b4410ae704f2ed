import { join } from 'node:path'
import serverArguments from '../../scripts/server-arguments.json' with { type: 'json' }

/** Node and its arguments that start the server as built, as `npm start` does; a run of tests has built it before. */
export const serverCommand: readonly [string, ...string[]] = [process.execPath, ...serverArguments]
/** Node and its arguments that start the sources of the server: only tests of modules need them. */
export const sourceCommand: readonly [string, ...string[]] = [
  process.execPath,
  join(import.meta.dirname, '..', '..', 'core/src/main.ts'),
]

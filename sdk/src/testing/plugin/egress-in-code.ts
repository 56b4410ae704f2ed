import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Hosts of addresses that stand as texts in the server's code of a plugin, with the file that names them. Comments and tests do not count. */
export function hostsInCode(folder: string): { readonly host: string; readonly file: string }[] {
  const files = globSync('src/**/*.ts', { cwd: folder }).filter((file) => !/\.(test|itest|rig)\.ts$/.test(file) && !/^src[\\/]ui[\\/]/.test(file)).toSorted()
  return files.flatMap((file) => [...withoutComments(readFileSync(join(folder, file), 'utf8')).matchAll(/['"`](?:https?|wss?):\/\/([A-Za-z0-9.-]+\.[A-Za-z]{2,})/g)].map(([, host]) => ({ host: host!.toLowerCase(), file })))
}

/** An address has two slashes too, so a comment begins at the beginning of a line or behind a space. */
const withoutComments = (code: string): string => code.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|\s)\/\/.*$/gm, '')

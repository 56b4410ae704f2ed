import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

/** Debian puts servers where only root's own shells look. */
process.env['PATH'] = [process.env['PATH'], '/usr/sbin', '/usr/local/sbin'].join(delimiter)

/** The first of these programs that the PATH has, as an absolute path. */
export function onPath(...names: string[]): string | undefined {
  for (const name of names) {
    for (const folder of (process.env['PATH'] ?? '').split(delimiter)) {
      if (folder && isExecutable(join(folder, name))) return join(folder, name)
    }
  }
  return undefined
}

export function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

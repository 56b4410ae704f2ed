import { existsSync, realpathSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { basename, dirname, join, relative, resolve, sep } from 'node:path'

/** Whether a path, which need not exist yet, is a folder or inside it, after resolving links. */
export function isWithin(path: string, folder: string): boolean {
  const below = relative(real(folder), real(path))
  return below === '' || (below !== '..' && !below.startsWith(`..${sep}`) && resolve(below) !== below)
}

function real(path: string): string {
  return existsSync(path) ? realpathSync(path) : join(real(dirname(path)), basename(path))
}

/** Whether something may be made at this place: there is nothing, or an empty folder. */
export async function isFree(path: string): Promise<boolean> {
  try {
    return (await readdir(path)).length === 0
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return true
    if ((error as NodeJS.ErrnoException).code === 'ENOTDIR') return false
    throw error
  }
}

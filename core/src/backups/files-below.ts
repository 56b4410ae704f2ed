import { opendir } from 'node:fs/promises'
import { join } from 'node:path'

/** An entry of a folder: a plain file, or a link, which is not followed. Sockets and the like are skipped. */
export interface FoundFile {
  readonly path: string
  readonly kind: 'file' | 'link'
}

/**
 * Everything below a folder, with paths that begin below it and have slashes. Files removed meanwhile are skipped; a
 * missing folder counts as empty.
 */
export async function* filesBelow(folder: string, below = ''): AsyncGenerator<FoundFile> {
  const listing = await opendir(join(folder, below)).catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  })
  if (!listing) return
  for await (const entry of listing) {
    const path = below === '' ? entry.name : `${below}/${entry.name}`
    if (entry.isDirectory()) yield* filesBelow(folder, path)
    else if (entry.isFile()) yield { path, kind: 'file' }
    else if (entry.isSymbolicLink()) yield { path, kind: 'link' }
  }
}

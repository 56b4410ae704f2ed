import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { BackupError } from './backups/backup-error.ts'
import { checkBackup, restoreBackup } from './backups/restore-backup.ts'
import { lookAtRestored } from './backups/restored-state.ts'
import { bucketOf, readEnvironment, type S3Settings } from './base/config.ts'
import { s3Blobs } from './media/s3.ts'
import { startFailure } from './start-failure.ts'

/** `npm run restore -- <folder>`: makes a new data folder of a backup, or checks one. */

const usage =
  'Say which backup: DATA_DIR=/var/lib/recado-restored npm run restore -- /backups/2026-01-31 ' +
  '(--check only reads it)'
const ownServer = 'DATABASE_URL is set, and a backup is restored with the embedded PostgreSQL. Unset it.'
const say = (line: string): void => void process.stdout.write(`${line}\n`)

async function restore(backup: string): Promise<void> {
  const environment = readEnvironment(process.env)
  const { DATABASE_URL, DATA_DIR, RECADO_SECRET } = environment
  if (DATABASE_URL !== undefined) throw new BackupError(ownServer)
  const dataDir = resolve(DATA_DIR)
  const { completeUntil } = await restoreBackup({
    backup,
    dataDir,
    secret: RECADO_SECRET,
    say,
    prove: (secret) => prove(dataDir, secret, bucketOf(environment)),
  })
  say(`Restored to ${dataDir}, with everything until ${completeUntil}. Start it with this DATA_DIR.`)
}

async function prove(dataDir: string, secret: string, bucket: S3Settings | undefined): Promise<void> {
  const { companies, tickets, messages, files, missing } = await lookAtRestored({
    dataDir,
    secret,
    bucket: bucket && s3Blobs(bucket),
    say,
  })
  say(`It holds ${companies} companies, ${tickets} tickets, ${messages} messages and ${files} files.`)
  if (missing.length === 0) return
  const some = missing.slice(0, 10).join(', ')
  say(
    `${missing.length} of the files are not there; they lay in a bucket, or were removed while the backup was ` +
      `made: ${some}`,
  )
}

const options = { check: { type: 'boolean', default: false } } as const

function read(args: string[]): { backup: string; isCheck: boolean } {
  try {
    const { values, positionals } = parseArgs({ args, options, allowPositionals: true })
    if (positionals.length === 1) return { backup: resolve(positionals[0]!), isCheck: values.check }
  } catch {
    /* An option that there is not: it is said what there is. */
  }
  throw new BackupError(usage)
}

try {
  const { backup, isCheck } = read(process.argv.slice(2))
  if (!isCheck) await restore(backup)
  else {
    const { completeUntil, sums } = await checkBackup(backup, say)
    say(`${backup} is whole: ${sums.files} files as they were written, with everything until ${completeUntil}.`)
  }
} catch (error) {
  const sentence = startFailure(error)
  if (sentence === undefined) throw error
  say(sentence)
  process.exitCode = 1
}

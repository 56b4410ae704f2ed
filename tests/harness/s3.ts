import { mkdtempSync, rmSync } from 'node:fs'
import type { Server } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { S3Settings } from '../../core/src/base/config.ts'
import type { BlobStore } from '../../core/src/media/media.ts'

interface RunningServer {
  readonly httpServer: Server
  run(): Promise<AddressInfo>
  close(): Promise<void>
}
/** The package brings no types. */
const S3rver = createRequire(import.meta.url)('@20minutes/s3rver') as new (options: {
  readonly address: string
  readonly port: number
  readonly directory: string
  readonly silent: boolean
  readonly allowMismatchedSignatures: boolean
  readonly configureBuckets: readonly { readonly name: string; readonly configs: readonly Buffer[] }[]
}) => RunningServer

/** A server that speaks S3, with one bucket: it knows one key, and keeps objects in a folder of its own. */
export interface TestS3 {
  readonly settings: S3Settings
  /** Ends the server; what it holds stays. */
  stop(): Promise<void>
  /** Starts it again at the same address. */
  start(): Promise<void>
  close(): Promise<void>
}

/** The one key that the server knows. */
const keys = { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' }
const bucket = 'recado-files'

export async function s3ForTests(): Promise<TestS3> {
  const directory = mkdtempSync(join(tmpdir(), 'recado-s3-'))
  let server: RunningServer | undefined
  let port = 0
  const start = async (): Promise<void> => {
    const starting = new S3rver({
      port,
      directory,
      address: '127.0.0.1',
      silent: true,
      // It expects requests for the bucket itself to be signed without the slash at their end, with which they come.
      allowMismatchedSignatures: true,
      configureBuckets: [{ name: bucket, configs: [] }],
    })
    ;({ port } = await starting.run())
    server = starting
  }
  const stop = async (): Promise<void> => {
    server?.httpServer.closeAllConnections()
    await server?.close()
    server = undefined
  }
  await start()
  return {
    start,
    stop,
    settings: {
      bucket,
      region: 'us-east-1',
      endpoint: `http://127.0.0.1:${port}`,
      credentials: keys,
      publicEndpoint: undefined,
    },
    async close() {
      await stop()
      rmSync(directory, { recursive: true, force: true })
    },
  }
}

/** Keys of the blobs in the bucket. */
export async function keysIn(blobs: Pick<BlobStore, 'keys'>): Promise<string[]> {
  const keys: string[] = []
  for await (const key of blobs.keys()) keys.push(key)
  return keys
}

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import S3rver from '@20minutes/s3rver'
import type { S3Settings } from '../../core/src/base/config.ts'

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
  let server: S3rver | undefined
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

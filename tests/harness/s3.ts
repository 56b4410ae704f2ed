import { mkdtempSync, rmSync } from 'node:fs'
import type { Server } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import S3rver from '@20minutes/s3rver'
import type { S3Settings } from '../../core/src/base/config.ts'

/** A server that speaks S3, with one bucket: it checks signatures, and keeps objects in a folder of its own. */
export interface TestS3 {
  readonly settings: S3Settings
  /** Ends the server; what it holds stays. */
  stop(): Promise<void>
  /** Starts it again at the same address. */
  start(): Promise<void>
  close(): Promise<void>
}

const keys = { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' }
const bucket = 'recado-files'

export async function s3ForTests(): Promise<TestS3> {
  const directory = mkdtempSync(join(tmpdir(), 'recado-s3-'))
  let server: Server | undefined
  let port = 0
  const start = async (): Promise<void> => {
    const s3 = new S3rver({
      port,
      directory,
      address: '127.0.0.1',
      silent: true,
      configureBuckets: [{ name: bucket, configs: [] }],
    })
    await s3.configureBuckets()
    server = await new Promise<Server>((resolve, reject) => {
      const listening = s3.httpServer()
      listening.once('error', reject)
      listening.listen(port, '127.0.0.1', () => resolve(listening))
    })
    port = (server.address() as { port: number }).port
  }
  const stop = async (): Promise<void> => {
    const ending = server
    server = undefined
    if (!ending) return
    ending.closeAllConnections()
    await new Promise((resolve) => ending.close(resolve))
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

import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { onPath } from '../harness/programs.ts'

/** `NATS_URL`, else a nats-server from the PATH with JetStream on the disk; undefined where there is neither. */
export async function startNats(): Promise<{ readonly url: string; stop(): Promise<void> } | undefined> {
  const given = process.env['NATS_URL']
  if (given) return { url: given, stop: async () => undefined }
  const program = onPath('nats-server')
  if (!program) return undefined
  const store = mkdtempSync(join(tmpdir(), 'recado-bench-nats-'))
  const child = spawn(program, ['--jetstream', '--store_dir', store, '--addr', '127.0.0.1', '--port', '-1'], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const endWithUs = (): void => void child.kill('SIGKILL')
  process.once('exit', endWithUs)
  const url = await new Promise<string>((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code) => reject(new Error(`nats-server ended with ${code}`)))
    let address: string | undefined
    createInterface({ input: child.stderr }).on('line', (line) => {
      address ??= /Listening for client connections on (127\.0\.0\.1:\d+)/.exec(line)?.[1]
      if (address && line.includes('Server is ready')) resolve(`nats://${address}`)
    })
  })
  return {
    url,
    async stop() {
      process.off('exit', endWithUs)
      child.kill('SIGTERM')
      await ended
      rmSync(store, { recursive: true, force: true })
    },
  }
}

import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll } from 'vitest'
import { reportAbsence } from './absence.ts'
import { onPath } from './programs.ts'
import { dataRoot } from './data-root.ts'

/** A NATS server with JetStream that belongs to the test file, unless `NATS_URL` names a shared one. */
export interface TestNats {
  readonly url: string
  /** Whether other test files or runs may be using the same server: stream names must then be unique. */
  readonly shared: boolean
}

/**
 * `NATS_URL`, else `nats-server` on the PATH, else Docker. Call it at the top level of a test file and give the answer
 * to `describe.skipIf(!nats)`: without any of the three it says so and answers undefined, and in CI it fails. The
 * server ends after the file's last test.
 */
export async function natsForTests(): Promise<TestNats | undefined> {
  const given = process.env['NATS_URL']
  if (given) return { url: given, shared: true }
  const program = onPath('nats-server')
  const found = program ? await fromProgram(program) : await fromDocker()
  if (found) {
    afterAll(found.stop)
    return { url: found.url, shared: false }
  }
  reportAbsence(
    'tests over NATS JetStream',
    'NATS_URL is not set, nats-server is not on the PATH and Docker does not answer',
  )
  return undefined
}

interface Started {
  readonly url: string
  readonly stop: () => Promise<void>
}

function fromProgram(program: string): Promise<Started> {
  const store = mkdtempSync(join(dataRoot, 'recado-nats-'))
  const child = spawn(program, ['--jetstream', '--store_dir', store, '--addr', '127.0.0.1', '--port', '-1'], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const endWithUs = (): void => void child.kill('SIGKILL')
  process.once('exit', endWithUs)
  const stop = async (): Promise<void> => {
    process.off('exit', endWithUs)
    child.kill('SIGTERM')
    await exited
    rmSync(store, { recursive: true, force: true })
  }
  return new Promise((resolve, reject) => {
    let url: string | undefined
    const said: string[] = []
    child.once('error', reject)
    child.once('exit', (code) => reject(new Error(`nats-server ended with ${code}:\n${said.join('\n')}`)))
    createInterface({ input: child.stderr }).on('line', (line) => {
      if (said.length < 50) said.push(line)
      url ??= /Listening for client connections on (127\.0\.0\.1:\d+)/.exec(line)?.[1]
      if (url && line.includes('Server is ready')) resolve({ url: `nats://${url}`, stop })
    })
  })
}

async function fromDocker(): Promise<Started | undefined> {
  const { GenericContainer } = await import('testcontainers')
  try {
    const container = await new GenericContainer('nats:2.12-alpine')
      .withCommand(['--jetstream'])
      .withExposedPorts(4222)
      .start()
    return {
      url: `nats://${container.getHost()}:${container.getMappedPort(4222)}`,
      stop: async () => void (await container.stop()),
    }
  } catch {
    return undefined
  }
}

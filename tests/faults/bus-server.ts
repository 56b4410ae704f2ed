import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { reportAbsence } from '../harness/absence.ts'
import { freePort } from '../harness/free-port.ts'
import { onPath } from '../harness/programs.ts'
import { dataRoot } from '../harness/data-root.ts'

/** A nats-server with JetStream that a test kills, stops and starts again under the same address. */
export interface BusServer {
  readonly url: string
  kill(): Promise<void>
  start(): Promise<void>
  /** Takes away everything that it kept. Kill it first. */
  wipe(): void
  /** SIGSTOP and SIGCONT: it keeps its connections and says nothing. */
  freeze(frozen: boolean): void
  stop(): Promise<void>
}

/** Undefined, and said so, where nats-server is not on the PATH; in CI that fails. */
export async function busServer(): Promise<BusServer | undefined> {
  const program = onPath('nats-server')
  if (!program) {
    reportAbsence('faults of the bus', 'nats-server is not on the PATH')
    return undefined
  }
  const port = await freePort()
  const store = mkdtempSync(join(dataRoot, 'recado-nats-'))
  let child: ChildProcess
  const start = async (): Promise<void> => {
    const args = ['--jetstream', '--store_dir', store, '--addr', '127.0.0.1', '--port', String(port)]
    child = spawn(program, args, { stdio: ['ignore', 'ignore', 'pipe'] })
    await new Promise<void>((resolve, reject) => {
      child.stderr!.on('data', (text: Buffer) => {
        if (String(text).includes('Server is ready')) resolve()
      })
      child.once('exit', (code) => reject(new Error(`nats-server ended with ${code}`)))
    })
  }
  const kill = async (): Promise<void> => {
    if (child.exitCode !== null || child.signalCode !== null) return
    const gone = new Promise((resolve) => child.once('exit', resolve))
    child.kill('SIGKILL')
    await gone
  }
  const wipe = (): void => rmSync(store, { recursive: true, force: true })
  await start()
  process.once('exit', () => void child.kill('SIGKILL'))
  return {
    url: `nats://127.0.0.1:${port}`,
    kill,
    start,
    wipe,
    freeze: (frozen) => void child.kill(frozen ? 'SIGSTOP' : 'SIGCONT'),
    async stop() {
      await kill()
      wipe()
    },
  }
}

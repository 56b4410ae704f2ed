import { spawn, type ChildProcess } from 'node:child_process'
import { chmodSync, mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { repository } from './cluster.ts'
import { atMost, type Group } from './figure.ts'
import { alternating } from './measure.ts'

/** A program that was started and said `line`, with what it said after that. */
async function launch(
  line: string,
  args: readonly string[],
  env: Record<string, string>,
): Promise<{ rest: string; pid: number; stop(): Promise<void> }> {
  const child = spawn(process.execPath, args, {
    cwd: repository,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const rest = await said(child, line)
  return {
    rest,
    pid: child.pid!,
    async stop() {
      child.kill('SIGTERM')
      await ended
    },
  }
}

const said = (child: ChildProcess, line: string): Promise<string> =>
  new Promise((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`a start ended with ${code}`)))
    createInterface({ input: child.stdout! }).on('line', (heard) => {
      if (heard.startsWith(line)) resolve(heard.slice(line.length))
    })
  })

async function timeTo(line: string, args: readonly string[], env: Record<string, string>): Promise<{ ms: number }> {
  const started = performance.now()
  const program = await launch(line, args, env)
  const ms = performance.now() - started
  await program.stop()
  return { ms }
}

const ready = 'Recado is ready: '

/** The product as a person starts it. */
export async function startProduct(
  env: Record<string, string>,
): Promise<{ readonly address: string; readonly pid: number; stop(): Promise<void> }> {
  const { rest, pid, stop } = await launch(ready, ['core/src/main.ts'], env)
  return { address: rest.trim(), pid, stop }
}

export const start: Group = {
  name: 'start',
  title: 'Start',
  notes: [
    'From the command to the line that says that the product is served, on data that exists: PostgreSQL started, migrations checked, plugins loaded. The limit starts the embedded PostgreSQL and imports the same modules, one after the other, and does nothing else.',
  ],
  async run({ cluster, quick, rounds }) {
    const dataDir = mkdtempSync(join(cluster.folder, 'start-'))
    chmodSync(dataDir, 0o755)
    const env = {
      DATA_DIR: dataDir,
      PORT: '0',
      LOG_LEVEL: 'warn',
      NODE_COMPILE_CACHE: join(repository, '.cache', 'compile'),
    }
    const { ms: first } = await timeTo(ready, ['core/src/main.ts'], env)
    // Builds what is out of date, which is no part of a second start.
    await timeTo(ready, ['scripts/run.mjs', 'start'], env)
    const seen = await alternating(quick ? 2 : rounds, {
      floor: () => timeTo('ready', ['tests/bench/start-floor.child.ts'], env),
      node: () => timeTo(ready, ['core/src/main.ts'], env),
      npm: () => timeTo(ready, ['scripts/run.mjs', 'start'], env),
    })
    return [
      { what: 'first start: `node core/src/main.ts`, with a new data folder', value: first / 1_000, unit: 's' },
      {
        what: 'second start: `node core/src/main.ts`',
        value: seen.node.ms / 1_000,
        unit: 's',
        limit: { what: 'embedded PostgreSQL and imports', value: seen.floor.ms / 1_000 },
        aims: [atMost(3, 'value'), atMost(1.5)],
      },
      {
        what: 'second start: `npm start` (without npm’s own time)',
        value: seen.npm.ms / 1_000,
        unit: 's',
        limit: { what: 'embedded PostgreSQL and imports', value: seen.floor.ms / 1_000 },
        aims: [atMost(3, 'value')],
      },
    ]
  },
}

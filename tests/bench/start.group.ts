import { spawn, type ChildProcess } from 'node:child_process'
import { chmodSync, mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import serverArguments from '../../scripts/server-arguments.json' with { type: 'json' }
import { repository } from './cluster.ts'
import { atMost, type Figure, type Group } from './figure.ts'
import { alternating } from './measure.ts'
import { residentOf, tellsResident } from './resident.ts'

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

/** The product as `npm start` starts it. */
export async function startProduct(
  env: Record<string, string>,
): Promise<{ readonly address: string; readonly pid: number; stop(): Promise<void> }> {
  const { rest, pid, stop } = await launch(ready, serverArguments, env)
  return { address: rest.trim(), pid, stop }
}

/** Until what a start leaves to do is done. */
const settleMs = 5_000

async function residentAtRest(line: string, args: readonly string[], env: Record<string, string>): Promise<number> {
  const { pid, stop } = await launch(line, args, env)
  await new Promise((resolve) => setTimeout(resolve, settleMs))
  const resident = residentOf(pid)
  await stop()
  return resident
}

async function memoryAtRest(env: Record<string, string>): Promise<readonly Figure[]> {
  const libraries = await residentAtRest('ready', ['tests/bench/libraries.child.ts', 'libraries'], env)
  const bare = await residentAtRest('ready', ['tests/bench/libraries.child.ts'], env)
  return [
    {
      what: 'at rest, all plugins on: main process of the built server',
      value: await residentAtRest(ready, serverArguments, env),
      unit: 'MB',
      limit: { what: 'Node with the same libraries', value: libraries },
      aims: [atMost(150, 'value')],
    },
    {
      what: 'at rest, all plugins on: main process of the sources',
      value: await residentAtRest(ready, ['core/src/main.ts'], env),
      unit: 'MB',
      limit: { what: 'Node with nothing', value: bare },
    },
  ]
}

export const start: Group = {
  name: 'start',
  title: 'Start',
  notes: [
    'From the command to the line that says that the product is served, on data that exists: PostgreSQL started, ' +
      'migrations checked, plugins loaded. The limit starts the embedded PostgreSQL and does nothing else.',
    'Memory is what the main process holds some seconds after it is ready, with every plugin on and nobody ' +
      'connected; beside it are Node with nothing loaded, and Node with the libraries that the server loads at its ' +
      'start and none of its own code.',
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
    const { ms: first } = await timeTo(ready, serverArguments, env)
    // Builds what is out of date, which is no part of a second start.
    await timeTo(ready, ['scripts/run.mjs', 'start'], env)
    const seen = await alternating(quick ? 2 : rounds, {
      floor: () => timeTo('ready', ['tests/bench/start-floor.child.ts'], env),
      node: () => timeTo(ready, serverArguments, env),
      sources: () => timeTo(ready, ['core/src/main.ts'], env),
      npm: () => timeTo(ready, ['scripts/run.mjs', 'start'], env),
    })
    const limit = { what: 'embedded PostgreSQL', value: seen.floor.ms / 1_000 }
    return [
      { what: 'first start of the built server, with a new data folder', value: first / 1_000, unit: 's' },
      {
        what: 'second start of the built server',
        value: seen.node.ms / 1_000,
        unit: 's',
        limit,
        aims: [atMost(1.5, 'value')],
      },
      {
        what: 'second start of the sources: `node core/src/main.ts`',
        value: seen.sources.ms / 1_000,
        unit: 's',
        limit,
      },
      {
        what: 'second start: `npm start` (without npm’s own time)',
        value: seen.npm.ms / 1_000,
        unit: 's',
        limit,
        aims: [atMost(3, 'value')],
      },
      ...(tellsResident ? await memoryAtRest(env) : []),
    ]
  },
}

import { spawn } from 'node:child_process'
import { existsSync, lstatSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { secretFile } from '../../core/src/base/config.ts'
import { runningEmbedded } from '../../core/src/db/embedded.ts'
import { administrator, password } from './company.ts'

const root = join(import.meta.dirname, '..', '..')
const serverArguments = JSON.parse(readFileSync(join(root, 'scripts', 'server-arguments.json'), 'utf8')) as string[]
const readyLine = 'Recado is ready'

/** The product of the demo: a process of its own, with a data folder that goes with it. */
export interface DemoProduct {
  readonly base: string
  /** Address of its PostgreSQL, as the owner. */
  readonly databaseUrl: string
  /** Resolves when it has ended, for whatever reason. */
  readonly ended: Promise<void>
  stop(): Promise<void>
}

/**
 * Starts the product as it was built, for this machine alone.
 * @throws when it ends before it is ready, with what it said
 */
export async function startProduct(port: number): Promise<DemoProduct> {
  const dataDir = mkdtempSync(join(tmpdir(), 'recado-demo-'))
  writeFileSync(join(dataDir, 'reachable-networks'), '127.0.0.1/32 # the simulators of the demo\n')
  const base = `http://127.0.0.1:${port}`
  const { PATH, NODE_COMPILE_CACHE, TZ } = process.env
  const child = spawn(process.execPath, serverArguments, {
    cwd: root,
    // Ctrl+C reaches it through us alone; when we are killed, the end of the channel tells it.
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    detached: true,
    env: {
      PATH,
      NODE_COMPILE_CACHE,
      ...(TZ !== undefined && { TZ }),
      NODE_ENV: 'production',
      HOST: '127.0.0.1',
      PORT: String(port),
      PUBLIC_URL: base,
      DATA_DIR: dataDir,
      LOG_LEVEL: 'error',
      RECADO_ADMIN_EMAIL: administrator,
      RECADO_ADMIN_PASSWORD: password,
    },
  })
  const ended = new Promise<void>((resolve) => {
    child.once('close', () => {
      removeData(dataDir)
      resolve()
    })
  })
  await new Promise<void>((resolve, reject) => {
    let said = ''
    child.stdout!.on('data', (text: Buffer) => {
      said += text
      if (said.includes(readyLine)) resolve()
    })
    void ended.then(() => reject(new Error(`Recado ended before it was ready.\n${said}`)))
  })
  const secret = readFileSync(join(dataDir, secretFile), 'utf8').trim()
  return {
    base,
    databaseUrl: runningEmbedded({ dataDir, secret })!,
    ended,
    async stop() {
      child.kill('SIGTERM')
      await ended
    },
  }
}

/** Where the product runs as root, the database may lie elsewhere, in a folder made for it alone, behind a link. */
function removeData(dataDir: string): void {
  const database = join(dataDir, 'postgres')
  if (lstatSync(database, { throwIfNoEntry: false })?.isSymbolicLink() && existsSync(database))
    rmSync(dirname(realpathSync(database)), { recursive: true, force: true })
  rmSync(dataDir, { recursive: true, force: true })
}

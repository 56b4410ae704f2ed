import { spawn, type ChildProcess } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { freePort } from '../harness/free-port.ts'
import { hookPlugin, witnessPlugin } from '../harness/plugin-folder.ts'
import { serverCommand, sourceCommand } from '../harness/server-command.ts'
import { dataRoot } from '../harness/data-root.ts'

const repository = join(import.meta.dirname, '..', '..')
const weaken = join(import.meta.dirname, 'weaken.ts')

/** A module of the product in whose place another one is loaded; both relative to the repository. */
export interface Weakening {
  readonly module: string
  readonly by: string
}

/** What a node is started with. */
export interface NodeOptions {
  readonly databaseUrl: string
  readonly secret: string
  readonly natsUrl?: string | undefined
  /** How long it serves on when it is stopped; 1 when absent. */
  readonly drainSeconds?: number
  readonly weakening?: Weakening | undefined
}

/** How a process ended that nobody had asked to end. */
export interface Death {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
  readonly said: string
}

/** How a process ended that was asked to. */
export interface End {
  readonly ms: number
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
}

/**
 * The product's own start, as a process that can be killed and is started anew when it ends by itself, as by a
 * supervisor.
 */
export class FaultNode {
  readonly base: string
  /** Ends that nobody asked for. */
  readonly deaths: Death[] = []
  readonly #options: NodeOptions
  readonly #port: number
  readonly #dataDir: string
  readonly #endWithUs = (): void => void this.#child?.kill('SIGKILL')
  #child: ChildProcess | undefined
  #asked = false

  private constructor(options: NodeOptions, port: number, dataDir: string) {
    this.#options = options
    this.#port = port
    this.#dataDir = dataDir
    this.base = `http://127.0.0.1:${port}`
    process.once('exit', this.#endWithUs)
  }

  static async start(options: NodeOptions): Promise<FaultNode> {
    const node = await FaultNode.prepare(options)
    await node.start()
    return node
  }

  /** A node that was not started yet. */
  static async prepare(options: NodeOptions): Promise<FaultNode> {
    const dataDir = mkdtempSync(join(dataRoot, 'recado-fault-node-'))
    mkdirSync(join(dataDir, 'plugins'))
    for (const plugin of [hookPlugin, witnessPlugin]) symlinkSync(plugin, join(dataDir, 'plugins', basename(plugin)))
    writeFileSync(join(dataDir, 'reachable-networks'), '127.0.0.0/8\n')
    return new FaultNode(options, await freePort(), dataDir)
  }

  get pid(): number {
    return this.#child!.pid!
  }
  get isRunning(): boolean {
    return this.#child?.exitCode === null && this.#child.signalCode === null
  }

  /** Resolves when the node is ready. A node that ends before is started again, and counted as a death. */
  async start(): Promise<void> {
    this.#asked = false
    const { databaseUrl, secret, natsUrl, drainSeconds = 1, weakening } = this.#options
    // Guards are taken out of the sources.
    const [program, ...args] = weakening ? sourceCommand : serverCommand
    const child = spawn(program, [...(weakening ? ['--import', weaken] : []), ...args], {
      cwd: repository,
      // By the channel it learns that we were killed, and ends.
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      env: {
        PATH: process.env['PATH'],
        NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
        NODE_ENV: 'production',
        DATABASE_URL: databaseUrl,
        RECADO_SECRET: secret,
        DATA_DIR: this.#dataDir,
        PORT: String(this.#port),
        ...(natsUrl !== undefined && { NATS_URL: natsUrl }),
        DRAIN_SECONDS: String(drainSeconds),
        LOG_LEVEL: process.env['LOG_LEVEL'] ?? 'error',
        ...(weakening && { RECADO_WEAKENED: JSON.stringify(weakening) }),
      },
    })
    this.#child = child
    let said = ''
    child.stderr!.on('data', (text: Buffer) => {
      said = (said + text).slice(-20_000)
      if (process.env['LOG_LEVEL']) process.stderr.write(text)
    })
    child.once('exit', (code, signal) => {
      if (this.#asked) return
      this.deaths.push({ code, signal, said: said.slice(-2_000) })
      void this.start()
    })
    await new Promise<void>((resolve) => {
      child.stdout!.on('data', (text: Buffer) => {
        if (String(text).includes('Recado is ready')) resolve()
      })
      child.once('exit', () => resolve())
    })
  }

  /** Sends a signal without waiting for anything. */
  signal(signal: NodeJS.Signals): void {
    this.#child!.kill(signal)
  }

  /** Sends a signal and waits for the end that it brings. */
  async end(signal: NodeJS.Signals): Promise<End> {
    this.#asked = true
    const child = this.#child!
    const began = performance.now()
    const gone = new Promise<End>((resolve) =>
      child.once('exit', (code, by) => resolve({ ms: performance.now() - began, code, signal: by })),
    )
    child.kill(signal)
    return gone
  }

  /** Stops the process where it stands, or lets it go on: SIGSTOP and SIGCONT. */
  freeze(frozen: boolean): void {
    this.#child!.kill(frozen ? 'SIGSTOP' : 'SIGCONT')
  }

  async stop(): Promise<void> {
    process.off('exit', this.#endWithUs)
    if (this.isRunning) await this.end('SIGKILL')
    rmSync(this.#dataDir, { recursive: true, force: true })
  }
}

import { spawn, type ChildProcess } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../harness/free-port.ts'
import { hookPlugin } from '../harness/plugin-folder.ts'

const repository = join(import.meta.dirname, '..', '..')

/** What a node is started with. */
export interface NodeOptions { readonly databaseUrl: string; readonly secret: string; readonly natsUrl?: string | undefined }

/** How a process ended that nobody had asked to end. */
export interface Death { readonly code: number | null; readonly signal: NodeJS.Signals | null; readonly said: string }

/** The product's own start, as a process that can be killed and is started anew when it ends by itself, as by a supervisor. */
export class FaultNode {
  readonly base: string
  /** Ends that nobody asked for. */
  readonly deaths: Death[] = []
  readonly #options: NodeOptions
  readonly #port: number
  readonly #dataDir: string
  #child: ChildProcess | undefined
  #asked = false

  private constructor(options: NodeOptions, port: number, dataDir: string) {
    this.#options = options
    this.#port = port
    this.#dataDir = dataDir
    this.base = `http://127.0.0.1:${port}`
  }

  static async start(options: NodeOptions): Promise<FaultNode> {
    const dataDir = mkdtempSync(join(tmpdir(), 'recado-fault-node-'))
    mkdirSync(join(dataDir, 'plugins'))
    symlinkSync(hookPlugin, join(dataDir, 'plugins', 'hook'))
    writeFileSync(join(dataDir, 'reachable-networks'), '127.0.0.0/8\n')
    const node = new FaultNode(options, await freePort(), dataDir)
    await node.start()
    return node
  }

  get pid(): number { return this.#child!.pid! }

  /** Resolves when the node is ready. A node that ends before is started again, and counted as a death. */
  async start(): Promise<void> {
    this.#asked = false
    const child = spawn(process.execPath, [join(repository, 'core/src/main.ts')], {
      cwd: repository, stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        PATH: process.env['PATH'], DATABASE_URL: this.#options.databaseUrl, RECADO_SECRET: this.#options.secret, DATA_DIR: this.#dataDir,
        PORT: String(this.#port), LOG_LEVEL: process.env['LOG_LEVEL'] ?? 'error', NODE_ENV: 'production',
        ...(this.#options.natsUrl === undefined ? {} : { NATS_URL: this.#options.natsUrl }),
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
      child.stdout!.on('data', (text: Buffer) => { if (String(text).includes('Recado is ready')) resolve() })
      child.once('exit', () => resolve())
    })
  }

  /** Sends a signal and waits for the end that it brings. Answers the milliseconds and the code. */
  async end(signal: NodeJS.Signals): Promise<{ readonly ms: number; readonly code: number | null }> {
    this.#asked = true
    const child = this.#child!
    const began = performance.now()
    const gone = new Promise<number | null>((resolve) => child.once('exit', (code) => resolve(code)))
    child.kill(signal)
    return { code: await gone, ms: performance.now() - began }
  }

  /** Stops the process where it stands, or lets it go on: SIGSTOP and SIGCONT. */
  freeze(frozen: boolean): void { this.#child!.kill(frozen ? 'SIGSTOP' : 'SIGCONT') }

  async stop(): Promise<void> {
    if (this.#child?.exitCode === null && this.#child.signalCode === null) await this.end('SIGKILL')
    rmSync(this.#dataDir, { recursive: true, force: true })
  }
}

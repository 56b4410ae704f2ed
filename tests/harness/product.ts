import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { postLogin } from '../../core/src/access/captcha/solve.rig.ts'
import { Person } from './app.ts'
import { freePort } from './free-port.ts'
import { serverCommand } from './server-command.ts'
import { dataRoot } from './data-root.ts'

const repository = join(import.meta.dirname, '..', '..')
/** Administrator of the first start, when it makes a company. */
const administrator = { email: 'admin@recado.local', password: 'Partida7Norte' }
const readyLine = 'Recado is ready'

/** Variables of the environment. */
type Environment = Readonly<Record<string, string>>
/** A program and its arguments. */
type Command = readonly [string, ...string[]]

/** End of a process, and its time. */
export interface Ending {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
  readonly ms: number
}

/**
 * The product's own start in a process of its own, for tests of what it says and how it ends. Without `DATA_DIR` it has
 * a data folder of its own, which goes with it. The plugins are those of the repository.
 */
export class Product {
  readonly base: string
  /** Resolves when the process has ended, for any reason. */
  readonly ended: Promise<Ending>
  readonly #child: ChildProcess
  readonly #dataDir: string
  #terminal = ''
  #log = ''
  readonly #watchers = new Set<() => void>()

  private constructor(port: number, environment: Environment, [program, ...args]: Command) {
    this.base = `http://127.0.0.1:${port}`
    this.#dataDir = mkdtempSync(join(dataRoot, 'recado-product-'))
    const began = performance.now()
    const { PATH, NODE_COMPILE_CACHE } = process.env
    this.#child = spawn(program, args, {
      cwd: repository,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        PATH,
        NODE_COMPILE_CACHE,
        RECADO_ADMIN_PASSWORD: administrator.password,
        DATA_DIR: this.#dataDir,
        PORT: String(port),
        LOG_LEVEL: 'warn',
        ...environment,
      },
    })
    this.#child.stdout!.on('data', (text: Buffer) => {
      this.#terminal += text
      for (const look of this.#watchers) look()
    })
    this.#child.stderr!.on('data', (text: Buffer) => {
      this.#log += text
      for (const look of this.#watchers) look()
    })
    this.ended = new Promise((resolve) => {
      this.#child.once('close', (code, signal) => {
        rmSync(this.#dataDir, { recursive: true, force: true })
        resolve({ code, signal, ms: performance.now() - began })
      })
    })
  }

  /**
   * @param environment what is set beside the port, the data folder and the administrator's password, or instead
   * @param command what starts it, with that environment; without one the server as built
   */
  static async start(
    environment: Environment | ((base: string) => Environment),
    command: Command = serverCommand,
  ): Promise<Product> {
    const port = await freePort()
    const variables = typeof environment === 'function' ? environment(`http://127.0.0.1:${port}`) : environment
    return new Product(port, variables, command)
  }

  /** Id of the process. */
  get pid(): number {
    return this.#child.pid!
  }

  /** Terminal output so far. */
  get terminal(): string {
    return this.#terminal
  }
  /** Log so far. */
  get log(): string {
    return this.#log
  }

  /** Resolves when it is ready; rejects when it ends before. */
  ready(): Promise<void> {
    return this.until(() => this.#terminal.includes(readyLine))
  }

  /** Resolves when what it has said or logged makes this true; rejects when it ends before. */
  async until(isSo: () => boolean): Promise<void> {
    const over = this.ended.then(({ code }) => {
      throw new Error(`the product ended with ${code}:\n${this.#terminal}${this.#log}`)
    })
    const said = new Promise<void>((resolve) => {
      const look = (): void => {
        if (!isSo()) return
        this.#watchers.delete(look)
        resolve()
      }
      this.#watchers.add(look)
      look()
    })
    await Promise.race([said, over])
  }

  /** The administrator whom its first start made. */
  async signIn(): Promise<Person> {
    const answer = await postLogin(this.base, administrator)
    if (answer.status !== 200) throw new Error(`signing in answered ${answer.status} ${await answer.text()}`)
    return new Person(this.base, (await answer.json()) as never)
  }

  /** Asks it to end, or ends it, and waits until it has. Does nothing more when it has ended. */
  async stop(signal: 'SIGTERM' | 'SIGKILL' = 'SIGTERM'): Promise<Ending> {
    this.#child.kill(signal)
    return this.ended
  }
}

import { spawn, type ChildProcess } from 'node:child_process'
import { createHmac, randomUUID } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { Passwords } from '../../core/src/credentials/passwords.ts'
import { Person, password } from '../harness/app.ts'
import { testDatabase, type TestDatabase } from '../harness/database.ts'
import { hookPlugin } from '../harness/plugin-folder.ts'
import { serverCommand } from '../harness/server-command.ts'
import { twoTenants, type TestTenant } from '../harness/tenants.ts'
import { dataRoot } from '../harness/data-root.ts'

const repository = join(import.meta.dirname, '..', '..')
const signingSecret = 'a signing secret for tests'

/** The product's own start as a process that can be killed, with the fixture channel beside its plugins. */
export class KillableNode {
  readonly database: TestDatabase
  readonly tenant: TestTenant
  readonly #dataDir: string
  readonly #port: number
  #server: ChildProcess | undefined

  private constructor(database: TestDatabase, tenant: TestTenant, dataDir: string, port: number) {
    this.database = database
    this.tenant = tenant
    this.#dataDir = dataDir
    this.#port = port
  }

  static async prepare(): Promise<KillableNode> {
    const database = await testDatabase()
    const { a } = await twoTenants(database.owner, { passwordHash: await new Passwords().hash(password) })
    const dataDir = mkdtempSync(join(dataRoot, 'recado-kill-'))
    mkdirSync(join(dataDir, 'plugins'))
    symlinkSync(hookPlugin, join(dataDir, 'plugins', 'hook'))
    const port = await new Promise<number>((resolve) => {
      const probe = createServer().listen(0, '127.0.0.1', () => {
        const { port: free } = probe.address() as AddressInfo
        probe.close(() => resolve(free))
      })
    })
    const node = new KillableNode(database, a, dataDir, port)
    // It has run here before: what Node compiles is kept when a process ends in peace, and not when it is killed.
    await node.start()
    await node.#end('SIGTERM')
    return node
  }

  get base(): string {
    return `http://127.0.0.1:${this.#port}`
  }

  /** Resolves when it says that it is ready, with how long that took. */
  async start(): Promise<number> {
    const began = performance.now()
    const [program, ...args] = serverCommand
    const child = spawn(program, args, {
      cwd: repository,
      stdio: ['ignore', 'pipe', 'inherit'],
      env: {
        PATH: process.env['PATH'],
        // As `npm start` gives it.
        NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
        DATABASE_URL: this.database.ownerUrl,
        RECADO_SECRET: this.database.secret,
        DATA_DIR: this.#dataDir,
        PORT: String(this.#port),
        LOG_LEVEL: 'error',
      },
    })
    this.#server = child
    await new Promise<void>((resolve, reject) => {
      let said = ''
      child.stdout!.on('data', (text: Buffer) => {
        if ((said += text).includes('Recado is ready')) resolve()
      })
      child.once('exit', (code) => reject(new Error(`the server ended with ${code}: ${said}`)))
    })
    return performance.now() - began
  }

  kill(): Promise<void> {
    return this.#end('SIGKILL')
  }

  async #end(signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
    const gone = new Promise((resolve) => this.#server!.once('exit', resolve))
    this.#server!.kill(signal)
    await gone
  }

  async close(): Promise<void> {
    if (this.#server?.exitCode === null && this.#server.signalCode === null) await this.kill()
    await this.database.drop()
    rmSync(this.#dataDir, { recursive: true, force: true })
  }

  async signIn(): Promise<Person> {
    const login = await fetch(`${this.base}/auth/login/`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: this.tenant.admin.email, password }),
    })
    return new Person(this.base, (await login.json()) as never)
  }

  /** A connection of the fixture channel, with the address of its webhook. */
  async connect(admin: Person): Promise<{ id: string; hook: string }> {
    await admin.ok('PUT', '/api/plugins/hook', { enabled: true })
    const { id } = await admin.ok<{ id: string }>('POST', '/whatsapp', {
      name: `Hook ${randomUUID()}`,
      type: 'hook',
      config: { target: 'https://provider.example/messages', signingSecret },
    })
    const [row] = await this.database.owner<
      { hook_secret: string }[]
    >`select hook_secret from core.connection where id = ${id}`
    return { id, hook: `${this.base}/hooks/hook/${id}/${row!.hook_secret}` }
  }
}

/** Delivers a message of a contact as providers do: until it is accepted. */
export async function deliver(hook: string, external: string, chat: string, text = external): Promise<void> {
  const body = JSON.stringify({
    events: [
      { type: 'message', id: external, chat, from: { id: chat, name: chat }, text, at: new Date().toISOString() },
    ],
  })
  const headers = {
    'content-type': 'application/json',
    'x-hook-signature': createHmac('sha256', signingSecret).update(body).digest('hex'),
  }
  for (;;) {
    const response = await fetch(hook, { method: 'POST', body, headers }).catch(() => undefined)
    if (response?.status === 200) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

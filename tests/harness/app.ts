import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { ErrorBody, LoginResult, Logger } from '@recado/contracts'
import { io, type Socket } from 'socket.io-client'
import { captchaIterations, postLogin } from '../../core/src/access/captcha/solve.rig.ts'
import { Passwords, type PasswordCost } from '../../core/src/credentials/passwords.ts'
import { createApp, type AppOptions } from '../../core/src/app.ts'
import type { App } from '../../core/src/composition/running-app.ts'
import { createRateLimiter, defaultBudgets } from '../../core/src/http/rate.ts'
import type { VisitorFigures } from '../../core/src/http/visitor-budgets.ts'
import { createLog } from '../../core/src/observability/log.ts'
import { testDatabase, type TestDatabase } from './database.ts'
import { housePlugins } from './house-plugins.ts'
import { wrongEvents } from './published-events.ts'
import { twoTenants, type TestTenant, type TestUser } from './tenants.ts'
import { dataRoot } from './data-root.ts'

/** Password of all users in the test companies. */
export const password = 'Senha1234'
export const quiet: Logger = {
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
}
/** `LOG_LEVEL=warn npm test -- …` shows what the node says. */
const log: Logger = process.env['LOG_LEVEL'] ? createLog(process.env['LOG_LEVEL'] as 'info') : quiet
/** Address without a name server: tests make no queries outside. */
const nobodyThere = '127.0.0.1:9'

/** Tests make more requests from one address than any office does. */
const generous = () =>
  createRateLimiter(
    Object.fromEntries(
      Object.entries(defaultBudgets).map(([name, keys]) => [
        name,
        Object.fromEntries(
          Object.entries(keys).map(([key, budget]) => [key, { ...budget, points: budget.points * 1_000 }]),
        ),
      ]),
    ) as typeof defaultBudgets,
  )

/** Budgets that tests never exhaust; the product's own are tested separately. */
const generousFigures: VisitorFigures = {
  classes: {},
  streams: { visitor: 1_000, network: 10_000, company: 10_000 },
  trustSeconds: 900,
  remembered: 1_000,
}

export interface TestAppOptions {
  /** Plugins of the node, by folder; the built-in ones when absent. */
  readonly pluginFolders?: readonly string[]
  /** Plugin that the companies' connections belong to, of the type of the same name. */
  readonly channel?: string
  readonly app?: Partial<AppOptions>
  /** Another database than one of the run's own; it is dropped with the node. */
  readonly database?: TestDatabase
  /** Some of the plugins do not start, and that is the point. */
  readonly brokenPlugins?: boolean
  /** Hashes cost what they cost in the product: for tests of how long signing in takes. */
  readonly hasProductPasswords?: boolean
}

/** A whole node on its own database, with two companies, talked to over real HTTP and real sockets. */
export interface TestApp {
  readonly database: TestDatabase
  readonly a: TestTenant
  readonly b: TestTenant
  readonly app: App
  readonly base: string
  /** Folder of the node's files. */
  readonly dataDir: string
  signIn(user: TestUser): Promise<Person>
  /** Restarts the node on the same database and the same port, after its `app` was closed. */
  start(): Promise<void>
  /** Ends the node and restarts it. */
  restart(): Promise<void>
  close(): Promise<void>
}

export interface Answer<T> {
  readonly status: number
  readonly body: T
  readonly headers: Headers
}

/** A signed-in user: calls with their credentials, and their socket. */
export class Person {
  readonly login: LoginResult
  readonly #base: string
  readonly #sockets: Socket[] = []
  constructor(base: string, login: LoginResult) {
    this.#base = base
    this.login = login
  }

  get credentials(): Record<string, string> {
    return { authorization: `Bearer ${this.login.token}`, sessionid: this.login.sessionId }
  }

  async call<T = Record<string, never>>(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Answer<T>> {
    const form = body instanceof FormData
    const response = await fetch(this.#base + path, {
      method,
      headers: {
        ...this.credentials,
        ...(body === undefined || form ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: form ? body : JSON.stringify(body) }),
    })
    const text = await response.text()
    return {
      status: response.status,
      body: (text === '' ? undefined : JSON.parse(text)) as T,
      headers: response.headers,
    }
  }

  /** The answer's body, or an error that shows what was answered instead of 2xx. */
  async ok<T>(method: string, path: string, body?: unknown): Promise<T> {
    const answer = await this.call<T>(method, path, body)
    if (answer.status >= 300)
      throw new Error(`${method} ${path} answered ${answer.status} ${JSON.stringify(answer.body)}`)
    return answer.body
  }

  /** The error code, or an error when the call succeeded. */
  async refused(method: string, path: string, body?: unknown): Promise<string> {
    const answer = await this.call<ErrorBody>(method, path, body)
    if (answer.status < 300)
      throw new Error(`${method} ${path} was expected to be refused and answered ${answer.status}`)
    return `${answer.status} ${answer.body.error}`
  }

  /** Connects and resolves when the server has greeted. Every push is kept in `received`. */
  async listen(): Promise<{
    socket: Socket
    received: { event: string; data: unknown }[]
    next(event: string, fits?: (data: never) => boolean): Promise<never>
  }> {
    const socket = io(this.#base, {
      auth: { token: this.login.token, sessionid: this.login.sessionId },
      transports: ['websocket'],
      forceNew: true,
      reconnection: false,
    })
    this.#sockets.push(socket)
    const received: { event: string; data: unknown }[] = []
    const waiting = new Set<() => void>()
    socket.onAny((event: string, data: unknown) => {
      received.push({ event, data })
      for (const look of [...waiting]) look()
    })
    const next = (event: string, fits: (data: never) => boolean = () => true): Promise<never> =>
      new Promise((resolve, reject) => {
        const timer = setTimeout(() => {
          waiting.delete(look)
          reject(
            new Error(
              `no ${event} that fits within 10 s; there came ` +
                `${received.map((push) => `${push.event} ${(push.data as { type?: string })?.type ?? ''}`).join(', ')}`,
            ),
          )
        }, 10_000)
        const look = (): void => {
          const found = received.find((push) => push.event === event && fits(push.data as never))
          if (!found) return
          clearTimeout(timer)
          waiting.delete(look)
          resolve(found.data as never)
        }
        waiting.add(look)
        look()
      })
    await new Promise<void>((resolve, reject) => {
      socket.once('connect_error', reject)
      socket.once('stream:hello', () => resolve())
    })
    return { socket, received, next }
  }

  close(): void {
    for (const socket of this.#sockets) socket.disconnect()
  }
}

/** Tests sign in thousands of times; what a hash costs is tested with the product's own (`passwords.test.ts`). */
const passwordCost: PasswordCost = { memory: 64, passes: 1, parallelism: 1 }
let hash: Promise<string> | undefined
/** The hash of {@link password}, the same for everybody whom a process makes. */
const passwordHash = (): Promise<string> => (hash ??= new Passwords(passwordCost).hash(password))

export async function testApp(options: TestAppOptions = {}): Promise<TestApp> {
  const pluginFolders = options.pluginFolders ?? [housePlugins]
  const database = options.database ?? (await testDatabase({ plugins: pluginFolders.includes(housePlugins) }))
  const { a, b } = await twoTenants(database.owner, {
    passwordHash: options.hasProductPasswords ? await new Passwords().hash(password) : await passwordHash(),
    ...(options.channel ? { channel: options.channel } : {}),
  })
  const dataDir = mkdtempSync(join(dataRoot, 'recado-app-'))
  const people: Person[] = []
  const start = (port: number): Promise<App> =>
    createApp({
      ownerUrl: database.ownerUrl,
      appUrl: database.appUrl,
      roles: database.roles,
      secret: database.secret,
      dataDir,
      host: '127.0.0.1',
      port,
      version: '0.0.0',
      log,
      connections: 24,
      rate: generous(),
      visitorFigures: generousFigures,
      captchaIterations,
      ...(options.hasProductPasswords ? {} : { passwordCost }),
      dnsServers: [nobodyThere],
      pluginFolders,
      ...options.app,
    })
  let app = await start(0)
  const unwell = app.plugins.plugins.filter((plugin) => plugin.status !== 'ready')
  if (unwell.length > 0 && !options.brokenPlugins)
    throw new Error(unwell.map((plugin) => `${plugin.id}: ${plugin.reason}`).join('\n'))
  const { port } = app
  const base = `http://127.0.0.1:${port}`
  return {
    database,
    a,
    b,
    base,
    dataDir,
    get app() {
      return app
    },
    async signIn(user) {
      const response = await postLogin(base, { email: user.email, password })
      if (response.status !== 200)
        throw new Error(`${user.email} could not sign in: ${response.status} ${await response.text()}`)
      const person = new Person(base, (await response.json()) as LoginResult)
      people.push(person)
      return person
    },
    async start() {
      app = await start(port)
    },
    async restart() {
      await app.close()
      app = await start(port)
    },
    async close() {
      for (const person of people) person.close()
      await app.close()
      const wrong = await wrongEvents(database.owner)
      await database.drop()
      rmSync(dataDir, { recursive: true, force: true })
      if (wrong.length > 0) throw new Error(wrong.join('\n'))
    },
  }
}

/**
 * Asks again until the answer is there; for what follows by itself, like a delivery. Fails after `withinMs` with what
 * was seen last. What takes longer is asked for less often: the asking slows down what is waited for.
 */
export async function eventually<T>(
  look: () => Promise<T> | T,
  fits: (seen: T) => boolean = Boolean,
  withinMs = 10_000,
): Promise<T> {
  const until = Date.now() + withinMs
  for (let waitMs = 10; ; waitMs = Math.min(waitMs * 1.3, 100)) {
    const seen = await look()
    if (fits(seen)) return seen
    if (Date.now() > until)
      throw new Error(`it did not come about within ${withinMs / 1_000} s; last seen: ${JSON.stringify(seen)}`)
    await new Promise((resolve) => setTimeout(resolve, waitMs))
  }
}

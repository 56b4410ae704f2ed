import { Faults, serveSimulator, type RunningSimulator, type SimulatorAnswer, type SimulatorRequest } from '@recado/sdk/testing/simulator'
import { randomBytes } from 'node:crypto'
import { Bot } from './bot.ts'
import { Customer } from './customer.ts'
import { methods, migrate, Refused } from './methods.ts'
import { playPage, playRoutes } from './play.ts'
import { newGroupId, newUserId, World, type Chat } from './world.ts'

/** What a bot asked for, files by their names. */
export interface Asked { readonly bot: Bot; readonly method: string; readonly params: Readonly<Record<string, unknown>> }
/** Instead of the right answer: a refusal, or a cut line, before or after the work was done. */
export type Fault = { readonly status: number; readonly description?: string; readonly retryAfter?: number } | 'dropBefore' | 'dropAfter'

/** Stands in for the Bot API, and for the people on the other side. */
export class TelegramSimulator implements AsyncDisposable {
  readonly world = new World()
  readonly bots = new Map<string, Bot>()
  readonly asked: Asked[] = []
  readonly faults = new Faults<Fault>()
  #running: RunningSimulator | undefined

  static async start(options: { port?: number; host?: string } = {}): Promise<TelegramSimulator> {
    const simulator = new TelegramSimulator()
    simulator.#running = await serveSimulator((request) => simulator.#handle(request), options)
    return simulator
  }

  get url(): string { return this.#running!.url }

  addBot(token = `${newUserId()}:${randomBytes(26).toString('base64url')}`): Bot {
    const bot = new Bot(token, (call) => this.asked.push({ bot, method: String(call['method']), params: call }))
    this.bots.set(token, bot)
    return bot
  }

  /** A person who talks to this bot in private. */
  customer(bot: Bot, name: string, id = newUserId()): Customer {
    return new Customer(this.world, bot, { id, is_bot: false, first_name: name }, this.world.chat({ id, type: 'private', first_name: name }))
  }

  group(title: string): Chat { return this.world.chat({ id: newGroupId(), type: 'group', title }) }
  migrate(bot: Bot, chat: Chat): Chat { return migrate(this.world, bot, chat) }

  /** Calls of a method, oldest first. */
  calls(method: string, bot?: Bot): Asked[] { return this.asked.filter((asked) => asked.method === method && (bot === undefined || asked.bot === bot)) }

  async close(): Promise<void> {
    for (const bot of this.bots.values()) bot.setWebhook(undefined)
    await this.#running?.close()
  }
  [Symbol.asyncDispose](): Promise<void> { return this.close() }

  async #handle(request: SimulatorRequest): Promise<SimulatorAnswer> {
    const { pathname } = request.url
    if (pathname === '/') return { headers: { 'content-type': 'text/html; charset=utf-8' }, body: await playPage() }
    const file = /^\/file\/bot([^/]+)\/(.+)$/.exec(pathname)
    if (file) return this.#file(decodeURIComponent(file[1]!), file[2]!)
    const call = /^\/bot([^/]+)\/(\w+)$/.exec(pathname)
    return call ? this.#call(decodeURIComponent(call[1]!), call[2]!, request) : playRoutes(this, request)
  }

  async #call(token: string, name: string, request: SimulatorRequest): Promise<SimulatorAnswer> {
    const bot = this.bots.get(token)
    if (!bot) return refusal(new Refused(401, 'Unauthorized'))
    const found = Object.entries(methods).find(([method]) => method.toLowerCase() === name.toLowerCase())
    if (!found) return refusal(new Refused(404, 'Not Found: method not found'))
    const [method, run] = found
    const params = await request.fields()
    this.asked.push({ bot, method, params })
    const fault = this.faults.take(method)
    if (fault === 'dropBefore') return 'hangUp'
    if (fault !== undefined && fault !== 'dropAfter') return refusal(new Refused(fault.status, fault.description ?? 'planned fault', fault.retryAfter === undefined ? undefined : { retry_after: fault.retryAfter }))
    try {
      const result = await run({ bot, world: this.world, params, signal: request.signal })
      return fault === 'dropAfter' ? 'hangUp' : { body: { ok: true, result } }
    } catch (error) {
      if (error instanceof Refused) return refusal(error)
      throw error
    }
  }

  #file(token: string, path: string): SimulatorAnswer {
    const fault = this.faults.take('download')
    if (fault === 'dropBefore' || fault === 'dropAfter') return 'hangUp'
    if (fault) return { status: fault.status }
    const file = this.bots.has(token) ? [...this.world.files.values()].find((each) => each.path === path) : undefined
    return file ? { headers: { 'content-type': 'application/octet-stream' }, body: file.bytes } : { status: 404 }
  }
}

const refusal = ({ status, message, parameters }: Refused): SimulatorAnswer => ({ status, body: { ok: false, error_code: status, description: message, ...(parameters && { parameters }) } })

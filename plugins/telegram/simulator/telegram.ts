import {
  ProviderSimulator,
  withFault,
  type ListenOptions,
  type ScriptedRefusal,
  type SimulatorAnswer,
  type SimulatorRequest,
} from '@recado/sdk/testing/simulator'
import { randomBytes } from 'node:crypto'
import { Bot } from './bot.ts'
import { Customer } from './customer.ts'
import { Refused } from './calls.ts'
import { methods, migrate } from './methods.ts'
import { playRoutes } from './play.ts'
import { newGroupId, newUserId, World, type Chat } from './world.ts'

/** What a bot asked for, files by their names. */
export interface Asked {
  readonly bot: Bot
  readonly method: string
  readonly params: Readonly<Record<string, unknown>>
}
/** Stands in for the Bot API, and for the people on the other side. */
export class TelegramSimulator extends ProviderSimulator {
  protected readonly page = new URL('page.html', import.meta.url)
  readonly world = new World(this.clock)
  readonly bots = new Map<string, Bot>()
  readonly asked: Asked[] = []

  static start(options: ListenOptions = {}): Promise<TelegramSimulator> {
    return new TelegramSimulator().listen(options)
  }

  addBot(token = `${newUserId()}:${randomBytes(26).toString('base64url')}`): Bot {
    const bot = new Bot(token, this.clock, (call) =>
      this.asked.push({ bot, method: String(call['method']), params: call }),
    )
    this.bots.set(token, bot)
    return bot
  }

  /** A person who talks to this bot in private. */
  customer(bot: Bot, name: string, id = newUserId()): Customer {
    return new Customer(
      this.world,
      bot,
      { id, is_bot: false, first_name: name },
      this.world.chat({ id, type: 'private', first_name: name }),
    )
  }

  group(title: string): Chat {
    return this.world.chat({ id: newGroupId(), type: 'group', title })
  }
  supergroup(title: string): Chat {
    return this.world.chat({ id: newGroupId(), type: 'supergroup', title })
  }
  /** A group with topics; the message that made it is the first one, and stands for General. */
  forum(title: string): Chat {
    const chat = this.world.chat({ id: newGroupId(), type: 'supergroup', title, is_forum: true })
    chat.add({ supergroup_chat_created: true }, { id: 1, is_bot: false, first_name: 'Telegram' })
    return chat
  }
  migrate(bot: Bot, chat: Chat): Chat {
    return migrate(this.world, bot, chat)
  }

  /** Calls of a method, oldest first. */
  calls(method: string, bot?: Bot): Asked[] {
    return this.asked.filter((asked) => asked.method === method && (bot === undefined || asked.bot === bot))
  }

  override async close(): Promise<void> {
    for (const bot of this.bots.values()) bot.setWebhook(undefined)
    await super.close()
  }

  protected play(request: SimulatorRequest): Promise<SimulatorAnswer> {
    return playRoutes(this, request)
  }

  protected answer(request: SimulatorRequest): SimulatorAnswer | Promise<SimulatorAnswer> {
    const { pathname } = request.url
    const file = /^\/file\/bot([^/]+)\/(.+)$/.exec(pathname)
    if (file) return this.#file(decodeURIComponent(file[1]!), file[2]!)
    const call = /^\/bot([^/]+)\/(\w+)$/.exec(pathname)
    return call ? this.#call(decodeURIComponent(call[1]!), call[2]!, request) : { status: 404 }
  }

  async #call(token: string, name: string, request: SimulatorRequest): Promise<SimulatorAnswer> {
    const bot = this.bots.get(token)
    if (!bot) return refusal(new Refused(401, 'Unauthorized'))
    const found = Object.entries(methods).find(([method]) => method.toLowerCase() === name.toLowerCase())
    if (!found) return refusal(new Refused(404, 'Not Found: method not found'))
    const [method, run] = found
    const params = await request.fields()
    this.asked.push({ bot, method, params })
    return withFault(
      this.faults.take(method),
      async () => {
        try {
          return { body: { ok: true, result: await run({ bot, world: this.world, params, signal: request.signal }) } }
        } catch (error) {
          if (error instanceof Refused) return refusal(error)
          throw error
        }
      },
      plannedRefusal,
    )
  }

  #file(token: string, path: string): Promise<SimulatorAnswer> {
    return withFault(
      this.faults.take('download'),
      () => {
        const file = this.bots.has(token)
          ? [...this.world.files.values()].find((each) => each.path === path)
          : undefined
        return file ? { headers: { 'content-type': 'application/octet-stream' }, body: file.bytes } : { status: 404 }
      },
      ({ status }) => ({ status }),
    )
  }
}

const refusal = ({ status, message, parameters }: Refused): SimulatorAnswer => ({
  status,
  body: { ok: false, error_code: status, description: message, ...(parameters && { parameters }) },
})
/** The Bot API says in the body when to come back. */
export const plannedRefusal = ({
  status,
  description = 'planned fault',
  retryAfter,
}: ScriptedRefusal): SimulatorAnswer =>
  refusal(new Refused(status, description, retryAfter === undefined ? undefined : { retry_after: retryAfter }))

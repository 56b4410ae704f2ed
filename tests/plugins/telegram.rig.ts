import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import type { Connection } from '@recado/contracts'
import type { Bot } from '../../plugins/telegram/simulator/bot.ts'
import { TelegramSimulator } from '../../plugins/telegram/simulator/telegram.ts'
import { type Person, testApp, type TestApp } from '../harness/app.ts'
import { freePort } from '../harness/free-port.ts'
import { ChannelSide } from '../harness/channel-side.ts'
import { pluginFolder } from '../harness/plugin-folder.ts'

/** One company with its bot. */
export class BotSide extends ChannelSide {
  readonly bot: Bot
  constructor(admin: Person, bot: Bot, connection: Connection) {
    super(admin, connection)
    this.bot = bot
  }
}

export interface TelegramWorld extends TestApp {
  readonly telegram: TelegramSimulator
  readonly mine: BotSide
  readonly theirs: BotSide
  connect(admin: Person, bot: Bot, config?: object): Promise<BotSide>
}

/** A node with a bot in both companies, against the simulated Telegram, and with these plugins besides. */
export async function telegramWorld(
  transport: 'webhook' | 'polling',
  plugins: readonly string[] = [],
): Promise<TelegramWorld> {
  const telegram = await TelegramSimulator.start()
  const port = await freePort()
  const world = await testApp({
    pluginFolders: ['telegram', ...plugins].map((id) => pluginFolder(join(import.meta.dirname, '../../plugins', id))),
    app: {
      port,
      egress: { allow: ['127.0.0.0/8'] },
      ...(transport === 'webhook' && { publicUrl: `http://127.0.0.1:${port}` }),
    },
  })
  const connect = async (admin: Person, bot: Bot, config: object = {}): Promise<BotSide> => {
    const connection = await admin.ok<Connection>('POST', '/whatsapp', {
      name: `Bot ${randomUUID()}`,
      type: 'telegram',
      config: { token: bot.token, apiRoot: telegram.url, ...config },
    })
    return new BotSide(admin, bot, connection)
  }
  const [mine, theirs] = [
    await connect(await world.signIn(world.a.admin), telegram.addBot()),
    await connect(await world.signIn(world.b.admin), telegram.addBot()),
  ]
  await Promise.all([mine.connected(), theirs.connected()])
  const close = world.close.bind(world)
  return Object.assign(world, {
    telegram,
    mine,
    theirs,
    connect,
    close: async () => {
      await close()
      await telegram.close()
    },
  })
}

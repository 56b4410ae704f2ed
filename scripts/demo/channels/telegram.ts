import { TelegramSimulator } from '../../../plugins/telegram/simulator/telegram.ts'
import type { ApiClient } from '../api-client.ts'
import { createChannel, isConnected, untilChannel, type ChannelFacts, type DemoChannel } from './channel.ts'

export async function openTelegram(admin: ApiClient, facts: ChannelFacts): Promise<DemoChannel> {
  const simulator = await TelegramSimulator.start()
  const bot = simulator.addBot()
  const { id } = await createChannel(admin, facts, 'telegram', { token: bot.token, apiRoot: simulator.url })
  await untilChannel(admin, id, isConnected)
  return {
    close: () => simulator.close(),
    customer(name) {
      const person = simulator.customer(bot, name)
      return {
        write: (text) => person.say({ text }),
        show: (picture, mime, caption) => person.send('photo', picture, mime, { caption }),
        answers: () => [...person.chat.messages.values()].filter(({ from }) => from.is_bot).length,
      }
    },
  }
}

import { HubSimulator } from '../../../plugins/hub/simulator/simulator.ts'
import type { ApiClient } from '../api-client.ts'
import { createChannel, isConnected, untilChannel, type ChannelFacts, type DemoChannel } from './channel.ts'

export async function openHub(admin: ApiClient, facts: ChannelFacts): Promise<DemoChannel> {
  const simulator = await HubSimulator.start()
  const channel = simulator.addAccount().addChannel('mercadolivre')
  const { id } = await createChannel(admin, facts, 'hub', {
    channel: channel.kind,
    channelId: channel.id,
    token: channel.account.token,
    apiRoot: simulator.url,
  })
  await untilChannel(admin, id, isConnected)
  return {
    close: () => simulator.close(),
    customer: (name) => ({
      write: (text) => channel.write(name, text),
      answers: () => channel.thread(name).filter(({ fromPerson }) => !fromPerson).length,
    }),
  }
}

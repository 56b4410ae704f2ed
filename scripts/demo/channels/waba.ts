import { WabaSimulator } from '../../../plugins/waba/simulator/waba.ts'
import type { ApiClient } from '../api-client.ts'
import { newPhone } from '../new-phone.ts'
import { createChannel, isConnected, untilChannel, type ChannelFacts, type DemoChannel } from './channel.ts'

export async function openWaba(admin: ApiClient, facts: ChannelFacts): Promise<DemoChannel> {
  const simulator = await WabaSimulator.start()
  const line = simulator.addLine()
  const { account } = line
  const { id } = await createChannel(admin, facts, 'waba', {
    phoneNumberId: line.id,
    businessAccountId: account.id,
    appId: account.appId,
    accessToken: account.accessToken,
    appSecret: account.appSecret,
    verifyToken: 'a verification token',
    version: 'v25.0',
    apiRoot: simulator.url,
  })
  await untilChannel(admin, id, isConnected)
  return {
    close: () => simulator.close(),
    customer(name) {
      const person = line.customer(name, newPhone())
      return {
        write: (text) => person.write(text),
        show: (picture, mime, caption) => person.send('image', picture, mime, { caption }),
        answers: () => line.sentTo(person).length,
      }
    },
  }
}

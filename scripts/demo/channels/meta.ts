import { MetaSimulator } from '../../../plugins/meta/simulator/meta.ts'
import type { ApiClient } from '../api-client.ts'
import { createChannel, isConnected, untilChannel, type ChannelFacts, type DemoChannel } from './channel.ts'

export async function openMeta(
  product: 'facebook' | 'instagram',
  admin: ApiClient,
  facts: ChannelFacts,
): Promise<DemoChannel> {
  const simulator = await MetaSimulator.start()
  const account = simulator.addAccount(product)
  const { id } = await createChannel(admin, facts, product, {
    accountId: account.id,
    appId: account.app.id,
    accessToken: account.token,
    appSecret: account.app.secret,
    verifyToken: 'a verification token',
    apiRoot: simulator.url,
  })
  await untilChannel(admin, id, isConnected)
  return {
    close: () => simulator.close(),
    customer(name) {
      const person = account.person(name)
      return {
        write: (text) => person.write(text),
        show: (picture, mime, caption) => person.send('image', picture, mime, caption),
        answers: () => account.sentTo(person).length,
      }
    },
  }
}

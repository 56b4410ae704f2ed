import { randomUUID } from 'node:crypto'
import { WuzapiSimulator } from '../../../plugins/wuzapi/simulator/simulator.ts'
import type { ApiClient } from '../api-client.ts'
import { newPhone } from '../new-phone.ts'
import { createChannel, isConnected, untilChannel, type ChannelFacts, type DemoChannel } from './channel.ts'

export async function openWuzapi(admin: ApiClient, facts: ChannelFacts): Promise<DemoChannel> {
  const simulator = await WuzapiSimulator.start()
  const sessionToken = randomUUID()
  const { id } = await createChannel(admin, facts, 'wuzapi', {
    apiUrl: simulator.url,
    session: 'aurora',
    sessionToken,
    apiToken: simulator.adminToken,
  })
  const number = simulator.person('Papelaria Aurora', newPhone())
  const session = () => simulator.sessions.find(({ token }) => token === sessionToken)
  await untilChannel(admin, id, ({ qrcode }) => qrcode !== undefined && session()?.scan(number, qrcode) === true)
  await untilChannel(admin, id, isConnected)
  return {
    close: () => simulator.close(),
    customer(name) {
      const person = simulator.person(name, newPhone())
      return {
        write: (text) => session()!.write(person, text),
        answers: () =>
          session()!
            .thread(person.jid)
            .filter(({ own }) => own).length,
      }
    },
  }
}

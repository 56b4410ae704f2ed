import { SmsSimulator } from '../../../plugins/sms/simulator/simulator.ts'
import type { ApiClient } from '../api-client.ts'
import { newPhone } from '../new-phone.ts'
import { createChannel, isConnected, untilChannel, type ChannelFacts, type DemoChannel } from './channel.ts'

export async function openSms(admin: ApiClient, facts: ChannelFacts): Promise<DemoChannel> {
  const simulator = await SmsSimulator.start()
  const account = simulator.addTwilio('+5511400000001')
  const { id } = await createChannel(admin, facts, 'sms', {
    accountSid: account.sid,
    authToken: account.token,
    from: account.number,
    apiRoot: simulator.url,
  })
  await untilChannel(admin, id, isConnected)
  return {
    close: () => simulator.close(),
    customer() {
      const phone = newPhone()
      const person = simulator.customer(account, `+${phone}`)
      return {
        shownAs: phone,
        write: (text) => account.insist(account.arrival(person.write(text))),
        answers: () => person.received.length,
      }
    },
  }
}

import { EmailSimulator } from '../../../plugins/email/simulator/email.ts'
import type { ApiClient } from '../api-client.ts'
import { createChannel, isConnected, untilChannel, type ChannelFacts, type DemoChannel } from './channel.ts'

/** The first line of what a customer writes is the subject of a new conversation. */
export async function openEmail(admin: ApiClient, facts: ChannelFacts): Promise<DemoChannel> {
  const simulator = await EmailSimulator.start()
  const account = simulator.addAccount('contato@papelaria-aurora.example')
  const { id } = await createChannel(admin, facts, 'email', {
    user: account.address,
    password: account.password,
    imapHost: '127.0.0.1',
    imapPort: simulator.imapPort,
    imapTls: false,
    smtpHost: '127.0.0.1',
    smtpPort: simulator.smtpPort,
    smtpTls: false,
    fromName: 'Papelaria Aurora',
  })
  await untilChannel(admin, id, isConnected)
  return {
    close: () => simulator.close(),
    customer(name) {
      const [address] = name
        .normalize('NFD')
        .toLowerCase()
        .replaceAll(/[^a-z ]/g, '')
        .split(' ')
      const person = account.customer(name, `${address}@cliente.example`)
      return {
        write(text) {
          const [subject = '', ...lines] = text.split('\n')
          return person.received.length > 0 ? person.reply(text) : person.write({ subject, text: lines.join('\n') })
        },
        answers: () => person.received.length,
      }
    },
  }
}

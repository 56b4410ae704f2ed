import { pastOf, type PastMessage } from '../../../plugins/whatsapp/simulator/past.ts'
import { WhatsappSimulator } from '../../../plugins/whatsapp/simulator/whatsapp.ts'
import type { ApiClient } from '../api-client.ts'
import { newPhone } from '../new-phone.ts'
import { daysOfPast, past } from '../stories/past.ts'
import { until } from '../until.ts'
import { createChannel, isConnected, untilChannel, type ChannelFacts, type DemoChannel } from './channel.ts'

const dayMs = 86_400_000
const minuteMs = 60_000

/** A linked number with a past, which is imported once it is connected. */
export async function openWhatsapp(admin: ApiClient, facts: ChannelFacts): Promise<DemoChannel> {
  const simulator = await WhatsappSimulator.start()
  simulator.receipts = 'read'
  const { id } = await createChannel(admin, facts, 'whatsapp', { server: simulator.url })
  const { qrcode } = await untilChannel(admin, id, (connection) => connection.qrcode !== undefined)
  const account = simulator.account(newPhone(), 'Papelaria Aurora')
  account.past = pastOf(account, pastMessages(simulator))
  simulator.scan(account, qrcode!)
  await untilChannel(admin, id, isConnected)
  await importPast(admin, id)
  return {
    close: () => simulator.close(),
    customer(name) {
      const person = simulator.person(name, newPhone())
      const phone = simulator.phone(person, account)
      return {
        write: (text) => phone.say(text),
        show: (bytes, mime, caption) => phone.file({ kind: 'image', bytes, mime, caption }),
        answers: () => simulator.sent.filter(({ to }) => to === person.jid || to === person.lidJid).length,
      }
    },
  }
}

/** The conversations of the past, each of them some minutes long. */
function pastMessages(simulator: WhatsappSimulator): PastMessage[] {
  return past.flatMap(({ name, daysAgo, lines }) => {
    const person = simulator.person(name, newPhone())
    const began = Date.now() - daysAgo * dayMs
    return lines.map(([from, text], index) => ({
      with: person,
      at: new Date(began + index * 2 * minuteMs),
      own: from === 'company',
      content: { conversation: text },
    }))
  })
}

async function importPast(admin: ApiClient, id: string): Promise<void> {
  await admin.call('POST', `/whatsapp/${id}/import`, {
    since: new Date(Date.now() - (daysOfPast + 1) * dayMs).toISOString(),
    until: new Date().toISOString(),
    contacts: true,
    closeTickets: true,
  })
  await until(
    () => untilChannel(admin, id, () => true),
    ({ tasks }) => tasks?.find(({ kind }) => kind === 'import')?.state === 'done',
    () => 'The past of the WhatsApp number was not imported.',
  )
}

import type { Connection } from '@recado/contracts'
import type { Account } from '../../plugins/whatsapp/simulator/account.ts'
import type { WhatsappSimulator } from '../../plugins/whatsapp/simulator/whatsapp.ts'
import { eventually, type Person } from '../harness/app.ts'

/**
 * Makes the channel "Celular da loja" and links a number to it; `prepare` gets the account before the code is scanned.
 */
export async function linkNumber(
  admin: Person,
  simulator: WhatsappSimulator,
  prepare: (account: Account) => void = () => undefined,
): Promise<Connection> {
  const { id } = await admin.ok<Connection>('POST', '/whatsapp', {
    name: 'Celular da loja',
    type: 'whatsapp',
    config: { server: simulator.url },
  })
  const read = () => admin.ok<Connection>('GET', `/whatsapp/${id}`)
  const { qrcode } = await eventually(read, ({ qrcode: code }) => code !== undefined)
  const account = simulator.account('5511900000001')
  prepare(account)
  simulator.scan(account, qrcode!)
  return eventually(read, ({ status }) => status === 'connected')
}

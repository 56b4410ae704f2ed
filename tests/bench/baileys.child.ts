import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Client } from '../../plugins/whatsapp/simulator/client.rig.ts'
import { given, serve } from './serve.ts'
import type { WhatsappReady } from './whatsapp.child.ts'

/** Clients of WhatsApp without a product around them, their logins in memory. */
export interface BaileysReady {
  /** Asked for `/link?number=`, it links one more. */
  readonly address: string
}

const whatsapp = given<WhatsappReady>()
const clients: Client[] = []

async function link(number: string): Promise<void> {
  const client = new Client(whatsapp)
  clients.push(client)
  await client.link((code) => fetch(`${whatsapp.phones}/scan?${new URLSearchParams({ number, code })}`))
}

const server = createServer((request, response) => {
  const number = new URL(request.url!, 'http://clients').searchParams.get('number')!
  link(number).then(
    () => response.end(),
    (error: unknown) => response.writeHead(500).end(String(error)),
  )
})
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
const { port } = server.address() as AddressInfo
serve({ address: `http://127.0.0.1:${port}` } satisfies BaileysReady, async () => {
  for (const client of clients) client.close()
})

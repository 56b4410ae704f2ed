import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Account } from '../../plugins/whatsapp/simulator/account.ts'
import { WhatsappSimulator } from '../../plugins/whatsapp/simulator/whatsapp.ts'
import { openLoop, until } from './measure.ts'
import { serve } from './serve.ts'

/** The simulated WhatsApp and the address at which the benchmark tells its phones what to do. */
export interface WhatsappReady {
  readonly url: string
  readonly socketUrl: string
  readonly rootKey: string
  readonly phones: string
}

const text = 'Bom dia! Meu pedido 4711 ainda não chegou, vocês podem ver o que houve?'
const simulator = await WhatsappSimulator.start()

/** Numbers whose digits begin so, and are linked. */
const linkedBy = (prefix: string): Account[] =>
  [...simulator.accounts.values()].filter(
    (account) => account.number.startsWith(prefix) && simulator.lines(account).length > 0,
  )

/** The customer of a number, in the area twenty further. */
const customerOf = ({ number }: Account) => simulator.person(`Cliente de ${number}`, String(Number(number) + 20e9))

/** Customers write so many texts, each to the next number, and all are acknowledged. */
async function write(accounts: readonly Account[], count: number, perSecond: number): Promise<void> {
  let next = 0
  await openLoop(perSecond, count / perSecond, async () => {
    const account = accounts[next++ % accounts.length]!
    simulator.phone(customerOf(account), account).say(text)
  })
  await until('every message acknowledged', () =>
    accounts.every(({ devices }) => [...devices.values()].every(({ kept }) => kept.length === 0)),
  )
}

const acts: Readonly<Record<string, (asked: URLSearchParams) => unknown>> = {
  '/scan': (asked) => simulator.scan(simulator.account(asked.get('number')!), asked.get('code')!),
  '/linked': (asked) => linkedBy(asked.get('prefix')!).length,
  '/write': (asked) =>
    write(linkedBy(asked.get('prefix')!), Number(asked.get('count')), Number(asked.get('perSecond'))),
}
const phones = createServer((request, response) => {
  const { pathname, searchParams } = new URL(request.url!, 'http://phones')
  Promise.resolve()
    .then(() => acts[pathname]!(searchParams))
    .then(
      (answer) => response.end(JSON.stringify(answer ?? null)),
      (error: unknown) => response.writeHead(500).end(String(error)),
    )
})
await new Promise<void>((resolve) => phones.listen(0, '127.0.0.1', resolve))
const { url, socketUrl, rootKey } = simulator
const { port } = phones.address() as AddressInfo
serve({ url, socketUrl, rootKey, phones: `http://127.0.0.1:${port}` } satisfies WhatsappReady, () => simulator.close())

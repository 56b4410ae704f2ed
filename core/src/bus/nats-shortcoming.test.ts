import { createServer, type AddressInfo } from 'node:net'
import type { Logger } from '@recado/contracts'
import { expect, it, vi } from 'vitest'
import { noJetStream, shortcomingOf } from './nats-shortcoming.ts'
import { natsTransport } from './nats.ts'

it('a NATS server older than 2.9.10 is told by its version', () => {
  expect(['2.9.10', '2.9.11', '2.10.0-RC.1', '2.14.3', '3.0.0', undefined, 'dev'].map(shortcomingOf)).toEqual(
    Array(7).fill(undefined),
  )
  for (const version of ['2.9.9', '2.8.4', '2.9.9-beta.1', '1.4.1'])
    expect(shortcomingOf(version)).toMatch(
      new RegExp(`^NATS is of version ${version}, and 2\\.9\\.10 or newer is needed`),
    )
})

/** Acts as a NATS server of that version without JetStream: requests get no answer. */
function serverWithoutJetStream(version: string) {
  return createServer((client) => {
    client.write(
      `INFO ${JSON.stringify({ server_id: 'S', version, proto: 1, headers: true, max_payload: 1_048_576 })}\r\n`,
    )
    let inbox = ''
    client
      .on('error', () => undefined)
      .on('data', (bytes) => {
        for (const line of String(bytes).split('\r\n')) {
          const [verb, subject, answer] = line.split(' ')
          if (verb === 'PING') client.write('PONG\r\n')
          if (verb === 'SUB' && subject!.startsWith('_INBOX.')) inbox = answer!
          if (verb === 'PUB' && subject!.startsWith('$JS.'))
            client.write(`HMSG ${answer} ${inbox} 16 16\r\nNATS/1.0 503\r\n\r\n\r\n`)
        }
      })
  })
}

it('says once what a server lacks that it connects to', async () => {
  const server = serverWithoutJetStream('2.8.4')
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const said: string[] = []
  const silent = (): void => undefined
  let tries = 0
  const log: Logger = {
    info: silent,
    warn: silent,
    error: (_, text) => void said.push(text!),
    debug: () => void tries++,
  }
  const transport = natsTransport({
    url: `nats://127.0.0.1:${(server.address() as AddressInfo).port}`,
    log,
  } as Parameters<typeof natsTransport>[0])
  transport.start({ received: silent, signalled: silent, interrupted: silent, disconnected: silent })
  try {
    await vi.waitFor(() => expect(tries).toBeGreaterThan(2), { timeout: 10_000 })
    expect(said).toEqual([shortcomingOf('2.8.4'), noJetStream])
  } finally {
    await transport.close()
    server.close()
  }
})

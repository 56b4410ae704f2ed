import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { freePort } from '../../../tests/harness/free-port.ts'
import { listeningRig } from './http.rig.ts'
import { publicAddressRoutes, watchPublicUrl } from './public-address.ts'

const secret = 'the secret of this installation'
const undo: (() => unknown)[] = []
afterEach(async () => {
  for (const each of undo.splice(0)) await each()
})

async function installation(of = secret): Promise<string> {
  const { address, close } = await listeningRig(publicAddressRoutes(of))
  undo.push(close)
  return address
}

async function stranger(answer: (request: IncomingMessage, response: ServerResponse) => void): Promise<string> {
  const server: Server = createServer(answer)
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  undo.push(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** Final verdict on an address: the other installation found there, or that it leads here. */
function verdictOn(publicUrl: string, more: { restsMs?: number[]; answerMs?: number } = {}): Promise<string> {
  return new Promise((resolve) => {
    const log = { info: () => resolve('here'), warn: (facts: { found?: unknown }) => resolve(String(facts.found)) }
    const watch = watchPublicUrl({ publicUrl, secret, log, restsMs: [0], ...more })
    undo.push(() => watch.stop())
  })
}

describe('a public address', () => {
  it('that leads to any node of the installation is told', async () => {
    expect(await verdictOn(await installation())).toBe('here')
  })

  it.each([
    ['an installation with another secret', () => installation('the secret of another installation')],
    ['an answer of something else, with status 200', () => stranger((_, response) => response.end('<html>'))],
    ['an answer of something else, with status 502', () => stranger((_, answer) => answer.writeHead(502).end('{}'))],
    [
      'an answer of something else, with status 200',
      () =>
        stranger((_, response) => {
          const send = (): void =>
            void response.write('x'.repeat(65_536), (error) => {
              if (!error) send()
            })
          send()
        }),
    ],
    [
      'a redirect to https://elsewhere.example',
      () =>
        stranger((_, response) => {
          response.writeHead(301, { location: 'https://elsewhere.example/path?q' }).end()
        }),
    ],
    ['no connection: ECONNREFUSED', async () => `http://127.0.0.1:${await freePort()}`],
    ['no connection: bad port', async () => 'http://127.0.0.1:9'],
  ])('%s is told as that', async (found, address) => {
    // An endless answer is aborted, and a missing one is not awaited.
    expect(await verdictOn(await address(), { answerMs: 30_000 })).toBe(found)
  })

  it('at which nobody answers is given up', async () => {
    expect(await verdictOn(await stranger(() => undefined), { answerMs: 50 })).toBe('no answer within 0.05 s')
  })

  it('whose load balancer takes a while is no reason to warn', async () => {
    const here = await installation()
    let asked = 0
    const balancer = await stranger((request, response) => {
      if (++asked < 3) return void response.writeHead(503).end()
      void fetch(here + request.url!).then(async (answer) => response.end(await answer.text()))
    })
    expect(await verdictOn(balancer, { restsMs: [0, 1, 1] })).toBe('here')
    expect(asked).toBe(3)
  })

  it('is sent nothing but a new challenge each time', async () => {
    const seen: string[] = []
    const address = await stranger(({ url, headers }, response) => {
      seen.push(url!, ...Object.keys(headers).filter((name) => /cookie|authorization|secret/.test(name)))
      response.end()
    })
    await verdictOn(address, { restsMs: [0, 0] })
    const challenge = expect.stringMatching(/^\/livez\/[0-9a-f]{32}$/) as string
    expect(seen).toEqual([challenge, challenge])
    expect(seen[0]).not.toBe(seen[1])
  })

  it('is no longer asked about when the node stops', async () => {
    const [asked, said] = [vi.fn<() => void>(), vi.fn<() => void>()]
    const given = Promise.withResolvers<void>()
    const publicUrl = await stranger((request) => {
      asked()
      request.once('close', given.resolve)
      watch.stop()
    })
    const watch = watchPublicUrl({ publicUrl, secret, log: { info: said, warn: said }, restsMs: [0, 0] })
    await given.promise
    expect([asked.mock.calls.length, said.mock.calls.length]).toEqual([1, 0])
  })
})

describe('a challenge', () => {
  it('has one form', async () => {
    const address = await installation()
    for (const challenge of ['x', 'A'.repeat(32), '0'.repeat(33)]) {
      expect((await fetch(`${address}/livez/${challenge}`)).status).toBe(422)
    }
  })
})

import { Pool } from 'undici'
import type { FrontReady } from './front.child.ts'
import { atLeast, type Group } from './figure.ts'
import { alternating, closedLoop } from './measure.ts'
import { startProgram } from './program.ts'
import { Provider, signed } from './webhooks.ts'

const inFlight = 16

export const front: Group = {
  name: 'front',
  title: 'The way through HTTP',
  notes: [
    'Requests per second of the server’s own processor time, 16 in flight over kept connections: what asks costs ' +
      'about as much as what answers, and would hide the difference. The product’s gate adds request id, context, ' +
      'limits, schemas of question and answer, metrics and headers; the webhook adds reading and HMAC of the raw ' +
      'bytes and the parser’s schema, and stops before the database.',
  ],
  async run({ rounds, seconds }) {
    const server = await startProgram<FrontReady>('front', {})
    const { bare, hono, product } = server.ready
    const pools = [bare, hono, product].map((port) => new Pool(`http://127.0.0.1:${port}`, { connections: inFlight }))
    const provider = new Provider(product, inFlight)
    // Signed once: what asks must be quicker than what answers, or the server rests between two questions and pays for
    // every waking.
    const message = signed(1, [
      {
        type: 'message',
        id: 'abcdefgh',
        chat: 'c12',
        from: { id: 'c12', name: 'Cliente 12' },
        text: 'Bom dia! Gostaria de saber se o pedido 48213 já saiu.',
        at: new Date().toISOString(),
      },
    ])
    const perCpuSecond = (ask: () => Promise<unknown>) => async (): Promise<{ perSecond: number }> => {
      const before = await server.usage()
      let asked = 0
      await closedLoop(inFlight, seconds / 2, () => {
        asked++
        return ask()
      })
      return { perSecond: (asked * 1_000) / ((await server.usage()).cpuMs - before.cpuMs) }
    }
    const get = (pool: Pool) =>
      perCpuSecond(async () => (await pool.request({ method: 'GET', path: '/echo' })).body.dump())
    try {
      const sides = {
        bare: get(pools[0]!),
        hono: get(pools[1]!),
        gate: get(pools[2]!),
        echo: perCpuSecond(async () =>
          (
            await pools[1]!.request({
              method: 'POST',
              path: '/echo',
              body: message.body,
              headers: { 'content-type': 'application/json' },
            })
          ).body.dump(),
        ),
        webhook: perCpuSecond(() => provider.send(message)),
      }
      for (const side of Object.values(sides)) await side()
      const seen = await alternating(rounds, sides)
      return [
        {
          what: 'Hono GET',
          value: seen.hono.perSecond,
          unit: '/s',
          limit: { what: 'bare node:http', value: seen.bare.perSecond },
          aims: [atLeast(0.8)],
        },
        {
          what: 'GET through the gate',
          value: seen.gate.perSecond,
          unit: '/s',
          limit: { what: 'bare node:http', value: seen.bare.perSecond },
        },
        {
          what: 'webhook up to the database',
          value: seen.webhook.perSecond,
          unit: '/s',
          limit: { what: 'Hono POST echo', value: seen.echo.perSecond },
          aims: [atLeast(0.6)],
        },
      ]
    } finally {
      await provider.close()
      for (const pool of pools) await pool.close()
      await server.stop()
    }
  },
}

import { definePlugin, defineSocket, implementPlugin, Refusal, type PluginModule } from '@recado/contracts'
import { expect, test } from 'vitest'
import * as z from 'zod'
import { TestCompany } from './test-company.ts'

const words = { 'pt-BR': 'Rádio', en: 'Radio', es: 'Radio', ru: 'Радио' }
const live = defineSocket({
  path: '/live',
  claim: '/radio',
  summary: 'Says who comes in',
  receives: z.object({ pass: z.string() }),
  sends: z.object({ who: z.string() }),
})
const radio = definePlugin({
  id: 'radio',
  version: '1.0.0',
  host: '^1.29.0',
  publisher: 'Recado',
  title: words,
  description: words,
  sockets: { live },
})
const plugin = implementPlugin(radio, {
  sockets: {
    live: (socket, { enter }) => {
      socket.repeat(1_000, () => ({ who: 'nobody' }))
      return {
        async receive({ pass }) {
          if (pass === 'full') throw new Refusal('ERR_TOO_MANY_STREAMS')
          if (pass === 'odd') throw new Error('odd')
          const guest = await enter(pass)
          if (!guest) return socket.close('refused')
          guest.ctx.topics.subscribe('news', (who) => socket.send({ who: String(who) }))
          socket.send({ who: guest.subject })
        },
      }
    },
  },
})
const company = (): TestCompany =>
  new TestCompany({
    plugin: plugin as unknown as PluginModule,
    database: undefined,
    hosts: {},
    installation: () => ({ platformSettings: {}, platformSecrets: { get: async () => undefined } }) as never,
  })

test('a client with a pass is known, and told what the plugin publishes', async () => {
  const mine = company()
  const ctx = mine.context()
  for (const path of ['/p/radio/live', '/radio']) {
    const socket = await mine.openSocket(path)
    await socket.say({ pass: ctx.passes.for('Rita') })
    ctx.topics.publish('news', 'Ana')
    socket.beat()
    expect(socket.told).toEqual([{ who: 'Rita' }, { who: 'Ana' }, { who: 'nobody' }])
    socket.leave()
    expect(socket.ended).toBe('left')
    ctx.topics.publish('news', 'Bia')
    expect(socket.told).toHaveLength(3)
  }
  await expect(mine.openSocket('/p/radio/other')).rejects.toThrow('ERR_NOT_FOUND')
})

test('a socket ends for a pass of another company, for what does not match, and for what the code throws', async () => {
  const mine = company()
  const endOf = async (message: unknown): Promise<unknown> => {
    const socket = await mine.openSocket('/radio')
    await socket.say(message)
    return socket.ended
  }
  expect(await endOf({ pass: company().context().passes.for('Rita') })).toBe('refused')
  expect(await endOf({ pass: 7 })).toBe('invalid')
  expect(await endOf({ pass: 'full' })).toBe('refused')
  expect(await endOf({ pass: 'odd' })).toBe('failed')
  expect(mine.logs).toMatchObject([{ level: 'error', message: 'a socket failed' }])
})

import { mint, type MediaId, type Message, type MessageId } from '@recado/sdk'
import { testHost } from '@recado/sdk/testing'
import { randomUUID } from 'node:crypto'
import { afterEach, describe, expect, inject, test, vi } from 'vitest'
import { activeFlow, converse } from './conversation.rig.ts'
import { graphOf } from './graphs.rig.ts'
import plugin from './src/server.ts'

const { url } = inject('cluster' as never) as { url: string }
const host = testHost({ plugin, folder: import.meta.dirname, databaseUrl: url })

describe('a bot in a flow', () => {
  const graph = graphOf(
    {
      start: ['start'],
      bot: ['bot', { provider: 'played', bot: 'cores', seconds: 5 }],
      done: ['close', { text: 'Obrigado' }],
      bad: ['people', { text: 'Um momento' }],
    },
    [
      ['start', 'next', 'bot'],
      ['bot', 'finished', 'done'],
      ['bot', 'failed', 'bad'],
    ],
  )
  const waiting = () => host.a.jobs.find(({ job }) => job === 'work')
  /** Runs the job that asks, with this much of its context changed. */
  const work = (context: object = {}) => {
    const [job] = host.a.jobs.splice(host.a.jobs.indexOf(waiting()!), 1)
    const data = job!.data as { run: string; wait: number }
    return plugin.implementation.jobs.work(data, { ...host.a.context(), ...context } as never, { attempt: 1 })
  }
  const answering = (answer: object) => {
    const told: unknown[] = []
    const given = { session: 's1', says: [], asks: null, hands: null, note: null, ...answer }
    host.a.core.played.set('bot.start', (input) => {
      told.push(input)
      return given
    })
    host.a.core.played.set('bot.proceed', (input) => {
      told.push(input)
      return { answer: given }
    })
    return told
  }
  afterEach(() => {
    host.a.core.played.clear()
    vi.restoreAllMocks()
  })

  test('is known by a secret, which goes when its part is over', async () => {
    const says = [{ kind: 'text', text: 'Qual cor?', format: 'plain' }]
    const told = answering({ says, asks: { kind: 'text', options: [], many: false } })
    const flow = await activeFlow(host.a, graph)
    const talk = converse(host.a)
    expect(await talk.write(flow, 'oi')).toMatchObject({ kind: 'keep' })
    const run = (waiting()!.data as { run: string }).run
    await work()
    const { secrets } = host.a.context()
    expect(await secrets.get(`bot.${run}` as never)).toBe('s1')
    await talk.write(flow, 'azul')
    answering({ says: [] })
    await work()
    expect(told).toMatchObject([{ bot: 'cores', message: null }])
    expect(talk.sent()).toEqual(['Qual cor?', 'Obrigado'])
    expect(await secrets.get(`bot.${run}` as never)).toBeUndefined()
  })

  test('hears a message with its files, once the channel has them, and without them where it does not get them', async () => {
    const says = [{ kind: 'text', text: 'Mande a foto', format: 'plain' }]
    const told = answering({ says, asks: { kind: 'file', options: [], many: false } })
    const flow = await activeFlow(host.a, graph)
    const talk = converse(host.a)
    await talk.write(flow, 'oi')
    await work()
    const { known } = host.a.core
    const send = async (parts: Message['parts'], at = Date.now()): Promise<MessageId> => {
      const message = {
        id: mint<MessageId>(randomUUID()),
        body: '',
        parts,
        timestamp: new Date(at).toISOString(),
      } as Message
      known.messages.set(message.id, message)
      const turn = { ticket: known.tickets.get(talk.ticket)!, contact: known.contacts.get(talk.contact)!, message }
      await host.a.respond('main', { flow }, { ...turn, begins: false })
      return message.id
    }
    const id = await send([{ kind: 'pendingMedia', as: 'image', state: 'fetching' }])
    await work()
    expect(told).toHaveLength(1)
    expect(waiting()!.runAt!.getTime()).toBeGreaterThan(Date.now())
    const media = mint<MediaId>(randomUUID())
    known.messages.set(id, {
      ...known.messages.get(id)!,
      parts: [{ kind: 'media', as: 'image', media, mime: 'image/png' }],
    })
    await work()
    expect(told.at(-1)).toMatchObject({
      message: { files: [expect.stringContaining(`https://recado.test/media/${media}?`)] },
    })
    await send([{ kind: 'pendingMedia', as: 'image', state: 'fetching' }], Date.now() - 61_000)
    await work()
    expect(told).toHaveLength(3)
    expect(told.at(-1)).toMatchObject({ message: { text: '', files: [] } })
  })

  test('is told nothing twice: whoever comes while it is asked waits, and later it has failed', async () => {
    const told = answering({})
    const flow = await activeFlow(host.a, graph)
    const talk = converse(host.a)
    await talk.write(flow, 'oi')
    const job = waiting()!
    // The process ends between the bot's answer and its being kept.
    const ending = new AbortController()
    const secrets = {
      ...host.a.context().secrets,
      get: async () => undefined,
      set: async () => {
        ending.abort()
        throw new Error('killed')
      },
    }
    await expect(work({ signal: ending.signal, secrets })).rejects.toThrow('killed')
    expect(told).toHaveLength(1)
    host.a.jobs.push(job)
    await work()
    expect(waiting()?.runAt?.getTime()).toBeGreaterThan(Date.now() + 5_000)
    expect(talk.sent()).toEqual([])
    const at = Date.now()
    vi.spyOn(Date, 'now').mockImplementation(() => at + 60_000)
    await work()
    expect(told).toHaveLength(1)
    expect(talk.sent()).toEqual(['Um momento'])
    expect(host.a.core.respondersOf.decided.at(-1)).toMatchObject({ decision: { kind: 'people' } })
  })
})

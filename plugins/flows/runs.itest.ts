import {
  mint,
  Refusal,
  TicketClosed,
  TicketUpdated,
  type ConnectionId,
  type MediaId,
  type Message,
  type MessageId,
  type QueueId,
  type TagId,
} from '@recado/sdk'
import { testHost, type TestCompany, type WaitingJob } from '@recado/sdk/testing'
import * as fc from 'fast-check'
import { randomUUID } from 'node:crypto'
import { afterEach, describe, expect, inject, test, vi } from 'vitest'
import { activeFlow, converse, make, must, sweeps, type Conversation } from './conversation.rig.ts'
import { graphOf } from './graphs.rig.ts'
import type { Graph } from './src/graph/graph.ts'
import plugin from './src/server.ts'

const { url } = inject('cluster' as never) as { url: string }
/** What a shop answers that flows call; tests say how. */
const shop = { answer: (): Response => Response.json({ order: { state: 'enviado' } }), calls: 0 }
const host = testHost({
  plugin,
  folder: import.meta.dirname,
  databaseUrl: url,
})

const say = (text: string) => ['message', { parts: [{ kind: 'text', text }] }] as const
const queueId = '0198a000-0000-7000-8000-0000000000aa'
const menu = (settings: object = {}, data: object = {}): Graph =>
  graphOf(
    {
      start: ['start'],
      hi: say('Olá {{name}}'),
      menu: [
        'menu',
        {
          text: 'Escolha',
          options: [
            { id: 'a', label: 'Vendas' },
            { id: 'b', label: 'Sair' },
          ],
          attempts: 2,
          ...data,
        },
      ],
      tag: ['priority', { priority: 'high' }],
      sales: ['people', { destination: { to: 'queue', queueId }, note: 'vendas', text: 'Já vamos' }],
      bye: ['close', { text: 'Até logo' }],
    },
    [
      ['start', 'next', 'hi'],
      ['hi', 'next', 'menu'],
      ['menu', 'option:a', 'tag'],
      ['tag', 'next', 'sales'],
      ['menu', 'option:b', 'bye'],
    ],
    settings,
  )
/** The company has the queue that flows hand to. */
const withQueue = (company: TestCompany = host.a): TestCompany => {
  company.core.known.queues.push({ id: mint<QueueId>(queueId), queue: 'Vendas' } as never)
  return company
}
const timer = ({ data }: WaitingJob): Promise<void> =>
  plugin.implementation.jobs.timer(data as { run: string; wait: number }, host.a.context() as never, { attempt: 1 })
async function begun(graph = menu(), company = withQueue()): Promise<{ flow: string; talk: Conversation }> {
  return { flow: await activeFlow(company, graph), talk: converse(company) }
}

describe('a conversation in a flow', () => {
  test('S1-037 is greeted, asked, branched, and handed to a queue', async () => {
    const { flow, talk } = await begun()
    expect(await talk.write(flow, 'oi')).toMatchObject({ kind: 'keep' })
    expect(talk.sent()).toEqual(['Olá Ana', 'Escolha'])
    expect(await talk.write(flow, '1')).toEqual({ kind: 'people', queueId, note: 'vendas' })
    expect(talk.sent().slice(2)).toEqual(['Já vamos'])
    expect(host.a.core.changed).toMatchObject([{ ticket: talk.ticket, change: { priority: 'high' } }])
    expect(host.a.jobs.filter(({ job }) => job === 'timer')).toEqual([])
  })

  test('begins without a message too, and ends where the contact chooses to', async () => {
    const { flow, talk } = await begun()
    expect(await talk.hand(flow)).toMatchObject({ kind: 'keep' })
    expect(await talk.write(flow, 'x', { choice: 'menu:b' })).toEqual({ kind: 'close' })
    expect(talk.sent()).toEqual(['Olá Ana', 'Escolha', 'Até logo'])
  })

  test('S4-031 goes to people because of its attempts', async () => {
    const { flow, talk } = await begun(menu({ attempts: { to: 'queue', queueId } }))
    await talk.write(flow, 'oi')
    expect(await talk.write(flow, 'x')).toMatchObject({ kind: 'keep' })
    expect(await talk.write(flow, 'y')).toEqual({ kind: 'people', queueId, because: 'attempts' })
  })

  test('is left to people by a word at any time', async () => {
    const { flow, talk } = await begun(menu({ humanKeywords: ['atendente'] }))
    await talk.write(flow, 'oi')
    expect(await talk.write(flow, 'ATENDENTE')).toEqual({ kind: 'people' })
  })

  test('goes on by itself when nobody answers, and not when somebody did', async () => {
    const { flow, talk } = await begun(menu({ silence: 'close', silentMinutes: 5 }))
    await talk.write(flow, 'oi')
    const [due, ...others] = host.a.jobs.splice(0).filter(({ job }) => job === 'timer')
    expect(others).toEqual([])
    expect(due!.runAt!.getTime() - Date.now()).toBeGreaterThan(4 * 60_000)
    // Another wait, which ends later: no job more.
    await talk.write(flow, 'x')
    expect(host.a.jobs).toEqual([])
    // The job of the first wait stores that of the second one, and does nothing else.
    await timer(due!)
    expect(host.a.core.respondersOf.decided.filter(({ decision }) => decision.kind === 'close')).toEqual([])
    const [next] = host.a.jobs.splice(0)
    expect(next!.runAt!.getTime()).toBeGreaterThanOrEqual(due!.runAt!.getTime())
    // It comes twice, as after a crash.
    await timer(due!)
    expect(host.a.jobs).toEqual([])
    await timer(next!)
    expect(host.a.core.respondersOf.decided.at(-1)).toEqual({ ticket: talk.ticket, decision: { kind: 'close' } })
    await timer(next!)
    expect(talk.sent()).toEqual(['Olá Ana', 'Escolha', 'Escolha'])
  })

  test('that waits for less than before is woken earlier, and keeps no job when it is over', async () => {
    const flow = await activeFlow(
      host.a,
      graphOf(
        {
          start: ['start'],
          q: ['question', { text: 'Nome?', silentMinutes: 60 }],
          w: ['wait', { until: 'reply', minutes: 5 }],
          bye: ['close'],
        },
        [
          ['start', 'next', 'q'],
          ['q', 'next', 'w'],
          ['w', 'replied', 'bye'],
        ],
      ),
    )
    const talk = converse(host.a)
    await talk.write(flow, 'oi')
    await talk.write(flow, 'Ana')
    const jobs = host.a.jobs.filter(({ job }) => job === 'timer')
    expect(jobs.map(({ runAt }) => Math.round((runAt!.getTime() - Date.now()) / 60_000))).toEqual([5])
    expect(await talk.write(flow, 'obrigada')).toEqual({ kind: 'close' })
    expect(host.a.jobs.filter(({ job }) => job === 'timer')).toEqual([])
  })

  test('that people took is not written to by a timer', async () => {
    const { flow, talk } = await begun(menu({ silence: 'close' }))
    await talk.write(flow, 'oi')
    const ref = { ticketId: talk.ticket, contactId: talk.contact, connectionId: mint<ConnectionId>(randomUUID()) }
    host.a.core.respondersOf.held.clear()
    await host.a.deliver(TicketUpdated, { ...ref, status: 'open', userId: randomUUID(), queueId: null })
    await host.a.deliver(TicketClosed, { ...ref, userId: null })
    const sent = talk.sent()
    await host.a.work()
    expect(talk.sent()).toEqual(sent)
    expect(await must(host.a, 'GET', '/flows')).toMatchObject([{ running: 0, begun: 1 }])
  })

  test('that begins again is not ended by the news of its earlier end', async () => {
    const { flow, talk } = await begun()
    await talk.write(flow, 'oi')
    const ref = { ticketId: talk.ticket, contactId: talk.contact, connectionId: mint<ConnectionId>(randomUUID()) }
    await host.a.deliver(TicketClosed, { ...ref, userId: null })
    expect(await talk.write(flow, '2')).toEqual({ kind: 'close' })
  })

  test('stays on its version while another one is published', async () => {
    const { flow, talk } = await begun()
    await talk.write(flow, 'oi')
    const changed = menu({}, { text: 'Outra' })
    await must(host.a, 'PUT', `/flows/${flow}/draft`, { revision: 1, graph: changed })
    await must(host.a, 'POST', `/flows/${flow}/versions`, { revision: 2 })
    await talk.write(flow, 'x')
    const other = converse(host.a)
    await other.write(flow, 'oi')
    expect([talk.sent(), other.sent()]).toEqual([
      ['Olá Ana', 'Escolha', 'Escolha'],
      ['Olá Ana', 'Outra'],
    ])
    expect(await must(host.a, 'GET', `/flows/${flow}/versions`)).toMatchObject([
      { number: 2, running: 1 },
      { number: 1, running: 1 },
    ])
  })

  test('is no conversation of another company', async () => {
    const { flow } = await begun()
    const elsewhere = converse(host.b)
    expect(await elsewhere.write(flow, 'oi')).toMatchObject({ kind: 'pass' })
    expect(elsewhere.sent()).toEqual([])
  })

  test('goes to another flow with what it knows, and not round for ever', async () => {
    const known = graphOf(
      {
        start: ['start'],
        if: ['variable', { variable: 'who', value: '{{who}}' }],
        say: say('Você é {{who}}'),
        end: ['close'],
      },
      [
        ['start', 'next', 'if'],
        ['if', 'next', 'say'],
        ['say', 'next', 'end'],
      ],
    )
    const target = await activeFlow(host.a, known)
    const flow = await activeFlow(
      host.a,
      graphOf(
        { start: ['start'], q: ['question', { text: 'Quem?', variable: 'who' }], go: ['flow', { flowId: target }] },
        [
          ['start', 'next', 'q'],
          ['q', 'next', 'go'],
        ],
      ),
    )
    const talk = converse(host.a)
    await talk.write(flow, 'oi')
    expect(await talk.write(flow, 'Bia')).toEqual({ kind: 'close' })
    expect(talk.sent()).toEqual(['Quem?', 'Você é Bia'])
    const { draft } = (await must(host.a, 'GET', `/flows/${target}`)) as { draft: { revision: number } }
    const round = graphOf({ start: ['start'], go: ['flow', { flowId: target }] }, [['start', 'next', 'go']])
    await must(host.a, 'PUT', `/flows/${target}/draft`, { revision: draft.revision, graph: round })
    await must(host.a, 'POST', `/flows/${target}/versions`, { revision: draft.revision + 1 })
    expect(await converse(host.a).write(target, 'oi')).toEqual({ kind: 'pass' })
  })
})

describe('S3-032 the test number', () => {
  test('is answered by the draft of a flow that is not active, and nobody else is', async () => {
    const { id } = await make(withQueue(), menu())
    await must(host.a, 'PATCH', `/flows/${id}`, { testNumber: '+55 11 91234-5678' })
    const tester = converse(host.a, { number: '5511912345678' })
    expect(await tester.write(id, 'oi')).toMatchObject({ kind: 'keep' })
    expect(tester.sent()).toEqual(['Olá Ana', 'Escolha'])
    expect(await converse(host.a).write(id, 'oi')).toMatchObject({ kind: 'pass' })
  })
  test('is not answered by a draft with faults', async () => {
    const { id } = await make(host.a, graphOf({ start: ['start'], m: ['menu'] }, [['start', 'next', 'm']]))
    await must(host.a, 'PATCH', `/flows/${id}`, { testNumber: '5511912345678' })
    expect(await converse(host.a, { number: '5511912345678' }).write(id, 'oi')).toMatchObject({ kind: 'pass' })
  })
})

describe('what a flow asks outside', () => {
  test('is answered by rules, opening hours and attributes', async () => {
    const graph = graphOf(
      {
        start: ['start'],
        hours: ['hours'],
        closed: ['close', { text: 'Fechado' }],
        q: ['question', { text: 'Idade?', validation: { kind: 'number' }, attribute: { of: 'contact', key: 'age' } }],
        end: ['close', { text: 'Certo' }],
      },
      [
        ['start', 'next', 'hours'],
        ['hours', 'open', 'q'],
        ['hours', 'closed', 'closed'],
        ['q', 'next', 'end'],
      ],
    )
    host.a.core.known.attributes.push({ owner: 'contact', key: 'age', type: 'number', options: [] } as never)
    const flow = await activeFlow(host.a, graph)
    // Nobody provides opening hours: it is always open.
    const talk = converse(host.a)
    await talk.write(flow, 'oi')
    expect(await talk.write(flow, '41')).toEqual({ kind: 'close' })
    expect(host.a.core.filled).toEqual([{ subject: { contact: talk.contact }, change: { age: 41 }, own: false }])
    const times = [{ open: false, because: null, message: null, changesAt: null }]
    host.a.core.played.set('hours.at', () => ({ times }))
    expect(await converse(host.a).write(flow, 'oi')).toEqual({ kind: 'close' })
    host.a.core.played.clear()
  })

  test('is done by actions and judged by conditions of any plugin, by tags and by surveys', async () => {
    const { core } = host.a
    const tag = mint<TagId>(randomUUID())
    core.known.tags.push({ id: tag, tag: 'VIP', color: '#000000' } as never)
    const done: string[] = []
    const { automation } = core
    Object.assign(core, {
      automation: {
        ...automation,
        require: async () => undefined,
        test: async (conditions: object[]) => [conditions.map(() => true)],
        act: async ({ name }: { name: string }, _about: object, { key }: { key: string }) => {
          if (name === 'refuses') throw new Refusal('ERR_AUTOMATION_BLOCK')
          done.push(`${name} ${key.split(':').length}`)
        },
      },
    })
    core.played.set('survey.request', ({ survey }: { survey: string }) => {
      done.push(`survey ${survey}`)
      return { requested: true }
    })
    const call = (name: string) => ({ plugin: 'any', name, input: {} })
    const graph = graphOf(
      {
        start: ['start'],
        if: [
          'condition',
          { conditions: [call('holds')], tests: [{ variable: 'lastMessage', is: 'contains', value: 'OI' }] },
        ],
        tag: ['tag', { tagIds: [tag] }],
        act: ['action', { action: call('sends') }],
        no: ['action', { action: call('refuses') }],
        ask: ['survey', { survey: 's1' }],
        end: ['close'],
      },
      [
        ['start', 'next', 'if'],
        ['if', 'yes', 'tag'],
        ['tag', 'next', 'act'],
        ['act', 'next', 'no'],
        ['no', 'failed', 'ask'],
        ['ask', 'next', 'end'],
      ],
    )
    const flow = await activeFlow(host.a, graph)
    const talk = converse(host.a)
    expect(await talk.write(flow, 'oi')).toEqual({ kind: 'close' })
    expect(done).toEqual(['sends 2', 'survey s1'])
    expect(core.changed).toMatchObject([{ ticket: talk.ticket, change: { addTags: [tag] } }])
    Object.assign(core, { automation })
    core.played.clear()
  })

  const calling = graphOf(
    {
      start: ['start'],
      call: ['http', { url: 'https://shop.example/orders/7', mapping: [{ path: 'order.state', variable: 'state' }] }],
      good: ['close', { text: 'Pedido {{state}}' }],
      bad: ['people', { text: 'Não consegui ver' }],
    },
    [
      ['start', 'next', 'call'],
      ['call', 'success', 'good'],
      ['call', 'error', 'bad'],
    ],
  )
  test.each([
    ['an answer', () => Response.json({ order: { state: 'enviado' } }), 'Pedido enviado', 'close'],
    ['a refusal', () => Response.json({}, { status: 500 }), 'Não consegui ver', 'people'],
    ['a huge answer', () => new Response('x'.repeat(1024 * 1024 + 1)), 'Não consegui ver', 'people'],
    ['a broken line', () => Promise.reject(new TypeError('fetch failed')) as never, 'Não consegui ver', 'people'],
  ])('at an address, in a job: %s', async (_what, answer, text, kind) => {
    shop.answer = answer
    const flow = await activeFlow(host.a, calling)
    const talk = converse(host.a)
    expect(await talk.write(flow, 'oi')).toMatchObject({ kind: 'keep' })
    // What is written meanwhile waits, and comes to nothing where the flow is over by then.
    expect(await talk.write(flow, 'alô?')).toMatchObject({ kind: 'keep' })
    await withShop(host.a, () => host.a.work())
    expect(talk.sent()).toEqual([text])
    expect(host.a.core.respondersOf.decided.at(-1)).toMatchObject({ ticket: talk.ticket, decision: { kind } })
  })
})

/** The company's fetch reaches the shop while `work` runs. */
async function withShop<T>(company: TestCompany, work: () => Promise<T>): Promise<T> {
  const { context } = company
  company.context = () => ({
    ...context.call(company),
    fetch: (async () => {
      shop.calls += 1
      return shop.answer()
    }) as typeof fetch,
  })
  try {
    return await work()
  } finally {
    company.context = context
  }
}

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

describe('an interruption', () => {
  const journey = ['oi', 'x', '1']
  /** Plays the journey, broken at the n-th call of core that sends or changes; each call is repeated under its key. */
  async function play(
    breakAt: number,
    isDone: boolean,
  ): Promise<{ sent: string[]; changed: number; decisions: unknown[] }> {
    const flow = await activeFlow(withQueue(), menu())
    const talk = converse(host.a)
    const { messages, tickets } = host.a.core
    const [send, change] = [messages.send, tickets.change]
    const before = host.a.core.changed.length
    let calls = 0
    const broken =
      <A extends unknown[], T>(call: (...args: A) => Promise<T>) =>
      async (...args: A): Promise<T> => {
        calls += 1
        const breaks = calls === breakAt
        // The process dies before the call, or after it and before anybody knows.
        if (breaks && !isDone) throw new Error('killed')
        const answer = await call(...args)
        if (breaks) throw new Error('killed')
        return answer
      }
    Object.assign(messages, { send: broken(send) })
    Object.assign(tickets, { change: broken(change) })
    const decisions: unknown[] = []
    try {
      for (const text of journey) {
        const key = randomUUID()
        const again = async () => talk.write(flow, text, { key })
        const { kind } = await again().catch(again)
        decisions.push(kind)
      }
    } finally {
      Object.assign(messages, { send })
      Object.assign(tickets, { change })
    }
    return { sent: talk.sent(), changed: host.a.core.changed.length - before, decisions }
  }

  test('at any point doubles nothing and loses nothing', async () => {
    const whole = await play(0, false)
    expect(whole).toEqual({
      sent: ['Olá Ana', 'Escolha', 'Escolha', 'Já vamos'],
      changed: 1,
      decisions: ['keep', 'keep', 'people'],
    })
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 6 }), fc.boolean(), async (at, isDone) => {
        const { changed, ...rest } = await play(at, isDone)
        expect(rest).toEqual({ sent: whole.sent, decisions: whole.decisions })
        // The same priority set again is no change for core, which the stand-in counts.
        expect([1, 2]).toContain(changed)
      }),
      { numRuns: 24 },
    )
  })

  test('between a step and its effects loses neither', async () => {
    const { flow, talk } = await begun()
    await talk.write(flow, 'oi')
    const key = randomUUID()
    const first = await talk.write(flow, '1', { key })
    const sent = talk.sent()
    // Core did not hear the answer, and asks again.
    host.a.core.respondersOf.held.add(talk.ticket)
    expect(await talk.write(flow, '1', { key })).toEqual(first)
    expect(talk.sent()).toEqual(sent)
    expect(host.a.core.changed).toHaveLength(1)
  })
})

test('figures count what conversations took, and where they are', async () => {
  const { flow, talk } = await begun()
  await talk.write(flow, 'oi')
  await talk.write(flow, '1')
  await converse(host.a).write(flow, 'oi')
  const figures = (await must(host.a, 'GET', `/flows/${flow}/figures`)) as {
    edges: { edgeId: string; taken: number }[]
    nodes: object[]
  }
  expect(Object.fromEntries(figures.edges.map(({ edgeId, taken }) => [edgeId, taken]))).toEqual({
    e0: 2,
    e1: 2,
    e2: 1,
    e3: 1,
  })
  expect(figures.nodes).toContainEqual({ nodeId: 'menu', entered: 2, left: 0, waiting: 1 })
  expect(figures.nodes).toContainEqual({ nodeId: 'sales', entered: 1, left: 1, waiting: 0 })
})

test('what a contact answered is theirs to have and to erase', async () => {
  const flow = await activeFlow(
    host.a,
    graphOf(
      { start: ['start'], q: ['question', { text: 'Nome?', variable: 'who' }], w: ['wait', { until: 'reply' }] },
      [
        ['start', 'next', 'q'],
        ['q', 'next', 'w'],
      ],
    ),
  )
  const talk = converse(host.a)
  await talk.write(flow, 'oi')
  await talk.write(flow, 'Segredo')
  expect(await host.a.export(talk.contact)).toMatchObject({
    flows: [{ ticketId: talk.ticket, answers: { who: 'Segredo' } }],
  })
  await host.a.forget(talk.contact)
  expect(await host.a.export(talk.contact)).toBeUndefined()
})

test('a sweep comes every day while there are flows, and leaves what is new', async () => {
  const { flow, talk } = await begun()
  await talk.write(flow, 'oi')
  await talk.write(flow, '2')
  const sweep = () => plugin.implementation.jobs.sweep({}, host.a.context() as never, { attempt: 1 })
  await sweep()
  expect(sweeps(host.a)).toBe(true)
  expect(await must(host.a, 'GET', '/flows')).toMatchObject([{ begun: 1, running: 0 }])
  await must(host.a, 'DELETE', `/flows/${flow}`)
  await sweep()
  expect(sweeps(host.a)).toBe(false)
})

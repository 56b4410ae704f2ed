import { mint, Refusal, type TagId } from '@recado/sdk'
import { testHost, type TestCompany } from '@recado/sdk/testing'
import { randomUUID } from 'node:crypto'
import { describe, expect, inject, test } from 'vitest'
import { activeFlow, converse } from './conversation.rig.ts'
import { graphOf } from './graphs.rig.ts'
import plugin from './src/server.ts'

const { url } = inject('cluster' as never) as { url: string }
const host = testHost({ plugin, folder: import.meta.dirname, databaseUrl: url })
/** What a shop answers that flows call; tests say how. */
const shop = { answer: (): Response => Response.json({ order: { state: 'enviado' } }), calls: 0 }

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

  test('is when it opens next, in words and by the clock of the company, or when it closes', async () => {
    const graph = graphOf(
      {
        start: ['start'],
        hours: ['hours', { variable: 'opens' }],
        open: ['close', { text: 'Até {{opens}}' }],
        closed: ['close', { text: 'Voltamos {{opens}}.' }],
      },
      [
        ['start', 'next', 'hours'],
        ['hours', 'open', 'open'],
        ['hours', 'closed', 'closed'],
      ],
    )
    const flow = await activeFlow(host.a, graph)
    const told = async (open: boolean, changesAt: string | null) => {
      host.a.core.played.set('hours.at', () => ({ times: [{ open, because: null, message: null, changesAt }] }))
      const talk = converse(host.a)
      await talk.write(flow, 'oi')
      return talk.sent()
    }
    // Eleven in the morning in UTC is eight in São Paulo.
    expect(await told(false, '2026-11-30T11:00:00.000Z')).toEqual(['Voltamos segunda-feira, 30/11, 08:00.'])
    expect(await told(true, '2026-11-30T21:00:00.000Z')).toEqual(['Até segunda-feira, 30/11, 18:00'])
    expect(await told(false, null)).toEqual(['Voltamos .'])
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

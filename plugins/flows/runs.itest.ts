import { mint, TicketClosed, TicketUpdated, type ConnectionId } from '@recado/sdk'
import { testHost, type WaitingJob } from '@recado/sdk/testing'
import { randomUUID } from 'node:crypto'
import { describe, expect, inject, test } from 'vitest'
import { activeFlow, begun, converse, make, must, sweeps, withMenuQueue } from './conversation.rig.ts'
import { graphOf, menu, menuQueue, say } from './graphs.rig.ts'
import plugin from './src/server.ts'

const { url } = inject('cluster' as never) as { url: string }
const host = testHost({ plugin, folder: import.meta.dirname, databaseUrl: url })

const timer = ({ data }: WaitingJob): Promise<void> =>
  plugin.implementation.jobs.timer(data as { run: string; wait: number }, host.a.context() as never, { attempt: 1 })

describe('a conversation in a flow', () => {
  test('S1-037 is greeted, asked, branched, and handed to a queue', async () => {
    const { flow, talk } = await begun(host.a)
    expect(await talk.write(flow, 'oi')).toMatchObject({ kind: 'keep' })
    expect(talk.sent()).toEqual(['Olá Ana', 'Escolha'])
    expect(await talk.write(flow, '1')).toEqual({ kind: 'people', queueId: menuQueue, note: 'vendas' })
    expect(talk.sent().slice(2)).toEqual(['Já vamos'])
    expect(host.a.core.changed).toMatchObject([{ ticket: talk.ticket, change: { priority: 'high' } }])
    expect(host.a.jobs.filter(({ job }) => job === 'timer')).toEqual([])
  })

  test('begins without a message too, and ends where the contact chooses to', async () => {
    const { flow, talk } = await begun(host.a)
    expect(await talk.hand(flow)).toMatchObject({ kind: 'keep' })
    expect(await talk.write(flow, 'x', { choice: 'menu:b' })).toEqual({ kind: 'close' })
    expect(talk.sent()).toEqual(['Olá Ana', 'Escolha', 'Até logo'])
  })

  test('S4-031 goes to people because of its attempts', async () => {
    const { flow, talk } = await begun(host.a, menu({ attempts: { to: 'queue', queueId: menuQueue } }))
    await talk.write(flow, 'oi')
    expect(await talk.write(flow, 'x')).toMatchObject({ kind: 'keep' })
    expect(await talk.write(flow, 'y')).toEqual({ kind: 'people', queueId: menuQueue, because: 'attempts' })
  })

  test('is left to people by a word at any time', async () => {
    const { flow, talk } = await begun(host.a, menu({ humanKeywords: ['atendente'] }))
    await talk.write(flow, 'oi')
    expect(await talk.write(flow, 'ATENDENTE')).toEqual({ kind: 'people' })
  })

  test('goes on by itself when nobody answers, and not when somebody did', async () => {
    const { flow, talk } = await begun(host.a, menu({ silence: 'close', silentMinutes: 5 }))
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
    const { flow, talk } = await begun(host.a, menu({ silence: 'close' }))
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
    const { flow, talk } = await begun(host.a)
    await talk.write(flow, 'oi')
    const ref = { ticketId: talk.ticket, contactId: talk.contact, connectionId: mint<ConnectionId>(randomUUID()) }
    await host.a.deliver(TicketClosed, { ...ref, userId: null })
    expect(await talk.write(flow, '2')).toEqual({ kind: 'close' })
  })

  test('stays on its version while another one is published', async () => {
    const { flow, talk } = await begun(host.a)
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
    const { flow } = await begun(host.a)
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
    const { id } = await make(withMenuQueue(host.a), menu())
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

test('figures count what conversations took, and where they are', async () => {
  const { flow, talk } = await begun(host.a)
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
  const { flow, talk } = await begun(host.a)
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

import { mint, type UserId } from '@recado/sdk'
import { testHost } from '@recado/sdk/testing'
import * as fc from 'fast-check'
import { randomUUID } from 'node:crypto'
import { describe, expect, inject, test } from 'vitest'
import { activeFlow, converse, make, must } from './conversation.rig.ts'
import { anyGraph, graphOf } from './graphs.rig.ts'
import type { Flow, FlowSummary } from './src/flows/flow.ts'
import { faultsOf, isFaulty } from './src/graph/faults.ts'
import { emptyGraph, type Graph } from './src/graph/graph.ts'
import { maxFlows, maxMediaBytes } from './src/graph/limits.ts'
import plugin from './src/server.ts'

const { url } = inject('cluster' as never) as { url: string }
const host = testHost({ plugin, folder: import.meta.dirname, databaseUrl: url })

const say = (text: string) => ['message', { parts: [{ kind: 'text', text }] }] as const
const greeting = (text = 'Oi'): Graph =>
  graphOf({ start: ['start'], hi: say(text), end: ['people'] }, [
    ['start', 'next', 'hi'],
    ['hi', 'next', 'end'],
  ])
const waiting = graphOf({ start: ['start'], q: ['question', { text: 'Nome?', variable: 'who' }] }, [
  ['start', 'next', 'q'],
])
const ask = (
  path: string,
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' = 'GET',
  body?: unknown,
  company = host.a,
) => company.ask(method, `/p/flows${path}`, body === undefined ? {} : { body })
const refused = (status: number, error: string) => ({ status, body: { error } })

describe('flows', () => {
  test('S1-036 S1-037 S3-032 are made, changed and listed, each company’s its own', async () => {
    const created = await ask('/flows', 'POST', {
      name: 'Boas-vindas',
      description: 'Cumprimenta',
      testNumber: '+55 (11) 98765-4321',
    })
    expect(created).toMatchObject({
      status: 200,
      body: {
        name: 'Boas-vindas',
        description: 'Cumprimenta',
        testNumber: '5511987654321',
        isActive: false,
        version: null,
        hasChanges: true,
        draft: { revision: 1, graph: emptyGraph() },
        faults: [{ code: 'openOutlet', severity: 'error', nodeId: 'start' }],
      },
    })
    const { id } = created.body as Flow
    expect(await ask('/flows', 'POST', { name: 'BOAS-VINDAS' })).toMatchObject(refused(409, 'ERR_FLOW_EXISTS'))
    expect(await ask(`/flows/${id}`, 'PATCH', { name: 'Recepção', testNumber: '' })).toMatchObject({
      body: { name: 'Recepção', description: 'Cumprimenta', testNumber: '' },
    })
    await make(host.b, undefined, 'Boas-vindas')
    expect([(await ask('/flows')).body, (await ask('/flows', 'GET', undefined, host.b)).body]).toMatchObject([
      [{ name: 'Recepção' }],
      [{ name: 'Boas-vindas' }],
    ])
  })

  test('S7-093 S8-043 ERR_NO_AUTO_REPLY_FOUND is answered by every endpoint for a flow that is not there', async () => {
    const { id } = await make(host.b)
    const calls = [
      ['GET', ''],
      ['PATCH', '', { name: 'x' }],
      ['DELETE', ''],
      ['PUT', '/draft', { revision: 1, graph: emptyGraph() }],
      ['POST', '/versions', { revision: 1 }],
      ['GET', '/versions'],
      ['GET', '/versions/1'],
      ['PUT', '/active', { isActive: true }],
      ['POST', '/copies', { name: 'x' }],
      ['GET', '/export'],
      ['GET', '/figures'],
      ['GET', '/steps'],
      ['POST', '/steps', { message: 'x' }],
    ] as const
    for (const [method, path, body] of calls)
      expect([path, await ask(`/flows/${id}${path}`, method, body)]).toMatchObject([
        path,
        refused(404, 'ERR_NO_AUTO_REPLY_FOUND'),
      ])
  })

  test('are active once they are published', async () => {
    const first = await activeFlow(host.a, greeting())
    const { id } = await make(host.a, greeting('Olá'))
    expect(await ask(`/flows/${id}/active`, 'PUT', { isActive: true })).toMatchObject(
      refused(409, 'ERR_FLOW_NOT_PUBLISHED'),
    )
    expect((await ask('/flows')).body).toContainEqual(
      expect.objectContaining({ id: first, isActive: true, version: 1 }),
    )
  })
})

test('are so many and no more', async () => {
  await host.a.context().db.transaction((tx) =>
    tx.query(
      `insert into plg_flows.flow (tenant_id, name, description, test_number, draft)
       select $1, 'Fluxo ' || n, '', '', '{}' from generate_series(1, $2) n`,
      [host.a.tenant, maxFlows],
      'object',
    ),
  )
  const full = { status: 409, body: { error: 'ERR_FLOW_LIMIT', limit: maxFlows } }
  expect(await ask('/flows', 'POST', { name: 'Mais um' })).toMatchObject(full)
  const file = { format: 'recado.flow', formatVersion: 1, name: 'Outro', description: '', graph: greeting() }
  expect(await ask('/imports', 'POST', { file })).toMatchObject(full)
  expect(await ask('/flows', 'POST', { name: 'Mais um' }, host.b)).toMatchObject({ status: 200 })
})

describe('a draft', () => {
  test('keeps what nobody decided beside the flow, for everybody, under the same revision', async () => {
    const { id } = await make(host.a)
    const graph = emptyGraph()
    const version = (word: string) => ({
      node: graph.nodes[0]!,
      edges: [],
      settings: { humanKeywords: [word] },
    })
    const undecided = [
      { key: randomUUID(), id: 'start', by: 'Ana', of: 'Bia', mine: version('atendente'), theirs: version('pessoa') },
    ]
    const put = (body: object) => host.a.ask('PUT', `/p/flows/flows/${id}/draft`, { body })
    expect(await put({ revision: 1, graph, undecided })).toMatchObject({ body: { outcome: 'saved', revision: 2 } })
    expect(await put({ revision: 1, graph, undecided: [] })).toMatchObject({
      body: { outcome: 'conflict', draft: { revision: 2, undecided } },
    })
    // Who knows nothing of it leaves it alone.
    await put({ revision: 2, graph })
    expect(await must(host.a, 'GET', `/flows/${id}`)).toMatchObject({ draft: { revision: 3, undecided } })
    expect(await put({ revision: 3, graph, undecided: [{ ...undecided[0], mine: { node: {} } }] })).toMatchObject({
      status: 422,
    })
    await put({ revision: 3, graph, undecided: [] })
    expect(await must(host.a, 'GET', `/flows/${id}`)).toMatchObject({ draft: { revision: 4, undecided: [] } })
  })

  test('of two who change it at once, the second gets the first one’s, and loses nothing', async () => {
    const { id } = await make(host.a)
    const ana = mint<UserId>(randomUUID())
    host.a.core.known.users.set(ana, 'Ana')
    const save = (graph: Graph, revision: number, userId?: UserId) =>
      host.a.ask('PUT', `/p/flows/flows/${id}/draft`, { body: { revision, graph }, ...(userId && { userId }) })
    expect(await save(greeting('A'), 1, ana)).toMatchObject({ body: { outcome: 'saved', revision: 2, faults: [] } })
    expect(await save(greeting('B'), 1)).toMatchObject({
      status: 200,
      body: { outcome: 'conflict', draft: { revision: 2, graph: greeting('A'), savedBy: { id: ana, name: 'Ana' } } },
    })
    const both = await Promise.all([save(greeting('C'), 2), save(greeting('D'), 2)])
    expect(both.map(({ body }) => (body as { outcome: string }).outcome).toSorted()).toEqual(['conflict', 'saved'])
  })

  test('S5-091 S8-151 has no element that leads to itself', async () => {
    const { id } = await make(host.a)
    const graph = graphOf({ start: ['start'], hi: say('Oi') }, [
      ['start', 'next', 'hi'],
      ['hi', 'next', 'hi'],
    ])
    const itself = refused(422, 'ERR_FLOW_SELF_CONNECTION')
    expect(await ask(`/flows/${id}/draft`, 'PUT', { revision: 1, graph })).toMatchObject(itself)
    expect(await ask('/flows', 'POST', { name: 'x', graph })).toMatchObject(itself)
  })

  test('S5-092 S5-093 with faults cannot be published, and says where', async () => {
    const { id, draft } = await make(
      host.a,
      graphOf(
        {
          start: ['start'],
          call: ['http', {}],
          more: say('Mais'),
          q: ['people', { destination: { to: 'queue', queueId: randomUUID() } }],
        },
        [
          ['start', 'next', 'call'],
          ['call', 'success', 'q'],
          ['call', 'error', 'more'],
          ['more', 'next', 'call'],
        ],
      ),
    )
    expect(await ask(`/flows/${id}/versions`, 'POST', { revision: draft.revision })).toMatchObject({
      status: 409,
      body: {
        error: 'ERR_FLOW_FAULTS',
        issues: [
          { path: 'edges.e2', message: 'loop' },
          { path: 'edges.e3', message: 'loop' },
          { path: 'nodes.call.url', message: 'required' },
          { path: 'nodes.q.destination.queueId', message: 'gone' },
        ],
      },
    })
    expect((await must(host.a, 'GET', `/flows/${id}`)) as Flow).toMatchObject({ version: null })
  })

  test('of any kind is published exactly if it has no fault', async () => {
    await fc.assert(
      fc.asyncProperty(anyGraph, async (any) => {
        const graph = { ...any, edges: any.edges.filter(({ from, to }) => from !== to) }
        const { id, faults } = await make(host.a, graph)
        const { status } = await ask(`/flows/${id}/versions`, 'POST', { revision: 1 })
        expect(status).toBe(isFaulty(faults) ? 409 : 200)
        if (isFaulty(faultsOf(graph))) expect(status).toBe(409)
        await must(host.a, 'DELETE', `/flows/${id}`)
      }),
      { numRuns: 30 },
    )
  })

  test('is published as a version that never changes', async () => {
    const { id } = await make(host.a, greeting('Um'))
    await must(host.a, 'POST', `/flows/${id}/versions`, { revision: 1 })
    await must(host.a, 'PUT', `/flows/${id}/draft`, { revision: 1, graph: greeting('Dois') })
    expect(await ask(`/flows/${id}/versions`, 'POST', { revision: 1 })).toMatchObject(refused(409, 'ERR_FLOW_CHANGED'))
    expect(await must(host.a, 'POST', `/flows/${id}/versions`, { revision: 2 })).toMatchObject({
      version: 2,
      hasChanges: false,
    })
    expect(await must(host.a, 'GET', `/flows/${id}/versions`)).toMatchObject([{ number: 2 }, { number: 1 }])
    expect(await must(host.a, 'GET', `/flows/${id}/versions/1`)).toEqual({ number: 1, graph: greeting('Um') })
  })

  test('is copied, and leaves and enters as a file', async () => {
    const { id } = await make(host.a, greeting('Oi'), 'Original')
    expect(await must(host.a, 'POST', `/flows/${id}/copies`, { name: 'Cópia' })).toMatchObject({
      name: 'Cópia',
      isActive: false,
      draft: { graph: greeting('Oi') },
    })
    const file = await must(host.a, 'GET', `/flows/${id}/export`)
    expect(await must(host.b, 'POST', '/imports', { file })).toMatchObject({
      flow: { name: 'Original', isActive: false, version: null, draft: { graph: greeting('Oi') } },
      notes: [],
    })
    expect(await ask('/imports', 'POST', { file: { format: 'recado.flow', graph: 7 } })).toMatchObject({
      status: 400,
      body: {
        error: 'ERR_FLOW_FILE',
        issues: expect.arrayContaining([expect.objectContaining({ path: 'file.graph' })]),
      },
    })
  })

  test('S5-042 S9-015 has files of 5 MB at most, and those of its own company alone', async () => {
    const send = (bytes: Uint8Array, company = host.a) =>
      company.ask('POST', '/p/flows/media', {
        files: [{ field: 'file', name: 'foto.png', claimed: 'image/png', mime: 'image/png', bytes }],
      })
    expect(await send(new Uint8Array(maxMediaBytes + 1))).toMatchObject({
      status: 413,
      body: { error: 'ERR_FILE_TOO_LARGE', limit: maxMediaBytes },
    })
    const sent = await send(new Uint8Array(maxMediaBytes))
    expect(sent).toMatchObject({ status: 200, body: { bytes: maxMediaBytes, name: 'foto.png' } })
    const { url: _address, ...file } = sent.body as { media: string; url: string }
    const graph = graphOf({ start: ['start'], m: ['message', { parts: [{ kind: 'media', ...file }] }] }, [
      ['start', 'next', 'm'],
    ])
    expect((await make(host.a, graph)).faults.filter(({ severity }) => severity === 'error')).toEqual([])
    expect(await ask('/flows', 'POST', { name: 'x', graph }, host.b)).toMatchObject(refused(400, 'ERR_FLOW_MEDIA'))
    expect(await ask(`/media/${file.media}`, 'GET', undefined, host.b)).toMatchObject(
      refused(404, 'ERR_NO_MEDIA_FOUND'),
    )
    const liar = {
      ...graph,
      nodes: graph.nodes.map((node) => ({
        ...node,
        ...(node.kind === 'message' && { data: { parts: [{ kind: 'media', ...file, bytes: 1 }] } }),
      })),
    }
    expect(await ask('/flows', 'POST', { name: 'x', graph: liar })).toMatchObject(refused(400, 'ERR_FLOW_MEDIA'))
    const imported = await must(host.b, 'POST', '/imports', {
      file: { format: 'recado.flow', formatVersion: 1, name: 'Com foto', description: '', graph },
    })
    expect(imported).toMatchObject({ notes: [{ code: 'fileLeft', at: 'm' }] })
  })
})

test('S8-041 S8-042 ERR_AUTO_REPLY_RELATIONED_TICKET: a flow that a conversation is in cannot be deleted', async () => {
  const id = await activeFlow(host.a, waiting)
  const conversation = converse(host.a)
  await conversation.write(id, 'oi')
  expect(await ask(`/flows/${id}`, 'DELETE')).toMatchObject({
    status: 409,
    body: { error: 'ERR_AUTO_REPLY_RELATIONED_TICKET', ticketId: conversation.ticket },
  })
  // Somebody took the conversation, and the plugin was not told.
  host.a.core.respondersOf.held.clear()
  expect(await ask(`/flows/${id}`, 'DELETE')).toMatchObject({ status: 200 })
  expect(await ask(`/flows/${id}`)).toMatchObject(refused(404, 'ERR_NO_AUTO_REPLY_FOUND'))
})

describe('steps', () => {
  test('S3-033 S3-034 S5-090 are another view of the same flow', async () => {
    const { id } = await make(host.a)
    const queueId = randomUUID()
    const first = (await must(host.a, 'POST', `/flows/${id}/steps`, { message: '1 para vendas' })) as {
      steps: { id: string }[]
    }
    const [menu] = first.steps
    const view = await must(host.a, 'PUT', `/flows/${id}/steps/${menu!.id}`, {
      name: 'Menu',
      message: '1 para vendas',
      actions: [{ key: '1', action: 'queue', queueId, message: 'Um momento' }],
    })
    expect(view).toMatchObject({
      isWhole: true,
      steps: [
        {
          name: 'Menu',
          initialStep: true,
          message: '1 para vendas',
          actions: [{ key: '1', action: 'queue', queueId, message: 'Um momento' }],
        },
      ],
    })
    const second = (await must(host.a, 'POST', `/flows/${id}/steps`, { message: 'Outro', initialStep: true })) as {
      steps: { initialStep: boolean; message: string }[]
    }
    expect(second.steps.filter(({ initialStep }) => initialStep)).toMatchObject([{ message: 'Outro' }])
    const { draft } = (await must(host.a, 'GET', `/flows/${id}`)) as Flow
    expect(draft.graph.nodes.map(({ kind }) => kind).toSorted()).toEqual(['menu', 'message', 'people', 'start'])
  })
  test('S8-044 ERR_NO_STEP_AUTO_REPLY_FOUND for one that is not there', async () => {
    const { id } = await make(host.a)
    const missing = refused(404, 'ERR_NO_STEP_AUTO_REPLY_FOUND')
    expect(await ask(`/flows/${id}/steps/s9`, 'PUT', { message: 'x' })).toMatchObject(missing)
    expect(await ask(`/flows/${id}/steps/s9`, 'DELETE')).toMatchObject(missing)
    const action = { key: '1', action: 'step', nextStepId: 's9' }
    expect(await ask(`/flows/${id}/steps`, 'POST', { message: 'x', actions: [action] })).toMatchObject(missing)
  })
  test('S5-091 do not lead to themselves', async () => {
    const { id } = await make(host.a)
    const { steps } = (await must(host.a, 'POST', `/flows/${id}/steps`, { message: 'x' })) as {
      steps: { id: string }[]
    }
    const own = steps[0]!.id
    expect(
      await ask(`/flows/${id}/steps/${own}`, 'PUT', {
        message: 'x',
        actions: [{ key: '1', action: 'step', nextStepId: own }],
      }),
    ).toMatchObject(refused(422, 'ERR_FLOW_SELF_CONNECTION'))
  })
  test('leave a flow alone that has more', async () => {
    const { id } = await make(host.a, waiting)
    expect(await ask(`/flows/${id}/steps`)).toMatchObject({ body: { isWhole: false } })
    expect(await ask(`/flows/${id}/steps`, 'POST', { message: 'x' })).toMatchObject(refused(409, 'ERR_FLOW_STEPS'))
  })
})

test('what is published can be chosen in an order of responders', async () => {
  const id = await activeFlow(host.a, greeting(), 'Escolhido')
  const { choices } = (await must(host.a, 'GET', '/choices')) as { choices: { id: string; title: string }[] }
  expect(choices).toContainEqual({ id, title: 'Escolhido' })
  expect((await must(host.b, 'GET', '/choices')) as object).not.toMatchObject({ choices: [{ id }] })
})

test('a draft is played against a customer without doing anything', async () => {
  const event = { kind: 'begin', at: 0, said: { text: 'oi', choice: null, hasFile: false }, seed: 1 }
  const played = await must(host.a, 'POST', '/previews', { graph: waiting, state: null, event, facts: { name: 'Ana' } })
  expect(played).toMatchObject({ state: { phase: 'reply', node: 'q' } })
  const messages = ['oi', 'Ana'].map((text, at) => ({ id: randomUUID(), at, said: { text } }))
  const replayed = (await must(host.a, 'POST', '/replays', { graph: waiting, messages })) as { turns: object[] }
  expect(replayed.turns).toMatchObject([
    { state: { node: 'q' } },
    { state: { phase: 'over', variables: { who: 'Ana' } } },
  ])
  expect(host.a.core.sent).toEqual([])
})

test('a user without the permission sees nothing of flows', async () => {
  expect(await host.a.ask('GET', '/p/flows/flows', { role: 'user' })).toMatchObject({ status: 403 })
  const list = (await ask('/flows')).body as FlowSummary[]
  expect(list).toEqual([])
})

import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { MessagePage, Ticket, TicketLogEntry, TicketPage, TicketResponders } from '@recado/contracts'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ModelSimulator } from '../../plugins/ai/simulator/simulator.ts'
import { startHttpBotSimulator, type HttpBotSimulator } from '../../plugins/http-bot/simulator/simulator.ts'
import { startTypebotSimulator, type TypebotSimulator } from '../../plugins/typebot/simulator/simulator.ts'
import { hookWorld, type HookWorld } from '../conversation/far-side.ts'
import { eventually, type Person } from '../harness/app.ts'
import { pluginFolder } from '../harness/plugin-folder.ts'
import { webSite } from '../harness/web-site.ts'

/* Flows in the whole product: a customer writes by a channel, the flow answers before people do. */

let world: HookWorld
/** Administrator and agent; and the other company's administrator. */
let [ana, ugo, bia]: Person[] = []
/** A shop that flows call: its answers, and what it was asked. */
const asked: { path: string; body: string; key: string | undefined }[] = []
const shop = createServer((request, response) => {
  let body = ''
  request.on('data', (piece: Buffer) => (body += String(piece)))
  request.on('end', () => {
    asked.push({ path: request.url!, body, key: request.headers['idempotency-key'] as string | undefined })
    if (request.url!.startsWith('/slow')) return
    if (request.url!.startsWith('/huge')) return response.end(`"${'x'.repeat(2 * 1024 * 1024)}"`)
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify({ order: { state: 'a caminho {{name}}' } }))
  })
})
const shopAt = (path: string): string => `http://127.0.0.1:${(shop.address() as AddressInfo).port}${path}`

beforeAll(async () => {
  await new Promise<void>((resolve) => shop.listen(0, '127.0.0.1', resolve))
  const folder = join(import.meta.dirname, '..', '..', 'plugins')
  const plugins = ['flows', 'automations', 'ai', 'typebot', 'http-bot'].map((id) => join(folder, id))
  world = await hookWorld({}, [pluginFolder(...plugins)])
  ;[ana, ugo, bia] = await Promise.all([world.a.admin, world.a.user, world.b.admin].map((user) => world.signIn(user)))
})
afterAll(async () => {
  await world.close()
  shop.closeAllConnections()
  shop.close()
})
afterEach(async () => {
  await ana!.ok('PUT', '/responders', { scope: { kind: 'company' }, places: null })
})

type Word = readonly [string, object?]
const graphOf = (nodes: Record<string, Word>, edges: (readonly [string, string, string])[], settings: object = {}) => ({
  nodes: Object.entries(nodes).map(([id, [kind, data = {}]]) => ({ id, kind, data })),
  edges: edges.map(([from, outlet, to], at) => ({ id: `e${at}`, from, outlet, to })),
  settings,
})
const say = (text: string): Word => ['message', { parts: [{ kind: 'text', text }] }]

/** A flow that is published and active. */
async function flow(graph: object, person = ana!): Promise<string> {
  const { id } = await person.ok<{ id: string }>('POST', '/p/flows/flows', { name: `Fluxo ${randomUUID()}`, graph })
  await person.ok('POST', `/p/flows/flows/${id}/versions`, { revision: 1 })
  await person.ok('PUT', `/p/flows/flows/${id}/active`, { isActive: true })
  return id
}
const answers = (id: string, person = ana!) =>
  person.ok('PUT', '/responders', {
    scope: { kind: 'company' },
    places: [{ plugin: 'flows', name: 'main', input: { flow: id } }],
  })
const ticketOf = async (name: string, person = ana!): Promise<Ticket> =>
  (
    await person.ok<TicketPage>('GET', '/tickets/?status[]=open&status[]=pending&status[]=closed&limit=200')
  ).tickets.find((ticket) => ticket.name === `Cliente ${name}`)!
const until = (name: string, wanted: (ticket: Ticket) => boolean) =>
  eventually(
    () => ticketOf(name),
    (ticket) => ticket !== undefined && wanted(ticket),
  )
/** What the provider got for this contact, in order. */
const received = (chat: string): string[] =>
  world.far.delivered.filter((one) => one.chat === chat).flatMap(({ texts }) => texts)
const hears = (chat: string, ...texts: string[]) =>
  eventually(
    async () => received(chat),
    (got) => got.length >= texts.length,
  ).then((got) => expect(got).toEqual(texts))
const logOf = async (id: string) =>
  (await ana!.ok<TicketLogEntry[]>('GET', `/tickets/${id}/logs`)).map((entry) => entry.type)

describe('a customer', () => {
  it('S1-036 S1-037 S4-029 S4-032 is greeted, asked, looked up and handed to a queue', async () => {
    const sales = world.a.sales
    const id = await flow(
      graphOf(
        {
          start: ['start'],
          hi: say('Olá!'),
          menu: [
            'menu',
            {
              text: 'Escolha',
              options: [
                { id: 'a', label: 'Pedido' },
                { id: 'b', label: 'Sair' },
              ],
            },
          ],
          order: [
            'question',
            { text: 'Qual o número?', validation: { kind: 'number' }, variable: 'order', invalidText: 'Só o número' },
          ],
          call: [
            'http',
            {
              method: 'POST',
              url: shopAt('/orders/{{order}}'),
              body: '{"who":"{{lastMessage}}"}',
              mapping: [{ path: 'order.state', variable: 'state' }],
            },
          ],
          good: say('Pedido {{order}}: {{state}}'),
          urgent: ['priority', { priority: 'high' }],
          sales: ['people', { destination: { to: 'queue', queueId: sales }, text: 'Já vamos', note: 'pedido' }],
          bye: ['close', { text: 'Até logo' }],
          bad: ['people'],
        },
        [
          ['start', 'next', 'hi'],
          ['hi', 'next', 'menu'],
          ['menu', 'option:a', 'order'],
          ['menu', 'option:b', 'bye'],
          ['order', 'next', 'call'],
          ['call', 'success', 'good'],
          ['call', 'error', 'bad'],
          ['good', 'next', 'urgent'],
          ['urgent', 'next', 'sales'],
        ],
      ),
    )
    await answers(id)
    await world.channel.say('maria', 'oi')
    await hears('maria', 'Olá!', 'Escolha\n\n1. Pedido\n2. Sair')
    expect(await ticketOf('maria')).toMatchObject({ status: 'pending', withBot: true })
    await world.channel.say('maria', '1')
    await hears('maria', 'Olá!', 'Escolha\n\n1. Pedido\n2. Sair', 'Qual o número?')
    await world.channel.say('maria', 'não sei')
    await world.channel.say('maria', '42')
    const ticket = await until('maria', ({ withBot }) => !withBot)
    expect(ticket).toMatchObject({ status: 'pending', queueId: sales, priority: 'high' })
    // What the shop answers is text, and no template.
    expect(received('maria').slice(3)).toEqual(['Só o número', 'Pedido 42: a caminho {{name}}', 'Já vamos'])
    expect(asked.filter(({ path }) => path === '/orders/42')).toMatchObject([{ body: '{"who":"42"}' }])
    expect(await logOf(ticket.id)).toEqual(expect.arrayContaining(['chatBot', 'priority', 'queue']))
    const { decisions } = await ana!.ok<TicketResponders>('GET', `/tickets/${ticket.id}/responders`)
    expect(decisions.map(({ plugin, outcome, note }) => `${plugin} ${outcome} ${note}`)).toEqual([
      'flows people pedido',
      'flows began null',
    ])
  })

  it('S4-031 who does not choose is handed to a user, as the log says', async () => {
    const destination = { to: 'user', userId: world.a.user.id }
    const menu: Word = ['menu', { text: 'Escolha', attempts: 2, options: [{ id: 'a', label: 'Sim' }] }]
    await answers(
      await flow(graphOf({ start: ['start'], menu }, [['start', 'next', 'menu']], { attempts: destination })),
    )
    await world.channel.say('rui', 'oi')
    await world.channel.say('rui', 'x')
    await world.channel.say('rui', 'y')
    const ticket = await until('rui', ({ status }) => status === 'open')
    expect(ticket.userId).toBe(world.a.user.id)
    expect((await logOf(ticket.id)).at(-1)).toBe('retriesLimitUserDefine')
  })

  it('S4-030 is handed to a user, and closed, where the flow says so', async () => {
    const people: Word = ['people', { destination: { to: 'user', userId: world.a.user.id } }]
    await answers(await flow(graphOf({ start: ['start'], people }, [['start', 'next', 'people']])))
    await world.channel.say('eva', 'oi')
    expect((await logOf((await until('eva', ({ status }) => status === 'open')).id)).at(-1)).toBe('userDefine')
    await answers(
      await flow(graphOf({ start: ['start'], bye: ['close', { text: 'Tchau' }] }, [['start', 'next', 'bye']])),
    )
    await world.channel.say('leo', 'oi')
    await until('leo', ({ status }) => status === 'closed')
    await hears('leo', 'Tchau')
  })

  it('whom somebody takes over is not answered by the flow any more', async () => {
    const id = await flow(graphOf({ start: ['start'], q: ['question', { text: 'Nome?' }] }, [['start', 'next', 'q']]))
    await answers(id)
    await world.channel.say('iva', 'oi')
    await hears('iva', 'Nome?')
    expect(await ana!.refused('DELETE', `/p/flows/flows/${id}`)).toBe('409 ERR_AUTO_REPLY_RELATIONED_TICKET')
    const ticket = await ticketOf('iva')
    await ugo!.ok('PUT', `/tickets/${ticket.id}`, { status: 'open' })
    await world.channel.say('iva', 'Iva')
    await eventually(
      async () => ana!.ok<{ running: number }[]>('GET', '/p/flows/flows'),
      (flows) => flows.every(({ running }) => running === 0),
    )
    expect(received('iva')).toEqual(['Nome?'])
    await ana!.ok('PUT', '/responders', { scope: { kind: 'company' }, places: null })
    await ana!.ok('DELETE', `/p/flows/flows/${id}`)
  })
})

describe('an address', () => {
  const calling = (url: string) =>
    graphOf(
      {
        start: ['start'],
        call: ['http', { url }],
        good: ['close', { text: 'Certo' }],
        bad: ['close', { text: 'Erro' }],
      },
      [
        ['start', 'next', 'call'],
        ['call', 'success', 'good'],
        ['call', 'error', 'bad'],
      ],
    )
  it.each([
    ['huge', () => shopAt('/huge')],
    ['private', () => 'http://10.1.2.3/'],
    ['that has no server', () => 'http://127.0.0.1:1/'],
    ['that is no host', () => 'http://nobody.invalid/'],
    ['slow', () => shopAt('/slow')],
  ])(
    '%s ends in its way out for errors, within its limit',
    async (what, url) => {
      await answers(await flow(calling(url())))
      const name = `rede-${what}`
      await world.channel.say(name, 'oi')
      await eventually(
        async () => received(name),
        (got) => got.length > 0,
        14_000,
      )
      expect(received(name)).toEqual(['Erro'])
    },
    30_000,
  )
})

describe('a model', () => {
  const asking = () =>
    graphOf(
      {
        start: ['start'],
        ask: [
          'ai',
          { instructions: 'Repita o que o cliente quer.', text: 'Cliente: {{lastMessage}}', variable: 'wish' },
        ],
        good: ['close', { text: 'Anotado: {{wish}}' }],
        bad: ['close', { text: 'Sem resposta' }],
      },
      [
        ['start', 'next', 'ask'],
        ['ask', 'success', 'good'],
        ['ask', 'error', 'bad'],
      ],
    )
  const heard = async (name: string, text: string): Promise<string[]> => {
    await world.channel.say(name, text)
    return eventually(
      async () => received(name),
      (got) => got.length > 0,
      14_000,
    )
  }

  it('answers into a variable, which never becomes a template; without one the flow has its way out', async () => {
    await answers(await flow(asking()))
    expect(await heard('ia-sem', 'oi')).toEqual(['Sem resposta'])
    const models = await ModelSimulator.start()
    try {
      const settings = { url: models.baseUrl, apiKey: models.apiKey }
      await ana!.ok('PUT', '/api/plugins/ai', { enabled: true, settings })
      expect(await heard('ia-com', 'bolo {{protocol}}')).toEqual(['Anotado: Você disse: Cliente: bolo {{protocol}}'])
      expect(models.exchanges.at(-1)!.body.messages[0]).toMatchObject({
        role: 'system',
        content: expect.stringContaining('Repita o que o cliente quer.'),
      })
      models.faults.plan('chat', { status: 401 })
      expect(await heard('ia-chave', 'oi')).toEqual(['Sem resposta'])
    } finally {
      await models.close()
    }
  }, 40_000)
})

describe('a bot', () => {
  const signingKey = `whsec_${Buffer.from('a key of thirty-two bytes, more.').toString('base64')}`
  let program: HttpBotSimulator
  let typebot: TypebotSimulator
  beforeAll(async () => {
    program = await startHttpBotSimulator(signingKey)
    typebot = await startTypebotSimulator({ queueId: world.a.sales })
    await ana!.ok('PUT', '/api/plugins/http-bot', { enabled: true, settings: { url: program.url, signingKey } })
    await ana!.ok('PUT', '/api/plugins/typebot', { enabled: true, settings: { url: typebot.url } })
  })
  beforeEach(() => {
    program.told.length = 0
  })
  afterAll(async () => {
    await program?.close()
    await typebot?.close()
  })
  const withBot = (data: object, edges: (readonly [string, string, string])[] = []) =>
    graphOf(
      {
        start: ['start'],
        who: ['question', { text: 'Nome?', variable: 'who' }],
        bot: ['bot', data],
        done: ['close', { text: 'Obrigado, {{who}}' }],
        bad: ['people', { text: 'Um momento, {{who}}' }],
      },
      [
        ['start', 'next', 'who'],
        ['who', 'next', 'bot'],
        ['bot', 'finished', 'done'],
        ['bot', 'failed', 'bad'],
        ...edges,
      ],
    )
  const colours = { provider: 'http-bot', bot: 'cores' }
  const choice = 'Qual cor?\n\n1. Azul\n2. Verde'
  const begin = async (name: string, graph: object): Promise<void> => {
    await answers(await flow(graph))
    await world.channel.say(name, 'oi')
    await hears(name, 'Nome?')
    await world.channel.say(name, 'Lia')
  }

  it('of any program asks, takes a number for an option, and hands over where it asks for people', async () => {
    await begin('bot-cor', withBot(colours))
    await hears('bot-cor', 'Nome?', choice)
    expect(program.told[0]).toMatchObject({
      type: 'conversation.started',
      bot: 'cores',
      message: null,
      variables: { who: 'Lia', name: 'Cliente', protocol: expect.any(String) },
    })
    await world.channel.say('bot-cor', '2')
    const ticket = await until('bot-cor', ({ withBot: isHeld }) => !isHeld)
    expect(ticket.status).toBe('pending')
    expect(program.told.map(({ type, message }) => [type, (message as { choice?: string } | null)?.choice])).toEqual([
      ['conversation.started', undefined],
      ['message.received', 'verde'],
    ])
    expect(new Set(program.told.map(({ session }) => session)).size).toBe(1)
    await hears('bot-cor', 'Nome?', choice, 'Anotado: Verde')
  })

  it('goes on by its ways out for people, for its end and for its failure', async () => {
    await begin('bot-gente', withBot(colours, [['bot', 'people', 'done']]))
    await hears('bot-gente', 'Nome?', choice)
    await world.channel.say('bot-gente', 'Azul')
    await hears('bot-gente', 'Nome?', choice, 'Anotado: Azul', 'Obrigado, Lia')
    await until('bot-gente', ({ status }) => status === 'closed')

    program.answerNext(200, JSON.stringify({ says: [{ kind: 'text', text: 'Só isso' }] }))
    await begin('bot-fim', withBot({ ...colours, text: 'Sou {{who}}' }))
    await hears('bot-fim', 'Nome?', 'Só isso', 'Obrigado, Lia')
    expect(program.told.at(-1)).toMatchObject({ message: { text: 'Sou Lia' } })

    program.answerNext(500, '')
    await begin('bot-falha', withBot(colours))
    await hears('bot-falha', 'Nome?', 'Um momento, Lia')
  })

  it('goes on with the address of a file that the channel does not take', async () => {
    const site = await webSite()
    site.answer('/cores.txt', { headers: { 'content-type': 'text/plain' }, body: 'azul, verde' })
    const url = `http://127.0.0.1:${site.port}/cores.txt`
    program.answerNext(
      200,
      JSON.stringify({
        says: [
          { kind: 'file', url, media: 'document' },
          { kind: 'text', text: 'Escolha depois' },
        ],
      }),
    )
    try {
      await begin('bot-arquivo', withBot(colours))
      await hears('bot-arquivo', 'Nome?', url, 'Escolha depois', 'Obrigado, Lia')
      expect(site.times('/cores.txt')).toBeGreaterThan(0)
    } finally {
      await site.close()
    }
  })

  it('makes its pauses, and hears after them what was written meanwhile', async () => {
    program.answerNext(
      200,
      JSON.stringify({
        says: [
          { kind: 'text', text: 'Veja' },
          { kind: 'wait', seconds: 1 },
          { kind: 'text', text: 'Gostou?' },
        ],
        asks: { kind: 'text' },
      }),
    )
    await begin('bot-pausa', withBot(colours))
    await hears('bot-pausa', 'Nome?', 'Veja')
    await world.channel.say('bot-pausa', 'Sim')
    await until('bot-pausa', ({ withBot: isHeld }) => !isHeld)
    expect(program.told.map(({ message }) => (message as { text?: string } | null)?.text)).toEqual([undefined, 'Sim'])
    const { messages } = await ana!.ok<MessagePage>('GET', `/messages/${(await ticketOf('bot-pausa')).id}`)
    const ours = messages.filter(({ fromMe }) => fromMe)
    expect(ours.map(({ body }) => body)).toEqual(['Nome?', 'Veja', 'Gostou?', 'Anotado: Sim'])
    const times = ours.map(({ createdAt }) => Date.parse(createdAt))
    expect(times[2]! - times[1]!).toBeGreaterThanOrEqual(900)
  })

  it('of Typebot leads as well, is left by the word for people, and begins anew where it has forgotten', async () => {
    const graph = withBot({ provider: 'typebot', bot: 'boas-vindas' })
    await begin('bot-typebot', { ...graph, settings: { humanKeywords: ['atendente'] } })
    const asked = await eventually(
      async () => received('bot-typebot'),
      (got) => got.length === 2,
    )
    await world.channel.say('bot-typebot', 'Lia')
    await eventually(
      async () => received('bot-typebot'),
      (got) => got.length === 3,
    )
    typebot.expire()
    await world.channel.say('bot-typebot', '1')
    await eventually(
      async () => received('bot-typebot'),
      (got) => got.length > 3,
    )
    expect(received('bot-typebot')[3]).toBe(asked[1])
    await world.channel.say('bot-typebot', 'Atendente')
    await until('bot-typebot', ({ withBot: isHeld }) => !isHeld)
  })

  it('of which nobody speaks cannot be published, and fails where the plugin is turned off later', async () => {
    const { id } = await ana!.ok<{ id: string }>('POST', '/p/flows/flows', {
      name: `Fluxo ${randomUUID()}`,
      graph: withBot({ provider: 'nobody', bot: 'x' }),
    })
    expect(await ana!.refused('POST', `/p/flows/flows/${id}/versions`, { revision: 1 })).toBe('409 ERR_FLOW_FAULTS')
    await answers(await flow(withBot(colours)))
    await ana!.ok('PUT', '/api/plugins/http-bot', { enabled: false })
    await world.channel.say('bot-fora', 'oi')
    await hears('bot-fora', 'Nome?')
    await world.channel.say('bot-fora', 'Lia')
    await hears('bot-fora', 'Nome?', 'Um momento, Lia')
  })
})

describe('the free plan', () => {
  it('S6-035 S8-096 S9-100 allows one active flow', async () => {
    const graph = graphOf({ start: ['start'], hi: say('Oi') }, [['start', 'next', 'hi']])
    await world.database.owner`update core.tenant set tier = 'free', trial_ends_at = null where id = ${world.b.id}`
    const first = await flow(graph, bia)
    const make = () => bia!.ok<{ id: string }>('POST', '/p/flows/flows', { name: `Fluxo ${randomUUID()}`, graph })
    const [second, third] = [await make(), await make()]
    for (const { id } of [second, third]) await bia!.ok('POST', `/p/flows/flows/${id}/versions`, { revision: 1 })
    const turn = (id: string, isActive: boolean) =>
      bia!.call<{ error?: string }>('PUT', `/p/flows/flows/${id}/active`, { isActive })
    expect((await turn(second.id, true)).body.error).toBe('ERR_FREE_PLAN_CHATFLOWS')
    await turn(first, false)
    const both = await Promise.all([turn(second.id, true), turn(third.id, true)])
    expect(both.map(({ status, body }) => `${status} ${body.error ?? ''}`).toSorted()).toEqual([
      '200 ',
      '403 ERR_FREE_PLAN_CHATFLOWS',
    ])
  })
})

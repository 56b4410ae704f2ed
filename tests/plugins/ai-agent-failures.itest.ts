import type { TicketResponders } from '@recado/contracts'
import { beforeAll, describe, expect, it } from 'vitest'
import { bakeryAgent, type BakeryAgent } from './ai-agent.rig.ts'
import { forTests } from './ai.rig.ts'

const ai = forTests()
let agent: BakeryAgent
beforeAll(async () => {
  agent = await bakeryAgent(ai.rig)
})

/** What people read in the side panel about who answered before them. */
const notesOf = async (id: string): Promise<(string | null)[]> =>
  (await ai.rig.ana.ok<TicketResponders>('GET', `/tickets/${id}/responders`)).decisions.map(({ note }) => note)

describe.each([
  ['openai', '/v1/chat/completions'],
  ['responses', '/v1/responses'],
] as const)('an agent that asks by the protocol %s', (provider, path) => {
  beforeAll(() => ai.rig.settings({ provider }))

  it('answers, does what it may, asks for a yes first, and hands over', async () => {
    const { visitor: one, ticket } = await ai.rig.visitor(`Tem pão de ${provider}?`)
    await ai.rig.saying(ticket.id, `Você disse: Tem pão de ${provider}?`)
    expect(ai.rig.models.requests.at(-1)!.url.pathname).toBe(path)
    await one.say('quero, mark interest')
    await ai.rig.saying(ticket.id, 'Feito: mark_interest')
    expect(await ai.rig.tagsOf(ticket.id)).toEqual([agent.interested])
    await one.say('cancel order')
    await ai.rig.saying(ticket.id, 'Posso cancelar o pedido? Responda sim.')
    await one.say('sim')
    await ai.rig.saying(ticket.id, 'Feito: cancel_order')
    expect(new Set(await ai.rig.tagsOf(ticket.id))).toEqual(new Set([agent.interested, agent.cancelled]))
    const { ticket: other } = await ai.rig.visitor(`Quero um atendente, ${provider}`)
    expect(await ai.rig.withPeople(other.id)).toMatchObject({ status: 'pending', queueId: ai.rig.node.a.sales })
  })

  const malformed = (written: string) => () =>
    ai.rig.models.script({ text: '', calls: [{ name: 'mark_interest', arguments: written }] })
  const planned =
    (...faults: Parameters<typeof ai.rig.models.faults.plan>[1][]) =>
    () => {
      ai.rig.models.faults.plan('chat', ...faults)
    }
  const down = { status: 500 }

  it.each([
    ['is down', 'O provedor não respondeu.', planned(down, down, down)],
    ['hangs up', 'O provedor não respondeu.', planned('dropBefore', 'dropBefore', 'dropBefore')],
    ['breaks off its answer', 'O provedor não respondeu.', planned('truncated', 'truncated', 'truncated')],
    ['refuses the key', 'O provedor recusou a chave.', planned({ status: 401 })],
    [
      'is not paid',
      'Os créditos da conta no provedor acabaram.',
      planned({ status: 429, description: 'insufficient_quota' }),
    ],
    ['calls with half a JSON', 'O provedor deu uma resposta inválida.', malformed('{"a": ')],
    ['calls with a list', 'O provedor deu uma resposta inválida.', malformed('[1, 2]')],
  ])('gives the customer to people, who read why, where the provider %s', async (what, sentence, provoke) => {
    provoke()
    const { ticket } = await ai.rig.visitor(`Alguém aí? ${provider} ${what}`)
    expect(await ai.rig.withPeople(ticket.id)).toMatchObject({ status: 'pending' })
    expect(await ai.rig.told(ticket.id)).toEqual([])
    expect(await ai.rig.tagsOf(ticket.id), 'nothing was done').toEqual([])
    expect(await notesOf(ticket.id)).toContain(`Agente: ${sentence}`)
    while (ai.rig.models.faults.take('chat') !== undefined);
    // Whoever takes it on finds every word, and writes.
    await ai.rig.ana.ok('PUT', `/tickets/${ticket.id}`, { status: 'open', userId: ai.rig.ana.login.userId })
    await ai.rig.ana.ok('POST', `/messages/${ticket.id}`, { body: 'Estou aqui.' })
    expect((await ai.rig.messagesOf(ticket.id)).map(({ body }) => body)).toEqual([
      `Alguém aí? ${provider} ${what}`,
      'Estou aqui.',
    ])
  })

  it('waits for a slow provider, and answers then', async () => {
    ai.rig.models.faults.plan('chat', { delayMs: 2_000 })
    const { ticket } = await ai.rig.visitor(`Devagar, ${provider}`)
    await ai.rig.saying(ticket.id, `Você disse: Devagar, ${provider}`)
    expect(await ai.rig.told(ticket.id), 'once').toEqual([`Você disse: Devagar, ${provider}`])
  })

  it('asks for nothing that a call names which does not exist', async () => {
    ai.rig.models.script({ text: '', calls: [{ name: 'drop_tables', arguments: { all: true } }] })
    const { ticket } = await ai.rig.visitor(`Sem função ${provider}`)
    await ai.rig.withPeople(ticket.id)
    expect(await ai.rig.told(ticket.id)).toEqual([])
    expect(await notesOf(ticket.id)).toContain('o modelo não disse nada')
  })
})

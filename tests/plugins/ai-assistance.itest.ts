import { describe, expect, it } from 'vitest'
import { eventually } from '../harness/app.ts'
import { forTests } from './ai.rig.ts'

const ai = forTests()

describe('hints', () => {
  it('name tags of the company and a priority with the reasons, and change nothing by themselves', async () => {
    const { ticket } = await ai.rig.visitor('É urgente, quero trocar o pedido do frete')
    for (const tag of ['Trocar', 'Frete', 'Boleto']) await ai.rig.ana.ok('POST', '/tags', { tag, color: '#336699' })
    await ai.rig.bia.ok('POST', '/tags', { tag: 'Pedido', color: '#336699' })
    const hints = () =>
      ai.rig.ana.ok<{ tags: { id: string; name: string; why: string }[]; priority: unknown }>(
        'POST',
        `/p/ai/hints/${ticket.id}`,
      )
    const { tags, priority } = await hints()
    expect(tags.map(({ name, why }) => [name, why]).toSorted()).toEqual([
      ['Frete', 'O cliente fala de Frete.'],
      ['Trocar', 'O cliente fala de Trocar.'],
    ])
    expect(priority).toEqual({ value: 'urgent', why: 'Tem pressa.' })
    expect(await ai.rig.read(ticket.id)).toMatchObject({ tags: [], priority: 'normal' })
    await ai.rig.ana.ok('PUT', `/tickets/${ticket.id}`, { retag: { add: [tags[0]!.id] }, priority: 'urgent' })
    const after = await hints()
    expect([after.tags.map(({ name }) => name), after.priority]).toEqual([[tags[1]!.name], null])
    expect(await ai.rig.bia.refused('POST', `/p/ai/hints/${ticket.id}`)).toBe('404 ERR_NO_TICKET_FOUND')
    ai.rig.models.script('isto não é JSON')
    expect(await ai.rig.ana.refused('POST', `/p/ai/hints/${ticket.id}`)).toBe('502 ERR_AI_ANSWER')
  })
})

describe('a summary by itself', () => {
  const summaryOf = async (id: string) =>
    (await ai.rig.ana.ok<{ summary: { text: string; at: string } | null }>('GET', `/p/ai/summaries/${id}`)).summary
  /** A conversation of three messages that an agent has. */
  async function answered(text: string) {
    const { visitor: one, ticket } = await ai.rig.visitor(text)
    await ai.rig.ana.ok('PUT', `/tickets/${ticket.id}`, { status: 'open', userId: ai.rig.node.a.admin.id })
    await one.say('Segunda pergunta')
    await ai.rig.ana.ok('POST', `/messages/${ticket.id}`, { body: 'Um momento.' })
    await one.say('Terceira pergunta')
    await eventually(
      () => ai.rig.messagesOf(ticket.id),
      (messages) => messages.filter(({ fromMe }) => !fromMe).length === 3,
    )
    return { one, ticket }
  }

  it('is made where the company wants it: on a transfer, on a resolution, and not twice of the same', async () => {
    await ai.rig.settings({ summarizeTransferred: true, summarizeResolved: true })
    const { one, ticket } = await answered('Quero trocar')
    expect(await summaryOf(ticket.id), 'to be taken is no transfer').toBeNull()
    await ai.rig.ana.ok('PUT', `/tickets/${ticket.id}`, { status: 'open', userId: ai.rig.node.a.user.id })
    const first = await eventually(
      () => summaryOf(ticket.id),
      (summary) => summary !== null,
    )
    expect(first!.text).toBe('O cliente pede: Terceira pergunta')
    await one.say('Quarta pergunta')
    await eventually(
      () => ai.rig.messagesOf(ticket.id),
      (messages) => messages.some(({ body }) => body === 'Quarta pergunta'),
    )
    await ai.rig.ana.ok('PUT', `/tickets/${ticket.id}`, { status: 'closed' })
    const last = await eventually(
      () => summaryOf(ticket.id),
      (summary) => summary!.at !== first!.at,
    )
    expect(last!.text).toBe('O cliente pede: Quarta pergunta')
    await ai.rig.settings()
  })

  it('is not made where nobody switched it on', async () => {
    const { ticket } = await answered('Sem resumo')
    ai.rig.models.exchanges.length = 0
    await ai.rig.ana.ok('PUT', `/tickets/${ticket.id}`, { status: 'open', userId: ai.rig.node.a.user.id })
    await ai.rig.ana.ok('PUT', `/tickets/${ticket.id}`, { status: 'closed' })
    await ai.rig.events(`/p/ai/summaries/${ticket.id}`, {})
    expect(ai.rig.models.exchanges).toHaveLength(1)
  })
})

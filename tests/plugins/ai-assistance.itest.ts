import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { eventually } from '../harness/app.ts'
import { forTests } from './ai.rig.ts'

const ai = forTests()

describe('hints', () => {
  it('name tags of the company and a priority with the reasons, and change nothing by themselves', async () => {
    const { ticket } = await ai.rig.visitor('É urgente, quero trocar o pedido do frete')
    expect(await ai.rig.ana.refused('POST', `/p/ai/hints/${ticket.id}`), 'off by default').toBe('422 ERR_AI_OFF')
    for (const admin of [ai.rig.ana, ai.rig.bia]) await ai.rig.settings({ suggestTags: true }, admin)
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
    for (const admin of [ai.rig.ana, ai.rig.bia]) await ai.rig.settings({}, admin)
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

describe('similar conversations', () => {
  interface Found {
    readonly conversations: readonly { readonly ticketId: string; readonly summary: string }[]
  }
  const similarTo = (id: string, person = ai.rig.ana) => person.ok<Found>('GET', `/p/ai/similar/${id}`)
  /** A conversation with a summary. */
  async function summarized(text: string, summary: string) {
    const { ticket } = await ai.rig.visitor(text)
    ai.rig.models.script(summary)
    await ai.rig.events(`/p/ai/summaries/${ticket.id}`, {})
    return ticket
  }

  it('are found by their summaries where the company wants it, of those that the user may see', async () => {
    const late = await summarized('Cadê a entrega?', 'O cliente reclama do atraso na entrega do bolo de casamento.')
    const other = await summarized('Nota', 'O cliente pede a segunda via da nota fiscal.')
    const { ticket } = await ai.rig.visitor('Minha entrega de bolo atrasou, o casamento é hoje')
    expect(await ai.rig.ana.refused('GET', `/p/ai/similar/${ticket.id}`), 'off by default').toBe('422 ERR_AI_OFF')
    await ai.rig.settings({ similarConversations: true })
    expect(await ai.rig.ana.ok('GET', '/p/ai/assistance')).toEqual({
      replies: true,
      summaries: true,
      hints: false,
      similar: true,
    })
    ai.rig.models.exchanges.length = 0
    const found = await similarTo(ticket.id)
    expect(found.conversations.map(({ ticketId }) => ticketId)).toEqual([late.id])
    expect(found.conversations[0]!.summary).toContain('bolo de casamento')
    expect(found.conversations.map(({ ticketId }) => ticketId)).not.toContain(other.id)
    expect(ai.rig.models.exchanges, 'no model is asked').toEqual([])
    // Who works in sales does not see what waits for support.
    await ai.rig.ana.ok('PUT', `/tickets/${late.id}`, { queueId: ai.rig.node.a.support })
    await ai.rig.ana.ok('PUT', `/tickets/${ticket.id}`, { status: 'open', userId: ai.rig.node.a.user.id })
    expect((await similarTo(ticket.id, ai.rig.ugo)).conversations).toEqual([])
    expect(await ai.rig.bia.refused('GET', `/p/ai/similar/${ticket.id}`)).toBe('422 ERR_AI_OFF')
    await ai.rig.settings({ similarConversations: true }, ai.rig.bia)
    expect(await ai.rig.bia.refused('GET', `/p/ai/similar/${ticket.id}`)).toBe('404 ERR_NO_TICKET_FOUND')
    for (const admin of [ai.rig.ana, ai.rig.bia]) await ai.rig.settings({}, admin)
  })
})

describe('each assistance', () => {
  it('is off until the company switches it on, each for itself and for no other company', async () => {
    const { ticket } = await ai.rig.visitor('Nada ligado ainda')
    await ai.rig.settings({ suggestReplies: undefined, summarizeAsked: undefined })
    const off = { replies: false, summaries: false, hints: false, similar: false }
    expect(await ai.rig.ana.ok('GET', '/p/ai/assistance')).toEqual(off)
    const reply = ['/p/ai/suggest', { ticketId: ticket.id }] as const
    const summary = [`/p/ai/summaries/${ticket.id}`, {}] as const
    ai.rig.models.exchanges.length = 0
    for (const [path, body] of [reply, summary])
      expect(await ai.rig.ana.refused('POST', path, body)).toBe('422 ERR_AI_OFF')
    expect(ai.rig.models.exchanges, 'nothing left').toEqual([])
    expect(await ai.rig.ana.ok('GET', `/p/ai/summaries/${ticket.id}`), 'what is kept is read').toEqual({
      summary: null,
    })
    await ai.rig.settings({ summarizeAsked: undefined })
    expect(await ai.rig.ana.ok('GET', '/p/ai/assistance')).toEqual({ ...off, replies: true })
    expect((await ai.rig.events(...reply)).at(-1)!.event).toBe('done')
    expect(await ai.rig.ana.refused('POST', ...summary)).toBe('422 ERR_AI_OFF')
    await ai.rig.settings({ suggestReplies: undefined })
    expect((await ai.rig.events(...summary)).at(-1)!.event).toBe('done')
    expect(await ai.rig.ana.refused('POST', ...reply)).toBe('422 ERR_AI_OFF')
    await ai.rig.settings()
  })

  it('is a permission of its own, which a role has or has not', async () => {
    const { ticket } = await ai.rig.visitor('Quem pode o quê?')
    const { owner } = ai.rig.node.database
    const role = randomUUID()
    await owner`
      insert into core.role ${owner({
        id: role,
        tenant_id: ai.rig.node.a.id,
        name: 'Só reescreve',
        profile: 'super',
        permissions: ['tickets.read', 'tickets.all', 'ai.use', 'ai.rewrite'],
      } as never)}`
    await owner`update core.user_account set role_id = ${role} where id = ${ai.rig.node.a.supervisor.id}`
    const caio = await ai.rig.node.signIn(ai.rig.node.a.supervisor)
    const seen = await ai.rig.rewrite(ticket.id, 'Um texto longo.', { kind: 'shorten' }, caio)
    expect(seen.at(-1)).toMatchObject({ event: 'done' })
    const [message] = await ai.rig.messagesOf(ticket.id)
    for (const [method, path, body] of [
      ['POST', '/p/ai/suggest', { ticketId: ticket.id }],
      ['POST', `/p/ai/summaries/${ticket.id}`, {}],
      ['POST', `/p/ai/hints/${ticket.id}`, {}],
      ['GET', `/p/ai/similar/${ticket.id}`, undefined],
      ['POST', `/p/ai/messages/${message!.id}/translate`, { to: 'en' }],
    ] as const)
      expect(await caio.refused(method, path, body), path).toBe('403 ERR_NO_PERMISSION')
    expect(await caio.ok('GET', `/p/ai/summaries/${ticket.id}`)).toEqual({ summary: null })
  })
})

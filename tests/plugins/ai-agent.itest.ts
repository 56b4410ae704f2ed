import type { TicketLogEntry } from '@recado/contracts'
import type { Words } from '../../plugins/ai/src/words/words-store.ts'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { draftOf } from '../../plugins/ai/src/ui/prompts/new-draft.ts'
import { eventually } from '../harness/app.ts'
import { bakeryAgent, type BakeryAgent } from './ai-agent.rig.ts'
import { forTests, ogg } from './ai.rig.ts'

const ai = forTests()

describe('an agent', () => {
  let agent: BakeryAgent
  beforeAll(async () => {
    agent = await bakeryAgent(ai.rig)
  })
  beforeEach(() => {
    ai.rig.models.isObedient = false
  })
  it('answers a customer, and does what it may', async () => {
    const { visitor: one, ticket } = await ai.rig.visitor('Tem pão integral?')
    await ai.rig.saying(ticket.id, 'Você disse: Tem pão integral?')
    expect(await ai.rig.read(ticket.id)).toMatchObject({ withBot: true, status: 'pending' })
    await one.say('quero, mark interest')
    await ai.rig.saying(ticket.id, 'Feito: mark_interest')
    expect(await ai.rig.tagsOf(ticket.id)).toEqual([agent.interested])
    await one.say('e um café')
    await ai.rig.saying(ticket.id, 'Você disse: e um café')
    expect(await ai.rig.told(ticket.id)).toHaveLength(3)
  })

  it('answers what is said while the model is asked, in order and once', async () => {
    ai.rig.models.faults.plan('chat', { delayMs: 1_500 })
    const before = ai.rig.models.requests.length
    const { visitor: one, ticket } = await ai.rig.visitor('primeira pergunta')
    await eventually(
      () => Promise.resolve(ai.rig.models.requests.length),
      (asked) => asked > before,
    )
    await one.say('segunda pergunta')
    await ai.rig.saying(ticket.id, 'Você disse: segunda pergunta')
    // The second question reads the first one too: what was asked before it is late, and is not said after it.
    const { body } = ai.rig.models.exchanges.find(({ answer }) => answer.text.includes('segunda'))!
    expect(JSON.stringify(body.messages)).toContain('primeira pergunta')
    await one.say('terceira pergunta')
    await ai.rig.saying(ticket.id, 'Você disse: terceira pergunta')
    const said = await ai.rig.told(ticket.id)
    expect(new Set(said).size).toBe(said.length)
    expect(said.findLastIndex((text) => text.includes('primeira'))).toBeLessThanOrEqual(0)
  })

  it('says nothing any more once somebody has taken the conversation', async () => {
    ai.rig.models.faults.plan('chat', { delayMs: 1_500 })
    const before = ai.rig.models.requests.length
    const { ticket } = await ai.rig.visitor('demora um pouco')
    await eventually(
      () => Promise.resolve(ai.rig.models.requests.length),
      (asked) => asked > before,
    )
    await ai.rig.ana.ok('PUT', `/tickets/${ticket.id}`, { status: 'open', userId: ai.rig.ana.login.userId })
    await eventually(
      () => Promise.resolve(ai.rig.models.exchanges.length),
      (asked) => asked > 0,
    )
    const { ticket: later } = await ai.rig.visitor('depois dela')
    await ai.rig.saying(later.id, 'Você disse: depois dela')
    expect(await ai.rig.told(ticket.id)).toEqual([])
  })

  it('says what could not be done', async () => {
    const { id } = agent.prompt
    const kept = draftOf(agent.prompt)
    const gone = (await ai.rig.ana.ok<{ id: string }>('POST', '/tags', { tag: 'some', color: '#0f766e' })).id
    const action = { plugin: 'automations', name: 'addTags', input: { tags: [gone] } }
    const functions = [...kept.functions, { name: 'mark_gone', description: 'Nunca.', action }]
    await ai.rig.ana.ok('PUT', `/p/ai/prompts/${id}`, { ...kept, functions })
    await ai.rig.ana.ok('DELETE', `/tags/${gone}`)
    const { ticket } = await ai.rig.visitor('por favor, mark gone')
    await ai.rig.saying(ticket.id, 'Não foi possível: mark_gone')
    expect(await ai.rig.tagsOf(ticket.id)).toEqual([])
    await ai.rig.ana.ok('PUT', `/p/ai/prompts/${id}`, kept)
  })

  it('asks before it does what has to be confirmed, and does it after a yes alone', async () => {
    const { visitor: one, ticket } = await ai.rig.visitor('cancel order, por favor')
    await ai.rig.saying(ticket.id, 'Posso cancelar o pedido? Responda sim.')
    expect(await ai.rig.tagsOf(ticket.id)).toEqual([])
    await one.say('não, deixa')
    await ai.rig.saying(ticket.id, 'Você disse: não, deixa')
    expect(await ai.rig.tagsOf(ticket.id)).toEqual([])
    const again = await ai.rig.visitor('agora sim, cancel order')
    await ai.rig.saying(again.ticket.id, 'Posso cancelar o pedido? Responda sim.')
    await again.visitor.say('Sim!')
    await ai.rig.saying(again.ticket.id, 'Feito: cancel_order')
    expect(await ai.rig.tagsOf(again.ticket.id)).toEqual([agent.cancelled])
  })

  it('hears what is spoken', async () => {
    const { visitor: one, ticket } = await ai.rig.visitor('Mando um áudio')
    await ai.rig.saying(ticket.id, 'Você disse: Mando um áudio')
    await one.attach('voz.ogg', ogg, 'audio/ogg')
    await ai.rig.saying(ticket.id, `Você disse: ${ai.rig.models.spoken}`)
    expect(await ai.rig.told(ticket.id)).toHaveLength(2)
  })

  it('answers what is spoken by a voice, and by a text where nobody speaks', async () => {
    const { id } = agent.prompt
    const kept = draftOf(agent.prompt)
    await ai.rig.ana.ok('PUT', `/p/ai/prompts/${id}`, { ...kept, voiceProvider: 'openai', voice: 'alloy' })
    const { visitor: one, ticket } = await ai.rig.visitor('Prefiro áudio')
    await ai.rig.saying(ticket.id, 'Você disse: Prefiro áudio')
    await one.attach('voz.ogg', ogg, 'audio/ogg')
    const notes = async () =>
      (await ai.rig.messagesOf(ticket.id)).filter(({ fromMe, media }) => fromMe && media.length > 0)
    const [note] = await eventually(notes, (all) => all.length > 0)
    expect(note!.parts[0]).toMatchObject({ kind: 'media', as: 'voice' })
    expect(ai.rig.models.said).toEqual([`Você disse: ${ai.rig.models.spoken}`])
    // Numbers of persons do not leave to be spoken either.
    const spoken = ai.rig.models.spoken
    ai.rig.models.spoken = 'Meu CPF é 529.982.247-25.'
    await one.attach('voz1.ogg', ogg, 'audio/ogg')
    await ai.rig.saying(ticket.id, 'Você disse: Meu CPF é 529.982.247-25.')
    expect(ai.rig.models.said).toHaveLength(1)
    ai.rig.models.spoken = spoken
    ai.rig.models.faults.plan('speech', { status: 500 })
    await one.attach('voz2.ogg', ogg, 'audio/ogg')
    await ai.rig.saying(ticket.id, `Você disse: ${ai.rig.models.spoken}`)
    await ai.rig.ana.ok('PUT', `/p/ai/prompts/${id}`, kept)
  })

  it('rests on what the company says to customers, and shows the team on what', async () => {
    const body = '# Entregas\n\nEntregamos broas de milho às sextas-feiras.'
    const article = { title: 'Broas', body, language: 'pt-BR', audience: 'customers', isPublished: true }
    await ai.rig.ana.ok('POST', '/p/knowledge/articles', article)
    await ai.rig.ana.ok('POST', '/p/knowledge/articles', {
      ...article,
      title: 'Segredo da broa',
      body: 'Broas de milho custam pouco.',
      audience: 'team',
    })
    const { ticket } = await ai.rig.visitor('Quando vocês entregam broas?')
    await ai.rig.saying(ticket.id, 'Entregamos broas de milho às sextas-feiras.')
    const { words } = await eventually(
      () => ai.rig.ana.ok<{ words: Words[] }>('GET', `/p/ai/words/${ticket.id}`),
      (found) => found.words.length > 0,
    )
    expect(words).toMatchObject([{ kind: 'sources', text: 'Broas › Entregas' }])
    const suggested = (await ai.rig.events('/p/ai/suggest', { ticketId: ticket.id })).at(-1)!
    expect(suggested.data).toMatchObject({ sources: [{ title: expect.stringMatching(/broa/i) }] })
    expect(suggested.data['text']).not.toContain('[1]')
    expect(JSON.stringify(ai.rig.models.exchanges.filter(({ body: { tools } }) => tools !== undefined))).not.toContain(
      'custam pouco',
    )
  })

  it('rests on what means the same in other words, of what is for customers', async () => {
    await ai.rig.settings({ embeddingModel: 'text-embedding-3-small' })
    const article = { title: 'Seguros', body: 'Cada automóvel tem seguro.', language: 'pt-BR', isPublished: true }
    await ai.rig.ana.ok('POST', '/p/knowledge/articles', { ...article, audience: 'customers' })
    await ai.rig.ana.ok('POST', '/p/knowledge/articles', {
      ...article,
      title: 'Carro',
      body: 'Nenhum carro tem alarme.',
    })
    await eventually(
      () => ai.rig.ana.ok<{ state: string }>('GET', '/p/knowledge/meaning'),
      ({ state }) => state === 'ready',
    )
    const { ticket } = await ai.rig.visitor('Alugam carro?')
    await ai.rig.saying(ticket.id, 'Cada automóvel tem seguro.')
    const { words } = await eventually(
      () => ai.rig.ana.ok<{ words: Words[] }>('GET', `/p/ai/words/${ticket.id}`),
      (found) => found.words.length > 0,
    )
    expect(words).toMatchObject([{ kind: 'sources', text: 'Seguros' }])
    const asked = ai.rig.models.exchanges.filter(({ body: { tools } }) => tools !== undefined)
    expect(JSON.stringify(asked)).not.toContain('alarme')
    expect(ai.rig.models.embedded.at(-1)!.text).toBe('Alugam carro?')
    await ai.rig.settings()
  })

  it('hands over to people with a summary and a reason where the model says so', async () => {
    const cause = { cause: 'anger', reason: 'parece irritado' }
    ai.rig.models.script({ text: 'Vou chamar uma pessoa.', calls: [{ name: 'hand_over', arguments: cause }] })
    const { ticket } = await ai.rig.visitor('Não gostei nada disso')
    const after = await ai.rig.withPeople(ticket.id)
    expect(after).toMatchObject({ status: 'pending', queueId: ai.rig.node.a.sales })
    expect(await ai.rig.told(ticket.id)).toEqual(['Vou chamar uma pessoa.'])
    const { summary } = await ai.rig.ana.ok<{ summary: object }>('GET', `/p/ai/summaries/${ticket.id}`)
    expect(summary).toMatchObject({ text: 'O cliente pede: Não gostei nada disso', reason: 'anger: parece irritado' })
    const log = await ai.rig.ana.ok<TicketLogEntry[]>('GET', `/tickets/${ticket.id}/logs`)
    expect(log.map(({ note }) => note)).toContain('o cliente está irritado: parece irritado')
  })

  it('hands over after as many answers as it may give', async () => {
    const { visitor: one, ticket } = await ai.rig.visitor('um')
    for (const word of ['dois', 'três', 'quatro']) {
      await eventually(
        () => ai.rig.told(ticket.id),
        (all) => all.length >= ['dois', 'três', 'quatro'].indexOf(word) + 1,
      )
      await one.say(word)
    }
    await ai.rig.saying(ticket.id, 'Você disse: quatro')
    await one.say('cinco')
    await ai.rig.withPeople(ticket.id)
    expect(await ai.rig.told(ticket.id)).toHaveLength(4)
  })
})

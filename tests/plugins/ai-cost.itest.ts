import { describe, expect, it } from 'vitest'
import { eventually } from '../harness/app.ts'
import { forTests } from './ai.rig.ts'

const ai = forTests()

describe('what questions cost', () => {
  type Cost = { amount: number; currency: string; unpriced: number } | null
  interface Usage {
    prices: { currency: string; prices: object[] } | null
    todayCost: Cost
    monthCost: Cost
    spent: { purpose: string; model: string; input: number; output: number; cost: Cost }[]
  }
  interface OfTicket {
    asked: number
    tokens: number
    cost: Cost
  }
  const usageOf = (person = ai.rig.ana): Promise<Usage> => person.ok<Usage>('GET', '/p/ai/usage')
  const ofTicket = (id: string, person = ai.rig.ugo): Promise<OfTicket> =>
    person.ok<OfTicket>('GET', `/p/ai/usage/${id}`)
  const setPrices = (prices: object[], person = ai.rig.ana) =>
    person.ok('PUT', '/p/ai/prices', { currency: 'USD', prices })
  const luna = { model: 'gpt-6-luna', input: 2, output: 8 }
  const draft = {
    name: 'Custo',
    model: null,
    maxTokens: 300,
    maxMessages: 10,
    temperature: 0.5,
    queueId: null,
    text: 'Você atende a padaria.',
    maxTurns: 5,
    voiceProvider: null,
    voice: '',
    voiceRegion: '',
    functions: [],
  }
  const tryOut = (model: string | null = null) =>
    ai.rig.ana.ok<{ tokens: { input: number; output: number }; cost: Cost }>('POST', '/p/ai/prompts/test', {
      prompt: { ...draft, model },
      said: [{ by: 'customer', text: 'Tem pão?' }],
    })

  it('is not shown before prices are entered, and nothing of it is made up', async () => {
    const { ticket } = await ai.rig.visitor('Sem preço')
    expect(await ofTicket(ticket.id)).toEqual({ asked: 0, tokens: 0, cost: null })
    await ai.rig.rewrite(ticket.id, 'Seu pedido chega na sexta.', { kind: 'shorten' }, ai.rig.ugo)
    const { asked, tokens, cost } = await ofTicket(ticket.id)
    expect([asked, cost]).toEqual([1, null])
    expect(tokens).toBeGreaterThan(10)
    expect((await tryOut()).cost).toBeNull()
    const usage = await usageOf()
    expect([usage.prices, usage.todayCost, usage.monthCost]).toEqual([null, null, null])
    expect(usage.spent.every((line) => line.cost === null)).toBe(true)
  })

  it('follows from tokens and prices for the company, a purpose, a model, a ticket and a test', async () => {
    const { ticket } = await ai.rig.visitor('Com preço')
    await ai.rig.rewrite(ticket.id, 'Seu pedido chega na sexta.', { kind: 'shorten' }, ai.rig.ugo)
    await setPrices([luna])
    const tried = await tryOut()
    const of = ({ input, output }: { input: number; output: number }): number => (input * 2 + output * 8) / 1_000_000
    expect(tried.cost).toEqual({ amount: of(tried.tokens), currency: 'USD', unpriced: 0 })
    await tryOut('llama3')
    const { prices, todayCost, monthCost, spent } = await usageOf()
    expect(prices).toEqual({ currency: 'USD', prices: [luna] })
    const [known, other] = ['gpt-6-luna', 'llama3'].map((name) => spent.filter(({ model }) => model === name))
    for (const line of known!) expect(line.cost).toEqual({ amount: of(line), currency: 'USD', unpriced: 0 })
    expect(other!.length, 'a model without a price').toBeGreaterThan(0)
    expect(other!.every(({ cost }) => cost === null)).toBe(true)
    const whole = known!.reduce((before, line) => before + of(line), 0)
    expect(todayCost!.amount).toBeCloseTo(whole, 9)
    expect(monthCost!.amount).toBeCloseTo(whole, 9)
    expect(todayCost!.unpriced).toBeGreaterThan(0)
    const { asked, cost } = await ofTicket(ticket.id)
    expect([asked, cost!.currency, cost!.unpriced]).toEqual([1, 'USD', 0])
    const before = cost!.amount
    expect(before).toBeGreaterThan(0)
    await setPrices([{ ...luna, input: 4, output: 16 }])
    expect((await ofTicket(ticket.id)).cost!.amount, 'by the prices of now').toBeCloseTo(before * 2, 12)
    await setPrices([])
    expect((await ofTicket(ticket.id)).cost).toBeNull()
    expect((await usageOf()).prices).toBeNull()
  })

  it('is a matter of the company: its administrator enters prices, and nobody else sees them', async () => {
    const { ticket } = await ai.rig.visitor('De quem')
    await setPrices([luna])
    expect((await usageOf(ai.rig.bia)).prices).toBeNull()
    await setPrices([{ ...luna, input: 1_000 }], ai.rig.bia)
    expect((await usageOf()).prices!.prices).toEqual([luna])
    expect(await ai.rig.bia.refused('GET', `/p/ai/usage/${ticket.id}`)).toBe('404 ERR_NO_TICKET_FOUND')
    const list = { currency: 'USD', prices: [luna] }
    expect(await ai.rig.ugo.refused('PUT', '/p/ai/prices', list)).toBe('403 ERR_NO_PERMISSION')
    for (const wrong of [
      { ...list, currency: 'dollar' },
      { ...list, prices: [luna, luna] },
      { ...list, prices: [{ ...luna, input: -1 }] },
      { ...list, prices: Array.from({ length: 21 }, (_none, at) => ({ ...luna, model: `m${at}` })) },
    ])
      expect((await ai.rig.ana.call('PUT', '/p/ai/prices', wrong)).status).toBe(422)
    await setPrices([], ai.rig.bia)
    await setPrices([])
  })

  it('is counted by the plugin whose work asked', async () => {
    await ai.rig.settings({ embeddingModel: 'text-embedding-3-small' })
    const article = { title: 'Broas', body: 'Broas de milho.', language: 'pt-BR', isPublished: true }
    await ai.rig.ana.ok('POST', '/p/knowledge/articles', article)
    await eventually(
      () => ai.rig.ana.ok<{ state: string }>('GET', '/p/knowledge/meaning'),
      ({ state }) => state === 'ready',
    )
    interface ByPlugin {
      readonly byPlugin: readonly { readonly plugin: string; readonly tokens: number }[]
      readonly spent: readonly { readonly plugin: string; readonly purpose: string }[]
    }
    const { byPlugin, spent } = await ai.rig.ana.ok<ByPlugin>('GET', '/p/ai/usage')
    expect(byPlugin.map(({ plugin }) => plugin).toSorted()).toEqual(['ai', 'knowledge'])
    expect(byPlugin.every(({ tokens }) => tokens > 0)).toBe(true)
    expect(spent).toContainEqual(expect.objectContaining({ plugin: 'knowledge', purpose: 'embedding-passage' }))
    expect(spent).toContainEqual(expect.objectContaining({ plugin: 'ai', purpose: 'rewrite' }))
    await ai.rig.settings()
  })
})

import type { TicketLogEntry } from '@recado/contracts'
import type { Prompt, PromptDraft } from '../../plugins/ai/src/prompts/prompt.ts'
import { draftOf, newDraft } from '../../plugins/ai/src/ui/prompts/new-draft.ts'
import postgres, { type Sql } from 'postgres'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { answersFirst } from './ai-agent.rig.ts'
import { forTests } from './ai.rig.ts'

const ai = forTests()
const farewell = 'Já chamo alguém.'
let prompt: Prompt
let owner: Sql

beforeAll(async () => {
  owner = postgres(ai.rig.node.database.ownerUrl, { max: 1 })
  const draft = { ...newDraft, name: 'Com limites', text: 'Você atende a padaria.', handOverText: farewell }
  prompt = await ai.rig.ana.ok<Prompt>('POST', '/p/ai/prompts', draft)
  await answersFirst(ai.rig, prompt.id)
})
afterAll(() => owner?.end())

/** Publishes the prompt with these changes. */
const publish = (change: Partial<PromptDraft> = {}): Promise<Prompt> =>
  ai.rig.ana.ok<Prompt>('PUT', `/p/ai/prompts/${prompt.id}`, { ...draftOf(prompt), ...change })
const rules = (change: Partial<PromptDraft['handOver']>): Promise<Prompt> =>
  publish({ handOver: { ...newDraft.handOver, ...change } })
const reasonOf = async (ticket: string): Promise<string | null> =>
  (await ai.rig.ana.ok<{ summary: { reason: string | null; text: string } | null }>('GET', `/p/ai/summaries/${ticket}`))
    .summary?.reason ?? null
const notesOf = async (ticket: string): Promise<(string | null)[]> =>
  (await ai.rig.ana.ok<TicketLogEntry[]>('GET', `/tickets/${ticket}/logs`)).map(({ note }) => note)
/** Questions to the model that were no summaries. */
const asked = () => ai.rig.models.exchanges.filter(({ body }) => body.tools !== undefined)
const setPrices = (prices: object[]) => ai.rig.ana.ok('PUT', '/p/ai/prices', { currency: 'BRL', prices })

describe('a conversation of an agent', () => {
  it('goes to people after as many minutes as it may take, with a summary and the reason', async () => {
    await publish({ maxMinutes: 30 })
    const { visitor, ticket } = await ai.rig.visitor('Tem pão de queijo?')
    await ai.rig.saying(ticket.id, 'Você disse: Tem pão de queijo?')
    await owner`update plg_ai.conversation set begun_at = begun_at - interval '31 minutes'
                 where ticket_id = ${ticket.id}`
    await visitor.say('E de batata?')
    await ai.rig.withPeople(ticket.id)
    expect(await ai.rig.told(ticket.id)).toEqual(['Você disse: Tem pão de queijo?', farewell])
    expect(await reasonOf(ticket.id)).toBe('minutes: 30')
    expect(await notesOf(ticket.id)).toContain('chegou ao tempo da conversa, em minutos: 30')
  })

  it('goes to people once its questions have cost what it may, by the prices of the company', async () => {
    expect(await ai.rig.ana.refused('PUT', `/p/ai/prompts/${prompt.id}`, { ...draftOf(prompt), maxCost: 1 })).toBe(
      '422 ERR_PROMPT_PRICE',
    )
    await setPrices([{ model: 'gpt-6-luna', input: 1_000, output: 1_000 }])
    await publish({ maxCost: 0.01 })
    const { visitor, ticket } = await ai.rig.visitor('Quanto custa a broa?')
    await ai.rig.saying(ticket.id, 'Você disse: Quanto custa a broa?')
    await visitor.say('E o sonho?')
    await ai.rig.withPeople(ticket.id)
    expect(await reasonOf(ticket.id)).toBe('cost: BRL 0.01')
    expect(asked()).toHaveLength(1)
    // Another conversation has its own account.
    const other = await ai.rig.visitor('Outra conversa')
    await ai.rig.saying(other.ticket.id, 'Você disse: Outra conversa')
    // What cannot be counted any more counts as used up.
    await setPrices([])
    await other.visitor.say('Mais uma')
    await ai.rig.withPeople(other.ticket.id)
    expect(await reasonOf(other.ticket.id)).toBe('costUnknown: gpt-6-luna')
    await publish()
  })
})

describe('a rule', () => {
  const angry = 'Isso é um absurdo'
  it.each([
    ['person', 'Quero falar com um atendente agora', 'person: falar com um atendente'],
    ['anger', angry, 'anger: absurdo'],
    ['anger', 'CADÊ O MEU PEDIDO AGORA', 'shouted'],
    ['scope', 'Em quem votar nas eleições?', 'scope: Eleições'],
  ] as const)(
    '%s gives people what it decides by itself, without a model, and can be off: %s',
    async (rule, text, why) => {
      await publish({ refusedTopics: ['Eleições'] })
      const { ticket } = await ai.rig.visitor(text)
      await ai.rig.withPeople(ticket.id)
      expect(await reasonOf(ticket.id)).toBe(why)
      expect(await ai.rig.told(ticket.id)).toEqual([farewell])
      expect(asked(), 'no model was asked').toHaveLength(0)
      await publish({ refusedTopics: ['Eleições'], handOver: { ...newDraft.handOver, [rule]: false } })
      ai.rig.models.script(`Respondo: ${why}`)
      const { ticket: other } = await ai.rig.visitor(`${text} mesmo`)
      await ai.rig.saying(other.id, `Respondo: ${why}`)
      expect((await ai.rig.read(other.id)).withBot).toBe(true)
      await publish()
    },
  )

  it('does not let the model hand over for what is off', async () => {
    await rules({ person: false })
    const call = { name: 'hand_over', arguments: { cause: 'person', reason: 'quis' } }
    ai.rig.models.script({ text: 'Posso ajudar eu mesmo.', calls: [call] })
    const { ticket } = await ai.rig.visitor('Que horas são?')
    await ai.rig.saying(ticket.id, 'Posso ajudar eu mesmo.')
    expect((await ai.rig.read(ticket.id)).withBot).toBe(true)
    const [{ body }] = asked() as [ReturnType<typeof asked>[number]]
    expect(JSON.stringify(body.tools)).not.toContain('"person"')
    await publish()
  })

  it('holds back an answer that does not know, repeats itself, or names no article where it has to', async () => {
    await publish()
    ai.rig.models.script('Olha, não tenho certeza, mas acho que sim.')
    const { ticket } = await ai.rig.visitor('Vocês fazem bolo de casamento?')
    await ai.rig.withPeople(ticket.id)
    expect(await ai.rig.told(ticket.id)).toEqual([farewell])
    expect(await reasonOf(ticket.id)).toBe('unsure: nao tenho certeza')
    const same = 'Abrimos todos os dias, das nove às dezoito.'
    ai.rig.models.script(same, same)
    const again = await ai.rig.visitor('Que horas abre?')
    await ai.rig.saying(again.ticket.id, same)
    await again.visitor.say('E no Natal?')
    await ai.rig.withPeople(again.ticket.id)
    expect(await ai.rig.told(again.ticket.id)).toEqual([same, farewell])
    expect(await reasonOf(again.ticket.id)).toBe('repeated')
    await rules({ needsSource: true })
    const third = await ai.rig.visitor('Entregam em Marte?')
    await ai.rig.withPeople(third.ticket.id)
    expect(await reasonOf(third.ticket.id)).toBe('noSource')
    await publish()
  })

  it('gives people who is told twice that an answer did not help', async () => {
    const { visitor, ticket } = await ai.rig.visitor('Cadê o recibo?')
    await ai.rig.saying(ticket.id, 'Você disse: Cadê o recibo?')
    await visitor.say('Não foi isso que perguntei')
    await ai.rig.saying(ticket.id, 'Você disse: Não foi isso que perguntei')
    await visitor.say('Já disse, o recibo')
    await ai.rig.withPeople(ticket.id)
    expect(await reasonOf(ticket.id)).toBe('notHelped: ja disse')
  })

  it('gives people who is special to the company, by a tag or an attribute, before a model reads it', async () => {
    const gold = (await ai.rig.ana.ok<{ id: string }>('POST', '/tags', { tag: 'Ouro', color: '#aa8800' })).id
    await ai.rig.ana.ok('POST', '/attributes', { owner: 'contact', type: 'text', label: 'Nível', key: 'nivel' })
    expect(
      await ai.rig.ana.refused('PUT', `/p/ai/prompts/${prompt.id}`, {
        ...draftOf(prompt),
        handOver: { ...newDraft.handOver, vip: true },
      }),
    ).toBe('422 ERR_VALIDATION')
    await rules({ vip: true, vipTags: [gold], vipAttribute: 'nivel', vipValue: 'diamante' })
    const tagged = await ai.rig.visitor('Oi, sou eu')
    await ai.rig.saying(tagged.ticket.id, 'Você disse: Oi, sou eu')
    await ai.rig.ana.ok('PUT', `/contacts/${tagged.ticket.contactId}`, { tagIds: [gold] })
    await tagged.visitor.say('Preciso de ajuda')
    await ai.rig.withPeople(tagged.ticket.id)
    expect(await reasonOf(tagged.ticket.id)).toBe('vip: Ouro')
    const named = await ai.rig.visitor('Oi, sou outro')
    await ai.rig.saying(named.ticket.id, 'Você disse: Oi, sou outro')
    await ai.rig.ana.ok('PUT', `/contacts/${named.ticket.contactId}`, { attributes: { nivel: 'Diamante' } })
    await named.visitor.say('Também preciso')
    await ai.rig.withPeople(named.ticket.id)
    expect(await reasonOf(named.ticket.id)).toBe('vip: nivel')
    await publish()
  })
})

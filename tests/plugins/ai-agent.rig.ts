import type { ResponderOrders } from '@recado/contracts'
import type { Prompt, PromptDraft } from '../../plugins/ai/src/prompts/prompt.ts'
import type { AiRig } from './ai.rig.ts'

/** An agent of a bakery that answers everybody of the first company, and the tags that its functions put. */
export interface BakeryAgent {
  readonly prompt: Prompt
  readonly interested: string
  readonly cancelled: string
}

const about = 'Conte só o que está aqui e nada mais do que isso. '.repeat(5)

/** Puts a prompt before people. */
export const answersFirst = (rig: AiRig, prompt: string): Promise<ResponderOrders> =>
  rig.ana.ok<ResponderOrders>('PUT', '/responders', {
    scope: { kind: 'company' },
    places: [{ plugin: 'ai', name: 'agent', input: { prompt } }],
  })

/** Makes the agent, which may mark who is interested, and cancel an order after a yes. */
export async function bakeryAgent(rig: AiRig, more: Partial<PromptDraft> = {}): Promise<BakeryAgent> {
  const [interested, cancelled] = await Promise.all(
    ['interessado', 'cancelado'].map(
      async (tag) => (await rig.ana.ok<{ id: string }>('POST', '/tags', { tag, color: '#0f766e' })).id,
    ),
  )
  const tag = (id: string) => ({ plugin: 'automations', name: 'addTags', input: { tags: [id] } })
  const prompt = await rig.ana.ok<Prompt>('POST', '/p/ai/prompts', {
    name: 'Agente',
    text: `Você atende a Padaria Sol. ${about}`,
    queueId: rig.node.a.sales,
    maxTurns: 4,
    functions: [
      { name: 'mark_interest', description: 'Quando quer comprar.', action: tag(interested!) },
      {
        name: 'cancel_order',
        description: 'Quando quer cancelar.',
        action: tag(cancelled!),
        confirm: 'Posso cancelar o pedido? Responda sim.',
      },
    ],
    ...more,
  })
  await answersFirst(rig, prompt.id)
  return { prompt, interested: interested!, cancelled: cancelled! }
}

import type { ApiClient } from './api-client.ts'
import type { Company } from './company.ts'

const attributes = [
  {
    owner: 'contact',
    type: 'choice',
    label: 'Tipo de cliente',
    description: 'Como este cliente compra.',
    options: [{ label: 'Loja' }, { label: 'Escola' }, { label: 'Empresa' }],
  },
  { owner: 'contact', type: 'date', label: 'Cliente desde', description: 'Dia da primeira compra.' },
  { owner: 'ticket', type: 'text', label: 'Número do pedido', description: 'Como está na nota fiscal.' },
]

/** Greets, asks what it is about, and hands over to the queue that answers that. */
const welcome = ({ queues }: Company) => {
  const ways = [
    { id: 'buy', label: 'Comprar', queue: 'Vendas' },
    { id: 'help', label: 'Troca ou problema', queue: 'Suporte' },
    { id: 'pay', label: 'Pagamento e 2ª via', queue: 'Financeiro' },
  ] as const
  return {
    nodes: [
      { id: 'start', kind: 'start' },
      {
        id: 'hello',
        kind: 'message',
        title: 'Saudação',
        position: { x: 0, y: 320 },
        data: { parts: [{ kind: 'text', text: 'Olá, {{name}}! Aqui é a Papelaria Aurora.' }] },
      },
      {
        id: 'subject',
        kind: 'menu',
        title: 'Assunto',
        position: { x: 320, y: 320 },
        data: {
          text: 'Sobre o que você quer falar?',
          options: ways.map(({ id, label }) => ({ id, label })),
          invalidText: 'Escolha uma das opções, por favor.',
        },
      },
      ...ways.map(({ id, queue }, at) => ({
        id: `to-${id}`,
        kind: 'people',
        title: queue,
        position: { x: 680, y: at * 320 },
        data: {
          destination: { to: 'queue', queueId: queues.get(queue) },
          text: 'Certo! Já chamamos alguém da equipe para você.',
        },
      })),
    ],
    edges: [
      { id: 'e-start', from: 'start', outlet: 'next', to: 'hello' },
      { id: 'e-hello', from: 'hello', outlet: 'next', to: 'subject' },
      ...ways.map(({ id }) => ({ id: `e-${id}`, from: 'subject', outlet: `option:${id}`, to: `to-${id}` })),
    ],
  }
}

/**
 * Gives the company attributes, an automation rule, and a published flow. The flow is in no order of responders: the
 * customers of the demo write to people.
 */
export async function furnishRules(admin: ApiClient, company: Company): Promise<void> {
  for (const attribute of attributes) await admin.call('POST', '/attributes', attribute)
  await admin.call('POST', '/p/automations/rules', {
    name: 'Etiquetar quem fala em boleto',
    trigger: { kind: 'event', event: 'received' },
    conditions: [
      {
        plugin: 'automations',
        name: 'text',
        input: { words: ['boleto', 'segunda via', '2ª via'], test: 'any' },
        negated: false,
      },
    ],
    actions: [{ plugin: 'automations', name: 'addTags', input: { tags: [company.tags.get('Segunda via')] } }],
    isActive: true,
  })
  const { id } = await admin.call<{ id: string }>('POST', '/p/flows/flows', {
    name: 'Boas-vindas',
    graph: welcome(company),
  })
  await admin.call('POST', `/p/flows/flows/${id}/versions`, { revision: 1 })
  await admin.call('PUT', `/p/flows/flows/${id}/active`, { isActive: true })
}

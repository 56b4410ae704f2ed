import type { ApiClient } from './api-client.ts'
import type { ColleagueName, QueueName, TagName } from './stories/story.ts'

/** Password of everybody in the demo: it listens on this machine alone. */
export const password = 'caderno-de-capa-verde'
export const administrator = 'admin@recado.local'
/** Names the company in the addresses of its public pages. */
export const publicAddress = 'papelaria-aurora'

/** The company of the demo as it stands before anybody writes. */
export interface Company {
  readonly queues: ReadonlyMap<QueueName, string>
  readonly tags: ReadonlyMap<TagName, string>
  readonly colleagues: ReadonlyMap<ColleagueName, { readonly id: string; readonly email: string }>
}

const queueColors: Readonly<Record<QueueName, string>> = {
  Vendas: '#0e7490',
  Suporte: '#b45309',
  Financeiro: '#7c3aed',
}
const tagColors: Readonly<Record<TagName, string>> = {
  Atacado: '#0e7490',
  'Cliente fiel': '#15803d',
  Presente: '#a21caf',
  'Segunda via': '#b45309',
  Troca: '#b91c1c',
}
const team: readonly {
  readonly name: ColleagueName
  readonly email: string
  readonly profile: 'super' | 'user'
  readonly queues: readonly QueueName[]
}[] = [
  {
    name: 'Helena Sales',
    email: 'helena@recado.local',
    profile: 'super',
    queues: ['Vendas', 'Suporte', 'Financeiro'],
  },
  { name: 'Rafael Lima', email: 'rafael@recado.local', profile: 'user', queues: ['Vendas', 'Suporte'] },
  { name: 'Tiago Rocha', email: 'tiago@recado.local', profile: 'user', queues: ['Suporte', 'Financeiro'] },
]
/** Who signs in to the demo. */
export const people = [
  { role: 'admin', email: administrator },
  ...team.map(({ profile, email }) => ({ role: profile, email })),
] as const
const quickMessages = [
  ['horario', 'Abrimos de segunda a sexta, das 9h às 18h, e aos sábados das 9h às 14h.'],
  ['frete', 'O frete é grátis acima de R$ 90,00.'],
  ['troca', 'A troca é grátis em até 7 dias, com a nota fiscal e sem uso.'],
  ['obrigado', 'Obrigado pela preferência, {{name}}! 💙'],
] as const

/** Gives the company its name, queues, tags, colleagues and quick messages. */
export async function furnishCompany(admin: ApiClient): Promise<Company> {
  const profile = await admin.call<object>('GET', '/company')
  await admin.call('PUT', '/company', { ...profile, name: 'Papelaria Aurora', publicAddress })
  const queues = new Map<QueueName, string>()
  for (const [queue, color] of Object.entries(queueColors) as [QueueName, string][])
    queues.set(queue, (await admin.call<{ id: string }>('POST', '/queue', { queue, color })).id)
  const tags = new Map<TagName, string>()
  for (const [tag, color] of Object.entries(tagColors) as [TagName, string][])
    tags.set(tag, (await admin.call<{ id: string }>('POST', '/tags', { tag, color })).id)
  const colleagues = new Map<ColleagueName, { id: string; email: string }>()
  for (const { name, email, profile: role, queues: own } of team) {
    const queueIds = own.map((queue) => queues.get(queue)!)
    const user = { name, email, password, profile: role, queueIds }
    colleagues.set(name, { email, id: (await admin.call<{ id: string }>('POST', '/users', user)).id })
  }
  for (const [key, message] of quickMessages)
    await admin.call('POST', '/fastreply', { key, message, scope: 'global', queueId: null })
  return { queues, tags, colleagues }
}

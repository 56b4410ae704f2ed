import type { AttributeDefinition } from '@recado/sdk'
import type { Account, KeyWork, Work } from '../account.ts'
import { rows } from '../account.ts'
import { agentShape } from '../conversations/conversation.ts'
import { numbersOf } from '../numbers/numbers.ts'

/** Types of custom attributes as the API names them, by ours. */
const attributeTypes = {
  text: 'text',
  number: 'number',
  date: 'date',
  boolean: 'checkbox',
  link: 'link',
  choice: 'list',
  choices: 'list',
} as const satisfies Record<AttributeDefinition['type'], string>

/** Users of the company. Their addresses are not told. */
export async function agentsOf(work: Work, account: Account): Promise<readonly object[]> {
  const users = await work.core.users.colleagues()
  const numbers = await numbersOf(
    work,
    'agent',
    users.map(({ id }) => id),
  )
  return users.map(({ id, name, isOnline }) => ({
    ...agentShape({ id: numbers.get(id)!, name }),
    account_id: account.id,
    availability_status: isOnline ? 'online' : 'offline',
    auto_offline: true,
    confirmed: true,
    email: null,
    role: 'agent',
  }))
}

/** Queues, which are what teams are there. */
export async function teamsOf(work: Work, account: Account): Promise<readonly object[]> {
  const queues = await work.core.queues.list()
  const numbers = await numbersOf(
    work,
    'team',
    queues.map(({ id }) => id),
  )
  return queues.map(({ id, queue }) => ({
    id: numbers.get(id),
    name: queue,
    description: null,
    allow_auto_assign: false,
    account_id: account.id,
    is_member: false,
  }))
}

export async function labelsOf(work: Work): Promise<readonly object[]> {
  const tags = await work.core.tags.list()
  const numbers = await numbersOf(
    work,
    'label',
    tags.map(({ id }) => id),
  )
  return tags.map(({ id, tag, color, isActive }) => ({
    id: numbers.get(id),
    title: tag,
    description: null,
    color,
    show_on_sidebar: isActive,
  }))
}

export async function attributeDefinitionsOf(work: Work, model: unknown): Promise<readonly object[]> {
  const owners = { contact_attribute: 'contact', conversation_attribute: 'ticket' } as const
  const owner = owners[String(model) as keyof typeof owners]
  const all = (await work.core.attributes.list()).filter((one) => owner === undefined || one.owner === owner)
  const numbers = await numbersOf(
    work,
    'attribute',
    all.map((one) => `${one.owner}.${one.key}`),
  )
  return all.map((one) => ({
    id: numbers.get(`${one.owner}.${one.key}`),
    attribute_display_name: one.label,
    attribute_display_type: attributeTypes[one.type],
    attribute_description: null,
    attribute_key: one.key,
    attribute_values: one.options.map(({ label }) => label),
    attribute_model: one.owner === 'contact' ? 'contact_attribute' : 'conversation_attribute',
  }))
}

/** Who the access token is: its name, as an agent of the account. */
export async function profileOf(work: KeyWork, account: Account): Promise<object> {
  const [token] = await rows<{ name: string }>(
    work,
    'select name from plg_chatwoot_api.access_token where tenant_id = $1 and id = $2',
    [work.key.holder],
  )
  const name = token?.name ?? account.name
  return {
    id: 0,
    name,
    available_name: name,
    display_name: name,
    email: null,
    account_id: account.id,
    role: 'administrator',
    accounts: [{ id: account.id, name: account.name, status: 'active', role: 'administrator' }],
  }
}

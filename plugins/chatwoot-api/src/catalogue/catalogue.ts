import type { AttributeDefinition, Colleague, Ticket } from '@recado/sdk'
import type { Account, KeyWork, Work } from '../account.ts'
import { rows } from '../account.ts'
import { tokenOfProgram } from '../cable/subject.ts'
import { agentShape } from '../conversations/conversation.ts'
import { notFound } from '../http/answer.ts'
import { numbersOf, objectOf } from '../numbers/numbers.ts'

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

interface Shown {
  readonly id: number | undefined
}

/** Users of the company. Their addresses are not told. */
export const agentsOf = async (work: Work, account: Account): Promise<readonly object[]> =>
  shownAgents(work, account, await work.core.users.colleagues())

async function shownAgents(work: Work, account: Account, users: readonly Colleague[]): Promise<readonly object[]> {
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
export async function teamsOf(work: Work, account: Account): Promise<readonly Shown[]> {
  const queues = await work.core.queues.list()
  const numbers = await numbersOf(
    work,
    'team',
    queues.map(({ id }) => id),
  )
  return queues.map(({ id, queue }) => teamShape(account, { id: numbers.get(id), name: queue }))
}

const teamShape = (account: Account, team: { readonly id: number | undefined; readonly name: string | null }) => ({
  ...team,
  description: null,
  allow_auto_assign: false,
  account_id: account.id,
  is_member: false,
})

/** The queue that a conversation is in, as a team; null for none. */
export async function teamOfTicket(
  work: Work,
  account: Account,
  { queueId, queue: name }: Pick<Ticket, 'queueId' | 'queue'>,
): Promise<object | null> {
  if (queueId === null) return null
  return teamShape(account, { id: (await numbersOf(work, 'team', [queueId])).get(queueId), name })
}

/** The queue of a number, as a team. @throws Fault 404 */
export async function teamOf(work: Work, account: Account, given: unknown): Promise<object> {
  const team = (await teamsOf(work, account)).find(({ id }) => String(id) === String(given))
  if (!team) throw notFound()
  return team
}

/** Agents who work in a queue. @throws Fault 404 */
export async function teamMembersOf(work: Work, account: Account, given: unknown): Promise<readonly object[]> {
  const queue = await objectOf(work, 'team', given)
  if (!(await work.core.queues.list()).some(({ id }) => id === queue)) throw notFound()
  const users = await work.core.users.colleagues()
  const queues = await Promise.all(users.map(({ id }) => work.core.users.queuesOf(id)))
  return shownAgents(
    work,
    account,
    users.filter((_user, index) => queues[index]!.some((id) => id === queue)),
  )
}

/** The label of a number. @throws Fault 404 */
export async function labelOf(work: Work, given: unknown): Promise<object> {
  const label = (await labelsOf(work)).find(({ id }) => String(id) === String(given))
  if (!label) throw notFound()
  return label
}

export async function labelsOf(work: Work): Promise<readonly Shown[]> {
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
    pubsub_token: tokenOfProgram(work, work.key.holder),
    accounts: [{ id: account.id, name: account.name, status: 'active', role: 'administrator' }],
  }
}

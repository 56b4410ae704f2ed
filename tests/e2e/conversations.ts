import { newId } from '../../core/src/base/ids.ts'
import type { TestApp } from '../harness/app.ts'

/** A conversation on the first company's web chat that `user` has taken. Answers its ticket. */
export async function takenConversation(
  node: TestApp,
  name: string,
  { user = node.a.user, queueId = null }: { user?: { readonly id: string }; queueId?: string | null } = {},
): Promise<string> {
  const { owner } = node.database
  const [contact, ticket]: [string, string] = [newId(), newId()]
  await owner`insert into core.contact (id, tenant_id, name) values (${contact}, ${node.a.id}, ${name})`
  await owner`
    insert into core.ticket (id, tenant_id, protocol, status, contact_id, origin_id, connection_id, channel, chat,
      user_id, queue_id)
    select ${ticket}, tenant_id, '20260101000001', 'open', ${contact}, ${contact}, id, type, ${ticket}, ${user.id},
           ${queueId}
      from core.connection
     where tenant_id = ${node.a.id} and id = ${node.a.connection}`
  return ticket
}

/** A person with a ticket, as {@link openTickets} makes them. */
export interface Talker {
  readonly id: string
  readonly ticket: string
  readonly name: string
  readonly index: number
}

/**
 * Tickets of these people on the first company's web chat, which its administrator has, each with a last message; the
 * later ones newer. `change` says what is otherwise of one, in columns.
 */
export async function openTickets(
  node: TestApp,
  names: readonly string[],
  change: (index: number) => Readonly<Record<string, unknown>> = () => ({}),
): Promise<readonly Talker[]> {
  const { owner } = node.database
  const people = names.map((name, index) => ({ id: newId(), ticket: newId(), name, index }))
  await owner`insert into core.contact ${owner(people.map(({ id, name }) => ({ id, tenant_id: node.a.id, name })))}`
  await owner`insert into core.ticket ${owner(
    people.map(({ id, ticket, name, index }) => ({
      id: ticket,
      tenant_id: node.a.id,
      protocol: `2026${index}`,
      status: 'open',
      contact_id: id,
      connection_id: node.a.connection,
      channel: 'webchat',
      chat: `c-${index}`,
      user_id: node.a.admin.id,
      last_message: `Olá, aqui é ${name}`,
      last_message_at: new Date(Date.UTC(2026, 10, 20, 12, index)),
      ...change(index),
    })),
  )}`
  return people
}

import { rows, type Work } from '../account.ts'
import type { Fields } from '../http/fields.ts'

type Scope = Pick<Work, 'db' | 'tenant'>

/** What programs say of a conversation beside what core keeps. */
export interface ConversationExtras {
  readonly ticket_id: string
  readonly custom: Fields
  readonly additional: Fields
  readonly contact_seen_at: string | null
  readonly agent_seen_at: string | null
}

const columns = 'ticket_id, custom, additional, contact_seen_at, agent_seen_at'

/** Keeps which contact a conversation is with, so that theirs can be listed. */
export const keepConversation = (
  scope: Scope,
  ticket: { readonly id: string; readonly contactId: string; readonly channelId: string },
  { custom = {}, additional = {} }: { readonly custom?: Fields; readonly additional?: Fields } = {},
): Promise<unknown> =>
  rows(
    scope,
    `insert into plg_chatwoot_api.conversation as c (tenant_id, ticket_id, contact_id, connection_id, custom,
       additional)
     values ($1, $2, $3, $4, $5::text::jsonb, $6::text::jsonb)
     on conflict (tenant_id, ticket_id) do update set
       contact_id = excluded.contact_id, custom = c.custom || excluded.custom,
       additional = c.additional || excluded.additional`,
    [ticket.id, ticket.contactId, ticket.channelId, JSON.stringify(custom), JSON.stringify(additional)],
  )

export async function conversationExtras(
  scope: Scope,
  tickets: readonly string[],
): Promise<ReadonlyMap<string, ConversationExtras>> {
  const found = await rows<ConversationExtras>(
    scope,
    `select ${columns} from plg_chatwoot_api.conversation where tenant_id = $1 and ticket_id = any ($2::uuid[])`,
    [tickets],
  )
  return new Map(found.map((one) => [one.ticket_id, one]))
}

/** The latest conversations with a contact, the latest first. */
export async function ticketsOfContact(scope: Scope, contact: string): Promise<readonly string[]> {
  const found = await rows<{ ticket_id: string }>(
    scope,
    `select ticket_id
       from plg_chatwoot_api.conversation
      where tenant_id = $1 and contact_id = $2
      order by ticket_id desc limit 20`,
    [contact],
  )
  return found.map(({ ticket_id }) => ticket_id)
}

/** Custom attributes as a program sets them: in place of those before, or beside them. */
export const setCustom = (scope: Scope, ticket: string, custom: Fields, { merge = false } = {}): Promise<unknown> =>
  rows(
    scope,
    `update plg_chatwoot_api.conversation
        set custom = case when $4::boolean then custom else '{}' end || $3::text::jsonb
      where tenant_id = $1 and ticket_id = $2`,
    [ticket, JSON.stringify(custom), merge],
  )

export const markSeen = (scope: Scope, ticket: string, by: 'contact' | 'agent'): Promise<unknown> =>
  rows(
    scope,
    `update plg_chatwoot_api.conversation set ${by}_seen_at = now() where tenant_id = $1 and ticket_id = $2`,
    [ticket],
  )

/** The program has not read a conversation, whatever it said before. */
export const markUnseen = (scope: Scope, ticket: string): Promise<unknown> =>
  rows(scope, 'update plg_chatwoot_api.conversation set agent_seen_at = null where tenant_id = $1 and ticket_id = $2', [
    ticket,
  ])

/** What is kept of a conversation that is gone. */
export const forgetConversation = async (scope: Scope, ticket: string): Promise<void> => {
  for (const table of ['message', 'note', 'conversation'])
    await rows(scope, `delete from plg_chatwoot_api.${table} where tenant_id = $1 and ticket_id = $2`, [ticket])
}

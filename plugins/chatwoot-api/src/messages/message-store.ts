import { rows, type Work } from '../account.ts'
import type { Fields } from '../http/fields.ts'

type Scope = Pick<Work, 'db' | 'tenant'>

/** What programs say of a message, and the id by which the channel knows it. */
export interface MessageExtras {
  readonly message_id: string
  readonly external_id: string
  readonly source_id: string | null
  readonly content_attributes: Fields
  readonly content_type: string
  readonly echo_id: string | null
}

export interface GivenExtras {
  readonly externalId: string
  readonly sourceId?: string | undefined
  readonly attributes?: Fields | undefined
  readonly type?: string | undefined
  readonly echoId?: string | undefined
}

const columns = 'message_id, external_id, source_id, content_attributes, content_type, echo_id'

/** What was kept first stays. */
export const keepMessage = (
  scope: Scope,
  message: { readonly id: string; readonly ticketId: string },
  { externalId, sourceId, attributes = {}, type = 'text', echoId }: GivenExtras,
): Promise<unknown> =>
  rows(
    scope,
    `insert into plg_chatwoot_api.message (tenant_id, message_id, ticket_id, external_id, source_id, content_attributes,
       content_type, echo_id)
     values ($1, $2, $3, $4, $5, $6::text::jsonb, $7, $8) on conflict do nothing`,
    [message.id, message.ticketId, externalId, sourceId ?? null, JSON.stringify(attributes), type, echoId ?? null],
  )

export async function messageExtras(
  scope: Scope,
  messages: readonly string[],
): Promise<ReadonlyMap<string, MessageExtras>> {
  const found = await rows<MessageExtras>(
    scope,
    `select ${columns} from plg_chatwoot_api.message where tenant_id = $1 and message_id = any ($2::uuid[])`,
    [messages],
  )
  return new Map(found.map((one) => [one.message_id, one]))
}

export async function messageByExternal(scope: Scope, external: string): Promise<string | undefined> {
  const [found] = await rows<{ message_id: string }>(
    scope,
    'select message_id from plg_chatwoot_api.message where tenant_id = $1 and external_id = $2 limit 1',
    [external],
  )
  return found?.message_id
}

/** What is still to be known of a message: how a program told that it failed. */
export const setAttributes = (scope: Scope, message: string, attributes: Fields): Promise<unknown> =>
  rows(
    scope,
    `update plg_chatwoot_api.message set content_attributes = content_attributes || $3::text::jsonb
      where tenant_id = $1 and message_id = $2`,
    [message, JSON.stringify(attributes)],
  )

import type { PluginTransaction, TicketId, UserId } from '@recado/sdk'

/** Whose draft in which ticket. */
export interface Writer {
  readonly ticketId: TicketId
  readonly userId: UserId
}

/** What somebody wrote, and its translation that they took into the draft. */
export interface Written {
  readonly text: string
  readonly translation: string
}

export async function writeWritten(
  tx: PluginTransaction,
  tenant: string,
  { ticketId, userId }: Writer,
  contact: string,
  { text, translation }: Written,
): Promise<void> {
  await tx.query(
    `insert into plg_ai.written (tenant_id, ticket_id, user_id, contact_id, text, translation)
     values ($1, $2, $3, $4, $5, $6)
     on conflict (tenant_id, ticket_id, user_id) do update set text = $5, translation = $6, at = now()`,
    [tenant, ticketId, userId, contact, text, translation],
    'array',
  )
}

/** What somebody took within the last day and has not sent. */
export async function readWritten(
  tx: PluginTransaction,
  tenant: string,
  { ticketId, userId }: Writer,
): Promise<Written | undefined> {
  const [row] = (await tx.query(
    `select text, translation from plg_ai.written
      where tenant_id = $1 and ticket_id = $2 and user_id = $3 and at > now() - interval '1 day'`,
    [tenant, ticketId, userId],
    'object',
  )) as Written[]
  return row
}

export async function dropWritten(tx: PluginTransaction, tenant: string, { ticketId, userId }: Writer): Promise<void> {
  await tx.query(
    'delete from plg_ai.written where tenant_id = $1 and ticket_id = $2 and user_id = $3',
    [tenant, ticketId, userId],
    'array',
  )
}

/** Forgets what was taken in a ticket and never sent. */
export async function dropWrittenOf(tx: PluginTransaction, tenant: string, ticket: TicketId): Promise<void> {
  await tx.query('delete from plg_ai.written where tenant_id = $1 and ticket_id = $2', [tenant, ticket], 'array')
}

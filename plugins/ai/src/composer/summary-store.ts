import type { PluginTransaction, TicketId } from '@recado/sdk'
import { wordStarts } from '../similar/word-starts.ts'

export interface Summary {
  readonly text: string
  /** Why a machine handed over; null for one that somebody asked for. */
  readonly reason: string | null
  readonly at: string
}

export async function writeSummary(
  tx: PluginTransaction,
  tenant: string,
  about: { readonly ticketId: TicketId; readonly contactId: string },
  { text, reason }: Pick<Summary, 'text' | 'reason'>,
): Promise<void> {
  await tx.query(
    `insert into plg_ai.summary (tenant_id, ticket_id, contact_id, text, reason, words) values ($1, $2, $3, $4, $5, $6)
     on conflict (tenant_id, ticket_id) do update set text = $4, reason = $5, words = $6, at = now()`,
    [tenant, about.ticketId, about.contactId, text.slice(0, 20_000), reason?.slice(0, 500) ?? null, wordStarts(text)],
    'array',
  )
}

export async function readSummary(tx: PluginTransaction, tenant: string, ticketId: TicketId): Promise<Summary | null> {
  const [row] = (await tx.query(
    `select text, reason, to_char(at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at
       from plg_ai.summary where tenant_id = $1 and ticket_id = $2`,
    [tenant, ticketId],
    'object',
  )) as Summary[]
  return row ?? null
}

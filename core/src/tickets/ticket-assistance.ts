import type { TicketAssistance } from '@recado/contracts'
import { and, eq, sql } from 'drizzle-orm'
import type { Tx } from '../db/database.ts'
import { ticket } from '../tables/ticket.table.ts'

const columns = {
  audioTranscription: ticket.audioTranscription,
  translationEnabled: ticket.translationEnabled,
  clientLanguage: ticket.clientLanguage,
  agentLanguage: ticket.agentLanguage,
} as const

/**
 * Whether voice messages are written out and messages translated, and between which languages. False when it was so
 * already; it stays where it is in lists by time (reading 54).
 */
export async function writeAssistance(
  tx: Tx,
  tenantId: string,
  ticketId: string,
  change: { readonly [Name in keyof TicketAssistance]?: TicketAssistance[Name] | undefined },
): Promise<boolean> {
  const wanted = (Object.keys(columns) as (keyof typeof columns)[]).filter((name) => change[name] !== undefined)
  if (wanted.length === 0) return false
  const differs = sql.join(
    wanted.map((name) => sql`${columns[name]} is distinct from ${change[name]!}`),
    sql` or `,
  )
  const changed = await tx
    .update(ticket)
    .set(Object.fromEntries(wanted.map((name) => [name, change[name]])))
    .where(and(eq(ticket.tenantId, tenantId), eq(ticket.id, ticketId), sql`(${differs})`))
    .returning({ id: ticket.id })
  return changed.length > 0
}

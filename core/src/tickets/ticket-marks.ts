import type { TicketUpdate, Viewer } from '@recado/contracts'
import { and, eq } from 'drizzle-orm'
import type * as z from 'zod'
import type { Query, SqlBuilder, Tx } from '../db/database.ts'
import type { TicketRow } from './ticket-rows.ts'
import { ticketPin, ticketWatch } from '../tables/ticket.table.ts'

/**
 * The tickets that the viewer follows, as a condition on `t`: few, so that they are looked up and nothing is walked.
 */
export const watchedBy = (sql: SqlBuilder, { tenantId, userId }: Pick<Viewer, 'tenantId' | 'userId'>): Query => sql`
  t.id = any (array(
    select w.ticket_id from core.ticket_watch w where w.tenant_id = ${tenantId} and w.user_id = ${userId}))`

/** Adds to each ticket who marked it. `tickets` is a query of whole rows of {@link ticketRows}. */
export const withMarks = (
  sql: SqlBuilder,
  tenantId: string,
  tickets: Query<TicketRow>,
): Query<TicketRow & { pinned_by: string[]; watched_by: string[] }> => sql`
  select shown.*,
         array(select p.user_id::text
                 from core.ticket_pin p
                where p.tenant_id = ${tenantId} and p.ticket_id = shown.id) as pinned_by,
         array(select w.user_id::text
                 from core.ticket_watch w
                where w.tenant_id = ${tenantId} and w.ticket_id = shown.id) as watched_by
    from (${tickets}) shown`

/** Sets the viewer's own marks. Answers whether any was named. */
export async function setMarks(
  tx: Tx,
  { tenantId, userId }: Viewer,
  ticketId: string,
  { pinned, watched }: Pick<z.output<typeof TicketUpdate>, 'pinned' | 'watched'>,
): Promise<boolean> {
  for (const [table, wanted] of [
    [ticketPin, pinned],
    [ticketWatch, watched],
  ] as const) {
    if (wanted === true) await tx.insert(table).values({ tenantId, userId, ticketId }).onConflictDoNothing()
    else if (wanted === false)
      await tx
        .delete(table)
        .where(and(eq(table.tenantId, tenantId), eq(table.userId, userId), eq(table.ticketId, ticketId)))
  }
  return pinned !== undefined || watched !== undefined
}

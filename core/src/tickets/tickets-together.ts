import { createTenantBatcher } from '../base/tenant-batcher.ts'
import type { Database } from '../db/database.ts'
import { ticketRows, ticketsByIds, type ServiceWindows, type TicketRow } from './ticket-rows.ts'

/** Reads one ticket of a company as nobody's; undefined where there is none. */
export type TicketReader = (tenantId: string, id: string) => Promise<TicketRow | undefined>

/**
 * Handlers of several plugins ask for the ticket of the same event, and many events are handled at a time: tickets are
 * read together, each once.
 */
export const ticketReader = (db: Pick<Database, 'read'>, windows: () => ServiceWindows): TicketReader =>
  createTenantBatcher<string, TicketRow | undefined>('tickets', async (tenantId, ids) => {
    const [rows] = await db.read(
      tenantId,
      (sql) => [ticketRows(sql, ticketsByIds(sql, tenantId, [...new Set(ids)]), null, windows())],
      { keepsPlans: true },
    )
    const byId = new Map(rows.map((row) => [row.id, row]))
    return ids.map((id) => byId.get(id))
  })

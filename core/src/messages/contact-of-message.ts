import { sql } from 'drizzle-orm'

/**
 * The contact a message `m` belongs to now, as the column `contact_id`: that of its ticket. The message's own column
 * keeps to whom it belonged when it was stored, before contacts were merged or set apart.
 */
export const contactOfMessage = sql.raw(
  '(select t.contact_id from core.ticket t where t.tenant_id = m.tenant_id and t.id = m.ticket_id) as contact_id',
)

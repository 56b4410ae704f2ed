import { Refusal, type ChannelCapabilities } from '@recado/contracts'
import type { ChannelCatalogue } from '../channels/channel-catalogue.ts'
import type { Database } from '../db/database.ts'

/** Whether somebody may see a ticket, by whose it is. */
export interface Sees { readonly sees: (ticket: { user_id: string | null; queue_id: string | null }) => boolean }
/** Where what is written in a ticket goes now, and what can go there. */
export interface SendingTarget { readonly connectionId: string; readonly capabilities: ChannelCapabilities }

/** The connection of a ticket that can be written to; refuses where it cannot. */
export async function sendingTarget({ db, channels }: { db: Database; channels: ChannelCatalogue }, tenantId: string, ticketId: string, { sees }: Sees): Promise<SendingTarget> {
  const [rows] = await db.read(tenantId, (sql) => [
    sql<{ channel: string; connection_id: string; user_id: string | null; queue_id: string | null; status: string; is_active: boolean }>`select t.channel, t.connection_id, t.user_id, t.queue_id, t.status, k.is_active and k.deleted_at is null as is_active
          from core.ticket t join core.connection k on k.tenant_id = t.tenant_id and k.id = t.connection_id where t.tenant_id = ${tenantId} and t.id = ${ticketId}`,
  ])
  const ticket = rows[0]
  if (!ticket || !sees(ticket)) throw new Refusal('ERR_NO_TICKET_FOUND')
  if (ticket.status === 'closed') throw new Refusal('ERR_CREATING_MESSAGE')
  if (!ticket.is_active) throw new Refusal('ERR_CONNECTION_INACTIVE')
  const capabilities = channels.find(ticket.channel)?.spec.capabilities
  if (!capabilities) throw new Refusal('ERR_CHANNEL_TYPE_UNKNOWN')
  return { connectionId: ticket.connection_id, capabilities }
}

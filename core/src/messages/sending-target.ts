import { Refusal, type ChannelCapabilities, type SignatureChoice } from '@recado/contracts'
import type { ChannelCatalogue } from '../channels/channel-catalogue.ts'
import type { Database } from '../db/database.ts'
import type { FactsRow } from '../tickets/ticket-lock.ts'

/** Whether somebody may see a ticket, by whose it is. */
export interface Sees {
  readonly sees: (ticket: FactsRow) => boolean
}
/** Current destination of messages in a ticket, and the content that it accepts. */
export interface SendingTarget {
  readonly connectionId: string
  readonly capabilities: ChannelCapabilities
  /** Name and signature of the author; undefined for a non-user. */
  readonly author: { readonly name: string; readonly choice: SignatureChoice | undefined } | undefined
}

/** The connection of a ticket that can be written to; refuses where it cannot. */
export async function sendingTarget(
  { db, channels }: { db: Database; channels: ChannelCatalogue },
  tenantId: string,
  ticketId: string,
  {
    sees,
    userId = null,
    evenClosed = false,
  }: Sees & { readonly userId?: string | null; readonly evenClosed?: boolean },
): Promise<SendingTarget> {
  const [rows, authors] = await db.read(tenantId, (sql) => [
    sql<{
      channel: string
      connection_id: string
      user_id: string | null
      queue_id: string | null
      bot: string | null
      status: string
      is_active: boolean
    }>`
      select t.channel, t.connection_id, t.user_id, t.queue_id, t.bot, t.status,
             k.is_active and k.deleted_at is null as is_active
        from core.ticket t
        join core.connection k on k.tenant_id = t.tenant_id and k.id = t.connection_id
       where t.tenant_id = ${tenantId} and t.id = ${ticketId}`,
    sql<{
      name: string
      choice: SignatureChoice | null
    }>`
      select name, configs -> 'signature' as choice
        from core.user_account
       where tenant_id = ${tenantId} and id = ${userId}`,
  ])
  const ticket = rows[0]
  if (!ticket || !sees(ticket)) throw new Refusal('ERR_NO_TICKET_FOUND')
  if (ticket.status === 'closed' && !evenClosed) throw new Refusal('ERR_CREATING_MESSAGE')
  if (!ticket.is_active) throw new Refusal('ERR_CONNECTION_INACTIVE')
  const capabilities = channels.find(ticket.channel)?.spec.capabilities
  if (!capabilities) throw new Refusal('ERR_CHANNEL_TYPE_UNKNOWN')
  return {
    connectionId: ticket.connection_id,
    capabilities,
    author: authors[0] && { name: authors[0].name, choice: authors[0].choice ?? undefined },
  }
}

import { Refusal, windowOf, type ChannelCapabilities, type Part } from '@recado/contracts'
import type { ChannelCatalogue } from './channel-catalogue.ts'
import type { Database } from '../db/database.ts'
import { lastInbound, type ServiceWindows } from '../tickets/ticket-rows.ts'

/** The service windows of the installed channels, in milliseconds by type; most channels have none. */
export const serviceWindowsOf = (channels: Pick<ChannelCatalogue, 'all'>): ServiceWindows =>
  Object.fromEntries(
    channels
      .all()
      .flatMap(({ spec }) =>
        spec.capabilities.serviceWindow ? [[spec.type, spec.capabilities.serviceWindow.ms]] : [],
      ),
  )

/** A chat, by its ticket or by who is in it. */
type ChatOf = { readonly ticketId: string } | { readonly contactId: string; readonly connectionId: string }

/**
 * Refuses what the channel does not let pass now: outside of its window free-form content, or everything. Asks the
 * database only for channels that have a window.
 */
export async function requireWindow(
  db: Database,
  tenantId: string,
  chat: ChatOf,
  capabilities: ChannelCapabilities,
  messages: readonly (readonly Part[])[],
  now: Date,
): Promise<void> {
  const { serviceWindow } = capabilities
  if (!serviceWindow) return
  if (
    serviceWindow.outside === 'template-only' &&
    messages.every((parts) => parts.every((part) => part.kind === 'template'))
  )
    return
  const [rows] = await db.read(tenantId, (sql) => [
    sql<{ at: Date | null }>`
      select ${lastInbound(sql)} as at from core.ticket t where t.tenant_id = ${tenantId}
         and ${
           'ticketId' in chat
             ? sql`t.id = ${chat.ticketId}`
             : sql`t.contact_id = ${chat.contactId} and t.connection_id = ${chat.connectionId}`
         }
       order by t.updated_at desc limit 1`,
  ])
  if (!windowOf(serviceWindow, rows[0]?.at ?? null, now)!.open) throw new Refusal('ERR_SERVICE_WINDOW_CLOSED')
}

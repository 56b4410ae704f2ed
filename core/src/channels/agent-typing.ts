import { canSeeTicket, type TicketFacts, type Viewer } from '@recado/contracts'
import type { Database } from '../db/database.ts'
import type { Realtime } from '../realtime/realtime.ts'
import type { SettingsReader } from '../settings/settings-reader.ts'
import type { OpenConnection } from './delivery.ts'

/** An agent is writing: colleagues see it, and the contact where the channel can say so. Worthless when late, so nothing is kept. */
export const createAgentTyping = (deps: { db: Database; settings: SettingsReader; realtime: () => Pick<Realtime, 'typing'>; open: (connectionId: string) => OpenConnection | undefined }) =>
  async (viewer: Viewer, ticketId: string, mode: 'text' | 'voice' | 'stop'): Promise<void> => {
    const [rows] = await deps.db.read<[{ connection_id: string; chat: string; user_id: string | null; queue_id: string | null }[]]>(viewer.tenantId, (sql) => [
      sql`select connection_id, chat, user_id, queue_id from core.ticket where tenant_id = ${viewer.tenantId} and id = ${ticketId} and status <> 'closed'`,
    ] as never)
    const ticket = rows[0]
    if (!ticket) return
    const facts = { userId: ticket.user_id, queueId: ticket.queue_id } as TicketFacts
    if (!canSeeTicket(viewer, facts, await deps.settings.visibility(viewer.tenantId))) return
    deps.realtime().typing(viewer.tenantId, facts, { ticketId: ticketId as never, who: { name: viewer.name, kind: 'agent', userId: viewer.userId }, mode })
    await deps.open(ticket.connection_id)?.session.typing?.(ticket.chat as never, mode)
  }

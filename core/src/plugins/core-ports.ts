import { Refusal, type CorePorts, type Message, type Queue, type QueueId } from '@recado/contracts'
import type { ContactsService } from '../contacts/contacts.service.ts'
import type { Database } from '../db/database.ts'
import type { MediaStore } from '../media/media.ts'
import { messageRows, toMessage } from '../messages/message-rows.ts'
import type { MessagesService } from '../messages/messages.service.ts'
import { toTicket, ticketRows, type ServiceWindows } from '../tickets/ticket-rows.ts'

interface PortParts {
  readonly db: Database
  readonly media: MediaStore
  readonly windows: () => ServiceWindows
  /** Asked for when they are needed: messages are sent through channels, which plugins provide. */
  readonly contacts: () => ContactsService
  readonly messages: () => MessagesService
}

/** What plugins may ask of core, as the tenant they work for: no viewer, hence everything of that tenant, unmasked. */
export const corePorts = ({ db, media, windows, contacts, messages }: PortParts) => (tenantId: string, _plugin: string): CorePorts => ({
  tickets: {
    async get(id) {
      const [rows] = await db.read(tenantId, (sql) => [ticketRows(sql, sql`select t.* from core.ticket t where t.tenant_id = ${tenantId} and t.id = ${id}`, null, windows())])
      return rows[0] && toTicket(rows[0], false)
    },
  },
  contacts: { get: (id) => contacts().find(tenantId, id) },
  queues: {
    async list() {
      const [rows] = await db.read(tenantId, (sql) => [sql<Queue>`select id, name as queue, is_active as "isActive", color from core.queue where tenant_id = ${tenantId} order by name limit 1000`])
      return rows
    },
  },
  users: {
    async queuesOf(userId) {
      const [rows] = await db.read(tenantId, (sql) => [sql<{ queue_id: QueueId }>`select queue_id from core.user_queue where tenant_id = ${tenantId} and user_id = ${userId}`])
      return rows.map((row) => row.queue_id)
    },
  },
  messages: {
    async send(ticketId, parts, { key }) {
      await messages().sendParts(tenantId, ticketId, parts, key)
      const [rows] = await db.read(tenantId, (sql) => [
        messageRows(sql, sql`select m.* from core.message m where m.tenant_id = ${tenantId} and m.ticket_id = ${ticketId} and m.user_id is null and m.id_front = ${key}`),
      ])
      if (!rows[0]) throw new Refusal('ERR_CREATING_MESSAGE')
      return toMessage(rows[0], tenantId, media) satisfies Message
    },
  },
})

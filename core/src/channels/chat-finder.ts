import { sql } from 'drizzle-orm'
import type { ChatFinder } from '../tickets/tickets.service.ts'
import type { ChannelCatalogue } from './channel-catalogue.ts'

/**
 * A contact's address on a connection: where it was last talked to, else the identity of the channel's own kind, else
 * the number or address that the channel reaches people by.
 */
export const createChatFinder = (channels: ChannelCatalogue): ChatFinder => ({
  async chatOf(tx, tenantId, contactId, connectionId) {
    const [connection] = await tx.execute<{
      type: string
      plugin: string
      chat: string | null
      origin_id: string | null
    }>(sql`
      select k.type, k.plugin, last.chat, last.origin_id from core.connection k
        left join lateral (
          select t.chat, t.origin_id
            from core.ticket t
           where t.tenant_id = k.tenant_id and t.contact_id = ${contactId} and t.connection_id = k.id
           order by t.updated_at desc limit 1) last on true
       where k.tenant_id = ${tenantId} and k.id = ${connectionId} and k.deleted_at is null and k.is_active`)
    const channel = connection && channels.find(connection.type)
    if (!channel || !(await channels.usable(tenantId, connection.plugin))) return undefined
    if (connection.chat !== null)
      return { chat: connection.chat, channel: connection.type, originId: connection.origin_id }
    const { spec, implementation } = channel
    const [identity] = await tx.execute<{ kind: string; value: string; origin_id: string | null }>(sql`
      select kind, value, origin_id
        from core.contact_identity
       where tenant_id = ${tenantId}
         and contact_id = ${contactId}
         and kind in (${spec.identityKind}, ${spec.reaches ?? spec.identityKind})
       order by kind = ${spec.identityKind} desc, created_at limit 1`)
    return (
      identity && {
        chat:
          identity.kind === spec.identityKind
            ? identity.value
            : (implementation.normalise?.(identity.value) ?? identity.value),
        channel: connection.type,
        originId: identity.origin_id,
      }
    )
  },
})

import { mostCountedOpenings } from '@recado/contracts'
import type { Query, SqlBuilder } from '../../db/database.ts'

/** Where a message stands that has not gone out. */
export interface WaitingMessage {
  readonly state: 'queued' | 'leased' | 'retry'
  readonly next_at: Date
  /** An earlier one of the chat goes first. */
  readonly is_behind: boolean
  /** It begins the chat, and so many other chats wait to be begun before it. */
  readonly opens: boolean
  readonly ahead: number | null
}

/** Nothing for a message that has gone out, or never will. */
export const waitingMessage = (sql: SqlBuilder, tenantId: string, messageId: string): Query<WaitingMessage> => sql`
  select d.state, d.next_at, h.id <> d.id as is_behind, l.opens,
      case when l.opens then (
        select count(*)::integer from (
          select from core.delivery_lane o
           where o.tenant_id = l.tenant_id and o.connection_id = l.connection_id and o.opens and o.due_at < l.due_at
           limit ${mostCountedOpenings}) before) end as ahead
    from core.delivery d
    join core.delivery_lane l on l.tenant_id = d.tenant_id and l.connection_id = d.connection_id and l.chat = d.chat
   cross join lateral (
     select w.id from core.delivery w
      where w.tenant_id = d.tenant_id and w.connection_id = d.connection_id and w.chat = d.chat
        and w.state in ('queued', 'leased', 'retry')
      order by w.lane limit 1) h
   where d.tenant_id = ${tenantId} and d.message_id = ${messageId} and d.act is null
     and d.state in ('queued', 'leased', 'retry')`

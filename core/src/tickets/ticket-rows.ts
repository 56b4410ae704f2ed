import {
  maskName,
  type AttributeValues,
  type MessageContent,
  type MessageId,
  type Ticket,
  type TicketSort,
  type TicketStatus,
} from '@recado/contracts'
import type { PictureUrl } from '../contacts/contact-picture.ts'
import type { Query, SqlBuilder } from '../db/database.ts'
import { priorityOf } from './priority-rank.ts'

/** A ticket with the names its list row shows, as the query of {@link ticketRows} answers it. */
export interface TicketRow {
  id: string
  protocol: string
  status: TicketStatus
  contact_id: string
  connection_id: string
  channel: string
  chat: string
  user_id: string | null
  queue_id: string | null
  bot: string | null
  unread: number
  contact_wrote: boolean
  answered: boolean
  is_group: boolean
  last_message: string
  last_content: MessageContent | null
  last_message_from_me: boolean
  last_message_at: Date | null
  created_at: Date
  updated_at: Date
  updated_key: string
  started_at: Date | null
  closed_at: Date | null
  contact_name: string
  profile_pic_url: string | null
  username: string | null
  queue_name: string | null
  connection_name: string
  pinned: boolean
  watched: boolean
  tags: { id: string; tag: string; color: string }[]
  attributes: AttributeValues
  priority: number
  snoozed_at: Date | null
  snoozed_until: Date | null
  woken_at: Date | null
  merged_into: string | null
  waiting_key: string
  kanban_column: string | null
  audio_transcription: boolean | null
  translation_enabled: boolean
  client_language: string | null
  agent_language: string | null
  scheduled: { id: string; at: string }[]
  window_ms: string | null
  last_inbound_at: Date | null
}

/** Channels with a service window and its length in milliseconds, by type. */
export type ServiceWindows = Readonly<Record<string, number>>

/**
 * When the contact last wrote in the chat of a ticket `t`, over all its tickets on this connection: for each of them
 * one step back in the index of its thread.
 */
export const lastInbound = (sql: SqlBuilder): Query => sql`
  (select max(i.sent_at) from core.ticket o cross join lateral (
    select m.sent_at
      from core.message m
     where m.tenant_id = o.tenant_id and m.ticket_id = o.id and not m.from_me
     order by m.sent_at desc, m.id desc limit 1) i
    where o.tenant_id = t.tenant_id and o.connection_id = t.connection_id and o.chat = t.chat)`

/**
 * Tickets of a company by their ids, as a page for {@link ticketRows}, to which conditions of `t` may be
 * added: each is looked up by its key. Of an array
 * the planner would read all tickets of the company instead, because an average company has few.
 */
export const ticketsByIds = (
  sql: SqlBuilder,
  tenantId: string,
  ids: readonly string[],
): Query => sql`select t.* from unnest(${ids}::uuid[]) key (id) cross join lateral (
    select t.* from core.ticket t where t.tenant_id = ${tenantId} and t.id = key.id limit 1) t`

export interface RowOptions {
  /** The order of the page. */
  readonly sort?: TicketSort
  /** True to add to each row whether it is `above` the others, and the `total`. */
  readonly listed?: boolean
}

/**
 * Completes tickets with names, tags and what the viewer marked them with. `page` is a fragment that selects from
 * `core.ticket t` and is already limited: the joins run for the rows of one page only. Nothing is asked for the windows
 * of channels that have none.
 */
export const ticketRows = <R extends TicketRow = TicketRow>(
  sql: SqlBuilder,
  page: Query,
  viewerId: string | null,
  windows: ServiceWindows,
  { sort = 'recent', listed = false }: RowOptions = {},
): Query<R> => sql`
  with page as materialized (${page})
  select t.id, t.protocol, t.status, t.contact_id, t.connection_id, t.channel, t.chat, t.user_id, t.queue_id, t.bot,
         t.unread, t.answered, t.is_group,
         t.unread > 0 or exists (
           select 1
             from core.message m
            where m.tenant_id = t.tenant_id and m.ticket_id = t.id and not m.from_me and m.deleted_at is null
         ) as contact_wrote,
         t.last_message, t.last_content, t.last_message_from_me, t.last_message_at, t.attributes, t.created_at,
         t.updated_at, t.started_at, t.closed_at, t.priority, t.snoozed_at, t.snoozed_until, t.woken_at, t.merged_into,
         t.kanban_column, t.audio_transcription, t.translation_enabled, t.client_language, t.agent_language,
         to_char(t.updated_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as updated_key,
         to_char(coalesce(t.last_message_at, t.created_at) at time zone 'UTC',
                 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as waiting_key,
         c.name as contact_name, c.profile_pic_url, u.name as username, q.name as queue_name, k.name as connection_name,
         exists (select 1
                   from core.ticket_pin p
                  where p.tenant_id = t.tenant_id and p.user_id = ${viewerId} and p.ticket_id = t.id) as pinned,
         exists (select 1
                   from core.ticket_watch w
                  where w.tenant_id = t.tenant_id and w.user_id = ${viewerId} and w.ticket_id = t.id) as watched,
         coalesce((select jsonb_agg(jsonb_build_object('id', g.id, 'tag', g.name, 'color', g.color) order by g.name)
                     from core.ticket_tag tt join core.tag g on g.tenant_id = tt.tenant_id and g.id = tt.tag_id
                    where tt.tenant_id = t.tenant_id and tt.ticket_id = t.id), '[]') as tags,
         coalesce((select jsonb_agg(jsonb_build_object('id', s.id, 'at', s.due_at) order by s.due_at, s.id)
                     from (select w.id, w.due_at
                             from core.scheduled_message w
                            where w.tenant_id = t.tenant_id
                              and w.ticket_id = t.id
                              and w.state = 'pending'
                              and not w.held
                            order by w.due_at, w.id limit 20) s),
                     '[]') as scheduled,
         ${JSON.stringify(windows)}::text::jsonb ->> t.channel as window_ms,
         case when ${JSON.stringify(windows)}::text::jsonb ->> t.channel is not null
              then ${lastInbound(sql)} end as last_inbound_at
         ${listed ? sql`, t.above, t.total` : sql``}
    from page t
    join core.contact c on c.tenant_id = t.tenant_id and c.id = t.contact_id
    join core.connection k on k.tenant_id = t.tenant_id and k.id = t.connection_id
    left join core.user_account u on u.tenant_id = t.tenant_id and u.id = t.user_id
    left join core.queue q on q.tenant_id = t.tenant_id and q.id = t.queue_id
   order by ${listed ? sql`t.above desc,` : sql``} ${
     sort === 'priority'
       ? sql`t.priority, t.answered, coalesce(t.last_message_at, t.created_at), t.id`
       : sql`t.updated_at desc, t.id desc`
   }`

/** The public shape. With `masked`, a name that is a phone number is masked like one (S6-023). */
export function toTicket(row: TicketRow, masked: boolean, picture: PictureUrl): Ticket {
  return {
    id: row.id as Ticket['id'],
    protocol: row.protocol,
    status: row.status,
    contactId: row.contact_id as Ticket['contactId'],
    userId: row.user_id as Ticket['userId'],
    queueId: row.queue_id as Ticket['queueId'],
    channel: row.channel,
    channelId: row.connection_id as Ticket['channelId'],
    unreadMessages: row.unread,
    contactWrote: row.contact_wrote,
    answered: row.answered,
    isGroup: row.is_group,
    pinned: row.pinned,
    watched: row.watched,
    withBot: row.bot !== null && row.user_id === null,
    lastMessage: row.last_message,
    lastContent: row.last_content,
    lastMessageFromMe: row.last_message_from_me,
    lastMessageAt: row.last_message_at?.toISOString() ?? null,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    startedAttendanceAt: row.started_at?.toISOString() ?? null,
    closedAt: row.closed_at?.toISOString() ?? null,
    name: masked ? maskName(row.contact_name) : row.contact_name,
    profilePicUrl: picture(row.profile_pic_url),
    username: row.username,
    queue: row.queue_name,
    whatsapp: { id: row.connection_id as Ticket['channelId'], name: row.connection_name },
    tags: row.tags as Ticket['tags'],
    priority: priorityOf(row.priority),
    snooze: row.snoozed_at && { since: row.snoozed_at.toISOString(), until: row.snoozed_until?.toISOString() ?? null },
    wokenAt: row.woken_at?.toISOString() ?? null,
    mergedInto: row.merged_into as Ticket['mergedInto'],
    scheduledMessages: row.scheduled.map(({ id, at }) => ({
      id: id as MessageId,
      scheduleDate: new Date(at).toISOString(),
    })),
    kanbanColumn: row.kanban_column,
    audioTranscription: row.audio_transcription,
    translationEnabled: row.translation_enabled,
    clientLanguage: row.client_language,
    agentLanguage: row.agent_language,
    ...(Object.keys(row.attributes).length > 0 && { attributes: row.attributes }),
    ...(row.window_ms !== null && {
      serviceWindowEndsAt:
        row.last_inbound_at && new Date(row.last_inbound_at.getTime() + Number(row.window_ms)).toISOString(),
    }),
  }
}

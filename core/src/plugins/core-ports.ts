import {
  type CallingToken,
  type Colleague,
  type ColleagueGroup,
  type CorePorts,
  type Locale,
  type Message,
  type Queue,
  type QueueId,
  Refusal,
  ResponderDecision,
  seesMasked,
  type Tag,
  ThreadPlace,
  type Ticket,
  type TicketId,
  type User,
  type UserId,
  type Viewer,
} from '@recado/contracts'
import { contactPage } from '../contacts/contact-page.ts'
import { pictureUrls } from '../contacts/contact-picture.ts'
import type { ContactsService } from '../contacts/contacts.service.ts'
import type { ApiTokens } from '../credentials/api-tokens.ts'
import type { ConnectedPrograms } from '../oauth/connected-programs.ts'
import type { PluginKeys } from '../credentials/plugin-keys.ts'
import { containing } from '../db/containing.ts'
import type { Database } from '../db/database.ts'
import { byName } from '../db/name-cursor.ts'
import type { MediaStore } from '../media/media.ts'
import { messageRows, messagesByIds, toMessage, type MessageRow } from '../messages/message-rows.ts'
import type { MessagesService } from '../messages/messages.service.ts'
import type { Bell } from '../notifications/bell.ts'
import type { NoticePushes } from '../notifications/notice-pushes.ts'
import type { TicketNotifications } from '../notifications/ticket-notifications.ts'
import type { Realtime } from '../realtime/realtime.ts'
import type { SettingsReader } from '../settings/settings-reader.ts'
import type { BotHold } from '../tickets/bot-hold.ts'
import { seeingUsers, visibleTickets } from '../tickets/visibility-sql.ts'
import { ticketRows, ticketsByIds, toTicket, type ServiceWindows } from '../tickets/ticket-rows.ts'
import { ticketReader } from '../tickets/tickets-together.ts'
import { factsOf, type FactsRow } from '../tickets/ticket-lock.ts'
import { attributePort, requireUse, type AttributePortParts, type PortUser } from './attribute-port.ts'
import type { ExpectedReplies } from '../responders/expected-replies.ts'
import type { ResponderDispatch } from '../responders/responder-dispatch.ts'
import { readHolder } from '../responders/responder-turn.ts'
import { channelPort, type ChannelPortParts } from './channel-port.ts'
import type { PluginWebhooks } from '../webhooks/plugin-webhooks.ts'
import { bellPort } from './bell-port.ts'
import { contactPort, type ContactPortParts } from './contact-port.ts'
import { conversationPort, type ConversationPortParts } from './conversation-port.ts'
import { importPort } from './import-port.ts'
import { mailPort, type MailPortParts } from './mail-port.ts'
import { messagePort } from './message-port.ts'
import { segmentPort } from './segment-port.ts'
import type { Facts } from '../facts/facts.service.ts'
import type { Viewers } from '../users/viewers.ts'
import { tokenPort } from './token-port.ts'
import type { Imports } from '../imports/imports.service.ts'
import { ticketPort, type TicketPortParts } from './ticket-port.ts'

const mostTickets = 100
const mostUsers = 200
const mostViewers = 50
const mostColleagues = 1_000
const mostGroups = 500
const longestPushName = 40
const mostPushBytes = 16_384

interface PortParts
  extends
    AttributePortParts,
    ChannelPortParts,
    TicketPortParts,
    ContactPortParts,
    MailPortParts,
    Omit<ConversationPortParts, 'tickets' | 'channels'> {
  readonly db: Database
  readonly media: MediaStore
  readonly windows: () => ServiceWindows
  /** Asked for when they are needed: messages are sent through channels, which plugins provide. */
  readonly contacts: () => ContactsService
  readonly messages: () => MessagesService
  readonly settings: Pick<SettingsReader, 'visibility'>
  readonly notifications: () => Pick<TicketNotifications, 'mention'>
  readonly notices: () => Pick<NoticePushes, 'push'>
  readonly bell: () => Pick<Bell, 'tell' | 'takeBack'>
  readonly realtime: Pick<Realtime, 'ticketChanged' | 'hasListeners' | 'contactChanged' | 'pluginPushed'>
  readonly botHold: () => BotHold
  readonly responders: () => Pick<ResponderDispatch, 'decide'>
  readonly replies: () => ExpectedReplies
  readonly webhooks: () => Pick<PluginWebhooks, 'send' | 'check' | 'became'>
  readonly facts: () => Pick<Facts, 'query' | 'conversations'>
  readonly imports: () => Imports
  readonly viewers: () => Viewers
  readonly keys: () => PluginKeys
  readonly tokens: () => Pick<ApiTokens, 'issueOf' | 'listOf' | 'revokeOf'>
  readonly programs: () => Pick<ConnectedPrograms, 'asked' | 'decide'>
  readonly channels: ChannelPortParts['channels']
  readonly changes: () => ReturnType<ChannelPortParts['changes']> & ReturnType<ContactPortParts['changes']>
  readonly creation: ContactPortParts['creation']
  readonly merges: ContactPortParts['merges']
}

/**
 * Ports of core for plugins, for the tenant they work for. In events and jobs they answer everything of that tenant,
 * unmasked. In a user's route `viewer` is set, and data that is masked for them never reaches the plugin.
 */
export const corePorts = (parts: PortParts) => {
  const readTicket = ticketReader(parts.db, parts.windows)
  return (
    tenantId: string,
    definition: PortUser,
    viewer?: Viewer,
    program: CallingToken | null = null,
  ): Omit<CorePorts, 'automation' | 'services'> => {
    const {
      db,
      media,
      windows,
      contacts,
      messages,
      settings,
      notifications,
      realtime,
      botHold,
      responders,
      replies,
      facts,
    } = parts
    const keyOwner = { tenantId, plugin: definition.id, userId: viewer?.userId ?? null }
    const plugin = definition.id
    const masked = async (): Promise<boolean> =>
      viewer !== undefined && seesMasked(viewer, await settings.visibility(tenantId))
    const ticketOf = async (id: TicketId): Promise<Ticket | undefined> => {
      const row = await readTicket(tenantId, id)
      return row && toTicket(row, await masked(), pictureUrls(media, tenantId))
    }
    const pushTo = (users: readonly UserId[], name: string, data: unknown, isFleeting: boolean): void => {
      if (users.length > mostColleagues) throw new RangeError(`at most ${mostColleagues} users are told at once`)
      if (name.length > longestPushName)
        throw new RangeError(`the name of a push has at most ${longestPushName} characters`)
      if (Buffer.byteLength(JSON.stringify(data ?? null)) > mostPushBytes)
        throw new RangeError(`a push holds at most ${mostPushBytes} bytes`)
      if (users.length > 0 && realtime.hasListeners(tenantId))
        realtime.pluginPushed(tenantId, users, { plugin, name, data }, isFleeting)
    }
    return {
      tickets: {
        get: ticketOf,
        async visibleTo(reader, tickets) {
          if (tickets.length === 0) return []
          if (tickets.length > mostTickets) throw new RangeError(`at most ${mostTickets} tickets are asked for at once`)
          const visibility = await settings.visibility(tenantId)
          const [rows] = await db.read(tenantId, (sql) => [
            ticketRows(
              sql,
              sql`${ticketsByIds(sql, tenantId, [...tickets])} where ${visibleTickets(sql, reader, visibility)}`,
              reader.userId,
              windows(),
            ),
          ])
          return rows.map((row) => toTicket(row, seesMasked(reader, visibility), pictureUrls(media, tenantId)))
        },
        async viewersOf(ticket, { search = '', among, limit = mostViewers } = {}) {
          const visibility = await settings.visibility(tenantId)
          const pattern = containing(search)
          const [rows] = await db.read(tenantId, (sql) => [
            sql<Pick<User, 'id' | 'name'>>`
          select u.id, u.name
            from core.ticket t
            join core.user_account u on u.tenant_id = t.tenant_id and u.is_active and u.deleted_at is null
           where t.tenant_id = ${tenantId} and t.id = ${ticket} and ${seeingUsers(sql, visibility)}
             and (${pattern}::text is null or u.name ilike ${pattern})
             and ${among === undefined ? sql`true` : sql`u.id = any (${[...among]}::uuid[])`}
           order by ${byName(sql, sql`u`)} limit ${Math.min(limit, mostViewers)}`,
          ])
          return rows
        },
        async announce(ticketId) {
          if (!realtime.hasListeners(tenantId)) return
          const [[row]] = await db.read(tenantId, (sql) => [
            sql<FactsRow>`
              select user_id, queue_id, bot from core.ticket where tenant_id = ${tenantId} and id = ${ticketId}`,
          ])
          if (row)
            realtime.ticketChanged(tenantId, {
              ticketId,
              after: factsOf(row),
              pushes: [{ type: 'plugin:update', payload: { plugin, ticketId } }],
            })
        },
        holdForBot: (ticketId) => botHold().hold(tenantId, ticketId, plugin),
        releaseFromBot: (ticketId) => botHold().release(tenantId, ticketId, plugin),
        ...ticketPort(parts, tenantId, definition, viewer),
      },
      responders: {
        async holds(ticketId) {
          const holder = await readHolder(db, tenantId, ticketId)
          return holder.kind === 'turn' && holder.turn.plugin === plugin
        },
        decide: (ticketId, decision) =>
          responders().decide(tenantId, plugin, ticketId, ResponderDecision.parse(decision)),
      },
      facts: {
        async query(query, { viewer: reader } = {}) {
          requireUse(definition, 'facts.read')
          if (viewer && reader) throw new TypeError(`${plugin} counts for the user of the route, and for nobody else`)
          if (reader && reader.tenantId !== tenantId) throw new TypeError(`${plugin} counts for users of the company`)
          return facts().query(tenantId, query, viewer ?? reader)
        },
        async conversations(query) {
          requireUse(definition, 'facts.read')
          return facts().conversations(tenantId, query, viewer)
        },
      },
      replies: {
        async expect(ticketId, { until }) {
          requireUse(definition, 'replies.expect')
          return replies().expect(tenantId, ticketId, plugin, until)
        },
        async end(ticketId, { reopen = false } = {}) {
          requireUse(definition, 'replies.expect')
          return replies().end(tenantId, ticketId, plugin, reopen)
        },
        async read(messageId) {
          requireUse(definition, 'replies.expect')
          if (viewer) throw new TypeError(`${plugin} reads replies in events and jobs, not in the name of a user`)
          const [rows] = await db.read(tenantId, (sql) => [messageRows(sql, messagesByIds(sql, tenantId, [messageId]))])
          return rows[0] && !rows[0].from_me ? toMessage(rows[0], tenantId, media) : undefined
        },
      },
      attributes: attributePort(parts, tenantId, definition, viewer),
      channels: channelPort(parts, tenantId, definition, viewer),
      segments: segmentPort(parts, tenantId, definition, viewer),
      contacts: {
        get: async (id) => contacts().find(tenantId, id, await masked()),
        async page(query) {
          requireUse(definition, 'contacts.list')
          return contactPage({ db, media }, tenantId, query, await masked())
        },
        ...contactPort(parts, tenantId, definition),
      },
      conversations: conversationPort(parts, tenantId, definition, ticketOf),
      imports: importPort(parts.imports, tenantId, definition, viewer),
      keys: {
        async issue(holder, options) {
          requireUse(definition, 'keys.issue')
          return parts.keys().issue(keyOwner, holder, options)
        },
        async list(holders) {
          requireUse(definition, 'keys.issue')
          return parts.keys().list(keyOwner, holders)
        },
        async revoke(holder) {
          requireUse(definition, 'keys.issue')
          await parts.keys().revoke(keyOwner, holder)
        },
      },
      tokens: tokenPort(parts, definition, viewer, program),
      company: {
        async profile() {
          const [[profile]] = await db.read(tenantId, (sql) => [
            sql<{
              name: string
              timeZone: string
              locale: Locale
              publicAddress: string | null
            }>`
              select name, time_zone as "timeZone", locale, public_address as "publicAddress"
                from core.tenant
               where id = ${tenantId}`,
          ])
          if (!profile) throw new Refusal('ERR_NO_TENANT_FOUND')
          return profile
        },
      },
      queues: {
        async list() {
          const [rows] = await db.read(tenantId, (sql) => [
            sql<Queue>`
              select id, name as queue, is_active as "isActive", color
                from core.queue q
               where q.tenant_id = ${tenantId}
               order by ${byName(sql, sql`q`)} limit 1000`,
          ])
          return rows
        },
      },
      tags: {
        async list() {
          const [rows] = await db.read(tenantId, (sql) => [
            sql<Tag>`
              select id, name as tag, color, is_active as "isActive"
                from core.tag g
               where g.tenant_id = ${tenantId}
               order by ${byName(sql, sql`g`)} limit 1000`,
          ])
          return rows
        },
      },
      users: {
        async queuesOf(userId) {
          const [rows] = await db.read(tenantId, (sql) => [
            sql<{
              queue_id: QueueId
            }>`select queue_id from core.user_queue where tenant_id = ${tenantId} and user_id = ${userId}`,
          ])
          return rows.map((row) => row.queue_id)
        },
        async named(users) {
          if (users.length === 0) return []
          if (users.length > mostUsers) throw new RangeError(`at most ${mostUsers} users are asked for at once`)
          const [rows] = await db.read(tenantId, (sql) => [
            sql<Pick<User, 'id' | 'name' | 'isActive'>>`
              select id, name, is_active and deleted_at is null as "isActive"
                from core.user_account
               where tenant_id = ${tenantId} and id = any (${[...users]}::uuid[])`,
          ])
          return rows
        },
        async viewers(users) {
          if (users.length > mostUsers) throw new RangeError(`at most ${mostUsers} users are asked for at once`)
          return parts.viewers().of(tenantId, users)
        },
        async colleagues() {
          const [rows] = await db.read(tenantId, (sql) => [
            sql<Colleague>`
          select u.id, u.name, u.is_online as "isOnline" from core.user_account u
           where u.tenant_id = ${tenantId} and u.is_active and u.deleted_at is null
           order by ${byName(sql, sql`u`)} limit ${mostColleagues}`,
          ])
          return rows
        },
        async groups() {
          const [rows] = await db.read(tenantId, (sql) => [
            sql<ColleagueGroup>`
          select g.id, g.name, g.is_active as "isActive",
                 array(select m.user_id
                         from core.user_group_member m
                         join core.user_account u on u.tenant_id = m.tenant_id
                            and u.id = m.user_id
                            and u.is_active
                            and u.deleted_at is null
                        where m.tenant_id = g.tenant_id and m.group_id = g.id order by m.user_id) as "userIds"
            from core.user_group g where g.tenant_id = ${tenantId} order by ${byName(sql, sql`g`)} limit ${mostGroups}`,
          ])
          return rows
        },
        push: (users, name, data, { fleeting = false } = {}) => pushTo(users, name, data, fleeting),
      },
      mail: mailPort(parts, tenantId, definition),
      notifications: {
        mention(users, { ticket, by, entry }) {
          if (users.length > mostViewers) throw new RangeError(`at most ${mostViewers} users are mentioned at once`)
          return notifications().mention(tenantId, {
            users,
            ticketId: ticket,
            by,
            place: entry === undefined ? null : ThreadPlace.parse(`${plugin}/${entry}`),
          })
        },
        async notify(users, notice) {
          pushTo(users, 'notice', notice, false)
          await parts.notices().push(tenantId, users, { plugin, title: definition.title, notice })
        },
        ...bellPort(parts, tenantId, definition),
      },
      webhooks: {
        async send(webhook) {
          requireUse(definition, 'webhooks.send')
          return parts.webhooks().send(tenantId, plugin, webhook)
        },
        async check(url) {
          requireUse(definition, 'webhooks.send')
          return parts.webhooks().check(url)
        },
        async became(keys) {
          requireUse(definition, 'webhooks.send')
          return parts.webhooks().became(tenantId, plugin, keys)
        },
      },
      messages: {
        ...messagePort(parts, tenantId, definition, viewer),
        async send(ticketId, parts, { key, evenClosed = false, as }) {
          if (evenClosed) requireUse(definition, 'replies.expect')
          if (as !== undefined) requireUse(definition, 'conversations.open')
          const stored = async (): Promise<MessageRow | undefined> => {
            const [rows] = await db.read(tenantId, (sql) => [
              messageRows(
                sql,
                sql`
                  select m.*
                    from core.message m
                   where m.tenant_id = ${tenantId}
                     and m.ticket_id = ${ticketId}
                     and m.user_id is null
                     and m.id_front = ${key}`,
              ),
            ])
            return rows[0]
          }
          // What was sent before is answered, also where nothing could be sent any more.
          const row = await messages()
            .sendParts(tenantId, ticketId, parts, key, { plugin, evenClosed, as })
            .then(stored, async (error: unknown) => {
              const before = await stored()
              if (!before) throw error
              return before
            })
          if (!row) throw new Refusal('ERR_CREATING_MESSAGE')
          return toMessage(row, tenantId, media) satisfies Message
        },
      },
    }
  }
}

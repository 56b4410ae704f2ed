import {
  canSeeTicket,
  carry,
  forwardable,
  forwardLimit,
  mint,
  Refusal,
  type ChannelCapabilities,
  type ConnectionId,
  type ContactId,
  type Forwarded,
  type ForwardMessages,
  type MessageId,
  type Part,
  type TicketId,
  type Viewer,
} from '@recado/contracts'
import type * as z from 'zod'
import type { ChannelCatalogue } from '../channels/channel-catalogue.ts'
import { requireWindow } from '../channels/service-window.ts'
import type { Clock } from '../base/clock.ts'
import type { Database } from '../db/database.ts'
import type { SettingsReader } from '../settings/settings-reader.ts'
import { factsOf } from '../tickets/ticket-lock.ts'
import type { TicketsService } from '../tickets/tickets.service.ts'
import type { MessagesService } from './messages.service.ts'
import { asMessages } from './outgoing.ts'
import type { MessageParts } from '../tables/scheduled-message.table.ts'

interface ForwardDeps {
  readonly db: Database
  readonly settings: SettingsReader
  readonly channels: ChannelCatalogue
  readonly clock: Clock
  readonly tickets: Pick<TicketsService, 'create'>
  readonly messages: Pick<MessagesService, 'sendStored'>
}
type Source = { id: MessageId; parts: Part[]; user_id: string | null; queue_id: string | null; bot: string | null }

/** Sends what was said in one conversation into another, which may be on another channel. */
export class MessageForwards {
  readonly #deps: ForwardDeps
  constructor(deps: ForwardDeps) {
    this.#deps = deps
  }

  /**
   * POST /forward-messages/: in their order. Content that the other channel cannot carry is left out and reported;
   * nothing is sent if that is all of it.
   */
  async forward(
    viewer: Viewer,
    { messages: ids, contact, channelId }: z.output<typeof ForwardMessages>,
  ): Promise<Forwarded> {
    const unique = [...new Set(ids)]
    if (unique.length > forwardLimit) throw new Refusal('ERR_FORWARD_LIMIT', { limit: forwardLimit })
    const sources = await this.#sources(viewer, unique)
    const target = await this.#target(viewer, contact, channelId)
    const ticketId = target.ticketId ?? (await this.#open(viewer, contact, target, sources))
    let losses: Forwarded['losses'] = []
    await this.#deps.messages.sendStored(viewer, ticketId, (capabilities) => {
      const fitting = fit(sources, capabilities)
      losses = fitting.losses
      return fitting.messages
    })
    return { ticketId: ticketId as TicketId, losses }
  }

  async #sources(viewer: Viewer, ids: readonly string[]): Promise<Source[]> {
    const settings = await this.#deps.settings.visibility(viewer.tenantId)
    const [rows] = await this.#deps.db.read(viewer.tenantId, (sql) => [
      sql<Source>`
      select m.id, m.parts, t.user_id, t.queue_id, t.bot
        from core.message m
        join core.ticket t on t.tenant_id = m.tenant_id and t.id = m.ticket_id
       where m.tenant_id = ${viewer.tenantId} and m.id = any (${[...ids]}::uuid[]) and m.deleted_at is null
       order by m.sent_at, m.id`,
    ])
    if (rows.length < ids.length || rows.some((row) => !canSeeTicket(viewer, factsOf(row), settings)))
      throw new Refusal('ERR_NO_MESSAGE_FOUND')
    return rows
  }

  /**
   * The contact's open conversation; without one the connection through which they were last talked to, else the one
   * that is meant for it.
   */
  async #target(viewer: Viewer, contactId: string, channelId: string | undefined): Promise<Target> {
    const settings = await this.#deps.settings.visibility(viewer.tenantId)
    const wanted = channelId ?? null
    const [contacts, live, connections] = await this.#deps.db.read(viewer.tenantId, (sql) => [
      sql`select 1 from core.contact where tenant_id = ${viewer.tenantId} and id = ${contactId}`,
      sql<{
        id: string
        user_id: string | null
        queue_id: string | null
        bot: string | null
      }>`
        select t.id, t.user_id, t.queue_id, t.bot
          from core.ticket t
         where t.tenant_id = ${viewer.tenantId} and t.contact_id = ${contactId} and t.status <> 'closed'
           and (${wanted}::uuid is null or t.connection_id = ${wanted}::uuid)
         order by t.updated_at desc, t.id desc limit 20`,
      sql<{
        id: string
        type: string
      }>`
        select k.id, k.type
          from core.connection k
         where k.tenant_id = ${viewer.tenantId}
           and k.is_active
           and k.deleted_at is null
           and (${wanted}::uuid is null or k.id = ${wanted}::uuid)
         order by (select max(t.updated_at)
                     from core.ticket t
                    where t.tenant_id = k.tenant_id
                      and t.contact_id = ${contactId}
                      and t.connection_id = k.id) desc nulls last,
             k.is_default desc, k.id limit 1`,
    ])
    if (contacts.length === 0) throw new Refusal('ERR_NO_CONTACT_FOUND')
    const open = live.find((ticket) => canSeeTicket(viewer, factsOf(ticket), settings))
    if (open) return { ticketId: open.id }
    if (live.length > 0) throw new Refusal('ERR_OTHER_OPEN_TICKET')
    if (!connections[0]) throw new Refusal('ERR_FORWARDING_MESSAGES')
    return { connectionId: connections[0].id, type: connections[0].type }
  }

  /** A ticket is opened only for what can be sent in it. */
  async #open(
    viewer: Viewer,
    contactId: string,
    { connectionId, type }: NewConversation,
    sources: readonly Source[],
  ): Promise<string> {
    const { db, channels, clock, tickets } = this.#deps
    const capabilities = channels.find(type)?.spec.capabilities
    if (!capabilities) throw new Refusal('ERR_CHANNEL_TYPE_UNKNOWN')
    await requireWindow(
      db,
      viewer.tenantId,
      { contactId, connectionId },
      capabilities,
      fit(sources, capabilities).messages,
      clock.now(),
    )
    try {
      return (
        await tickets.create(viewer, {
          contactId: mint<ContactId>(contactId),
          channelId: mint<ConnectionId>(connectionId),
          status: 'open',
        })
      ).id
    } catch (error) {
      if (Refusal.is(error) && error.code === 'ERR_CREATING_TICKET')
        throw new Refusal('ERR_FORWARDING_MESSAGES', {}, { cause: error })
      throw error
    }
  }
}

interface NewConversation {
  readonly ticketId?: undefined
  readonly connectionId: string
  readonly type: string
}
type Target = { readonly ticketId: string } | NewConversation

/** Content of the messages that the channel can carry; refused when there is none. */
function fit(
  sources: readonly Source[],
  capabilities: ChannelCapabilities,
): { messages: MessageParts[]; losses: Forwarded['losses'] } {
  const losses: Forwarded['losses'] = []
  const messages = sources.flatMap(({ id, parts }) =>
    asMessages(
      forwardable(parts).flatMap((part) => {
        const { messages: pieces, loss } = carry(part, capabilities)
        if (loss !== null) losses.push({ messageId: id, loss })
        return pieces.map(([piece]) => piece)
      }),
      capabilities,
    ),
  )
  if (messages.length === 0) throw new Refusal('ERR_CHANNEL_UNSUPPORTED')
  return { messages, losses }
}

import {
  canSeeTicket,
  isSupported,
  mint,
  type ChannelSession,
  type ExternalChatId,
  type ExternalMessageId,
  type Logger,
  type TicketId,
  type Viewer,
} from '@recado/contracts'
import type { EventBus } from '../bus/bus.ts'
import type { Database } from '../db/database.ts'
import type { Realtime } from '../realtime/realtime.ts'
import type { SettingsReader } from '../settings/settings-reader.ts'
import type { ChannelCatalogue } from './channel-catalogue.ts'
import { factsOf } from '../tickets/ticket-lock.ts'

type Mode = 'text' | 'voice' | 'stop'
type Signal = { readonly connectionId: string; readonly chat: string } & (
  | { readonly kind: 'typing'; readonly mode: Mode }
  | { readonly kind: 'read'; readonly externalId: string; readonly sentAt: string }
)

interface SignalDeps {
  readonly db: Database
  readonly bus: Pick<EventBus, 'emit' | 'on'>
  readonly settings: SettingsReader
  readonly channels: ChannelCatalogue
  readonly realtime: () => Pick<Realtime, 'typing'>
  readonly session: (connectionId: string) => ChannelSession | undefined
  readonly log: Logger
}

const topic = 'channels.signal'

/**
 * Signals of an agent to the contact, if the channel can show them: typing and reading. They are worthless when late,
 * so they are never stored; the node that holds the session passes them on.
 */
export class SessionSignals {
  readonly #deps: SignalDeps
  readonly #leave: () => void

  constructor(deps: SignalDeps) {
    this.#deps = deps
    this.#leave = deps.bus.on(topic, (data) => void this.#pass(data as Signal))
  }

  /** Colleagues see it too. */
  async typing(viewer: Viewer, ticketId: string, mode: Mode): Promise<void> {
    const ticket = await this.#ticket(viewer.tenantId, ticketId)
    if (!ticket || ticket.status === 'closed') return
    const facts = factsOf(ticket)
    if (!canSeeTicket(viewer, facts, await this.#deps.settings.visibility(viewer.tenantId))) return
    this.#deps.realtime().typing(viewer.tenantId, facts, {
      ticketId: mint<TicketId>(ticketId),
      who: { name: viewer.name, kind: 'agent', userId: viewer.userId },
      mode,
    })
    if (isSupported(this.#capabilities(ticket.channel)?.typing ?? 'rejected'))
      this.#deps.bus.emit(topic, {
        kind: 'typing',
        connectionId: ticket.connection_id,
        chat: ticket.chat,
        mode,
      } satisfies Signal)
  }

  /** Call after the commit that marked the ticket as read. */
  async read(tenantId: string, ticketId: string): Promise<void> {
    const ticket = await this.#ticket(tenantId, ticketId)
    if (!ticket?.last_external_id || !this.#capabilities(ticket.channel)?.receipts.inMarkRead) return
    this.#deps.bus.emit(topic, {
      kind: 'read',
      connectionId: ticket.connection_id,
      chat: ticket.chat,
      externalId: ticket.last_external_id,
      sentAt: ticket.last_sent_at!.toISOString(),
    } satisfies Signal)
  }

  close(): void {
    this.#leave()
  }

  #capabilities(type: string) {
    return this.#deps.channels.find(type)?.spec.capabilities
  }

  async #pass(signal: Signal): Promise<void> {
    const session = this.#deps.session(signal.connectionId)
    const chat = signal.chat as ExternalChatId
    try {
      if (signal.kind === 'typing') await session?.typing?.(chat, signal.mode)
      else
        await session?.markRead?.(
          chat,
          { chat, id: signal.externalId as ExternalMessageId, sentAt: new Date(signal.sentAt), own: false },
          AbortSignal.timeout(5_000),
        )
    } catch (error) {
      this.#deps.log.debug({ err: error, connection: signal.connectionId }, 'a signal was not passed on')
    }
  }

  async #ticket(tenantId: string, ticketId: string) {
    const [rows] = await this.#deps.db.read(tenantId, (sql) => [
      sql<{
        channel: string
        connection_id: string
        chat: string
        status: string
        user_id: string | null
        queue_id: string | null
        bot: string | null
        last_external_id: string | null
        last_sent_at: Date | null
      }>`
        select t.channel, t.connection_id, t.chat, t.status, t.user_id, t.queue_id, t.bot,
               m.external_id as last_external_id, m.sent_at as last_sent_at
          from core.ticket t left join lateral (
            select external_id, sent_at
              from core.message m
             where m.tenant_id = t.tenant_id and m.ticket_id = t.id and not m.from_me
             order by m.sent_at desc, m.id desc limit 1) m on true
         where t.tenant_id = ${tenantId} and t.id = ${ticketId}`,
    ])
    return rows[0]
  }
}

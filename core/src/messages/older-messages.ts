import { canSeeTicket, ChannelError, Refusal, type OlderAsked, type Viewer } from '@recado/contracts'
import type { ConnectionOperations } from '../channels/connection-operations.ts'
import type { Database } from '../db/database.ts'
import type { SettingsReader } from '../settings/settings-reader.ts'
import { factsOf } from '../tickets/ticket-lock.ts'

interface OlderDeps {
  readonly db: Database
  readonly settings: Pick<SettingsReader, 'visibility'>
  readonly operations: () => Pick<ConnectionOperations, 'run'>
}

/** Messages that one question brings at most. */
const atOnce = 50

/** Questions that nobody has answered, by the code of the channel. */
const outcomes: Readonly<Record<string, OlderAsked['outcome']>> = {
  NO_ANSWER: 'silent',
  NOT_CONNECTED: 'unavailable',
  // The node of the session does not answer.
  ETIMEDOUT: 'unavailable',
}

interface Oldest {
  readonly external_id: string
  readonly sent_at: Date
  readonly from_me: boolean
}

/** Asks providers for what was said before the oldest message that is stored. */
export class OlderMessages {
  readonly #deps: OlderDeps

  constructor(deps: OlderDeps) {
    this.#deps = deps
  }

  /**
   * POST /messages/{ticketId}/older. What is found is stored as history before this answers: nobody is told, nothing
   * counts as unread, and what is known already stays once. @throws Refusal ERR_NO_TICKET_FOUND,
   * ERR_CREATING_MESSAGE for a closed ticket, ERR_CHANNEL_UNSUPPORTED, ERR_CONNECTION_INACTIVE,
   * ERR_FETCH_WAPP_MSG for an answer that cannot be had or read
   */
  async ask(viewer: Viewer, ticketId: string): Promise<OlderAsked> {
    const { db, settings, operations } = this.#deps
    const { tenantId } = viewer
    const visibility = await settings.visibility(tenantId)
    const [tickets, messages] = await db.read(tenantId, (sql) => [
      sql<{
        connection_id: string | null
        chat: string
        status: string
        user_id: string | null
        queue_id: string | null
        bot: string | null
      }>`
        select connection_id, chat, status, user_id, queue_id, bot
          from core.ticket where tenant_id = ${tenantId} and id = ${ticketId}`,
      sql<Oldest>`
        select m.external_id, m.sent_at, m.from_me
          from core.ticket asked
          join core.ticket t on t.tenant_id = asked.tenant_id and t.contact_id = asked.contact_id
            and t.connection_id = asked.connection_id
          join core.message m on m.tenant_id = t.tenant_id and m.ticket_id = t.id
            and m.connection_id = asked.connection_id
         where asked.tenant_id = ${tenantId} and asked.id = ${ticketId} and m.external_id is not null
         order by m.sent_at, m.id limit 1`,
    ])
    const [ticket] = tickets
    if (!ticket || !canSeeTicket(viewer, factsOf(ticket), visibility)) throw new Refusal('ERR_NO_TICKET_FOUND')
    // What comes would open it again.
    if (ticket.status === 'closed') throw new Refusal('ERR_CREATING_MESSAGE')
    const [oldest] = messages
    if (!oldest || ticket.connection_id === null) return { outcome: 'found', found: 0 }
    const asked = {
      chat: ticket.chat,
      oldest: { id: oldest.external_id, at: oldest.sent_at.toISOString(), own: oldest.from_me },
      count: atOnce,
    }
    try {
      // Who asks again meanwhile waits for the same answer.
      const key = `${ticketId} ${oldest.external_id}`
      const { found } = await operations().run(tenantId, ticket.connection_id, 'history.older', asked, key)
      return { outcome: 'found', found }
    } catch (error) {
      if (!ChannelError.is(error)) throw error
      const outcome = outcomes[error.code]
      // S8-071: the provider has answered, and what it offers cannot be had or read.
      if (!outcome) throw new Refusal('ERR_FETCH_WAPP_MSG', {}, { cause: error })
      return { outcome, found: 0 }
    }
  }
}

import { canSeeTicket, mint, type Logger, type TicketId, type Viewer } from '@recado/contracts'
import type { Database } from '../db/database.ts'
import type { Realtime } from '../realtime/realtime.ts'
import type { SettingsReader } from '../settings/settings-reader.ts'
import { factsOf, type FactsRow } from './ticket-lock.ts'

interface PresenceDeps {
  readonly db: Database
  readonly settings: SettingsReader
  readonly realtime: () => Pick<Realtime, 'presence'>
  readonly log: Logger
}

/**
 * Announces to colleagues who has a ticket open, if they may see it. Pages repeat their state, so only the last one of
 * each page of this node is kept: leaving is announced at once, and the people of a dead node expire on the others.
 */
export class TicketPresence {
  readonly #deps: PresenceDeps
  readonly #pages = new Map<string, { ticketId: string; userId: string }>()
  /**
   * Announced pairs of user and ticket, as `user ticket`: a leave is announced only after an arrival, and then always.
   */
  readonly #told = new Set<string>()
  constructor(deps: PresenceDeps) {
    this.#deps = deps
  }

  /** Called when a page says what it shows, and with null when it is gone. */
  noted(viewer: Viewer, page: string, ticketId: string | null): void {
    const before = this.#pages.get(page)
    if (ticketId === null) this.#pages.delete(page)
    else this.#pages.set(page, { ticketId, userId: viewer.userId })
    if (before && before.ticketId !== ticketId && !this.#isShownTo(viewer.userId, before.ticketId))
      void this.#tell(viewer, before.ticketId, false)
    if (ticketId !== null) void this.#tell(viewer, ticketId, true)
  }

  /** On another page of the same person. */
  #isShownTo(userId: string, ticketId: string): boolean {
    for (const shown of this.#pages.values()) if (shown.userId === userId && shown.ticketId === ticketId) return true
    return false
  }

  async #tell(viewer: Viewer, ticketId: string, viewing: boolean): Promise<void> {
    const key = `${viewer.userId} ${ticketId}`
    if (!viewing && !this.#told.delete(key)) return
    try {
      const [rows] = await this.#deps.db.read(viewer.tenantId, (sql) => [
        sql<FactsRow>`
          select user_id, queue_id, bot from core.ticket where tenant_id = ${viewer.tenantId} and id = ${ticketId}`,
      ])
      const facts = rows[0] && factsOf(rows[0])
      const mayBeSeen =
        facts && (!viewing || canSeeTicket(viewer, facts, await this.#deps.settings.visibility(viewer.tenantId)))
      // A user who comes and goes quickly is not shown by an outdated answer.
      if (!mayBeSeen || viewing !== this.#isShownTo(viewer.userId, ticketId)) return
      if (viewing) this.#told.add(key)
      this.#deps.realtime().presence(viewer.tenantId, facts, {
        ticketId: mint<TicketId>(ticketId),
        who: { userId: viewer.userId, name: viewer.name },
        viewing,
      })
    } catch (error) {
      this.#deps.log.debug({ err: error, tenantId: viewer.tenantId }, 'who has a ticket open was not told')
    }
  }
}

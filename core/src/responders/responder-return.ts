import { Refusal, type ResponderPlace, type TicketFacts, type TicketId, type Viewer } from '@recado/contracts'
import type { Clock } from '../base/clock.ts'
import type { EventBus } from '../bus/bus.ts'
import { queriesOf, type Database, type Tx } from '../db/database.ts'
import type { TicketFeed } from '../realtime/ticket-feed.ts'
import type { SettingsReader } from '../settings/settings-reader.ts'
import { sees } from '../tickets/ticket-actor.ts'
import { factsOf, lockTicket, type LockedTicket } from '../tickets/ticket-lock.ts'
import { writeStep } from '../tickets/ticket-step.ts'
import { beginTurn, placesOf } from './responder-turn.ts'

export interface ReturnDeps {
  readonly db: Database
  readonly bus: EventBus
  readonly feed: Pick<TicketFeed, 'show'>
  readonly clock: Clock
  readonly settings: Pick<SettingsReader, 'visibility'>
  /** Asks the responder that has a ticket now. */
  goOn(tenantId: string, ticketId: string): void
}

/** People give a conversation back to who answers first. */
export class ResponderReturns {
  readonly #deps: ReturnDeps
  constructor(deps: ReturnDeps) {
    this.#deps = deps
  }

  /**
   * POST /tickets/{ticketId}/responders: nobody has it any more, and the first responder of its order is asked as in a
   * conversation that begins. @throws Refusal ERR_NO_TICKET_FOUND, ERR_TICKET_TRANSITION for one that is closed, a
   * group, or has a responder, ERR_NO_RESPONDER
   */
  async giveBack(viewer: Viewer, ticketId: TicketId): Promise<void> {
    const { db, bus, feed, clock, settings, goOn } = this.#deps
    const { tenantId } = viewer
    const visibility = await settings.visibility(tenantId)
    const before = await db.tenant(tenantId, async (tx): Promise<TicketFacts> => {
      const current = await lockTicket(tx, tenantId, ticketId)
      if (!current || !sees(viewer, factsOf(current), visibility)) throw new Refusal('ERR_NO_TICKET_FOUND')
      if ((current.status !== 'open' && current.status !== 'pending') || current.bot !== null)
        throw new Refusal('ERR_TICKET_TRANSITION', { detail: `${current.status} → responder` })
      const [place, ...rest] = await placesFor(tx, tenantId, ticketId)
      if (!place) throw new Refusal('ERR_NO_RESPONDER')
      await this.#leave(tx, viewer, ticketId, current)
      const queues = current.queue_id === null ? [] : [current.queue_id]
      await beginTurn(tx, tenantId, ticketId, { place, rest, queues, step: 1 }, clock.now())
      return factsOf(current)
    })
    bus.poke()
    void feed.show(tenantId, { tickets: [{ id: ticketId, type: 'ticket:update', before }] })
    goOn(tenantId, ticketId)
  }

  #leave(tx: Tx, { tenantId, userId }: Viewer, ticketId: TicketId, current: LockedTicket): Promise<void> {
    const { queue_id: queueId, status } = current
    const next = { status: 'pending' as const, userId: null, queueId }
    const step = {
      next,
      closed: undefined,
      started: status === 'open' ? false : undefined,
      logs: [{ type: 'pending' as const, userId, queueId }],
    }
    return writeStep(tx, this.#deps.bus, tenantId, ticketId, current, step)
  }
}

async function placesFor(tx: Tx, tenantId: string, ticketId: string): Promise<readonly ResponderPlace[]> {
  const builder = queriesOf(tx)
  const [row] = await builder<{ places: ResponderPlace[] | null }>`
    select ${placesOf(builder)} as places from core.ticket t where t.tenant_id = ${tenantId} and t.id = ${ticketId}`
  return row?.places ?? []
}

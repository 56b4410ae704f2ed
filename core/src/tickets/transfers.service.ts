import { canSeeTicket, Refusal, TicketClosed, TicketCreated, TicketUpdated, type Ticket, type TicketLogType, type TicketTransfer, type TransferredTicket, type Viewer } from '@recado/contracts'
import { and, eq, sql } from 'drizzle-orm'
import type * as z from 'zod'
import type { Tx } from '../db/database.ts'
import { newId } from '../ids.ts'
import { factsOf, lockTicket, type LockedTicket } from './ticket-lock.ts'
import { holdQueue, holdReceiver } from './ticket-receiver.ts'
import { ticket, ticketLog } from './ticket.table.ts'
import type { TicketsDeps, TicketsService } from './tickets.service.ts'
import { transferTarget } from './transfer-rules.ts'
import type { TicketState } from './transition.ts'

export interface TransfersDeps extends Pick<TicketsDeps, 'db' | 'bus' | 'feed' | 'settings' | 'protocols'> {
  readonly tickets: Pick<TicketsService, 'get'>
}

type Transfer = z.output<typeof TicketTransfer>
type Note = string | null

/** Gives tickets to colleagues and to queues. */
export class TicketTransfers {
  readonly #deps: TransfersDeps
  constructor(deps: TransfersDeps) { this.#deps = deps }

  /** POST /tickets/{id}/transfer, in one transaction; nothing of a refused one stays. */
  async transfer(viewer: Viewer, ticketId: Ticket['id'], wanted: Transfer): Promise<TransferredTicket> {
    const { db, bus, feed, settings, protocols, tickets } = this.#deps
    const { tenantId } = viewer
    const visibility = await settings.visibility(tenantId)
    const protocol = wanted.newTicket ? await protocols.template(tenantId) : ''
    const done = await db.tenant(tenantId, async (tx) => {
      const current = await lockTicket(tx, tenantId, ticketId)
      if (!current || !canSeeTicket(viewer, factsOf(current), visibility)) throw new Refusal('ERR_NO_TICKET_FOUND')
      const next = transferTarget({ status: current.status, userId: current.user_id, queueId: current.queue_id }, wanted)
      if (wanted.newTicket && next.status === 'group') throw new Refusal('ERR_TICKET_TRANSITION', { detail: 'group' })
      if (next.queueId !== null && next.queueId !== current.queue_id) await holdQueue(tx, tenantId, next.queueId)
      if (next.userId !== null && next.userId !== current.user_id) await holdReceiver(tx, viewer, next.userId, next.queueId)
      const note = wanted.note || null
      const id = wanted.newTicket ? await this.#continueAnew(tx, viewer, ticketId, current, next, note, protocol) : await this.#move(tx, viewer, ticketId, current, next, note)
      return { id, before: factsOf(current), after: factsOf({ user_id: next.userId, queue_id: next.queueId }) }
    })
    bus.poke()
    void feed.show(tenantId, { tickets: [{ id: ticketId, type: 'ticket:update', before: done.before }, ...(done.id === ticketId ? [] : [{ id: done.id, type: 'ticket:create' as const }])] })
    // Who gives a ticket away may not see it any more; the answer to the giving is still the ticket.
    return { ticket: await tickets.get({ ...viewer, role: 'admin' }, done.id), isSeen: canSeeTicket(viewer, done.after, visibility) }
  }

  async #move(tx: Tx, viewer: Viewer, ticketId: Ticket['id'], current: LockedTicket, next: TicketState, note: Note): Promise<Ticket['id']> {
    await tx.update(ticket).set({
      status: next.status, userId: next.userId, queueId: next.queueId, updatedAt: sql`now()` as never,
      ...(next.userId !== null && next.userId !== current.user_id ? { assignedAt: sql`now()` as never } : {}),
      ...(next.status === current.status ? {} : { startedAt: (next.status === 'open' ? sql`now()` : null) as never }),
    }).where(and(eq(ticket.tenantId, viewer.tenantId), eq(ticket.id, ticketId)))
    await this.#log(tx, viewer, ticketId, [['transfered', viewer.userId, current.queue_id, note], ['receivedTransfer', next.userId, next.queueId]])
    await this.#deps.bus.publish(tx, { tenantId: viewer.tenantId, name: TicketUpdated.name, key: ticketId, data: { ticketId, contactId: current.contact_id, connectionId: current.connection_id, ...next } })
    return ticketId
  }

  /** S4-013: what was said stays in the ticket that is closed; the receiver begins with an empty one. */
  async #continueAnew(tx: Tx, viewer: Viewer, ticketId: Ticket['id'], current: LockedTicket, next: TicketState, note: Note, protocol: string): Promise<Ticket['id']> {
    const { tenantId, userId } = viewer
    const id = newId<Ticket['id']>()
    const ref = { contactId: current.contact_id, connectionId: current.connection_id }
    await tx.update(ticket).set({ status: 'closed', unread: 0, closedAt: sql`now()` as never, updatedAt: sql`now()` as never }).where(and(eq(ticket.tenantId, tenantId), eq(ticket.id, ticketId)))
    await tx.execute(sql`
      insert into core.ticket (id, tenant_id, protocol, status, contact_id, origin_id, connection_id, channel, chat, user_id, queue_id, started_at)
      values (${id}, ${tenantId}, core.next_protocol(${protocol}), ${next.status}, ${current.contact_id}, ${current.origin_id}, ${current.connection_id}, ${current.channel}, ${current.chat},
              ${next.userId}, ${next.queueId}, case when ${next.status} = 'open' then now() end)`)
    await this.#log(tx, viewer, ticketId, [['transfered', userId, current.queue_id, note], ['closed', userId, current.queue_id]])
    await this.#log(tx, viewer, id, [['create', userId, current.queue_id, note], ['receivedTransfer', next.userId, next.queueId]])
    await this.#deps.bus.publish(tx, { tenantId, name: TicketUpdated.name, key: ticketId, data: { ticketId, ...ref, status: 'closed', userId: current.user_id, queueId: current.queue_id } })
    await this.#deps.bus.publish(tx, { tenantId, name: TicketClosed.name, key: ticketId, data: { ticketId, ...ref, userId: current.user_id } })
    await this.#deps.bus.publish(tx, { tenantId, name: TicketCreated.name, key: id, data: { ticketId: id, ...ref, status: next.status } })
    return id
  }

  async #log(tx: Tx, { tenantId }: Viewer, ticketId: string, entries: readonly (readonly [type: TicketLogType, userId: string | null, queueId: string | null, note?: Note])[]): Promise<void> {
    await tx.insert(ticketLog).values(entries.map(([type, userId, queueId, note = null]) => ({ id: newId(), tenantId, ticketId, type, userId, queueId, note })))
  }
}

import { Refusal, TicketCreated, type Ticket, type TicketTransfer, type TransferredTicket } from '@recado/contracts'
import { and, eq, sql } from 'drizzle-orm'
import type * as z from 'zod'
import type { Tx } from '../db/database.ts'
import { newId } from '../base/ids.ts'
import { isPlugin, sees, type TicketActor } from './ticket-actor.ts'
import { followersGoAlong } from './ticket-followers.ts'
import { factsOf, lockTicket, stateOf, type LockedTicket } from './ticket-lock.ts'
import { holdQueue, holdReceiver } from './ticket-receiver.ts'
import { transferStep, writeStep } from './ticket-step.ts'
import { ticket, ticketLog } from '../tables/ticket.table.ts'
import type { TicketsDeps, TicketsService } from './tickets.service.ts'
import { transferTarget } from './transfer-rules.ts'
import type { TicketState } from './transition.ts'

export interface TransfersDeps extends Pick<TicketsDeps, 'db' | 'bus' | 'feed' | 'settings' | 'protocols'> {
  readonly tickets: Pick<TicketsService, 'afterChange'>
}

type Transfer = z.output<typeof TicketTransfer>
type Note = string | null

/** Gives tickets to colleagues and to queues. */
export class TicketTransfers {
  readonly #deps: TransfersDeps
  constructor(deps: TransfersDeps) {
    this.#deps = deps
  }

  /** POST /tickets/{id}/transfer, in one transaction; nothing of a refused one stays. */
  async transfer(actor: TicketActor, ticketId: Ticket['id'], wanted: Transfer): Promise<TransferredTicket> {
    const { db, bus, feed, settings, protocols, tickets } = this.#deps
    const { tenantId } = actor
    const visibility = await settings.visibility(tenantId)
    const protocol = wanted.newTicket ? await protocols.template(tenantId) : ''
    const done = await db.tenant(tenantId, async (tx) => {
      const current = await lockTicket(tx, tenantId, ticketId)
      if (!current || !sees(actor, factsOf(current), visibility)) throw new Refusal('ERR_NO_TICKET_FOUND')
      const state = stateOf(current)
      const next = transferTarget(state, wanted)
      if (wanted.newTicket && next.status === 'group') throw new Refusal('ERR_TICKET_TRANSITION', { detail: 'group' })
      if (next.queueId !== null && next.queueId !== current.queue_id) await holdQueue(tx, tenantId, next.queueId)
      if (next.userId !== null && next.userId !== current.user_id)
        await holdReceiver(tx, actor, next.userId, next.queueId)
      const note = wanted.note || null
      const id = wanted.newTicket
        ? await this.#continueAnew(tx, actor, ticketId, current, next, note, protocol)
        : ticketId
      if (!wanted.newTicket)
        await writeStep(tx, bus, tenantId, ticketId, current, transferStep(state, next, actor.userId, note), actor)
      const moved = id === ticketId ? [] : await moveScheduled(tx, tenantId, ticketId, id)
      return {
        id,
        moved,
        before: factsOf(current),
        after: factsOf({ user_id: next.userId, queue_id: next.queueId, bot: isPlugin(actor) ? current.bot : null }),
      }
    })
    bus.poke()
    void feed.show(tenantId, {
      tickets: [
        { id: ticketId, type: 'ticket:update', before: done.before },
        ...(done.id === ticketId ? [] : [{ id: done.id, type: 'ticket:create' as const }]),
      ],
    })
    for (const waiting of done.moved) void feed.scheduled(tenantId, waiting)
    return { ticket: await tickets.afterChange(actor, done.id), isSeen: sees(actor, done.after, visibility) }
  }

  /**
   * S4-013: messages stay in the closed ticket; the receiver begins with an empty one, with the same priority,
   * languages and followers.
   */
  async #continueAnew(
    tx: Tx,
    { tenantId, userId }: Pick<TicketActor, 'tenantId' | 'userId'>,
    ticketId: Ticket['id'],
    current: LockedTicket,
    next: TicketState,
    note: Note,
    protocol: string,
  ): Promise<Ticket['id']> {
    const id = newId<Ticket['id']>()
    const before = stateOf(current)
    await tx
      .update(ticket)
      .set({ unread: 0 })
      .where(and(eq(ticket.tenantId, tenantId), eq(ticket.id, ticketId)))
    await writeStep(tx, this.#deps.bus, tenantId, ticketId, current, {
      next: { ...before, status: 'closed' },
      started: undefined,
      closed: true,
      logs: [
        { type: 'transfered', userId, queueId: before.queueId, note },
        { type: 'closed', userId, queueId: before.queueId },
      ],
    })
    await tx.execute(sql`
      insert into core.ticket (id, tenant_id, protocol, status, contact_id, origin_id, connection_id, channel, chat,
        user_id, queue_id, started_at, assigned_at, priority, audio_transcription, translation_enabled, client_language,
        agent_language)
      select ${id}, tenant_id, core.next_protocol(${protocol}), ${next.status}, contact_id, origin_id, connection_id,
             channel, chat, ${next.userId}::uuid, ${next.queueId}::uuid,
             case when ${next.status} = 'open' then now() end,
             case when ${next.userId}::uuid is not null then now() end, priority, audio_transcription,
             translation_enabled, client_language, agent_language
        from core.ticket where tenant_id = ${tenantId} and id = ${ticketId}`)
    await followersGoAlong(tx, tenantId, { from: ticketId, into: id })
    await tx.insert(ticketLog).values([
      { id: newId(), tenantId, ticketId: id, type: 'create', userId, queueId: before.queueId, note },
      { id: newId(), tenantId, ticketId: id, type: 'receivedTransfer', userId: next.userId, queueId: next.queueId },
    ])
    await this.#deps.bus.publish(tx, TicketCreated, {
      tenantId,
      key: id,
      data: { ticketId: id, contactId: current.contact_id, connectionId: current.connection_id, status: next.status },
    })
    return id
  }
}

/**
 * Scheduled messages move with the conversation: in a closed ticket they could never be sent. Answers the ids of the
 * moved ones.
 */
async function moveScheduled(tx: Tx, tenantId: string, from: string, into: string): Promise<string[]> {
  const moved = await tx.execute<{ id: string }>(sql`
    update core.scheduled_message set ticket_id = ${into}, updated_at = now()
     where tenant_id = ${tenantId} and ticket_id = ${from} and state in ('pending', 'failed')
    returning id`)
  return moved.map(({ id }) => id)
}

import {
  canSeeTicket,
  Refusal,
  seesMasked,
  TicketCreated,
  type AttendanceFilter,
  type ConnectionId,
  type Ticket,
  type TicketCounts,
  type TicketCreate,
  type TicketLogEntry,
  type TicketPage,
  type TicketUpdate,
  type Viewer,
} from '@recado/contracts'
import { and, eq, sql as drizzleSql } from 'drizzle-orm'
import type * as z from 'zod'
import { requireAttributes, writeTicketAttributes } from '../attributes/attribute-writing.ts'
import { audit } from '../audit/audit.ts'
import type { EventBus } from '../bus/bus.ts'
import type { Clock } from '../base/clock.ts'
import { pictureUrls } from '../contacts/contact-picture.ts'
import type { Database, Tx } from '../db/database.ts'
import { newId } from '../base/ids.ts'
import type { MediaStore } from '../media/media.ts'
import type { PartingWords, StoredWords } from '../messages/parting-words.ts'
import type { SettingsReader } from '../settings/settings-reader.ts'
import { countTickets } from './ticket-counts.ts'
import type { TicketFeed } from '../realtime/ticket-feed.ts'
import { listTickets } from './ticket-list.ts'
import { otherOpen } from './other-open.ts'
import { factsOf, lockTicket, requireExpected, stateOf, type LockedTicket } from './ticket-lock.ts'
import { authorOf, isPlugin, sees, type TicketActor } from './ticket-actor.ts'
import { holdReceiver } from './ticket-receiver.ts'
import { isLiveTaken, refuseReference } from './ticket-refusals.ts'
import { setMarks } from './ticket-marks.ts'
import { toTicket, ticketRows, type ServiceWindows, type TicketRow } from './ticket-rows.ts'
import { writeAssistance } from './ticket-assistance.ts'
import { retag, writeTicketTags } from './ticket-tags.ts'
import { prioritize } from './ticket-priority.ts'
import { snooze } from './ticket-snooze.ts'
import { writeStep } from './ticket-step.ts'
import { ticket, ticketLog } from '../tables/ticket.table.ts'
import { transition } from './transition.ts'

/** Finds how a contact is reached on a connection; undefined when it never was and has no fitting identity. */
export interface ChatFinder {
  /**
   * `originId` is the contact whose address it was before contacts were merged; null where it has always been this
   * one's.
   */
  chatOf(
    tx: Tx,
    tenantId: string,
    contactId: string,
    connectionId: string,
  ): Promise<{ chat: string; channel: string; originId: string | null } | undefined>
}

export interface TicketsDeps {
  readonly db: Database
  readonly bus: EventBus
  readonly feed: TicketFeed
  readonly media: Pick<MediaStore, 'sign'>
  readonly settings: SettingsReader
  readonly clock: Clock
  readonly windows: () => ServiceWindows
  readonly chats: ChatFinder
  readonly protocols: { template(tenantId: string): Promise<string> }
  readonly words: Pick<PartingWords, 'storeFarewell'>
  /** Signals the sender of a connection after commit. */
  readonly wake: (connectionId: string) => void
  /** Called when a user read unread messages: the channel may tell the contact. */
  readonly onRead: (tenantId: string, ticketId: string) => void
}

/** A repeated opening of the same ticket by the same person within this time is one access in the log. */
const accessLogEvery = drizzleSql`interval '5 minutes'`

/** Tickets as a signed-in user works with them. Everything asks the one visibility policy first. */
export class TicketsService {
  readonly #deps: TicketsDeps
  constructor(deps: TicketsDeps) {
    this.#deps = deps
  }

  async list(viewer: Viewer, filter: AttendanceFilter): Promise<TicketPage> {
    const { settings } = this.#deps
    const limit = filter.limit ?? (await settings.get(viewer.tenantId, 'ticketListLimit'))
    return listTickets(
      this.#deps,
      viewer,
      { ...filter, limit },
      await settings.visibility(viewer.tenantId),
      this.#deps.windows(),
    )
  }

  async counts(viewer: Viewer): Promise<TicketCounts> {
    return countTickets(this.#deps.db, viewer, await this.#deps.settings.visibility(viewer.tenantId))
  }

  /** One ticket, or ERR_NO_TICKET_FOUND: absent and hidden look alike. */
  async get(viewer: Viewer, ticketId: string): Promise<Ticket> {
    const row = await this.#row(viewer, ticketId)
    const settings = await this.#deps.settings.visibility(viewer.tenantId)
    if (!row || !canSeeTicket(viewer, factsOf(row), settings)) throw new Refusal('ERR_NO_TICKET_FOUND')
    return this.#shape(row, viewer.tenantId, seesMasked(viewer, settings))
  }

  /**
   * To who has just changed it: the answer to the giving is still the ticket, though they may not see it any more. A
   * plugin sees it whole.
   */
  async afterChange(actor: TicketActor, ticketId: string): Promise<Ticket> {
    if (!isPlugin(actor)) return this.get({ ...actor, role: 'admin' }, ticketId)
    const row = await this.#row(actor, ticketId)
    if (!row) throw new Refusal('ERR_NO_TICKET_FOUND')
    return this.#shape(row, actor.tenantId, false)
  }

  async #row(
    { tenantId, userId }: Pick<TicketActor, 'tenantId' | 'userId'>,
    ticketId: string,
  ): Promise<TicketRow | undefined> {
    const [rows] = await this.#deps.db.read(tenantId, (sql) => [
      ticketRows(
        sql,
        sql`select t.* from core.ticket t where t.tenant_id = ${tenantId} and t.id = ${ticketId}`,
        userId,
        this.#deps.windows(),
      ),
    ])
    return rows[0]
  }

  #shape(row: TicketRow, tenantId: string, masked: boolean): Ticket {
    return toTicket(row, masked, pictureUrls(this.#deps.media, tenantId))
  }

  /** S4-021: keeps that the viewer opened the ticket. */
  async logAccess(viewer: Viewer, ticketId: string): Promise<void> {
    await this.#deps.db.tenant(viewer.tenantId, (tx) =>
      tx.execute(drizzleSql`
      insert into core.ticket_log (id, tenant_id, ticket_id, type, user_id)
      select ${newId()}, ${viewer.tenantId}, ${ticketId}, 'access', ${viewer.userId}
       where not exists (
         select 1
           from core.ticket_log l
          where l.tenant_id = ${viewer.tenantId} and l.ticket_id = ${ticketId} and l.type = 'access'
            and l.user_id = ${viewer.userId} and l.created_at > now() - ${accessLogEvery})`),
    )
  }

  /**
   * S4-019: shows a ticket to somebody who reads along. Its log says nothing of it, the audit trail does, once in a
   * while.
   */
  async watch(viewer: Viewer, ticketId: string): Promise<Ticket> {
    const found = await this.get(viewer, ticketId)
    const { tenantId, userId } = viewer
    await this.#deps.db.tenant(tenantId, async (tx) => {
      const [known] = await tx.execute(drizzleSql`
        select 1
          from core.audit_log
         where tenant_id = ${tenantId}
           and subject = ${ticketId}
           and action = 'tickets.watch'
           and user_id = ${userId}
           and at > now() - ${accessLogEvery}
         limit 1`)
      if (!known) await audit(tx, { tenantId, userId, action: 'tickets.watch', subject: ticketId })
    })
    return found
  }

  /** Newest 500 entries, oldest first. The log outlives its ticket; then only an admin reads it. */
  async logs(viewer: Viewer, ticketId: string): Promise<TicketLogEntry[]> {
    const ticket = await this.get(viewer, ticketId).catch((error: unknown) => {
      if (!(Refusal.is(error) && viewer.role === 'admin')) throw error
    })
    const [rows] = await this.#deps.db.read(viewer.tenantId, (sql) => [
      sql<{
        id: string
        type: TicketLogEntry['type']
        note: string | null
        detail: string | null
        plugin: string | null
        created_at: Date
        user_id: string | null
        user_name: string | null
        queue_id: string | null
        queue_name: string | null
      }>`
        select * from (
          select l.id, l.type, l.note, l.detail, l.plugin, l.created_at, l.user_id, u.name as user_name, l.queue_id,
                 q.name as queue_name
            from core.ticket_log l
            left join core.user_account u on u.tenant_id = l.tenant_id and u.id = l.user_id
            left join core.queue q on q.tenant_id = l.tenant_id and q.id = l.queue_id
           where l.tenant_id = ${viewer.tenantId}
             and (l.ticket_id = ${ticketId}
                  or l.ticket_id in (
                    select unnest(m.origins)
                      from core.ticket_merge m
                     where m.tenant_id = ${viewer.tenantId} and m.into_id = ${ticketId} and m.undone_at is null))
           order by l.created_at desc, l.id desc limit 500) newest
         order by created_at, id`,
    ])
    if (rows.length === 0 && !ticket) throw new Refusal('ERR_NO_TICKET_FOUND')
    return rows.map((row) => ({
      id: row.id,
      type: row.type,
      note: row.note,
      detail: row.detail,
      plugin: row.plugin,
      ticketId: ticketId as Ticket['id'],
      createdAt: row.created_at.toISOString(),
      user: row.user_id ? { id: row.user_id as Viewer['userId'], name: row.user_name ?? '' } : null,
      queue: row.queue_id ? { id: row.queue_id as NonNullable<Ticket['queueId']>, queue: row.queue_name ?? '' } : null,
    }))
  }

  /**
   * PUT /tickets/{id}: status, user, queue, tags, own attributes, priority, snooze, transcription and translation,
   * marks of the viewer, reading. One transaction; answers the ticket as it is then. A plugin as the actor has no
   * marks, and nobody is there to be asked for what is required to resolve.
   */
  async update(actor: TicketActor, ticketId: string, change: z.output<typeof TicketUpdate>): Promise<Ticket> {
    const { tenantId } = actor
    const settings = await this.#deps.settings.visibility(tenantId)
    let place: { contactId: string; connectionId: string } | undefined
    const outcome = await this.#deps.db
      .tenant(tenantId, async (tx) => {
        const current = await lockTicket(tx, tenantId, ticketId)
        if (!current || !sees(actor, factsOf(current), settings)) throw new Refusal('ERR_NO_TICKET_FOUND')
        if (change.expected) requireExpected(current, change.expected)
        if (current.merged_into !== null && change.status !== undefined) throw new Refusal('ERR_TICKET_MERGED')
        place = { contactId: current.contact_id, connectionId: current.connection_id }
        const marked = !isPlugin(actor) && (await setMarks(tx, actor, ticketId, change))
        const read = change.unreadMessages === 0 && current.unread > 0
        if (read) await markRead(tx, tenantId, ticketId)
        const unread = change.unreadMessages === 1 && (await markUnread(tx, tenantId, ticketId, current))
        const described =
          change.attributes !== undefined && (await writeTicketAttributes(tx, actor, ticketId, change.attributes))
        const tagged =
          change.tagIds !== undefined
            ? await writeTicketTags(tx, this.#deps.bus, actor, ticketId, current, change.tagIds)
            : change.retag !== undefined && (await retag(tx, this.#deps.bus, actor, ticketId, current, change.retag))
        const assisted = await writeAssistance(tx, tenantId, ticketId, change)
        let said: StoredWords | undefined
        const step = transition(
          stateOf(current),
          {
            status: change.status === 'close' ? 'closed' : change.status,
            userId: change.userId,
            queueId: change.queueId,
          },
          actor.userId,
          isPlugin(actor) && actor.reopens,
        )
        if (step) {
          if (step.next.userId !== null && step.next.userId !== current.user_id)
            await holdReceiver(tx, actor, step.next.userId, step.next.queueId)
          if (step.closed && !isPlugin(actor)) await requireAttributes(tx, tenantId, ticketId)
          if (step.closed && !change.withoutFarewell)
            said = await this.#deps.words.storeFarewell(tx, tenantId, ticketId)
          await writeStep(tx, this.#deps.bus, tenantId, ticketId, current, step, actor)
        }
        const prioritized =
          change.priority !== undefined &&
          (await prioritize(tx, this.#deps.bus, actor, ticketId, current, change.priority))
        // After the step, which ends a waiting by itself.
        const moved =
          change.snooze !== undefined &&
          (await snooze(
            tx,
            this.#deps.bus,
            actor,
            ticketId,
            step ? { ...current, status: step.next.status, snoozed_at: null } : current,
            change.snooze,
            this.#deps.clock.now(),
          ))
        return {
          before: factsOf(current),
          read,
          said,
          marked,
          changed: step !== undefined || prioritized || moved || read || unread || described || tagged || assisted,
        }
      })
      .catch(async (error: unknown) => {
        if (isLiveTaken(error) && place) throw await otherOpen(this.#deps.db, actor, place, settings)
        return refuseReference(error)
      })
    if (outcome.changed) this.#deps.bus.poke()
    // Marks are the viewer's alone, and their other screens show them too.
    if (outcome.changed || outcome.marked) {
      void this.#deps.feed.show(tenantId, {
        tickets: [{ id: ticketId, type: 'ticket:update', before: outcome.before }],
        messages: outcome.said?.messageIds.map((id) => ({ id, ticketId, type: 'chat:create' as const })) ?? [],
      })
    }
    if (outcome.said) this.#deps.wake(outcome.said.connectionId)
    if (outcome.read) this.#deps.onRead(tenantId, ticketId)
    return this.afterChange(actor, ticketId)
  }

  /**
   * POST /tickets: opens a conversation with a contact. A live one is offered instead (S8-039, S8-040).
   * Without a channel it goes through the default one (S8-070).
   */
  async create(viewer: TicketActor, wanted: z.output<typeof TicketCreate>): Promise<Ticket> {
    const settings = await this.#deps.settings.visibility(viewer.tenantId)
    const protocol = await this.#deps.protocols.template(viewer.tenantId)
    const ticketId = newId<Ticket['id']>()
    const channelId = wanted.channelId ?? (await defaultChannel(this.#deps.db, viewer.tenantId))
    await this.#deps.db
      .tenant(viewer.tenantId, async (tx) => {
        // Held, so that it is not merged before its ticket is there.
        const [person] = await tx.execute<{ id: string }>(drizzleSql`
        select c.id
          from core.contact c
         where c.tenant_id = ${viewer.tenantId}
           and c.id = core.surviving_contact(${viewer.tenantId}, ${wanted.contactId})
           and c.merged_into is null for share`)
        if (!person) throw new Refusal('ERR_NO_CONTACT_FOUND')
        const live = await tx.$count(
          ticket,
          and(
            eq(ticket.tenantId, viewer.tenantId),
            eq(ticket.contactId, person.id),
            eq(ticket.connectionId, channelId),
            drizzleSql`${ticket.status} <> 'closed'`,
          ),
        )
        if (live > 0) throw new Refusal('ERR_OTHER_OPEN_TICKET')
        const reach = await this.#deps.chats.chatOf(tx, viewer.tenantId, person.id, channelId)
        if (!reach) throw new Refusal('ERR_CREATING_TICKET')
        const userId = wanted.status === 'open' ? (wanted.userId ?? viewer.userId) : null
        if (userId !== null) await holdReceiver(tx, viewer, userId, wanted.queueId ?? null)
        await tx.execute(drizzleSql`
        insert into core.ticket (id, tenant_id, protocol, status, contact_id, origin_id, connection_id, channel, chat,
          user_id, queue_id, started_at)
        values (${ticketId}, ${viewer.tenantId}, core.next_protocol(${protocol}), ${wanted.status}, ${person.id},
                ${reach.originId}, ${channelId}, ${reach.channel}, ${reach.chat},
                ${userId}, ${wanted.queueId ?? null}, case when ${wanted.status} = 'open' then now() end)`)
        await tx.insert(ticketLog).values({
          id: newId(),
          tenantId: viewer.tenantId,
          ticketId,
          type: 'create',
          ...authorOf(viewer),
          queueId: wanted.queueId ?? null,
        })
        await this.#deps.bus.publish(tx, TicketCreated, {
          tenantId: viewer.tenantId,
          key: ticketId,
          data: { ticketId, contactId: person.id, connectionId: channelId, status: wanted.status },
        })
      })
      .catch(async (error: unknown) => {
        if (isLiveTaken(error))
          throw await otherOpen(
            this.#deps.db,
            viewer,
            { contactId: wanted.contactId, connectionId: channelId },
            settings,
          )
        return refuseReference(error)
      })
    this.#deps.bus.poke()
    void this.#deps.feed.show(viewer.tenantId, { tickets: [{ id: ticketId, type: 'ticket:create' }] })
    return this.afterChange(viewer, ticketId)
  }
}

/** @throws Refusal ERR_NO_DEF_WAPP_FOUND where the company has none, or it is switched off */
async function defaultChannel(db: Database, tenantId: string): Promise<ConnectionId> {
  const [rows] = await db.read(tenantId, (query) => [
    query<{ id: ConnectionId }>`
      select id from core.connection where tenant_id = ${tenantId} and is_default and is_active and deleted_at is null`,
  ])
  if (!rows[0]) throw new Refusal('ERR_NO_DEF_WAPP_FOUND')
  return rows[0].id
}

/** Reading does not move a ticket in the list: updated_at stays (reading 54). */
async function markRead(tx: Tx, tenantId: string, ticketId: string): Promise<void> {
  await tx.execute(drizzleSql`
    with seen as (update core.ticket set unread = 0 where tenant_id = ${tenantId} and id = ${ticketId})
    update core.message set is_read = true where tenant_id = ${tenantId} and ticket_id = ${ticketId} and not is_read`)
}

/** What an agent wants to come back to: the newest message of the contact counts as unread again (reading 54). */
async function markUnread(
  tx: Tx,
  tenantId: string,
  ticketId: string,
  { unread, status, snoozed_at }: Pick<LockedTicket, 'unread' | 'status' | 'snoozed_at'>,
): Promise<boolean> {
  if (unread > 0 || status === 'closed' || snoozed_at !== null) return false
  const marked = await tx.execute(drizzleSql`
    with newest as (
      select id
        from core.message
       where tenant_id = ${tenantId} and ticket_id = ${ticketId} and not from_me and deleted_at is null
       order by sent_at desc, id desc limit 1),
    again as (update core.message m set is_read = false
                from newest
               where m.tenant_id = ${tenantId} and m.id = newest.id
              returning m.id)
    update core.ticket set unread = 1
     where tenant_id = ${tenantId} and id = ${ticketId} and exists (select from again)
    returning 1`)
  return marked.length > 0
}

import {
  canSeeTicket,
  Refusal,
  TicketMerged,
  TicketUnmerged,
  TicketUpdated,
  ticketMergeUndoHours,
  type Ticket,
  type TicketMergeCandidate,
  type TicketMergeDone,
  type TicketMergeOverview,
  type Viewer,
  type VisibilitySettings,
  type TicketStatus,
} from '@recado/contracts'
import { sql } from 'drizzle-orm'
import { audit } from '../audit/audit.ts'
import type { Tx } from '../db/database.ts'
import { newId } from '../base/ids.ts'
import { moveDrafts } from '../messages/moved-drafts.ts'
import { otherOpen } from './other-open.ts'
import { factsOf, lockTicket, stateOf, type LockedTicket } from './ticket-lock.ts'
import { followersGoAlong, followersGoBack, followersOf } from './ticket-followers.ts'
import { isLiveTaken } from './ticket-refusals.ts'
import { ticketLog } from '../tables/ticket.table.ts'
import type { TicketsDeps, TicketsService } from './tickets.service.ts'
import { visibleTickets } from './visibility-sql.ts'

export interface TicketMergesDeps extends Pick<TicketsDeps, 'db' | 'bus' | 'feed' | 'settings'> {
  readonly tickets: Pick<TicketsService, 'get'>
}

type MergeFacts = Record<string, unknown> & {
  id: string
  from_id: string
  into_id: string
  undone: boolean
  over: boolean
}

/** Tickets to choose from, and merges that are listed. */
const listed = 20
const undoWithin = sql.raw(`interval '${ticketMergeUndoHours} hours'`)

/**
 * Merge of two tickets with the same contact on the same connection, and its undo. Messages move and keep their
 * original ticket (`message.origin_ticket_id`), so that an undo puts them back; receipts find their message wherever it
 * is, and later messages of the contact find the ticket by `ticket.merged_into`. Followers move and come back; drafts
 * move and stay, since the halves of a text cannot be separated.
 */
export class TicketMerges {
  readonly #deps: TicketMergesDeps
  constructor(deps: TicketMergesDeps) {
    this.#deps = deps
  }

  /** GET /tickets/{id}/merges: tickets that could be merged into it, newest first, and those that were. */
  async overview(viewer: Viewer, ticketId: Ticket['id']): Promise<TicketMergeOverview> {
    const { db, settings, tickets } = this.#deps
    const { tenantId } = viewer
    const ticket = await tickets.get(viewer, ticketId)
    const visibility = await settings.visibility(tenantId)
    const [candidates, merges] = await db.read(tenantId, (query) => [
      query<Omit<TicketMergeCandidate, 'createdAt'> & { createdAt: Date }>`
        select t.id, t.protocol, t.status, t.created_at as "createdAt", t.last_message as "lastMessage",
               t.last_content as "lastContent",
               (select count(*)::integer
                  from (select 1
                          from core.message m
                         where m.tenant_id = t.tenant_id and m.ticket_id = t.id
                         limit 1000) said) as messages
          from core.ticket t
         where t.tenant_id = ${tenantId}
           and t.contact_id = ${ticket.contactId}
           and t.connection_id = ${ticket.channelId}
           and t.id <> ${ticketId}
           and t.merged_into is null
           and not t.is_group
           and ${ticket.status === 'open' || ticket.status === 'pending'}
           and ${visibleTickets(query, viewer, visibility)}
         order by t.updated_at desc, t.id desc limit ${listed}`,
      query<{ id: string; from_id: string; protocol: string; merged_at: Date; user: string | null; can_undo: boolean }>`
        select m.id, m.from_id, f.protocol, m.merged_at, u.name as "user",
               m.merged_at > now() - ${query`${ticketMergeUndoHours}::integer * interval '1 hour'`} as can_undo
          from core.ticket_merge m
          join core.ticket f on f.tenant_id = m.tenant_id and f.id = m.from_id
          left join core.user_account u on u.tenant_id = m.tenant_id and u.id = m.user_id
         where m.tenant_id = ${tenantId} and m.into_id = ${ticketId} and m.undone_at is null
         order by m.merged_at desc, m.id desc limit ${listed}`,
    ])
    return {
      candidates: candidates.map((row) => ({ ...row, createdAt: row.createdAt.toISOString() })),
      merges: merges.map((row) => ({
        id: row.id,
        from: { id: row.from_id as Ticket['id'], protocol: row.protocol },
        mergedAt: row.merged_at.toISOString(),
        user: row.user ?? '',
        canUndo: row.can_undo,
      })),
    }
  }

  /** POST /tickets/{id}/merge: `from` becomes part of it and is closed. */
  async merge(viewer: Viewer, into: Ticket['id'], from: Ticket['id']): Promise<TicketMergeDone> {
    const { db, bus } = this.#deps
    const { tenantId, userId } = viewer
    if (into === from) throw new Refusal('ERR_TICKET_MERGE_SELF')
    const visibility = await this.#deps.settings.visibility(tenantId)
    const id = newId()
    const before = await db.tenant(tenantId, async (tx) => {
      const [source, target] = await holdBoth(tx, viewer, visibility, from, into)
      if (!source || !target) throw new Refusal('ERR_NO_TICKET_FOUND')
      if (source.contact_id !== target.contact_id) throw new Refusal('ERR_TICKET_MERGE_CONTACT')
      if (source.connection_id !== target.connection_id || source.status === 'group' || target.status === 'group')
        throw new Refusal('ERR_TICKET_MERGE_CHANNEL')
      if (source.merged_into !== null || target.merged_into !== null) throw new Refusal('ERR_TICKET_MERGED')
      if (target.status === 'closed') throw new Refusal('ERR_TICKET_TRANSITION', { detail: 'closed' })
      await join(tx, tenantId, { id, from, into, userId })
      await this.#log(tx, viewer, 'merge', from, into)
      const ref = { contactId: source.contact_id, connectionId: source.connection_id }
      await bus.publish(tx, TicketUpdated, {
        tenantId,
        key: from,
        data: { ticketId: from, ...ref, ...stateOf(source), status: 'closed', before: stateOf(source) },
      })
      await bus.publish(tx, TicketMerged, { tenantId, key: into, data: { from, into, ...ref } })
      await audit(tx, { tenantId, userId, action: 'tickets.merge', subject: into, facts: { from, merge: id } })
      return { source: factsOf(source), target: factsOf(target) }
    })
    bus.poke()
    void this.#deps.feed.show(tenantId, {
      tickets: [
        { id: from, type: 'ticket:merge', before: before.source },
        { id: into, type: 'ticket:merge', before: before.target },
      ],
    })
    return { id, ticket: await this.#deps.tickets.get(viewer, into) }
  }

  /**
   * POST /tickets/merges/{mergeId}/undo: two tickets again, each with what was said in it. Answers the one that was
   * merged away.
   */
  async undo(viewer: Viewer, mergeId: string): Promise<Ticket> {
    const { db, bus, settings } = this.#deps
    const { tenantId, userId } = viewer
    const visibility = await settings.visibility(tenantId)
    let place: { contactId: string; connectionId: string } | undefined
    const done = await db
      .tenant(tenantId, async (tx) => {
        const [known] = await tx.execute<{ from_id: Ticket['id']; into_id: Ticket['id'] }>(
          sql`select from_id, into_id from core.ticket_merge where tenant_id = ${tenantId} and id = ${mergeId}`,
        )
        if (!known) throw new Refusal('ERR_NO_TICKET_MERGE_FOUND')
        const { from_id: from, into_id: into } = known
        const [source, target] = await holdBoth(tx, viewer, visibility, from, into)
        if (!source || !target) throw new Refusal('ERR_NO_TICKET_MERGE_FOUND')
        const [merge] = await tx.execute<MergeFacts>(sql`
          select undone_at is not null as undone, merged_at <= now() - ${undoWithin} as over
            from core.ticket_merge
           where tenant_id = ${tenantId} and id = ${mergeId}`)
        if (merge!.undone) throw new Refusal('ERR_TICKET_MERGE_UNDONE')
        if (merge!.over) throw new Refusal('ERR_TICKET_MERGE_OVER', { limit: ticketMergeUndoHours })
        if (target.merged_into !== null) throw new Refusal('ERR_TICKET_MERGED')
        place = { contactId: source.contact_id, connectionId: source.connection_id }
        const restored = await part(tx, tenantId, { id: mergeId, from, into, userId })
        await this.#log(tx, viewer, 'unmerge', from, into)
        await bus.publish(tx, TicketUnmerged, { tenantId, key: into, data: { from, into, ...place } })
        await bus.publish(tx, TicketUpdated, {
          tenantId,
          key: from,
          data: {
            ticketId: from,
            ...place,
            status: restored.status,
            userId: restored.user_id,
            queueId: restored.queue_id,
            before: stateOf(source),
          },
        })
        await audit(tx, { tenantId, userId, action: 'tickets.unmerge', subject: into, facts: { from, merge: mergeId } })
        return { from, into, source: factsOf(source), target: factsOf(target) }
      })
      .catch(async (error: unknown) => {
        throw isLiveTaken(error) && place ? await otherOpen(db, viewer, place, visibility) : error
      })
    bus.poke()
    void this.#deps.feed.show(tenantId, {
      tickets: [
        { id: done.from, type: 'ticket:merge', before: done.source },
        { id: done.into, type: 'ticket:merge', before: done.target },
      ],
    })
    return this.#deps.tickets.get({ ...viewer, role: 'admin' }, done.from)
  }

  /** Each log names the other ticket. */
  async #log(
    tx: Tx,
    { tenantId, userId }: Viewer,
    type: 'merge' | 'unmerge',
    from: string,
    into: string,
  ): Promise<void> {
    const named = await tx.execute<{ id: string; protocol: string }>(
      sql`select id, protocol from core.ticket where tenant_id = ${tenantId} and id in (${from}, ${into})`,
    )
    const protocolOf = (id: string) => named.find((row) => row.id === id)!.protocol.slice(0, 100)
    await tx.insert(ticketLog).values(
      [
        [from, into],
        [into, from],
      ].map(([ticketId, other]) => ({
        id: newId(),
        tenantId,
        ticketId: ticketId!,
        type,
        userId,
        detail: protocolOf(other!),
      })),
    )
  }
}

/**
 * Both tickets, held in one order, so that two who merge at once wait for each other; undefined for one that is not
 * there or not seen.
 */
async function holdBoth(
  tx: Tx,
  viewer: Viewer,
  visibility: VisibilitySettings,
  from: string,
  into: string,
): Promise<[LockedTicket | undefined, LockedTicket | undefined]> {
  const held = new Map<string, LockedTicket | undefined>()
  for (const id of [from, into].sort()) {
    const found = await lockTicket(tx, viewer.tenantId, id)
    held.set(id, found && canSeeTicket(viewer, factsOf(found), visibility) ? found : undefined)
  }
  return [held.get(from), held.get(into)]
}

interface Joined {
  readonly id: string
  readonly from: string
  readonly into: string
  readonly userId: string
}

/** Moves everything, closes the source, and keeps how both were. */
async function join(tx: Tx, tenantId: string, { id, from, into, userId }: Joined): Promise<void> {
  const latest = sql`
    jsonb_build_object('unread', t.unread, 'lastMessage', t.last_message, 'lastContent', t.last_content,
      'fromMe', t.last_message_from_me, 'at', t.last_message_at, 'answered', t.answered)`
  await tx.execute(sql`
    insert into core.ticket_merge (id, tenant_id, from_id, into_id, origins, user_id, before)
    select ${id}, ${tenantId}, ${from}, ${into},
           ${from}::uuid || coalesce((
             select array_agg(distinct o.id)
               from core.ticket_merge m
               cross join unnest(m.origins) o (id)
              where m.tenant_id = ${tenantId} and m.into_id = ${from} and m.undone_at is null),
             '{}'),
           ${userId},
           jsonb_build_object('from', (
             select ${latest} || jsonb_build_object('status', t.status, 'userId', t.user_id, 'startedAt', t.started_at,
               'closedAt', t.closed_at, 'snoozedAt', t.snoozed_at, 'snoozedUntil', t.snoozed_until)
               from core.ticket t
              where t.tenant_id = ${tenantId} and t.id = ${from}),
             'into', (select ${latest} from core.ticket t where t.tenant_id = ${tenantId} and t.id = ${into}),
             'tags', (select coalesce(jsonb_agg(g.tag_id), '[]')
                        from core.ticket_tag g
                       where g.tenant_id = ${tenantId} and g.ticket_id = ${from}
                         and not exists (
                           select 1
                             from core.ticket_tag has
                            where has.tenant_id = g.tenant_id and has.ticket_id = ${into} and has.tag_id = g.tag_id)),
              'followers', ${followersOf(tenantId, from, into)})`)
  await tx.execute(sql`
    update core.message set origin_ticket_id = coalesce(origin_ticket_id, ticket_id), ticket_id = ${into}
     where tenant_id = ${tenantId} and ticket_id = ${from}`)
  await tx.execute(sql`
    update core.scheduled_message set origin_ticket_id = coalesce(origin_ticket_id, ticket_id), ticket_id = ${into}
     where tenant_id = ${tenantId} and ticket_id = ${from} and state in ('pending', 'failed')`)
  await tx.execute(sql`
    insert into core.ticket_tag (tenant_id, ticket_id, tag_id)
    select tenant_id, ${into}, tag_id
      from core.ticket_tag
     where tenant_id = ${tenantId} and ticket_id = ${from}
    on conflict do nothing`)
  await followersGoAlong(tx, tenantId, { from, into })
  await moveDrafts(tx, tenantId, { from, into })
  await tx.execute(sql`
    update core.ticket t set unread = t.unread + f.unread, updated_at = clock_timestamp(),
           last_message = case when later then f.last_message else t.last_message end,
           last_content = case when later then f.last_content else t.last_content end,
           last_message_from_me = case when later then f.last_message_from_me else t.last_message_from_me end,
           last_message_at = case when later then f.last_message_at else t.last_message_at end,
           answered = case when later then f.answered else t.answered end
      from core.ticket f
      cross join lateral (
        select f.last_message_at > coalesce(i.last_message_at, '-infinity') as later
          from core.ticket i
         where i.tenant_id = ${tenantId} and i.id = ${into}) which
     where t.tenant_id = ${tenantId} and t.id = ${into} and f.tenant_id = ${tenantId} and f.id = ${from}`)
  await tx.execute(sql`
    update core.ticket
       set status = 'closed', bot = null, closed_at = coalesce(closed_at, clock_timestamp()), merged_into = ${into},
           unread = 0, updated_at = clock_timestamp()
     where tenant_id = ${tenantId} and id = ${from}`)
}

/**
 * Puts the source's messages back, and restores both tickets if nothing has happened since; a ticket of a deleted user
 * waits, and one whose snooze is over is not snoozed. Answers the source's state.
 */
async function part(
  tx: Tx,
  tenantId: string,
  { id, from, into, userId }: Joined,
): Promise<{ status: TicketStatus; user_id: string | null; queue_id: string | null }> {
  const merge = sql`(select m.* from core.ticket_merge m where m.tenant_id = ${tenantId} and m.id = ${id}) m`
  for (const table of [sql`core.message`, sql`core.scheduled_message`]) {
    await tx.execute(sql`
      update ${table} s set ticket_id = ${from}, origin_ticket_id = nullif(s.origin_ticket_id, ${from})
        from ${merge}
       where s.tenant_id = ${tenantId} and s.ticket_id = ${into} and s.origin_ticket_id = any (m.origins)`)
  }
  await tx.execute(sql`
    delete from core.ticket_tag g using ${merge}
     where g.tenant_id = ${tenantId} and g.ticket_id = ${into} and m.before -> 'tags' ? g.tag_id::text`)
  await followersGoBack(tx, tenantId, { merge: id, from, into })
  const [restored] = await tx.execute<{
    status: TicketStatus
    user_id: string | null
    queue_id: string | null
    unread: number
  }>(sql`
    update core.ticket t
       set merged_into = null, status = case when waits then 'pending' else b ->> 'status' end,
           user_id = case when not waits then (b ->> 'userId')::uuid end,
           started_at = case when not waits then (b ->> 'startedAt')::timestamptz end,
           closed_at = (b ->> 'closedAt')::timestamptz, updated_at = clock_timestamp(),
           snoozed_at = case when sleeps then (b ->> 'snoozedAt')::timestamptz end,
           snoozed_until = case when sleeps then (b ->> 'snoozedUntil')::timestamptz end,
           unread = least((b ->> 'unread')::integer,
             (select count(*)::integer
                from core.message s
               where s.tenant_id = ${tenantId} and s.ticket_id = ${from} and not s.is_read))
      from ${merge}, lateral (select m.before -> 'from' as b) was, lateral (
        select b ->> 'status' = 'open'
           and not exists (
             select 1
               from core.user_account u
              where u.tenant_id = ${tenantId}
                and u.id = (b ->> 'userId')::uuid
                and u.deleted_at is null) as waits) gone,
        lateral (
          select not waits
           and b ->> 'snoozedAt' is not null
           and coalesce((b ->> 'snoozedUntil')::timestamptz > clock_timestamp(), true) as sleeps) still
     where t.tenant_id = ${tenantId} and t.id = ${from} returning t.status, t.user_id, t.queue_id, t.unread`)
  // Messages of the meantime are newer than both, and stay what the list shows.
  await tx.execute(sql`
    update core.ticket t
       set unread = greatest(0, t.unread - ${restored!.unread}::integer), updated_at = clock_timestamp(),
           last_message = case when same then b ->> 'lastMessage' else t.last_message end,
           last_content = case when same then nullif(b -> 'lastContent', 'null') else t.last_content end,
           last_message_from_me = case when same then (b ->> 'fromMe')::boolean else t.last_message_from_me end,
           last_message_at = case when same then (b ->> 'at')::timestamptz else t.last_message_at end,
           answered = case when same then (b ->> 'answered')::boolean else t.answered end
      from ${merge}, lateral (select m.before -> 'into' as b, m.before -> 'from' as f) was, core.ticket i,
          lateral (select i.last_message_at is not distinct from greatest((b ->> 'at')::timestamptz,
            (f ->> 'at')::timestamptz) as same) which
     where t.tenant_id = ${tenantId} and t.id = ${into} and i.tenant_id = ${tenantId} and i.id = ${into}`)
  await tx.execute(sql`
    update core.ticket_merge set undone_at = clock_timestamp(), undone_by = ${userId}
     where tenant_id = ${tenantId} and id = ${id}`)
  return restored!
}

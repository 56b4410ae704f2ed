import {
  canSeeTicket,
  plainText,
  Refusal,
  signedText,
  scheduledLimit,
  scheduleHorizonDays,
  scheduleToleranceMs,
  type ScheduledChange,
  type ScheduledMessages,
  type Viewer,
} from '@recado/contracts'
import { sql } from 'drizzle-orm'
import type * as z from 'zod'
import { audit } from '../audit/audit.ts'
import type { EventBus } from '../bus/bus.ts'
import type { ChannelCatalogue } from '../channels/channel-catalogue.ts'
import type { Clock } from '../base/clock.ts'
import type { Database, Tx } from '../db/database.ts'
import { newId } from '../base/ids.ts'
import type { MediaStore } from '../media/media.ts'
import type { SettingsReader } from '../settings/settings-reader.ts'
import type { TicketFeed } from '../realtime/ticket-feed.ts'
import { factsOf } from '../tickets/ticket-lock.ts'
import { reworded, rewritten } from './outgoing.ts'
import type { MessageParts } from '../tables/scheduled-message.table.ts'
import { announceScheduled } from './scheduled-notice.ts'
import { scheduledRows, toScheduled } from './scheduled-rows.ts'
import { sendingTarget } from './sending-target.ts'
import { signatureFor } from './signing.ts'

export interface ScheduledDeps {
  readonly db: Database
  readonly bus: Pick<EventBus, 'emit'>
  readonly feed: Pick<TicketFeed, 'scheduled'>
  readonly media: MediaStore
  readonly settings: SettingsReader
  readonly channels: ChannelCatalogue
  readonly clock: Clock
}
/** When something is to be sent: at a time, or after the seconds in which its author may take it back. */
export type SendLater = { readonly scheduled: Date } | { readonly scheduled?: undefined; readonly holdSeconds: number }
type Waiting = {
  user_id: string
  ticket_id: string
  messages: MessageParts[]
  is_signed: boolean | null
  state: string
}

/** Scheduled messages (S2-055). They are sent by {@link ScheduledSender}. */
export class ScheduledMessagesService {
  readonly #deps: ScheduledDeps
  constructor(deps: ScheduledDeps) {
    this.#deps = deps
  }

  /** GET /messages/{ticketId}/scheduled: waiting messages, and failed ones that nobody has handled yet. */
  async list(viewer: Viewer, ticketId: string): Promise<ScheduledMessages> {
    const [tickets, rows] = await this.#deps.db.read(viewer.tenantId, (query) => [
      query<{
        user_id: string | null
        queue_id: string | null
        bot: string | null
      }>`select user_id, queue_id, bot from core.ticket where tenant_id = ${viewer.tenantId} and id = ${ticketId}`,
      scheduledRows(
        query,
        query`
          select s.*
            from core.scheduled_message s
           where s.tenant_id = ${viewer.tenantId}
             and s.ticket_id = ${ticketId}
             and not s.held
             and s.state in ('pending', 'failed')
           order by s.due_at, s.id limit ${2 * scheduledLimit}`,
      ),
    ])
    if (
      !tickets[0] ||
      !canSeeTicket(viewer, factsOf(tickets[0]), await this.#deps.settings.visibility(viewer.tenantId))
    )
      throw new Refusal('ERR_NO_TICKET_FOUND')
    return { messages: rows.map((row) => toScheduled(row, viewer.tenantId, this.#deps.media)) }
  }

  /**
   * Stores messages for later. The caller has checked the right to write to the ticket, and that its channel takes
   * them. Repeating an idFront keeps nothing again.
   */
  async add(
    viewer: Viewer,
    ticketId: string,
    messages: readonly MessageParts[],
    {
      replyToId,
      idFront,
      isSigned,
      ...later
    }: SendLater & { isSigned: boolean | null; replyToId?: string | null | undefined; idFront?: string | undefined },
  ): Promise<void> {
    const held = later.scheduled === undefined
    const dueAt = held
      ? new Date(this.#deps.clock.now().getTime() + later.holdSeconds * 1_000)
      : this.#dueAt(later.scheduled)
    const id = newId()
    await this.#deps.db.tenant(viewer.tenantId, async (tx) => {
      if (!held) await requireRoom(tx, viewer.tenantId, ticketId)
      await tx.execute(sql`
        insert into core.scheduled_message (id, tenant_id, ticket_id, user_id, due_at, next_at, held, body, messages,
          is_signed, reply_to_id, id_front)
        select ${id}, ${viewer.tenantId}, ${ticketId}, ${viewer.userId}, ${dueAt.toISOString()}, ${dueAt.toISOString()},
               ${held}, ${plainText(messages.flat())}, ${JSON.stringify(messages)}::jsonb, ${isSigned},
               ${replyToId ?? null}, ${idFront ?? null}
         where not exists (
           select 1
             from core.message m
            where m.tenant_id = ${viewer.tenantId}
              and m.ticket_id = ${ticketId}
              and m.user_id = ${viewer.userId}
              and m.id_front = ${idFront ?? null})
        on conflict (tenant_id, ticket_id, user_id, id_front) where id_front is not null do nothing`)
    })
    announceScheduled(this.#deps.bus, dueAt)
    if (!held) void this.#deps.feed.scheduled(viewer.tenantId, id)
  }

  /**
   * PUT /scheduled-messages/{id}: the text by its author alone, the time by anybody who may answer there. A failed
   * message waits again.
   */
  async change(viewer: Viewer, id: string, change: z.output<typeof ScheduledChange>): Promise<void> {
    const { db, bus, clock, feed } = this.#deps
    const waiting = await this.#find(viewer, id)
    if (change.body !== undefined && waiting.user_id !== viewer.userId) throw new Refusal('ERR_NO_PERMISSION')
    const dueAt = change.scheduleDate === undefined ? undefined : this.#dueAt(new Date(change.scheduleDate))
    // A failed message cannot wait for a time that has passed: a change without a time sends it at once.
    const messages =
      change.body === undefined ? waiting.messages : await this.#rewritten(viewer, waiting, change.body.trim())
    await db.tenant(viewer.tenantId, async (tx) => {
      const [held] = await tx.execute(sql`
        update core.scheduled_message
           set messages = ${JSON.stringify(messages)}::jsonb, body = ${plainText(messages.flat())},
               is_signed = ${change.body === undefined ? sql`is_signed` : sql`coalesce(is_signed, false)`},
               due_at = coalesce(${dueAt?.toISOString() ?? null}::timestamptz, due_at),
               next_at = coalesce(${dueAt?.toISOString() ?? null}::timestamptz,
                 greatest(due_at, ${clock.now().toISOString()}::timestamptz)),
               state = 'pending', failure = null, updated_at = now()
         where tenant_id = ${viewer.tenantId} and id = ${id} and state in ('pending', 'failed') returning 1`)
      if (!held) throw new Refusal('ERR_NO_SCHEDULED_MESSAGE_FOUND')
    })
    announceScheduled(bus, dueAt ?? clock.now())
    void feed.scheduled(viewer.tenantId, id)
  }

  /** DELETE /scheduled-messages/{id}: it is not sent, and what it said is not kept. */
  async cancel(viewer: Viewer, id: string): Promise<void> {
    const waiting = await this.#find(viewer, id)
    await this.#deps.db.tenant(viewer.tenantId, async (tx) => {
      await end(tx, sql`tenant_id = ${viewer.tenantId} and id = ${id}`)
      await audit(tx, {
        tenantId: viewer.tenantId,
        userId: viewer.userId,
        action: 'message.unschedule',
        subject: id,
        facts: { ticketId: waiting.ticket_id },
      })
    })
    void this.#deps.feed.scheduled(viewer.tenantId, id)
  }

  /** DELETE /messages/{ticketId}/held/{idFront}: its author takes back what has not left yet. */
  async takeBack(viewer: Viewer, ticketId: string, idFront: string): Promise<void> {
    await this.#deps.db.tenant(viewer.tenantId, (tx) =>
      end(
        tx,
        sql`
          tenant_id = ${viewer.tenantId}
          and ticket_id = ${ticketId}
          and user_id = ${viewer.userId}
          and id_front = ${idFront}
          and held`,
      ),
    )
  }

  async #rewritten(
    viewer: Viewer,
    { ticket_id: ticketId, messages, is_signed: isSigned }: Waiting,
    text: string,
  ): Promise<MessageParts[]> {
    const target = await sendingTarget(this.#deps, viewer.tenantId, ticketId, {
      sees: () => true,
      userId: viewer.userId,
    })
    const whole = signedText(
      text,
      await signatureFor(this.#deps, viewer.tenantId, target, isSigned ?? false),
      target.capabilities.text.signature,
    )
    return reworded(rewritten(messages, whole, target.capabilities), (words) => (words === whole ? text : words))
  }

  #dueAt(wanted: Date): Date {
    const ahead = wanted.getTime() - this.#deps.clock.now().getTime()
    if (ahead < -scheduleToleranceMs) throw new Refusal('ERR_SCHEDULE_IN_PAST')
    if (ahead > scheduleHorizonDays * 86_400_000) throw new Refusal('ERR_SCHEDULE_TOO_FAR')
    return wanted
  }

  async #find(viewer: Viewer, id: string): Promise<Waiting> {
    const [rows] = await this.#deps.db.read(viewer.tenantId, (query) => [
      query<Waiting & { ticket_user: string | null; ticket_queue: string | null; ticket_bot: string | null }>`
      select s.user_id, s.ticket_id, s.messages, s.is_signed, s.state, t.user_id as ticket_user,
             t.queue_id as ticket_queue, t.bot as ticket_bot
        from core.scheduled_message s join core.ticket t on t.tenant_id = s.tenant_id and t.id = s.ticket_id
       where s.tenant_id = ${viewer.tenantId} and s.id = ${id} and not s.held and s.state in ('pending', 'failed')`,
    ])
    const found = rows[0]
    if (
      !found ||
      !canSeeTicket(
        viewer,
        factsOf({ user_id: found.ticket_user, queue_id: found.ticket_queue, bot: found.ticket_bot }),
        await this.#deps.settings.visibility(viewer.tenantId),
      )
    )
      throw new Refusal('ERR_NO_SCHEDULED_MESSAGE_FOUND')
    return found
  }
}

/** The ticket's row is the lock: two who schedule at once are counted one after the other. */
async function requireRoom(tx: Tx, tenantId: string, ticketId: string): Promise<void> {
  await tx.execute(sql`select 1 from core.ticket where tenant_id = ${tenantId} and id = ${ticketId} for no key update`)
  const [row] = await tx.execute<{ count: number }>(sql`
    select count(*)::integer as count
      from core.scheduled_message
     where tenant_id = ${tenantId} and ticket_id = ${ticketId} and state = 'pending' and not held`)
  if (row!.count >= scheduledLimit) throw new Refusal('ERR_SCHEDULE_LIMIT_REACHED', { limit: scheduledLimit })
}

async function end(tx: Tx, which: ReturnType<typeof sql>): Promise<void> {
  const [ended] = await tx.execute(sql`
    update core.scheduled_message set state = 'canceled', body = '', messages = '[]', failure = null, updated_at = now()
     where ${which} and state in ('pending', 'failed')
    returning 1`)
  if (!ended) throw new Refusal('ERR_NO_SCHEDULED_MESSAGE_FOUND')
}

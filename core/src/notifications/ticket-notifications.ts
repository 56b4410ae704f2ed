import {
  canSeeTicket,
  concerns,
  isQuietAt,
  MessageReceived,
  seesMasked,
  TicketCreated,
  TicketMentioned,
  TicketUpdated,
  TicketWoken,
  type EventEnvelope,
  type PushPayload,
  type TicketFacts,
  type TicketId,
  type UserId,
  type Viewer,
} from '@recado/contracts'
import type * as z from 'zod'
import { LocalClock } from '../base/local-clock.ts'
import type { LiveSession } from '../http/live-session.ts'
import type { Delivery, EventBus } from '../bus/bus.ts'
import type { Clock } from '../base/clock.ts'
import type { Database, Query, SqlBuilder, Tx } from '../db/database.ts'
import type { Jobs, RunningJob } from '../jobs/jobs.ts'
import type { Realtime } from '../realtime/realtime.ts'
import type { SettingsReader } from '../settings/settings-reader.ts'
import type { TicketFeed } from '../realtime/ticket-feed.ts'
import type { Attention } from './attention.ts'
import type { Bell } from './bell.ts'
import { mostReceivers, mostRests, pushAttempts, type BrowserPushes } from './browser-pushes.ts'
import type { NotificationChoices } from './notification-choices.ts'
import { mentionPayload, pushPayload, type PushSubject, type TicketEventKind } from './push-payload.ts'
import type { PushSubscriptions } from './push-subscriptions.ts'

const task = 'notifications.push'

/** A waiting push: ids alone, because all data is read again when it is sent. */
type PushJob = { readonly subscriptionId: string; readonly ticketId: string; readonly rests?: number } & (
  | { readonly kind: TicketEventKind }
  | ({ readonly kind: 'mentioned' } & Mention)
)
/** Author of a mention: the id, because the name may change meanwhile. */
interface Mention {
  readonly by: string
  readonly place: string | null
}
type TicketRow = PushSubject & TicketFacts & { readonly status: string }

/** Subject of an event, and the users who need no notification. */
interface Found {
  readonly ticketId: string
  readonly kind: TicketEventKind
  readonly except: string | null
  /** Who is told of it by the bell too: the ticket's user. */
  readonly user?: string | undefined
  /** Browsers to wake, where they were read with the subject. */
  readonly receivers?: readonly string[]
}

export interface TicketNotificationsOptions {
  readonly db: Database
  readonly bus: EventBus
  readonly jobs: Jobs
  readonly clock: Clock
  readonly settings: SettingsReader
  readonly choices: NotificationChoices
  readonly subscriptions: PushSubscriptions
  readonly browsers: BrowserPushes
  readonly attention: Attention
  readonly realtime: Pick<Realtime, 'ticketChanged'>
  readonly feed: Pick<TicketFeed, 'show'>
  readonly bell: Pick<Bell, 'add' | 'told'>
}

/**
 * Pushes about conversations. An event becomes one job for each browser it may concern, in the transaction that marks
 * the event as handled; a later event of the conversation replaces a job that still waits. Whether somebody may see it,
 * wants it and does not see it already is judged when the job runs, by what holds then.
 */
export class TicketNotifications {
  readonly #options: TicketNotificationsOptions
  #subscription: { close(): Promise<void> } | undefined

  constructor(options: TicketNotificationsOptions) {
    this.#options = options
    options.jobs.register(task, (job) => this.#deliver(job))
  }

  async start(): Promise<void> {
    this.#subscription = await this.#options.bus.subscribe({
      name: 'core.notifications',
      names: [MessageReceived.name, TicketCreated.name, TicketUpdated.name, TicketWoken.name],
      handler: (event, delivery) => this.#handle(event, delivery),
    })
  }

  async close(): Promise<void> {
    await this.#subscription?.close()
  }

  /** Notifies users that a colleague mentioned them: their open screens at once, their browsers by a job for each. */
  async mention(
    tenantId: string,
    { users, ticketId, by, place }: Mention & { readonly users: readonly UserId[]; readonly ticketId: TicketId },
  ): Promise<void> {
    const { bus, db, realtime, bell } = this.#options
    const [[ticket], browsers] = await db.read(tenantId, (sql) => [
      sql<TicketFacts & { contactId: string; connectionId: string; contactName: string; by: string }>`
        select t.user_id as "userId", t.queue_id as "queueId", t.contact_id as "contactId",
               t.connection_id as "connectionId", c.name as "contactName",
               coalesce((select u.name from core.user_account u where u.tenant_id = t.tenant_id and u.id = ${by}),
                        '') as by
          from core.ticket t
          join core.contact c on c.tenant_id = t.tenant_id and c.id = t.contact_id
         where t.tenant_id = ${tenantId} and t.id = ${ticketId}`,
      sql<{
        id: string
      }>`
        select id
          from core.push_subscription
         where tenant_id = ${tenantId} and user_id = any (${[...users]}::uuid[])
         order by id limit ${mostReceivers}`,
    ])
    if (!ticket) return
    const { contactId, connectionId, contactName, by: name, ...after } = ticket
    realtime.ticketChanged(tenantId, {
      ticketId,
      after,
      pushes: users.map((userId) => ({
        type: 'mention:new',
        payload: { userId, ticketId, contactName, by: name, place },
      })),
    })
    await db.tenant(tenantId, async (tx) => {
      await bell.add(tx, tenantId, { kind: 'mentioned', users, ticketId, by, place })
      await bus.publish(tx, TicketMentioned, {
        tenantId,
        key: ticketId,
        data: { ticketId, contactId, connectionId, users: [...users], byUserId: by },
      })
      for (const { id } of browsers)
        await this.#enqueue(tx, tenantId, { subscriptionId: id, ticketId, kind: 'mentioned', by, place })
    })
    bell.told(tenantId, users)
  }

  async #handle({ tenantId, name, data }: EventEnvelope, { once }: Delivery): Promise<void> {
    const found = await this.#worthHearing(tenantId, name, data)
    if (!found) return
    // Users with an open page get a push.
    if (found.kind === 'transfer')
      void this.#options.feed.show(tenantId, { tickets: [{ id: found.ticketId, type: 'ticket:transferred' }] })
    const receivers = found.receivers ?? (await this.#receivers(tenantId, found.ticketId, found.except))
    const bells = found.user === undefined ? [] : [found.user]
    if (receivers.length === 0 && bells.length === 0) return
    await once(async (tx) => {
      await this.#options.bell.add(tx, tenantId, {
        kind: found.kind === 'woken' ? 'woken' : 'assigned',
        users: bells,
        ticketId: found.ticketId,
        by: found.except,
      })
      for (const subscriptionId of receivers)
        await this.#enqueue(tx, tenantId, { subscriptionId, ticketId: found.ticketId, kind: found.kind })
    })
    this.#options.bell.told(tenantId, bells)
  }

  #worthHearing(tenantId: string, name: string, data: unknown): Promise<Found | undefined> {
    switch (name) {
      case MessageReceived.name:
        return this.#ofMessage(tenantId, MessageReceived.schema.parse(data))
      case TicketWoken.name:
        return this.#ofWaking(tenantId, TicketWoken.schema.parse(data))
      case TicketCreated.name:
        return this.#ofBeginning(tenantId, TicketCreated.schema.parse(data).ticketId)
      default:
        return this.#ofUpdate(tenantId, TicketUpdated.schema.parse(data))
    }
  }

  /**
   * In a conversation that somebody has taken every message counts; of the others the first that nobody has read. While
   * a responder has it, nobody is told. Where nobody subscribed, nothing is read.
   */
  async #ofMessage(
    tenantId: string,
    { ticketId, messageId, automatic, responder }: z.output<typeof MessageReceived.schema>,
  ): Promise<Found | undefined> {
    if (automatic || responder !== undefined || !(await this.#options.subscriptions.anyOf(tenantId))) return undefined
    const [receivers, [ticket]] = await this.#options.db.read(tenantId, (sql) => [
      receiversOf(sql, tenantId, ticketId, null),
      sql<{ taken: boolean; first: boolean }>`
      select t.user_id is not null as taken,
             (select count(*)
                from (select 1
                        from core.message m
                       where m.tenant_id = t.tenant_id and m.ticket_id = t.id and not m.from_me and m.id > ${messageId}
                       limit 100) later) >= t.unread - 1 as first
        from core.ticket t where t.tenant_id = ${tenantId} and t.id = ${ticketId} and t.status <> 'closed'`,
    ])
    if (!ticket || (!ticket.taken && !ticket.first)) return undefined
    return {
      ticketId,
      kind: ticket.taken ? 'ownTicket' : 'newTicket',
      except: null,
      receivers: receivers.map((row) => row.id),
    }
  }

  /**
   * A conversation was assigned to a user, or put into a queue; the author of the change needs no notification, nor
   * does its present user.
   */
  async #ofUpdate(
    tenantId: string,
    { ticketId, before }: { ticketId: string; before?: { status: string; userId: string | null } | undefined },
  ): Promise<Found | undefined> {
    const ticket = await this.#moved(tenantId, ticketId)
    if (!ticket) return undefined
    if (ticket.user_id === null)
      return ticket.status === 'pending' && ticket.unread > 0
        ? { ticketId, kind: 'newTicket', except: ticket.actor }
        : undefined
    const isTheirs = before?.status === 'open' && before.userId === ticket.user_id
    return ticket.status === 'open' && !isTheirs && ticket.user_id !== ticket.actor
      ? { ticketId, kind: 'transfer', except: ticket.actor, user: ticket.user_id }
      : undefined
  }

  /**
   * A ticket that a colleague opened for a user, or that continues with one. A ticket that a customer began is
   * announced by its message.
   */
  async #ofBeginning(tenantId: string, ticketId: string): Promise<Found | undefined> {
    const ticket = await this.#moved(tenantId, ticketId)
    return ticket?.status === 'open' &&
      ticket.user_id !== null &&
      ticket.actor !== null &&
      ticket.actor !== ticket.user_id
      ? { ticketId, kind: 'transfer', except: ticket.actor, user: ticket.user_id }
      : undefined
  }

  /** The ticket's user, and the user who moved it last: none if the product did, which records whom it gave it to. */
  async #moved(
    tenantId: string,
    ticketId: string,
  ): Promise<{ status: string; user_id: string | null; unread: number; actor: string | null } | undefined> {
    const [[ticket]] = await this.#options.db.read(tenantId, (sql) => [
      sql<{ status: string; user_id: string | null; unread: number; actor: string | null }>`
      select t.status, t.user_id, t.unread,
             (select case when l.type::text not like 'auto%'
               and l.type not in ('userDefine', 'retriesLimitUserDefine') then l.user_id end
                from core.ticket_log l
               where l.tenant_id = t.tenant_id and l.ticket_id = t.id and l.type not in ('receivedTransfer', 'access')
               order by l.created_at desc, l.id desc limit 1) as actor
        from core.ticket t where t.tenant_id = ${tenantId} and t.id = ${ticketId}`,
    ])
    return ticket
  }

  /**
   * A snoozed ticket of a user is back by time. One brought back by a message or a colleague is announced, or known,
   * already.
   */
  async #ofWaking(
    tenantId: string,
    { ticketId, by }: { ticketId: string; by: 'time' | 'message' | 'agent' },
  ): Promise<Found | undefined> {
    if (by !== 'time') return undefined
    const [[ticket]] = await this.#options.db.read(tenantId, (sql) => [
      sql<{
        user: string
      }>`
        select t.user_id as user
          from core.ticket t
         where t.tenant_id = ${tenantId}
           and t.id = ${ticketId}
           and t.status = 'open'
           and t.user_id is not null
           and t.snoozed_at is null`,
    ])
    return ticket && { ticketId, kind: 'woken', except: null, user: ticket.user }
  }

  async #receivers(tenantId: string, ticketId: string, except: string | null): Promise<readonly string[]> {
    const [rows] = await this.#options.db.read(tenantId, (sql) => [receiversOf(sql, tenantId, ticketId, except)])
    return rows.map((row) => row.id)
  }

  #enqueue(tx: Tx, tenantId: string, job: PushJob, runAt?: Date): Promise<void> {
    return this.#options.jobs.enqueue(tx, {
      task,
      tenantId,
      data: job,
      key: `${job.subscriptionId}:${job.ticketId}${job.kind === 'mentioned' ? ':mentioned' : ''}`,
      maxAttempts: pushAttempts,
      ...(runAt && { runAt }),
    })
  }

  async #deliver({ tenantId, data }: RunningJob): Promise<void> {
    const { db, clock, browsers } = this.#options
    const job = data as PushJob
    const { subscriptionId, rests = 0 } = job
    const again = await browsers.deliver({
      tenantId,
      subscriptionId,
      topic: topicOf(job),
      payloadFor: (session) => this.#payloadFor(session, job),
    })
    if (again === undefined || rests >= mostRests) return
    const runAt = new Date(clock.now().getTime() + again)
    await db.tenant(tenantId, (tx) => this.#enqueue(tx, tenantId, { ...job, rests: rests + 1 }, runAt))
  }

  async #payloadFor(session: LiveSession, job: PushJob): Promise<PushPayload | undefined> {
    const subject = await this.#worthTelling(session, job)
    if (!subject) return undefined
    const { viewer } = session
    const { hideContactData } = await this.#options.settings.visibility(viewer.tenantId)
    const reader = { userId: viewer.userId, locale: viewer.locale, masked: seesMasked(viewer, { hideContactData }) }
    return job.kind === 'mentioned'
      ? mentionPayload(subject, { by: await this.#nameOf(viewer.tenantId, job.by), place: job.place }, reader)
      : pushPayload(subject, job.kind, reader)
  }

  /** The conversation as it is, if this user may see it, wants a notification now and does not see it already. */
  async #worthTelling(
    { viewer, sessionId, standing }: LiveSession,
    { ticketId, kind }: PushJob,
  ): Promise<PushSubject | undefined> {
    const { tenantId, userId } = viewer
    if (
      standing.blocked ||
      !viewer.can('tickets.read') ||
      this.#options.attention.sees({ tenantId, userId, sessionId }, ticketId)
    )
      return undefined
    const [choice, settings, ticket] = await Promise.all([
      this.#options.choices.of(viewer),
      this.#options.settings.visibility(tenantId),
      this.#ticket(viewer, ticketId),
    ])
    const now = this.#options.clock.now()
    if (
      !choice.desktop ||
      !choice[kind === 'woken' ? 'ownTicket' : kind] ||
      isQuietAt(choice, now, LocalClock.of(standing.timeZone).at(now))
    )
      return undefined
    if (!ticket) return undefined
    if (kind === 'mentioned') return canSeeTicket(viewer, ticket, settings) ? ticket : undefined
    if (ticket.status === 'closed' || !concerns(viewer, ticket, settings)) return undefined
    // Read meanwhile, on whichever device.
    return ticket.unread > 0 || kind === 'transfer' || kind === 'woken' ? ticket : undefined
  }

  async #ticket({ tenantId }: Viewer, ticketId: string): Promise<TicketRow | undefined> {
    const [[row]] = await this.#options.db.read(tenantId, (sql) => [
      sql<TicketRow>`
      select t.id as "ticketId", t.contact_id as "contactId", c.name as "contactName", t.last_message as "lastMessage",
             t.last_content as "lastContent", t.last_message_from_me as "lastMessageFromMe", t.unread, t.status,
             t.user_id as "userId", t.queue_id as "queueId", t.bot is not null and t.user_id is null as "withBot"
        from core.ticket t join core.contact c on c.tenant_id = t.tenant_id and c.id = t.contact_id
       where t.tenant_id = ${tenantId} and t.id = ${ticketId}`,
    ])
    return row
  }

  async #nameOf(tenantId: string, userId: string): Promise<string> {
    const [[row]] = await this.#options.db.read(tenantId, (sql) => [
      sql<{ name: string }>`select name from core.user_account where tenant_id = ${tenantId} and id = ${userId}`,
    ])
    return row?.name ?? ''
  }
}

/** Browsers of those whom the ticket may concern; who of them may see it is asked when it is sent. */
const receiversOf = (
  sql: SqlBuilder,
  tenantId: string,
  ticketId: string,
  except: string | null,
): Query<{ id: string }> => sql`
  select s.id
    from core.ticket t
    join core.push_subscription s on s.tenant_id = t.tenant_id and s.user_id is distinct from ${except}::uuid
   where t.tenant_id = ${tenantId} and t.id = ${ticketId}
     and case when t.user_id is not null then s.user_id = t.user_id
              else t.queue_id is null
                or exists (
                  select 1
                    from core.user_queue q
                   where q.tenant_id = t.tenant_id and q.user_id = s.user_id and q.queue_id = t.queue_id) end
   order by s.id limit ${mostReceivers}`

/**
 * At most 32 characters: what waits at the push service is replaced by a later push of the conversation, a mention by a
 * mention.
 */
const topicOf = ({ kind, ticketId }: PushJob): string =>
  kind === 'mentioned' ? `m${ticketId.replaceAll('-', '').slice(1)}` : ticketId.replaceAll('-', '')

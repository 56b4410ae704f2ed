import {
  TicketClosed,
  TicketCreated,
  TicketUpdated,
  type BirthdayGreetings as Counts,
  type Logger,
} from '@recado/contracts'
import { sql } from 'drizzle-orm'
import { LocalClock } from '../base/local-clock.ts'
import type { EventBus } from '../bus/bus.ts'
import type { Clock } from '../base/clock.ts'
import type { Database, Tx } from '../db/database.ts'
import { newId } from '../base/ids.ts'
import type { PartingWords, StoredWords } from '../messages/parting-words.ts'
import type { SettingsReader } from '../settings/settings-reader.ts'
import type { TicketFeed } from '../realtime/ticket-feed.ts'
import type { ChatFinder } from '../tickets/tickets.service.ts'
import { ageIn, calendarDay, celebratedOn, greetingHours } from './birthday.ts'

export interface BirthdayGreetingsDeps {
  readonly db: Database
  readonly bus: EventBus
  readonly feed: TicketFeed
  readonly settings: Pick<SettingsReader, 'birthdays'>
  readonly chats: ChatFinder
  readonly protocols: { template(tenantId: string): Promise<string> }
  readonly words: Pick<PartingWords, 'store'>
  /** Signals the sender of a connection after commit. */
  readonly wake: (connectionId: string) => void
  readonly clock: Clock
  readonly log: Logger
}

interface Company {
  readonly tenantId: string
  readonly year: number
  readonly days: readonly number[]
}
interface Person extends Record<string, unknown> {
  id: string
  birthday: string
}
interface Greeted {
  readonly said: StoredWords
  readonly isNew: boolean
}

/** People of one company in one go; more follow as soon as these are done. */
const batchSize = 100
const countedDays = 30
const firstId = '00000000-0000-0000-0000-000000000000'

/**
 * Congratulates contacts on their birthday (S9-053 to S9-055), from nine o'clock of the company's zone on, and not on
 * the next day. Each greeting is recorded in `core.birthday_greeting`, in the transaction of the message: any number of
 * nodes may sweep, and nobody is congratulated twice in a year.
 */
export class BirthdayGreetings {
  readonly #deps: BirthdayGreetingsDeps
  constructor(deps: BirthdayGreetingsDeps) {
    this.#deps = deps
  }

  async sweep(): Promise<void> {
    const { db, clock, log } = this.#deps
    const companies = await db.platform((tx) =>
      tx.execute<{ tenant_id: string; time_zone: string }>(
        sql`select tenant_id, time_zone from core.companies_with_birthdays()`,
      ),
    )
    for (const { tenant_id: tenantId, time_zone: timeZone } of companies) {
      const { minute, midnight } = LocalClock.of(timeZone).at(clock.now())
      if (minute < greetingHours.from || minute >= greetingHours.until) continue
      const today = calendarDay(midnight)
      await this.#serve({ tenantId, year: today.year, days: celebratedOn(today) }).catch((error: unknown) =>
        log.error({ err: error, tenantId }, 'birthdays of a company could not be looked after'),
      )
    }
  }

  /** Counts of recent greetings. */
  async counts(tenantId: string): Promise<Counts> {
    const [rows] = await this.#deps.db.read(tenantId, (query) => [
      query<{ state: keyof Omit<Counts, 'days'>; count: number }>`
      select state, count(*)::integer as count
        from core.birthday_greeting
       where tenant_id = ${tenantId} and created_at > now() - make_interval(days => ${countedDays})
       group by state`,
    ])
    return {
      days: countedDays,
      sent: 0,
      windowClosed: 0,
      unreachable: 0,
      ...Object.fromEntries(rows.map(({ state, count }) => [state, count])),
    }
  }

  async #serve(company: Company): Promise<void> {
    const { message, connectionId: chosen } = await this.#deps.settings.birthdays(company.tenantId)
    if (message === '') return
    const connection = await this.#connection(company.tenantId, chosen)
    if (connection === undefined) return
    for (let after = firstId; ;) {
      const people = await this.#due(company, after)
      // One who cannot be served is tried again by the next sweep, and keeps nobody else from theirs.
      for (const person of people)
        await this.#greet(company, person, connection, message).catch((error: unknown) =>
          this.#deps.log.error(
            { err: error, tenantId: company.tenantId, contact: person.id },
            'a contact could not be congratulated',
          ),
        )
      if (people.length < batchSize) return
      after = people.at(-1)!.id
    }
  }

  /**
   * The chosen channel, else the company's default one (reading 88). One that is switched off sends nothing; it may be
   * on again before the evening.
   */
  async #connection(tenantId: string, chosen: string): Promise<string | undefined> {
    const [rows] = await this.#deps.db.read(tenantId, (query) => [
      query<{ id: string }>`
      select k.id
        from core.connection k
       where k.tenant_id = ${tenantId}
         and k.deleted_at is null
         and k.is_active
         and ${chosen === '' ? query`k.is_default` : query`k.id = ${chosen}`}
       order by k.created_at limit 1`,
    ])
    return rows[0]?.id
  }

  async #due({ tenantId, year, days }: Company, after: string): Promise<Person[]> {
    const [rows] = await this.#deps.db.read(tenantId, (query) => [
      query<Person>`
      select c.id, to_char(c.birthday, 'YYYY-MM-DD') as birthday from core.contact c
       where c.tenant_id = ${tenantId}
         and c.id > ${after}::uuid
         and c.birthday is not null
         and extract(month from c.birthday) * 100 + extract(day from c.birthday) = any (${days}::numeric[])
         and c.merged_into is null and c.erased_at is null and not c.is_group
         and not exists (
           select 1
             from core.birthday_greeting g
             join core.contact o on o.tenant_id = g.tenant_id and o.id = g.contact_id
            where g.tenant_id = c.tenant_id
              and g.year = ${year}
              and (o.id = c.id or o.merged_into = c.id))
       order by c.id limit ${batchSize}`,
    ])
    return rows
  }

  async #greet(
    { tenantId, year }: Company,
    { id, birthday }: Person,
    connectionId: string,
    message: string,
  ): Promise<void> {
    const { db, bus, feed, wake } = this.#deps
    const protocol = await this.#deps.protocols.template(tenantId)
    const greeted = await db.tenant(tenantId, async (tx) => {
      const [free] = await tx.execute(sql`
        insert into core.birthday_greeting (tenant_id, contact_id, year, state)
        select ${tenantId}, c.id, ${year}, 'sent'
          from core.contact c
         where c.tenant_id = ${tenantId} and c.id = ${id} and c.merged_into is null and c.erased_at is null for share
        on conflict do nothing returning 1`)
      if (!free) return undefined
      const found = await this.#say(tx, tenantId, id, connectionId, protocol, message, {
        age: String(ageIn(year, birthday)),
      })
      if (typeof found === 'object') return found
      await tx.execute(sql`
        update core.birthday_greeting set state = ${found}
         where tenant_id = ${tenantId} and contact_id = ${id} and year = ${year}`)
      return undefined
    })
    if (!greeted) return
    const { said, isNew } = greeted
    bus.poke()
    void feed.show(tenantId, {
      tickets: [{ id: said.ticketId, type: isNew ? 'ticket:create' : 'ticket:update' }],
      messages: said.messageIds.map((messageId) => ({
        id: messageId,
        ticketId: said.ticketId,
        type: 'chat:create' as const,
      })),
    })
    wake(said.connectionId)
  }

  /**
   * In the conversation that is under way, else in one that is over as soon as it is said: an answer opens it as any
   * other message does.
   */
  async #say(
    tx: Tx,
    tenantId: string,
    contactId: string,
    connectionId: string,
    protocol: string,
    message: string,
    more: Readonly<Record<string, string>>,
  ): Promise<Greeted | 'windowClosed' | 'unreachable'> {
    const [live] = await tx.execute<{ id: string }>(sql`
      select id
        from core.ticket
       where tenant_id = ${tenantId}
         and contact_id = ${contactId}
         and connection_id = ${connectionId}
         and status <> 'closed'
       order by updated_at desc limit 1 for no key update`)
    if (live) {
      const said = await this.#deps.words.store(tx, tenantId, live.id, message, more)
      return said ? { said, isNew: false } : 'windowClosed'
    }
    const reach = await this.#deps.chats.chatOf(tx, tenantId, contactId, connectionId)
    if (!reach) return 'unreachable'
    const ticketId = newId()
    await tx.execute(sql`
      insert into core.ticket (id, tenant_id, protocol, status, contact_id, origin_id, connection_id, channel, chat)
      values (${ticketId}, ${tenantId}, core.next_protocol(${protocol}), 'pending', ${contactId}, ${reach.originId},
              ${connectionId}, ${reach.channel}, ${reach.chat})`)
    const said = await this.#deps.words.store(tx, tenantId, ticketId, message, more)
    if (!said) {
      await tx.execute(sql`delete from core.ticket where tenant_id = ${tenantId} and id = ${ticketId}`)
      return 'windowClosed'
    }
    await tx.execute(sql`
      update core.ticket set status = 'closed', closed_at = now() where tenant_id = ${tenantId} and id = ${ticketId}`)
    await tx.execute(sql`
      insert into core.ticket_log (id, tenant_id, ticket_id, type)
      values (${newId()}, ${tenantId}, ${ticketId}, 'create'), (${newId()}, ${tenantId}, ${ticketId}, 'autoClose')`)
    const ref = { ticketId, contactId, connectionId }
    await this.#deps.bus.publish(tx, TicketCreated, {
      tenantId,
      key: ticketId,
      data: { ...ref, status: 'closed' },
    })
    await this.#deps.bus.publish(tx, TicketUpdated, {
      tenantId,
      key: ticketId,
      data: {
        ...ref,
        status: 'closed',
        userId: null,
        queueId: null,
        before: { status: 'pending', userId: null, queueId: null },
      },
    })
    await this.#deps.bus.publish(tx, TicketClosed, {
      tenantId,
      key: ticketId,
      data: { ...ref, userId: null },
    })
    return { said, isNew: true }
  }
}

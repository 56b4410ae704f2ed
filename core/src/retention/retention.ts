import type { Logger, MediaId, GlobalSettingValues } from '@recado/contracts'
import { sql } from 'drizzle-orm'
import type { AuditRetention } from '../audit/audit-retention.ts'
import type { Clock } from '../base/clock.ts'
import type { Database, Tx } from '../db/database.ts'
import type { Jobs } from '../jobs/jobs.ts'
import type { GlobalSettings } from '../platform/global-settings.ts'
import { ticketFilesTask } from '../tickets/ticket-deletion.ts'

/** Rows of one transaction. */
const rowsAtOnce = 1_000
const companiesAtOnce = 500
/** Files of one job. */
const filesAtOnce = 200
const day = 86_400_000
/** Entries of the bell are kept for a month, read or not. */
const keepBellDays = 30

export interface RetentionDeps {
  readonly db: Database
  readonly globals: Pick<GlobalSettings, 'all'>
  readonly jobs: Pick<Jobs, 'enqueue'>
  readonly audit: Pick<AuditRetention, 'expire'>
  readonly clock: Clock
  readonly log: Logger
}

/** What is kept for as long as a setting of the installation says; the events of the bus see to theirs themselves. */
const settingOf = {
  messages: 'keepMessagesDays',
  deliveries: 'keepDeliveriesDays',
  ticketLog: 'keepTicketLogDays',
  audit: 'keepAuditDays',
} as const satisfies Record<string, keyof GlobalSettingValues>
type Subject = keyof typeof settingOf | 'bell'
/** Deletes some of the oldest rows from before a moment. Answers how many went; 0 when there is none. */
type Removal = (tenantId: string, before: Date) => Promise<number>

/**
 * Deletes what is older than the settings of the installation say, company by company and in small transactions. Rows
 * are found by their keys, whose ids grow with time.
 */
export class Retention {
  readonly #deps: RetentionDeps
  readonly #removals: Readonly<Record<Subject, Removal>>

  constructor(deps: RetentionDeps) {
    this.#deps = deps
    const within =
      (work: (tx: Tx, tenantId: string, before: Date) => Promise<number>): Removal =>
      (tenantId, before) =>
        deps.db.tenant(tenantId, (tx) => work(tx, tenantId, before))
    this.#removals = {
      messages: within(async (tx, tenantId, before) => {
        await tx.execute(sql`set local core.keeps_facts = 'on'`)
        return this.#removeMessages(tx, tenantId, before)
      }),
      deliveries: within(removeDeliveries),
      ticketLog: within(removeTicketLog),
      bell: within(removeBellEntries),
      audit: (tenantId, before) => deps.audit.expire(tenantId, before),
    }
  }

  async sweep(): Promise<void> {
    const values = await this.#deps.globals.all()
    const now = this.#deps.clock.now().getTime()
    const configured = (Object.keys(settingOf) as (keyof typeof settingOf)[]).map(
      (subject) => [subject, values[settingOf[subject]]] as const,
    )
    const due = [...configured, ['bell', keepBellDays] as const].flatMap(([subject, days]) =>
      days === null ? [] : [{ subject, before: new Date(now - days * day) }],
    )
    const deleted: Partial<Record<Subject, number>> = {}
    for await (const tenantId of this.#companies())
      for (const { subject, before } of due) {
        for (let gone = await this.#removals[subject](tenantId, before); gone > 0;) {
          deleted[subject] = (deleted[subject] ?? 0) + gone
          gone = await this.#removals[subject](tenantId, before)
        }
      }
    if (Object.keys(deleted).length > 0) this.#deps.log.info({ deleted }, 'data beyond its retention was deleted')
  }

  async *#companies(): AsyncGenerator<string> {
    for (let after: string | null = null; ;) {
      const rows: { tenant_id: string }[] = await this.#deps.db.raw<
        { tenant_id: string }[]
      >`select tenant_id from core.companies_after(${after}, ${companiesAtOnce})`
      for (const { tenant_id } of rows) yield tenant_id
      if (rows.length < companiesAtOnce) return
      after = rows.at(-1)!.tenant_id
    }
  }

  /** What still waits to be sent stays. Files follow by themselves, those that nothing else holds. */
  async #removeMessages(tx: Tx, tenantId: string, before: Date): Promise<number> {
    const [gone] = await tx.execute<{ count: number; tickets: string[]; media: MediaId[] }>(sql`
      with old as (
        select m.id from core.message m
         where m.tenant_id = ${tenantId} and ${isOlder('m', before)}
           and not exists (
             select from core.delivery d
              where d.tenant_id = m.tenant_id and d.message_id = m.id and d.state in ('queued', 'leased', 'retry'))
         order by m.id limit ${rowsAtOnce} for update skip locked
      ), gone as (
        delete from core.message m using old where m.tenant_id = ${tenantId} and m.id = old.id
        returning m.ticket_id, m.parts
      )
      select (select count(*) from gone)::integer as count,
             array(select distinct g.ticket_id from gone g) as tickets,
             array(select distinct f.id from gone g cross join unnest(core.media_of(g.parts)) f (id)) as media`)
    const { count, tickets, media } = gone!
    if (count === 0) return 0
    // A list shows the beginning of what was said last.
    await tx.execute(sql`
      update core.ticket t set last_message = '', last_content = null
       where t.tenant_id = ${tenantId} and t.id = any (${sql.param(tickets)}::uuid[])
         and not exists (select from core.message m where m.tenant_id = t.tenant_id and m.ticket_id = t.id)`)
    for (let start = 0; start < media.length; start += filesAtOnce)
      await this.#deps.jobs.enqueue(tx, {
        task: ticketFilesTask,
        tenantId,
        data: { media: media.slice(start, start + filesAtOnce) },
      })
    return count
  }
}

async function removeDeliveries(tx: Tx, tenantId: string, before: Date): Promise<number> {
  const gone = await tx.execute(sql`
    delete from core.delivery where tenant_id = ${tenantId} and id in (
      select d.id from core.delivery d
       where d.tenant_id = ${tenantId} and ${isOlder('d', before)} and d.state not in ('queued', 'leased', 'retry')
       order by d.id limit ${rowsAtOnce} for update skip locked)`)
  return gone.count
}

async function removeTicketLog(tx: Tx, tenantId: string, before: Date): Promise<number> {
  const gone = await tx.execute(sql`
    delete from core.ticket_log where tenant_id = ${tenantId} and id in (
      select l.id from core.ticket_log l
       where l.tenant_id = ${tenantId} and ${isOlder('l', before)}
       order by l.id limit ${rowsAtOnce} for update skip locked)`)
  return gone.count
}

async function removeBellEntries(tx: Tx, tenantId: string, before: Date): Promise<number> {
  const gone = await tx.execute(sql`
    delete from core.bell_entry where tenant_id = ${tenantId} and id in (
      select b.id from core.bell_entry b
       where b.tenant_id = ${tenantId} and (${isOlder('b', before)} or b.expires_at < now())
       order by b.id limit ${rowsAtOnce} for update skip locked)`)
  return gone.count
}

/** By the key, whose first bits are the time in milliseconds, and by the time itself. */
const isOlder = (alias: string, before: Date) => {
  const hex = before.getTime().toString(16).padStart(12, '0')
  const firstId = `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000000`
  const row = sql.identifier(alias)
  return sql`${row}.id < ${firstId}::uuid and ${row}.created_at < ${before.toISOString()}::timestamptz`
}

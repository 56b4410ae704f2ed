import {
  longestOpeningsDays,
  type Logger,
  type OpeningsAnswer,
  type OpeningsOwner,
  type ServiceInput,
} from '@recado/contracts'
import type { Clock } from '../base/clock.ts'
import type { Database } from '../db/database.ts'

const dayMs = 86_400_000
const minuteMs = 60_000
const companiesAtOnce = 20
/** How far ahead times are known, and how far back they are made for conversations of before. */
const daysAhead = 35
const daysBack = 5 * 366
/** After how long they are asked for again, and after a failure. */
const restMs = 60 * minuteMs
const restAfterFailureMs = 5 * minuteMs

export interface OpeningKeepingDeps {
  readonly db: Database
  readonly clock: Clock
  readonly log: Logger
  /** Asks the plugin of a company that knows; undefined where none does. */
  ask(tenantId: string, span: ServiceInput<'openings.between'>): Promise<OpeningsAnswer | undefined>
}

/**
 * Keeps when it was open, for clocks that stand still while it is closed. The past stays as it was when it passed:
 * a change of the hours counts from the moment at which it is made. Companies are asked again each hour, when their
 * plugin tells of a change, and from their oldest conversation on when their numbers are made anew.
 */
export class OpeningKeeping {
  readonly #deps: OpeningKeepingDeps
  constructor(deps: OpeningKeepingDeps) {
    this.#deps = deps
  }

  async sweep(): Promise<void> {
    const { db, log } = this.#deps
    for (;;) {
      const due = await db.raw<{ tenant_id: string }[]>`
        select tenant_id from core.companies_to_ask_for_openings(${companiesAtOnce})`
      for (const { tenant_id } of due)
        await this.#refresh(tenant_id).catch(async (error: unknown) => {
          log.warn({ err: error, tenantId: tenant_id }, 'the opening hours of a company could not be read')
          await this.#restAfterFailure(tenant_id)
        })
      if (due.length < companiesAtOnce) return
    }
  }

  /** What a company’s plugin would answer has changed: the next sweep asks it. */
  async changed(tenantId: string): Promise<void> {
    await this.#deps.db.write(tenantId, (sql) => [
      sql`update core.openings_kept set due_at = now() where tenant_id = ${tenantId}`,
    ])
  }

  async #refresh(tenantId: string): Promise<void> {
    const { db, clock, ask } = this.#deps
    const now = clock.now().getTime()
    const [[kept], [oldest]] = await db.read(tenantId, (sql) => [
      sql<{ until: Date }>`select until from core.openings_kept where tenant_id = ${tenantId}`,
      sql<{ at: Date | null }>`select min(opened_at) as at from core.ticket_fact where tenant_id = ${tenantId}`,
    ])
    const begin = kept ? Math.min(now, kept.until.getTime()) : Math.min(now - dayMs, oldest?.at?.getTime() ?? now)
    const from = Math.max(begin, now - daysBack * dayMs)
    const until = now + daysAhead * dayMs
    const open = new Map<string, string[]>()
    for (const span of parts(from, until)) {
      const answer = await ask(tenantId, span)
      if (!answer) return this.#store(tenantId, { from, until, now, open: null })
      for (const { owner, open: spans } of answer.of) {
        const id = idOf(owner, tenantId)
        open.set(id, [...(open.get(id) ?? []), ...spans.map(([opens, closes]) => `[${opens},${closes})`)])
      }
    }
    await this.#store(tenantId, { from, until, now, open })
  }

  /** `open`: ranges by whose they are, from `from` on; null where nobody knows, and clocks never stand still. */
  async #store(
    tenantId: string,
    {
      from,
      until,
      now,
      open,
    }: { from: number; until: number; now: number; open: ReadonlyMap<string, string[]> | null },
  ): Promise<void> {
    const at = new Date(from).toISOString()
    const rows = [...(open ?? [])].map(([id, spans]) => ({ id, open: `{${spans.join(',')}}` }))
    await this.#deps.db.write(tenantId, (sql) => [
      // Whoever has no hours of their own any more counts with the others, in the past too.
      sql`
        delete from core.opening
         where tenant_id = ${tenantId} and owner_id <> all (${rows.map(({ id }) => id)}::uuid[])`,
      // Who has got some counted with the company until then.
      sql`
        insert into core.opening as o (tenant_id, owner_id, open)
        select ${tenantId}, r.id,
               coalesce((select c.open * tstzmultirange(tstzrange(null, ${at}::text::timestamptz))
                           from core.opening c where c.tenant_id = ${tenantId} and c.owner_id = ${tenantId}),
                        '{}') + r.open
          from jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb) as r (id uuid, open tstzmultirange)
        on conflict (tenant_id, owner_id) do update
          set open = o.open * tstzmultirange(tstzrange(null, ${at}::text::timestamptz))
                   + excluded.open * tstzmultirange(tstzrange(${at}::text::timestamptz, null))`,
      sql`
        insert into core.openings_kept as k (tenant_id, since, until, due_at)
        values (${tenantId}, ${at}::text::timestamptz, ${new Date(until).toISOString()}::text::timestamptz,
                ${new Date(now + restMs).toISOString()}::text::timestamptz)
        on conflict (tenant_id) do update
          set since = least(k.since, excluded.since), until = excluded.until, due_at = excluded.due_at`,
    ])
  }

  async #restAfterFailure(tenantId: string): Promise<void> {
    const now = this.#deps.clock.now().getTime()
    const [at, due] = [now, now + restAfterFailureMs].map((each) => new Date(each).toISOString())
    await this.#deps.db.write(tenantId, (sql) => [
      sql`
        insert into core.openings_kept (tenant_id, since, until, due_at)
        values (${tenantId}, ${at}::text::timestamptz, ${at}::text::timestamptz, ${due}::text::timestamptz)
        on conflict (tenant_id) do update set due_at = excluded.due_at`,
    ])
  }
}

const idOf = (owner: OpeningsOwner, tenantId: string): string => (owner.kind === 'company' ? tenantId : owner.id)

/** A span in parts that may be asked for. */
function parts(from: number, until: number): ServiceInput<'openings.between'>[] {
  const length = longestOpeningsDays * dayMs
  return Array.from({ length: Math.ceil((until - from) / length) }, (_, nth) => ({
    from: new Date(from + nth * length).toISOString(),
    until: new Date(Math.min(until, from + (nth + 1) * length)).toISOString(),
  }))
}

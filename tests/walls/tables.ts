import type { Sql } from 'postgres'

/** A table whose rows belong to companies. */
export interface CompanyTable {
  /** With its schema, ready to stand in a statement. */
  readonly name: string
  /** What says whose a row is. */
  readonly column: string
  /** Columns of text, but for those that follow from others. */
  readonly texts: readonly string[]
  /** Changes without anybody doing anything. */
  readonly moves: boolean
}

/** Seals of the trail and numbers follow by themselves, moments after what they are of. */
const following = [
  'core.audit_pending',
  'core.audit_seal',
  'core.audit_sealed',
  'core.audit_head',
  'core.message_fact',
  'core.ticket_fact',
  // Asked of a plugin each hour.
  'core.opening',
  'core.openings_kept',
]
/**
 * Transport of events, which all companies share, and what waits to be counted: what stands there passes. What was
 * given up stays, and is a company's.
 */
const passing = ['bus.log', 'bus.outbox', 'core.fact_due']

/** Every table of core and of plugins that holds rows of companies, read from the database. */
export async function tablesOfCompanies(owner: Sql): Promise<CompanyTable[]> {
  return owner<CompanyTable[]>`
    select c.oid::regclass::text as name,
           case when c.oid = 'core.tenant'::regclass then 'id' else 'tenant_id' end as column,
           coalesce((select array_agg(a.attname::text order by a.attnum)
                       from pg_attribute a
                      where a.attrelid = c.oid
                        and a.attnum > 0
                        and not a.attisdropped
                        and a.atttypid = 'text'::regtype
                        and a.attgenerated = ''),
                    '{}') as texts,
           c.oid::regclass::text = any (${following}) as moves
      from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind in ('r', 'p')
       and (n.nspname in ('core', 'bus') or n.nspname like 'plg\\_%')
       and c.oid::regclass::text <> all (${passing})
       and (c.oid = 'core.tenant'::regclass
            or exists (
              select 1 from pg_attribute a where a.attrelid = c.oid and a.attname = 'tenant_id' and not a.attisdropped))
     order by 1`
}

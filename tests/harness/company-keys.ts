import type { Sql } from 'postgres'

/**
 * Obstacles to a division of tables by company, by name: unique keys that do not begin with `tenant_id`, tables without
 * a primary key, and references between tables of companies that do not name the company on both sides. Read from the
 * catalogue, for tables that have a `tenant_id` in schemas of these names (as in `like`).
 */
export async function indivisible(
  sql: Sql,
  schemas: readonly string[],
): Promise<{ readonly keys: string[]; readonly keyless: string[]; readonly references: string[] }> {
  const tables = sql`
    select a.attrelid from pg_attribute a join pg_class c on c.oid = a.attrelid
      join pg_namespace n on n.oid = c.relnamespace
     where n.nspname like any (${schemas as string[]}) and c.relkind in ('r', 'p')
       and a.attname = 'tenant_id' and not a.attisdropped`
  const names = (rows: readonly { name: string }[]) => rows.map(({ name }) => name)
  return {
    keys: names(
      await sql<{ name: string }[]>`
        select i.indexrelid::regclass::text as name from pg_index i
          left join pg_attribute a on a.attrelid = i.indrelid and a.attnum = i.indkey[0]
         where i.indisunique and i.indrelid in (${tables}) and a.attname is distinct from 'tenant_id'
         order by 1`,
    ),
    keyless: names(
      await sql<{ name: string }[]>`
        select c.oid::regclass::text as name from pg_class c where c.oid in (${tables})
           and not exists (select from pg_constraint k where k.conrelid = c.oid and k.contype = 'p')
         order by 1`,
    ),
    references: names(
      await sql<{ name: string }[]>`
        select k.conrelid::regclass::text || ' ' || pg_get_constraintdef(k.oid) as name from pg_constraint k
          join pg_attribute here on here.attrelid = k.conrelid and here.attname = 'tenant_id'
          join pg_attribute there on there.attrelid = k.confrelid and there.attname = 'tenant_id'
         where k.contype = 'f' and k.conrelid in (${tables})
           and (array_position(k.conkey, here.attnum) is null
             or array_position(k.conkey, here.attnum) is distinct from array_position(k.confkey, there.attnum))
         order by 1`,
    ),
  }
}

import type { Sql } from 'postgres'

/**
 * Description of the product's schemas in the catalogue of a database, as sorted lines: columns, constraints, indexes,
 * policies, triggers, functions, and the rights to all of them. Two databases with the same lines have the same schema.
 */
export async function catalogueOf(
  sql: Sql,
  schemas: readonly string[] = ['core', 'bus', 'platform', 'installation'],
): Promise<string[]> {
  const named = sql`n.nspname = any (${schemas as string[]})`
  const answers = await Promise.all(
    [
      sql`select 'schema', n.nspname, n.nspowner::regrole, ${sorted(sql, sql`n.nspacl`)}
          from pg_namespace n where ${named}`,
      sql`select 'relation', c.oid::regclass, c.relkind, c.relowner::regrole, c.relrowsecurity, c.relforcerowsecurity,
               c.reloptions, ${sorted(sql, sql`c.relacl`)}
          from pg_class c join pg_namespace n on n.oid = c.relnamespace where ${named}`,
      sql`
        select 'column', c.oid::regclass, a.attname, format_type(a.atttypid, a.atttypmod), a.attnotnull, a.attidentity,
               a.attgenerated, pg_get_expr(d.adbin, d.adrelid), a.attcollation::regcollation, a.attacl
          from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
          left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
         where ${named} and a.attnum > 0 and not a.attisdropped`,
      sql`select 'constraint', k.conrelid::regclass, k.conname, pg_get_constraintdef(k.oid), k.convalidated
          from pg_constraint k join pg_namespace n on n.oid = k.connamespace where ${named}`,
      sql`select 'index', pg_get_indexdef(i.indexrelid), i.indisvalid
          from pg_index i join pg_class c on c.oid = i.indexrelid join pg_namespace n on n.oid = c.relnamespace
         where ${named}`,
      sql`select 'policy', p.polrelid::regclass, p.polname, p.polcmd, p.polroles::regrole[],
               pg_get_expr(p.polqual, p.polrelid), pg_get_expr(p.polwithcheck, p.polrelid)
          from pg_policy p join pg_class c on c.oid = p.polrelid join pg_namespace n on n.oid = c.relnamespace
         where ${named}`,
      sql`select 'trigger', pg_get_triggerdef(t.oid), t.tgenabled
          from pg_trigger t join pg_class c on c.oid = t.tgrelid join pg_namespace n on n.oid = c.relnamespace
         where ${named} and not t.tgisinternal`,
      sql`select 'function', pg_get_functiondef(p.oid), p.proowner::regrole, ${sorted(sql, sql`p.proacl`)}
          from pg_proc p join pg_namespace n on n.oid = p.pronamespace where ${named} and p.prokind in ('f', 'p')`,
      sql`select 'statistics', pg_get_statisticsobjdef(s.oid)
          from pg_statistic_ext s join pg_namespace n on n.oid = s.stxnamespace where ${named}`,
    ].map((query) => query.values()),
  )
  return answers
    .flat()
    .map((row) => JSON.stringify(row))
    .sort()
}

/** Rights in one order: they are listed as they were given. */
const sorted = (sql: Sql, rights: ReturnType<Sql>) =>
  sql`(select array_agg(each::text order by each::text) from unnest(${rights}) each)`

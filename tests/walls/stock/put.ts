import type { Sql } from 'postgres'

type Row = Readonly<Record<string, unknown>>

/** Inserts one row or several. */
export const put = (sql: Sql, table: string, rows: Row | readonly Row[]) =>
  sql`insert into ${sql(table)} ${sql(rows as never)}`

/** As {@link put}, unless there is such a row already. */
export const putOnce = (sql: Sql, table: string, rows: Row | readonly Row[]) =>
  sql`insert into ${sql(table)} ${sql(rows as never)} on conflict do nothing`

/** Takes away all but `most` rows of a company, where it may have so many: the walls stock it up often. */
export const keepAtMost = (sql: Sql, table: string, tenantId: string, most: number) =>
  sql`delete from ${sql(table)} where id in (
        select id from ${sql(table)} where tenant_id = ${tenantId} order by id offset ${most})`

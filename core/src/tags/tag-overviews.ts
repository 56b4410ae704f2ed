import { maxSearchLength, mint, overviewCountCap, type TagId, type TagOverviewPage } from '@recado/contracts'
import * as z from 'zod'
import { containing } from '../db/containing.ts'
import type { Database } from '../db/database.ts'
import { behindName, byName, readNameCursor, writeNameCursor } from '../db/name-cursor.ts'

const pageSize = 50

/** Filter of the list of tags, and its position. */
export const TagOverviewQuery = z.object({
  searchParam: z.string().trim().max(maxSearchLength).default(''),
  cursor: z.string().max(600).optional(),
})

interface Row {
  id: string
  name: string
  color: string
  is_active: boolean
  contacts: number
  tickets: number
}

/** Tags as who administers them sees them: with how many contacts and tickets carry them. */
export class TagOverviews {
  readonly #db: Database
  constructor(options: { db: Database }) {
    this.#db = options.db
  }

  /** By name. Contacts that were merged into others are not counted; each count stops at {@link overviewCountCap}. */
  async page(tenantId: string, { searchParam, cursor }: z.output<typeof TagOverviewQuery>): Promise<TagOverviewPage> {
    const after = readNameCursor(cursor)
    const pattern = containing(searchParam)
    const [rows] = await this.#db.read(tenantId, (sql) => [
      sql<Row>`
      select g.id, g.name, g.color, g.is_active,
             (select count(*)::integer
                from (select 1
                        from core.contact_tag m
                        join core.contact c on c.tenant_id = m.tenant_id
                           and c.id = m.contact_id
                           and c.merged_into is null
                       where m.tenant_id = g.tenant_id
                         and m.tag_id = g.id limit ${overviewCountCap}) m) as contacts,
             (select count(*)::integer
                from (select 1
                        from core.ticket_tag m
                       where m.tenant_id = g.tenant_id and m.tag_id = g.id
                       limit ${overviewCountCap}) m) as tickets
        from core.tag g
       where g.tenant_id = ${tenantId}
         and (${pattern}::text is null or g.name ilike ${pattern})
         and ${behindName(sql, sql`g`, after)}
       order by ${byName(sql, sql`g`)} limit ${pageSize + 1}`,
    ])
    const shown = rows.slice(0, pageSize)
    const last = rows.length > pageSize ? shown.at(-1) : undefined
    return {
      tags: shown.map((row) => ({
        id: mint<TagId>(row.id),
        tag: row.name,
        color: row.color,
        isActive: row.is_active,
        contacts: row.contacts,
        tickets: row.tickets,
      })),
      nextCursor: last ? writeNameCursor(last) : null,
    }
  }
}

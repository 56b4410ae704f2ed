import { contactPattern, foundAsShown } from '../contacts/contact-search.ts'
import type { Query, SqlBuilder } from '../db/database.ts'

/**
 * Contacts whose ids a search gathers. One that finds more than these meets them soon in any list, so that each row is
 * asked instead.
 */
export const maxFoundContacts = 5_000

/**
 * Tickets `core.ticket t` of the found contacts, and the one whose protocol was searched for: a condition for a walk
 * over a list. `contacts` selects the ids of the found ones. A part of a masked value finds nothing: digit by digit it
 * would reveal the whole.
 */
export const matching = (sql: SqlBuilder, contacts: Query, search: string, masked: boolean): Query => sql`
  (t.contact_id in (${contacts})
    and ${
      masked
        ? sql`
          exists (select 1
                    from core.contact c
                   where c.tenant_id = t.tenant_id and c.id = t.contact_id and ${foundAsShown(sql, search)})`
        : sql`true`
    }
    or t.protocol = ${search})`

/**
 * The same, asked of each row that the walk meets: a subquery for one value, which is never turned into a look at all
 * contacts.
 */
export const matchingRow = (sql: SqlBuilder, search: string, masked: boolean): Query => sql`
  ((select c.merged_into is null
       and c.search like ${contactPattern(search)}
       and ${masked ? foundAsShown(sql, search) : sql`true`}
      from core.contact c
     where c.tenant_id = t.tenant_id and c.id = t.contact_id)
   or t.protocol = ${search})`

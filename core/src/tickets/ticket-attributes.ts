import type { TicketViewFilter } from '@recado/contracts'
import { attributePredicate, type AttributePredicate } from '../attributes/attribute-predicate.ts'
import type { Database, Query, SqlBuilder } from '../db/database.ts'

/**
 * Tickets, or contacts, that a filter goes through; one that fits more is met soon by walking the list in its order.
 */
const few = 1_000

/** Conditions of a filter on the values of tickets and of their contacts. */
export interface AskedAttributes {
  /** A condition over `core.ticket t`. */
  where(sql: SqlBuilder): Query
  /** The few tickets that can fit, under the name `t`: in the place of the table. Undefined where there may be many. */
  source(sql: SqlBuilder): Query | undefined
}

type Asking = Pick<TicketViewFilter, 'attributes' | 'contactAttributes'>

/** Asks the indexes over values, for all filters in one round trip and for none in none. */
export async function askedAttributes(
  db: Database,
  tenantId: string,
  filters: readonly Asking[],
): Promise<AskedAttributes[]> {
  const asked = filters.map(({ attributes, contactAttributes }) => ({
    own: attributePredicate(attributes),
    contact: attributePredicate(contactAttributes),
  }))
  const found = asked.some(({ own, contact }) => own?.needsValue || contact?.needsValue)
    ? await db.read(tenantId, (sql) =>
        asked.flatMap(({ own, contact }) => [
          sql<{
            id: string
          }>`
            select core.tickets_by_attributes(${tenantId}, ${own?.path ?? 'false'}, ${few + 1}) as id
             where ${own?.needsValue === true}`,
          sql<{
            id: string
          }>`
            select core.contacts_by_attributes(${tenantId}, ${contact?.path ?? 'false'}, ${few + 1}) as id
             where ${contact?.needsValue === true}`,
        ]),
      )
    : []
  return asked.map(({ own, contact }, index) => {
    const [tickets, contacts] = [fewOf(own, found[2 * index]), fewOf(contact, found[2 * index + 1])]
    return {
      where: (sql) => sql`
        ${own ? sql`t.attributes @@ ${own.path}::text::jsonpath` : sql`true`}
        and ${
          contact
            ? sql`
              exists (select 1
                        from core.contact a
                       where a.tenant_id = t.tenant_id
                         and a.id = t.contact_id
                         and a.attributes @@ ${contact.path}::text::jsonpath)`
            : sql`true`
        }`,
      source: (sql) =>
        tickets
          ? sql`(select t.* from core.ticket t where t.tenant_id = ${tenantId} and t.id = any (${tickets}::uuid[])) t`
          : contacts &&
            sql`
              (select t.*
                 from core.ticket t
                where t.tenant_id = ${tenantId} and t.contact_id = any (${contacts}::uuid[])) t`,
    }
  })
}

const fewOf = (
  predicate: AttributePredicate | undefined,
  rows: readonly { id: string }[] | undefined,
): string[] | undefined => (predicate?.needsValue && rows && rows.length <= few ? rows.map(({ id }) => id) : undefined)

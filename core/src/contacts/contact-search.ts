import { Refusal, type ContactPage, type ContactQuery, type ContactSummary, type Viewer } from '@recado/contracts'
import type * as z from 'zod'
import type { Database, Query, SqlBuilder } from '../db/database.ts'
import { maskedSummary } from './contact-rows.ts'
import { canonicalEmail } from './identity-claims.ts'
import { canonicalPhone, spellingsOf } from './phone.ts'

/** A search that finds more contacts than this is met by the first in order soon; one that finds fewer goes by way of them. */
export const fewContacts = 1_000

const searchable = (text: string): string => text.toLowerCase().replace(/[\\%_]/g, '\\$&')
/** A whole number with its country code, however it is written, is looked for as it is stored. */
const asStored = (text: string): string => (/^(\+|55)/.test(text) && canonicalPhone(text)) || text
/** Two letters are looked for at word starts only, which has a trigram; three or more anywhere. */
export const contactPattern = (text: string): string => (text.length === 2 ? `% ${searchable(text)}%` : `%${searchable(asStored(text))}%`)

/** What was searched for, without the blanks around it. Refuses a single character (S5-035, decision 72). */
export function searchText(given: string): string {
  const text = given.trim()
  if (text !== '' && [...text].length < 2) throw new Refusal('ERR_VALIDATION', { issues: [{ path: 'searchParam', message: 'at least 2 characters' }] })
  return text
}

/** Up to one more than {@link fewContacts}. */
export async function contactsFound(db: Database, tenantId: string, search: string): Promise<string[]> {
  const [rows] = await db.read(tenantId, (sql) => [sql<{ id: string }>`select core.search_contacts(${tenantId}, ${contactPattern(search)}, ${fewContacts + 1}) as id`])
  return rows.map((row) => row.id)
}

const cursorShape = /^([0-9a-f-]{36})~([\s\S]*)$/
const writeCursor = (row: Pick<ContactSummary, 'id' | 'name'>): string => Buffer.from(`${row.id}~${row.name}`).toString('base64url')
function readCursor(text: string | undefined): { id: string; name: string } | undefined {
  if (text === undefined) return undefined
  const match = cursorShape.exec(Buffer.from(text, 'base64url').toString())
  if (!match) throw new Refusal('ERR_VALIDATION', { issues: [{ path: 'cursor', message: 'unknown position' }] })
  return { id: match[1]!, name: match[2]! }
}

/** GET /contacts: one page by name. Who sees numbers and addresses masked finds by them only when they are given whole. */
export async function listContacts(db: Database, viewer: Viewer, query: z.output<typeof ContactQuery>, masked: boolean): Promise<ContactPage> {
  const search = searchText(query.searchParam)
  const cursor = readCursor(query.cursor)
  const found = search === '' ? [] : await contactsFound(db, viewer.tenantId, search)
  const few = search !== '' && found.length <= fewContacts
  const [rows] = await db.read(viewer.tenantId, (sql) => {
    const after = cursor ? sql`(c.name, c.id) > (${cursor.name}, ${cursor.id}::uuid)` : sql`true`
    const among = search === '' ? sql`true` : few ? sql`c.id = any (${found}::uuid[])` : sql`c.search like ${contactPattern(search)}`
    return [listedContacts(sql, sql`
      select c.* from core.contact c where c.tenant_id = ${viewer.tenantId} and c.merged_into is null and c.erased_at is null and ${after} and ${among} and ${masked && search !== '' ? shown(sql, search) : sql`true`}
       order by c.name, c.id limit ${query.limit + 1}`)]
  })
  const hasMore = rows.length > query.limit
  const page = rows.slice(0, query.limit)
  const last = page.at(-1)
  return { contacts: page.map((row) => (masked ? maskedSummary(row) : row)), hasMore, nextCursor: hasMore && last ? writeCursor(last) : null }
}

/** Found by what the masked row shows, or by somebody who knows the whole number or address already. */
function shown(sql: SqlBuilder, search: string): Query {
  const phone = canonicalPhone(search)
  return sql`((' ' || lower(c.name) like ${contactPattern(search)} and c.name !~ '^\\+?[0-9 ().-]{8,}$' and c.name !~ '^\\S+@\\S+$')
    or c.number = any (${phone === undefined ? [] : spellingsOf(phone)}::text[]) or c.email = ${canonicalEmail(search) ?? null})`
}

/** Rows of a list of contacts. `page` selects from `core.contact c` and is already limited. */
export const listedContacts = (sql: SqlBuilder, page: Query): Query<ContactSummary> => sql`
  with page as (${page})
  select c.id, c.name, c.number, c.email, c.profile_pic_url as "profilePicUrl",
         array(select distinct i.kind from core.contact_identity i where i.tenant_id = c.tenant_id and i.contact_id = c.id order by i.kind) as kinds
    from page c order by c.name, c.id`

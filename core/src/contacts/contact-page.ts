import {
  ContactQuery,
  ContactSegmentFilter,
  stateOfNumber,
  type ContactPageQuery,
  type PagedContact,
  type TenantId,
} from '@recado/contracts'
import type { Database } from '../db/database.ts'
import type { MediaStore } from '../media/media.ts'
import { pictureUrls } from './contact-picture.ts'
import { contactRows, toContact } from './contact-rows.ts'
import { listContacts } from './contact-search.ts'

const mostContacts = 100

/** One page of whole contacts, as the list of contacts finds and orders them: see `page` of the ports. */
export async function contactPage(
  { db, media }: { readonly db: Database; readonly media: Pick<MediaStore, 'sign'> },
  tenantId: string,
  { filter = {}, birthdays, states, numbers, order = 'name', cursor, limit = mostContacts }: ContactPageQuery,
  masked: boolean,
): Promise<{ contacts: PagedContact[]; nextCursor: string | null }> {
  if (order === 'birthday' && !birthdays) throw new TypeError('the order by birthday needs days')
  const found = await listContacts(
    { db, media },
    { tenantId: tenantId as TenantId },
    {
      ...ContactQuery.parse({}),
      ...ContactSegmentFilter.parse(filter),
      order,
      cursor,
      limit: Math.max(1, Math.min(limit, mostContacts)),
      ...(birthdays && { birthdays }),
      ...(states && { states }),
      ...(numbers && { numbers }),
    },
    masked,
  )
  const ids = found.contacts.map(({ id }) => id)
  const [rows] = await db.read(tenantId, (sql) => [
    contactRows(
      sql,
      sql`select c.* from core.contact c where c.tenant_id = ${tenantId} and c.id = any (${ids}::uuid[])`,
    ),
  ])
  const picture = pictureUrls(media, tenantId)
  const byId = new Map(
    rows.map((row) => [row.id, { ...toContact(row, masked, picture), state: stateOfNumber(row.number) }]),
  )
  return { contacts: ids.flatMap((id) => byId.get(id) ?? []), nextCursor: found.nextCursor }
}

import type { ContactSummary, Viewer } from '@recado/contracts'
import type { Database } from '../db/database.ts'
import type { MediaStore } from '../media/media.ts'
import { pictureUrls } from './contact-picture.ts'
import { listedContacts } from './contact-search.ts'
import { toSummary } from './contact-rows.ts'
import { canonicalEmail } from './identity-claims.ts'
import { canonicalPhone, spellingsOf } from './phone.ts'

/** More than this is no hint any more. */
const maxSuggestions = 5

interface Known {
  number: string | null
  email: string | null
  is_group: boolean
  identities: { kind: string; value: string }[]
}

/**
 * Contacts that may be the same person: they have the same number, in any spelling, or the same address, as an identity
 * or as something that was merely typed. Not those that somebody set apart from this one before. Answers undefined for
 * no contact.
 */
export async function suggestContacts(
  { db, media }: { db: Database; media: Pick<MediaStore, 'sign'> },
  viewer: Viewer,
  contactId: string,
  masked: boolean,
): Promise<ContactSummary[] | undefined> {
  const { tenantId } = viewer
  const [known] = await db.read(tenantId, (sql) => [
    sql<Known>`
    select c.number, c.email, c.is_group,
           coalesce((select jsonb_agg(jsonb_build_object('kind', i.kind, 'value', i.value)) from core.contact_identity i
                      where i.tenant_id = c.tenant_id and i.contact_id = c.id and i.kind in ('phone', 'email')),
                      '[]') as identities
      from core.contact c where c.tenant_id = ${tenantId} and c.id = ${contactId}`,
  ])
  const contact = known[0]
  if (!contact) return undefined
  const valuesOf = (kind: string, own: string | null) => [
    ...contact.identities.filter((identity) => identity.kind === kind).map(({ value }) => value),
    ...(own === null ? [] : [own]),
  ]
  const phones = [
    ...new Set(valuesOf('phone', contact.number).flatMap((value) => canonicalPhone(value) ?? [])),
  ].flatMap(spellingsOf)
  const emails = [...new Set(valuesOf('email', contact.email).flatMap((value) => canonicalEmail(value) ?? []))]
  if (contact.is_group || (phones.length === 0 && emails.length === 0)) return []
  const [rows] = await db.read(tenantId, (sql) => [
    listedContacts(
      sql,
      sql`
    select c.*
      from core.contact c
     where c.tenant_id = ${tenantId} and c.id <> ${contactId} and c.merged_into is null and not c.is_group and c.id in (
        select n.id from core.contact n where n.tenant_id = ${tenantId} and n.number = any (${phones}::text[])
        union select e.id from core.contact e where e.tenant_id = ${tenantId} and e.email = any (${emails}::text[])
        union select i.contact_id
          from core.contact_identity i
         where i.tenant_id = ${tenantId} and i.kind = 'phone' and i.value = any (${phones}::text[])
        union select i.contact_id
          from core.contact_identity i
         where i.tenant_id = ${tenantId} and i.kind = 'email' and i.value = any (${emails}::text[]))
       and not exists (select 1 from core.contact_merge m where m.tenant_id = c.tenant_id and m.undone_at is not null
                          and ((m.from_id = c.id and m.into_id = ${contactId})
                               or (m.from_id = ${contactId} and m.into_id = c.id)))
     order by c.name_key, c.id limit ${maxSuggestions}`,
    ),
  ])
  const picture = pictureUrls(media, tenantId)
  return rows.map((row) => toSummary(row, masked, picture))
}

import { maskEmail, maskName, maskNumber, type Contact, type ContactSummary } from '@recado/contracts'
import type { Query, SqlBuilder } from '../db/database.ts'

/** A contact with identities and tags, as the query of {@link contactRows} answers it. */
export interface ContactRow {
  id: string; name: string; number: string | null; email: string | null; profile_pic_url: string | null; extra_info: { name: string; value: string }[]; created_at: Date
  identities: { kind: string; value: string; verified: boolean }[]; tags: { id: string; tag: string; color: string }[]
}

/** Completes contacts. `page` selects from `core.contact c` and is already limited. */
export const contactRows = (sql: SqlBuilder, page: Query): Query<ContactRow> => sql`
  with page as (${page})
  select c.id, c.name, c.number, c.email, c.profile_pic_url, c.extra_info, c.created_at,
         coalesce((select jsonb_agg(jsonb_build_object('kind', i.kind, 'value', i.value, 'verified', i.verified) order by i.kind, i.value)
                     from core.contact_identity i where i.tenant_id = c.tenant_id and i.contact_id = c.id), '[]') as identities,
         coalesce((select jsonb_agg(jsonb_build_object('id', g.id, 'tag', g.name, 'color', g.color) order by g.name)
                     from core.contact_tag ct join core.tag g on g.tenant_id = ct.tenant_id and g.id = ct.tag_id
                    where ct.tenant_id = c.tenant_id and ct.contact_id = c.id), '[]') as tags
    from page c order by c.name, c.id`

export const maskedSummary = (row: ContactSummary): ContactSummary =>
  ({ ...row, name: maskName(row.name), number: row.number && maskNumber(row.number), email: row.email && maskEmail(row.email) })

/** The public shape. Masked, neither number nor e-mail leaves the server in any field, identities included. */
export function toContact(row: ContactRow, masked: boolean): Contact {
  const identity = (entry: ContactRow['identities'][number]) =>
    !masked ? entry : entry.kind === 'email' ? { ...entry, value: maskEmail(entry.value) } : { ...entry, value: maskNumber(entry.value) }
  return {
    id: row.id as Contact['id'], name: masked ? maskName(row.name) : row.name,
    number: row.number !== null && masked ? maskNumber(row.number) : row.number, email: row.email !== null && masked ? maskEmail(row.email) : row.email,
    profilePicUrl: row.profile_pic_url, identities: row.identities.map(identity), tags: row.tags as Contact['tags'], extraInfo: row.extra_info, createdAt: row.created_at.toISOString(),
  }
}

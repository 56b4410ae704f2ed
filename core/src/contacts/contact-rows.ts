import {
  contactDetailFields,
  maskEmail,
  maskName,
  maskNumber,
  type AttributeValues,
  type Contact,
  type ContactDetails,
  type ContactExtra,
  type ContactSummary,
} from '@recado/contracts'
import type { Query, SqlBuilder } from '../db/database.ts'
import { maskedDetails } from './contact-masks.ts'
import type { PictureUrl } from './contact-picture.ts'
import { selectedDetails } from './detail-columns.ts'

/** A contact with identities, tags and wallets, as the query of {@link contactRows} answers it. */
export interface ContactRow extends ContactDetails {
  id: string
  name: string
  number: string | null
  email: string | null
  profile_pic_url: string | null
  extra_info: ContactExtra[]
  attributes: AttributeValues
  created_at: Date
  identities: { kind: string; value: string; verified: boolean }[]
  tags: { id: string; tag: string; color: string }[]
  wallets: { id: string; name: string }[]
}

/** Tags of the contact `c`, ready to be shown. */
export const tagsOf = (sql: SqlBuilder): Query => sql`
  coalesce((select jsonb_agg(jsonb_build_object('id', g.id, 'tag', g.name, 'color', g.color) order by g.name)
              from core.contact_tag ct
              join core.tag g on g.tenant_id = ct.tenant_id and g.id = ct.tag_id
             where ct.tenant_id = c.tenant_id and ct.contact_id = c.id),
  '[]')`

/** The users in whose wallets the contact `c` is. */
export const walletsOf = (sql: SqlBuilder): Query => sql`
  coalesce((select jsonb_agg(jsonb_build_object('id', u.id, 'name', u.name) order by u.name, u.id)
              from core.contact_wallet w
              join core.user_account u on u.tenant_id = w.tenant_id and u.id = w.user_id
             where w.tenant_id = c.tenant_id and w.contact_id = c.id),
  '[]')`

/** Completes contacts. `page` selects from `core.contact c` and is already limited. */
export const contactRows = (sql: SqlBuilder, page: Query): Query<ContactRow> => sql`
  with page as materialized (${page})
  select c.id, c.name, c.number, c.email, c.profile_pic_url, c.extra_info, c.attributes, c.created_at,
         ${selectedDetails(sql)}, c.whatsapp_validated as "whatsappValidated",
         coalesce((select jsonb_agg(jsonb_build_object('kind', i.kind, 'value', i.value,
           'verified', i.verified) order by i.kind,
           i.value)
                     from core.contact_identity i where i.tenant_id = c.tenant_id and i.contact_id = c.id),
                     '[]') as identities,
         ${tagsOf(sql)} as tags, ${walletsOf(sql)} as wallets
    from page c order by c.name, c.id`

/** A contact of a list without number and address, whichever of its texts they are. */
export const maskedSummary = <Row extends ContactSummary & Partial<ContactDetails>>(row: Row): Row => ({
  ...maskedDetails(row),
  name: maskName(row.name),
  number: row.number && maskNumber(row.number),
  email: row.email && maskEmail(row.email),
})

/** A contact to be chosen, as the query of `listedContacts` answers it, in its public shape. */
export const toSummary = (row: ContactSummary, masked: boolean, picture: PictureUrl): ContactSummary => {
  const summary = { ...row, profilePicUrl: picture(row.profilePicUrl) }
  return masked ? maskedSummary(summary) : summary
}

const detailsOf = (row: ContactDetails): Omit<ContactDetails, 'whatsappValidated'> =>
  Object.fromEntries(contactDetailFields.map((field) => [field, row[field]])) as Omit<
    ContactDetails,
    'whatsappValidated'
  >

/** The public shape. Masked, neither number nor e-mail leaves the server in any field, identities included. */
export function toContact(row: ContactRow, masked: boolean, picture: PictureUrl): Contact {
  const identity = (entry: ContactRow['identities'][number]) =>
    !masked
      ? entry
      : entry.kind === 'email'
        ? { ...entry, value: maskEmail(entry.value) }
        : { ...entry, value: maskNumber(entry.value) }
  const words = (text: string): string => (masked ? maskName(text) : text)
  const details = detailsOf(row)
  return {
    id: row.id as Contact['id'],
    name: words(row.name),
    number: row.number !== null && masked ? maskNumber(row.number) : row.number,
    email: row.email !== null && masked ? maskEmail(row.email) : row.email,
    profilePicUrl: picture(row.profile_pic_url),
    identities: row.identities.map(identity),
    tags: row.tags as Contact['tags'],
    wallets: row.wallets as Contact['wallets'],
    extraInfo: row.extra_info.map(({ description, info }) => ({ description: words(description), info: words(info) })),
    ...(masked ? maskedDetails(details) : details),
    whatsappValidated: row.whatsappValidated,
    ...(Object.keys(row.attributes).length > 0 && { attributes: row.attributes }),
    createdAt: row.created_at.toISOString(),
  }
}

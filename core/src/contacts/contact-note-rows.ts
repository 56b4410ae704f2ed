import { maskName, type ContactNote, type UserId } from '@recado/contracts'
import type { Query, SqlBuilder } from '../db/database.ts'

/** More notes than this nobody reads; a merge may bring more together, of which the newest are shown. */
export const notesPerContact = 100

/** A note with its author and its contact, as the query of {@link noteRows} answers it. */
export interface NoteRow {
  id: string
  title: string
  description: string
  information: string
  user_id: string | null
  user_name: string | null
  created_at: Date
  updated_at: Date
  created_key: string
  contact_id: string
  contact_name: string
  profile_pic_url: string | null
}

/** Completes notes, newest first. `page` selects from `core.contact_note n` and is already limited. */
export const noteRows = (sql: SqlBuilder, page: Query): Query<NoteRow> => sql`
  with page as materialized (${page})
  select n.id, n.title, n.description, n.information, n.user_id, u.name as user_name, n.created_at, n.updated_at,
         to_char(n.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as created_key,
         n.contact_id, c.name as contact_name, c.profile_pic_url
    from page n
    join core.contact c on c.tenant_id = n.tenant_id and c.id = n.contact_id
    left join core.user_account u on u.tenant_id = n.tenant_id and u.id = n.user_id
   order by n.created_at desc, n.id desc`

/** The public shape. Masked, texts that are a number or an address are masked like one. */
export function toNote(row: NoteRow, masked: boolean): ContactNote {
  const words = (text: string): string => (masked ? maskName(text) : text)
  return {
    id: row.id,
    title: words(row.title),
    description: words(row.description),
    information: words(row.information),
    user: row.user_id === null ? null : { id: row.user_id as UserId, name: row.user_name ?? '' },
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  }
}

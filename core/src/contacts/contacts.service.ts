import {
  Refusal,
  seesMasked,
  type Contact,
  type ContactPage,
  type ContactQuery,
  type ContactRecord,
  type ContactSummary,
  type Viewer,
} from '@recado/contracts'
import type * as z from 'zod'
import type { Database } from '../db/database.ts'
import type { MediaStore } from '../media/media.ts'
import type { SettingsReader } from '../settings/settings-reader.ts'
import { notesPerContact, noteRows, toNote } from './contact-note-rows.ts'
import { pictureUrls } from './contact-picture.ts'
import { contactRows, toContact } from './contact-rows.ts'
import { listContacts } from './contact-search.ts'
import { suggestContacts } from './contact-suggestions.ts'

export interface ContactsDeps {
  readonly db: Database
  readonly media: Pick<MediaStore, 'sign'>
  readonly settings: SettingsReader
}

/** Contacts as a signed-in user reads them; numbers and addresses masked where the tenant asks for it. */
export class ContactsService {
  readonly #deps: ContactsDeps
  constructor(deps: ContactsDeps) {
    this.#deps = deps
  }

  async list(viewer: Viewer, query: z.output<typeof ContactQuery>): Promise<ContactPage> {
    return listContacts(this.#deps, viewer, query, await this.#masks(viewer))
  }

  /** With its notes. The id of a contact that was merged answers the one it is part of. */
  async get(viewer: Viewer, contactId: string): Promise<ContactRecord> {
    const { tenantId } = viewer
    const [rows, notes] = await this.#deps.db.read(tenantId, (sql) => [
      contactRows(
        sql,
        sql`
          select c.*
            from core.contact c
           where c.tenant_id = ${tenantId} and c.id = core.surviving_contact(${tenantId}, ${contactId})`,
      ),
      noteRows(
        sql,
        sql`
          select n.*
            from core.contact_note n
           where n.tenant_id = ${tenantId} and n.contact_id = core.surviving_contact(${tenantId}, ${contactId})
           order by n.created_at desc, n.id desc limit ${notesPerContact}`,
      ),
    ])
    const masked = await this.#masks(viewer)
    if (!rows[0]) throw new Refusal('ERR_NO_CONTACT_FOUND')
    return {
      ...toContact(rows[0], masked, pictureUrls(this.#deps.media, tenantId)),
      notes: notes.map((row) => toNote(row, masked)),
    }
  }

  /** Other contacts that may be the same person. */
  async suggestions(viewer: Viewer, contactId: string): Promise<ContactSummary[]> {
    const found = await suggestContacts(this.#deps, viewer, contactId, await this.#masks(viewer))
    if (!found) throw new Refusal('ERR_NO_CONTACT_FOUND')
    return found
  }

  /** For code that acts for the whole tenant. The id of a contact that was merged answers the one it is part of. */
  async find(tenantId: string, contactId: string, masked = false): Promise<Contact | undefined> {
    const [rows] = await this.#deps.db.read(tenantId, (sql) => [
      contactRows(
        sql,
        sql`
          select c.*
            from core.contact c
           where c.tenant_id = ${tenantId} and c.id = core.surviving_contact(${tenantId}, ${contactId})`,
      ),
    ])
    return rows[0] ? toContact(rows[0], masked, pictureUrls(this.#deps.media, tenantId)) : undefined
  }

  async #masks(viewer: Viewer): Promise<boolean> {
    return seesMasked(viewer, await this.#deps.settings.visibility(viewer.tenantId))
  }
}

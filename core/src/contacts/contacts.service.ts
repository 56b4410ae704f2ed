import { Refusal, type Contact, type ContactPage, type ContactQuery, type ContactSummary, type Viewer } from '@recado/contracts'
import type * as z from 'zod'
import type { Database } from '../db/database.ts'
import type { SettingsReader } from '../settings/settings-reader.ts'
import { contactRows, toContact } from './contact-rows.ts'
import { listContacts } from './contact-search.ts'
import { suggestContacts } from './contact-suggestions.ts'

/** Contacts as a signed-in user reads them; numbers and addresses masked where the tenant asks for it. */
export class ContactsService {
  readonly #deps: { db: Database; settings: SettingsReader }
  constructor(deps: { db: Database; settings: SettingsReader }) { this.#deps = deps }

  async list(viewer: Viewer, query: z.output<typeof ContactQuery>): Promise<ContactPage> {
    return listContacts(this.#deps.db, viewer, query, await this.#masks(viewer))
  }

  async get(viewer: Viewer, contactId: string): Promise<Contact> {
    const contact = await this.find(viewer.tenantId, contactId, await this.#masks(viewer))
    if (!contact) throw new Refusal('ERR_NO_CONTACT_FOUND')
    return contact
  }

  /** Other contacts that may be the same person. */
  async suggestions(viewer: Viewer, contactId: string): Promise<ContactSummary[]> {
    const found = await suggestContacts(this.#deps.db, viewer, contactId, await this.#masks(viewer))
    if (!found) throw new Refusal('ERR_NO_CONTACT_FOUND')
    return found
  }

  /** For code that acts for the whole tenant. The id of a contact that was merged answers the one it is part of. */
  async find(tenantId: string, contactId: string, masked = false): Promise<Contact | undefined> {
    const [rows] = await this.#deps.db.read(tenantId, (sql) => [contactRows(sql, sql`select c.* from core.contact c where c.tenant_id = ${tenantId} and c.id = core.surviving_contact(${tenantId}, ${contactId})`)])
    return rows[0] ? toContact(rows[0], masked) : undefined
  }

  async #masks(viewer: Viewer): Promise<boolean> {
    return (await this.#deps.settings.visibility(viewer.tenantId)).hideContactData && !viewer.can('contacts.unmasked')
  }
}

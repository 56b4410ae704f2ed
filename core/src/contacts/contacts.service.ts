import { Refusal, type Contact, type Viewer } from '@recado/contracts'
import type { Database } from '../db/database.ts'
import type { SettingsReader } from '../settings/settings-reader.ts'
import { contactRows, toContact } from './contact-rows.ts'

/** Contacts as a signed-in user reads them; numbers and addresses masked where the tenant asks for it. */
export class ContactsService {
  readonly #deps: { db: Database; settings: SettingsReader }
  constructor(deps: { db: Database; settings: SettingsReader }) { this.#deps = deps }

  async get(viewer: Viewer, contactId: string): Promise<Contact> {
    const settings = await this.#deps.settings.visibility(viewer.tenantId)
    const contact = await this.find(viewer.tenantId, contactId, settings.hideContactData && !viewer.can('contacts.unmasked'))
    if (!contact) throw new Refusal('ERR_NO_CONTACT_FOUND')
    return contact
  }

  /** For code that acts for the whole tenant. */
  async find(tenantId: string, contactId: string, masked = false): Promise<Contact | undefined> {
    const [rows] = await this.#deps.db.read(tenantId, (sql) => [contactRows(sql, sql`select c.* from core.contact c where c.tenant_id = ${tenantId} and c.id = ${contactId}`)])
    return rows[0] ? toContact(rows[0], masked) : undefined
  }
}

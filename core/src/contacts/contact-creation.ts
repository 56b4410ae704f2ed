import { ContactCreated, type ContactId, type NewContact, type Viewer } from '@recado/contracts'
import { sql } from 'drizzle-orm'
import { attributesAfter } from '../attributes/attribute-writing.ts'
import type { EventBus } from '../bus/bus.ts'
import type { Clock } from '../base/clock.ts'
import type { Database } from '../db/database.ts'
import { newId } from '../base/ids.ts'
import type { Realtime } from '../realtime/realtime.ts'
import type { Limits } from '../tenants/limits.ts'
import { contactColumns } from './contact-fields.ts'
import { claimIdentities, lockIdentities, typedIdentities, writeBelongings } from './contact-writing.ts'
import { contact } from '../tables/contact.table.ts'

export interface ContactCreationOptions {
  readonly db: Database
  readonly bus: Pick<EventBus, 'publish' | 'poke'>
  readonly limits: Pick<Limits, 'beforeContact'>
  readonly realtime: Pick<Realtime, 'contactChanged'>
  readonly clock: Clock
}

/** Contacts that somebody of the company writes down, before or without their having written. */
export class ContactCreation {
  readonly #options: ContactCreationOptions
  constructor(options: ContactCreationOptions) {
    this.#options = options
  }

  /**
   * Number and address belong to the new contact: later messages from there are theirs. An existing contact with one of
   * them is not changed, and the request is refused.
   * @throws Refusal ERR_CONTACT_LIMIT_REACHED, ERR_DUPLICATED_CONTACT, ERR_VALIDATION, ERR_NO_TAG_FOUND,
   * ERR_NO_USER_FOUND, ERR_NO_PERMISSION
   */
  async create(viewer: Pick<Viewer, 'tenantId' | 'can'>, given: NewContact): Promise<ContactId> {
    const { db, bus, limits, realtime, clock } = this.#options
    const { tenantId } = viewer
    const columns = contactColumns(given, clock.now().toISOString().slice(0, 10))
    const identities = typedIdentities(columns)
    const id = newId<ContactId>()
    await db.tenant(tenantId, async (tx) => {
      await limits.beforeContact(tx, tenantId)
      await lockIdentities(tx, tenantId, identities)
      const own = given.attributes && (await attributesAfter(tx, tenantId, 'contact', {}, given.attributes))
      await tx.insert(contact).values({
        extraInfo: [],
        isGroup: false,
        ...columns,
        ...(own && { attributes: own.values }),
        name: given.name,
        id,
        tenantId,
        createdAt: sql`now()` as never,
        updatedAt: sql`now()` as never,
      })
      await claimIdentities(tx, tenantId, id, identities)
      await writeBelongings(tx, viewer, id, given)
      await bus.publish(tx, ContactCreated, { tenantId, key: id, data: { contactId: id } })
    })
    bus.poke()
    realtime.contactChanged(tenantId, { type: 'contact:create', payload: { id } })
    return id
  }
}

import { ContactCreated, Refusal, type ContactId, type NewContact, type Viewer } from '@recado/contracts'
import { sql } from 'drizzle-orm'
import type { EventBus } from '../bus/bus.ts'
import type { Database, Tx } from '../db/database.ts'
import { newId } from '../ids.ts'
import type { Limits } from '../tenants/limits.ts'
import { contact, contactIdentity } from './contact.table.ts'
import { canonicalEmail, type IdentityKey } from './identity-claims.ts'
import { canonicalPhone } from './phone.ts'

export interface ContactCreationOptions {
  readonly db: Database
  readonly bus: Pick<EventBus, 'publish' | 'poke'>
  readonly limits: Pick<Limits, 'beforeContact'>
}

/** Contacts that somebody of the company writes down, before or without their having written. */
export class ContactCreation {
  readonly #options: ContactCreationOptions
  constructor(options: ContactCreationOptions) { this.#options = options }

  /**
   * Number and address count as the person's own: who writes from there later is this contact. Somebody who has one of
   * them already is refused and not changed. @throws Refusal ERR_CONTACT_LIMIT_REACHED, ERR_DUPLICATED_CONTACT, ERR_VALIDATION
   */
  async create({ tenantId }: Pick<Viewer, 'tenantId'>, given: NewContact): Promise<ContactId> {
    const { db, bus, limits } = this.#options
    const number = given.number == null ? null : required('number', canonicalPhone(given.number))
    const email = given.email == null ? null : required('email', canonicalEmail(given.email))
    const identities: IdentityKey[] = [...(number === null ? [] : [{ kind: 'phone', value: number }]), ...(email === null ? [] : [{ kind: 'email', value: email }])]
    const id = newId<ContactId>()
    await db.tenant(tenantId, async (tx) => {
      await limits.beforeContact(tx, tenantId)
      await lock(tx, tenantId, identities)
      await tx.insert(contact).values({ id, tenantId, name: given.name, number, email, extraInfo: [], isGroup: false, createdAt: sql`now()` as never, updatedAt: sql`now()` as never })
      if (identities.length > 0) {
        const kept = await tx.insert(contactIdentity).values(identities.map((identity) => ({ ...identity, tenantId, contactId: id, verified: true, createdAt: sql`now()` as never }))).onConflictDoNothing().returning({ kind: contactIdentity.kind })
        if (kept.length < identities.length) throw new Refusal('ERR_DUPLICATED_CONTACT')
      }
      await bus.publish(tx, { tenantId, name: ContactCreated.name, key: id, data: { contactId: id } })
    })
    bus.poke()
    return id
  }
}

/** Held by whoever looks identities up to make contacts: what arrives in this moment waits. */
const lock = (tx: Tx, tenantId: string, identities: readonly IdentityKey[]): Promise<unknown> => tx.execute(sql`
  select core.lock_identities(array_agg(${tenantId}::uuid), array_agg(i.kind), array_agg(i.value)) from jsonb_to_recordset(${JSON.stringify(identities)}::jsonb) i (kind text, value text) having count(*) > 0`)

function required(field: string, value: string | undefined): string {
  if (value === undefined) throw new Refusal('ERR_VALIDATION', { issues: [{ path: `body.${field}`, message: field === 'number' ? 'a number with country and area code is needed' : 'an e-mail address is needed' }] })
  return value
}

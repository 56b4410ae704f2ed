import {
  mint,
  Refusal,
  type ChannelPerson,
  type Contact,
  type ContactId,
  type CorePorts,
  type CoreUse,
} from '@recado/contracts'
import { randomUUID } from 'node:crypto'

/**
 * Writes contacts into those that the test knows. Numbers are compared letter by letter: core checks and spells them.
 */
export function contactsInMemory(
  contacts: Map<ContactId, Contact>,
  requireUse: (use: CoreUse) => void,
): Pick<CorePorts['contacts'], 'create' | 'change' | 'identify' | 'merge'> {
  const known = (id: ContactId): Contact => {
    const contact = contacts.get(id)
    if (!contact) throw new Refusal('ERR_NO_CONTACT_FOUND')
    return contact
  }
  const requireFree = (value: string, except?: ContactId): void => {
    for (const { id, identities } of contacts.values())
      if (id !== except && identities.some((identity) => identity.value === value))
        throw new Refusal('ERR_DUPLICATED_CONTACT')
  }
  const identity = ({ type, id }: ChannelPerson) => ({ kind: type, value: id, verified: true })
  return {
    async create({ name, number = null, email = null }) {
      requireUse('contacts.write')
      const identities = [
        ...(number ? [{ kind: 'phone', value: number, verified: true }] : []),
        ...(email ? [{ kind: 'email', value: email, verified: true }] : []),
      ]
      for (const { value } of identities) requireFree(value)
      const id = mint<ContactId>(randomUUID())
      const createdAt = new Date().toISOString()
      contacts.set(id, { id, name, number, email, identities, tags: [], createdAt } as unknown as Contact)
      return id
    },
    async change(id, { name, number, email }) {
      requireUse('contacts.write')
      const contact = known(id)
      contacts.set(id, {
        ...contact,
        ...(name !== undefined && { name }),
        ...(number !== undefined && { number }),
        ...(email !== undefined && { email }),
      })
      return id
    },
    async identify(id, as) {
      requireUse('contacts.write')
      const contact = known(id)
      requireFree(as.id, id)
      if (!contact.identities.some(({ value }) => value === as.id))
        contacts.set(id, { ...contact, identities: [...contact.identities, identity(as)] })
    },
    async merge(into, from) {
      requireUse('contacts.write')
      const [kept, joined] = [known(into), known(from)]
      if (into === from) throw new Refusal('ERR_CONTACT_MERGE_SAME')
      contacts.set(into, { ...kept, identities: [...kept.identities, ...joined.identities] })
      contacts.delete(from)
      return into
    },
  }
}

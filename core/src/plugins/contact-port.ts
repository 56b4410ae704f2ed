import { Refusal, type ChannelPerson, type CorePorts, type TenantId } from '@recado/contracts'
import type { ChannelCatalogue } from '../channels/channel-catalogue.ts'
import type { ContactChanges } from '../contacts/contact-changes.ts'
import type { ContactCreation } from '../contacts/contact-creation.ts'
import type { ContactMerges } from '../contacts/contact-merges.ts'
import type { IdentityKey } from '../contacts/identity-claims.ts'
import { requireUse, type PortUser } from './attribute-port.ts'

export interface ContactPortParts {
  readonly channels: () => Pick<ChannelCatalogue, 'find'>
  readonly creation: () => Pick<ContactCreation, 'create'>
  readonly changes: () => Pick<ContactChanges, 'change' | 'identify'>
  readonly merges: () => Pick<ContactMerges, 'join'>
}

/** Contacts as plugins write them: see {@link CorePorts}. */
export function contactPort(
  { channels, creation, changes, merges }: ContactPortParts,
  tenantId: string,
  plugin: PortUser,
): Pick<CorePorts['contacts'], 'create' | 'change' | 'identify' | 'merge'> {
  const actor = { tenantId: tenantId as TenantId, userId: null, plugin: plugin.id, can: () => false }
  const identityOf = ({ type, id }: ChannelPerson): IdentityKey => {
    const channel = channels().find(type)
    if (channel?.plugin !== plugin.id) throw new Refusal('ERR_CHANNEL_TYPE_UNKNOWN')
    return { kind: channel.spec.identityKind, value: channel.implementation.normalise?.(id) ?? id }
  }
  return {
    async create(given) {
      requireUse(plugin, 'contacts.write')
      return creation().create(actor, given)
    },
    async change(contact, change) {
      requireUse(plugin, 'contacts.write')
      return changes().change(actor, contact, change)
    },
    async identify(contact, as) {
      requireUse(plugin, 'contacts.write')
      await changes().identify(tenantId, contact, identityOf(as))
    },
    async merge(into, from) {
      requireUse(plugin, 'contacts.write')
      return (await merges().join(actor, into, from)).into
    },
  }
}

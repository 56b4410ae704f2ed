import type { Secrets } from '@recado/contracts'
import type { BoundTo, Vault } from './vault.ts'

/**
 * The vault as one plugin, or one connection of it, sees it.
 * @param target where the settings say that its secrets are sent; see {@link Vault.get}
 */
export function secretsIn(vault: Vault, tenantId: string, owner: string, scope: string, target: BoundTo): Secrets {
  const place = (name: string) => ({ tenantId, owner, scope, name })
  return {
    get: (name) => vault.get(place(name), target),
    set: (name, value, { staysHere = false } = {}) => vault.set(place(name), value, staysHere ? undefined : target),
    ensure: (name, make) => vault.ensure(place(name), make),
    delete: (name) => vault.delete(place(name)),
  }
}

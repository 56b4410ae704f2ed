import type { Secrets } from '@recado/contracts'
import type { Vault } from '../security/vault.ts'

/** The vault as one plugin, or one connection of it, sees it. */
export function secretsIn(vault: Vault, tenantId: string, owner: string, scope: string): Secrets {
  const place = (name: string) => ({ tenantId, owner, scope, name })
  return {
    get: (name) => vault.get(place(name)),
    set: (name, value) => vault.set(place(name), value),
    delete: (name) => vault.delete(place(name)),
  }
}

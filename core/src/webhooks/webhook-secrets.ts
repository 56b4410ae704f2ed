import { seal, unseal } from '../security/sealed.ts'
import type { Vault } from '../vault/vault.ts'

const place = (tenantId: string, endpointId: string): string[] => [
  'core.webhook_endpoint',
  'secret',
  tenantId,
  endpointId,
]

/** Seals the secret of an endpoint for its row. */
export async function sealedSecret(
  vault: Pick<Vault, 'keyOf'>,
  tenantId: string,
  endpointId: string,
  secret: string,
): Promise<Buffer> {
  return seal(await vault.keyOf(tenantId), Buffer.from(secret), place(tenantId, endpointId))
}

/** Opens what {@link sealedSecret} made. @throws SealError */
export async function openedSecret(
  vault: Pick<Vault, 'keyOf'>,
  tenantId: string,
  endpointId: string,
  sealed: Uint8Array,
): Promise<string> {
  return unseal(await vault.keyOf(tenantId), sealed, place(tenantId, endpointId)).toString()
}

import { seal, SealError, unseal } from '../security/sealed.ts'
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

/** Secrets of an endpoint as its row has them. */
export interface EndpointSecrets {
  readonly secret: Uint8Array
  readonly formerSecret: Uint8Array | null
  readonly formerUntil: Date | null
}

/** The secrets that sign at a moment, the current one first; none where they do not open any more. */
export async function signingSecrets(
  vault: Pick<Vault, 'keyOf'>,
  tenantId: string,
  endpointId: string,
  { secret, formerSecret, formerUntil }: EndpointSecrets,
  now: Date,
): Promise<string[]> {
  const isRotating = formerSecret !== null && formerUntil !== null && formerUntil > now
  const key = await vault.keyOf(tenantId)
  try {
    return [secret, ...(isRotating ? [formerSecret] : [])].map((sealed) =>
      unseal(key, sealed, place(tenantId, endpointId)).toString(),
    )
  } catch (error) {
    if (error instanceof SealError) return []
    throw error
  }
}

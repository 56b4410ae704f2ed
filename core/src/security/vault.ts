/** Where a secret lives: every part is bound into the ciphertext, so that it cannot be moved to another place. */
export interface SecretPlace { readonly tenantId: string; readonly owner: string; readonly scope: string; readonly name: string }

/**
 * Encrypted values at rest. AES-256-GCM under a key per tenant, which is wrapped by a key from outside the database.
 * Values leave only through `get`; listings say that a value is set and its last four characters.
 */
export interface Vault {
  get(place: SecretPlace): Promise<string | undefined>
  set(place: SecretPlace, value: string): Promise<void>
  delete(place: SecretPlace): Promise<void>
  /** All names under one owner and scope. */
  describe(place: Omit<SecretPlace, 'name'>): Promise<Record<string, { set: true; last4: string | null; updatedAt: Date }>>
  deleteAll(place: Omit<SecretPlace, 'name'>): Promise<void>
}

import type { KeyObject } from 'node:crypto'
import type { Tx } from '../db/database.ts'

/** Place of a secret: every part is bound into the ciphertext, so that it cannot be moved to another place. */
export interface SecretPlace {
  readonly tenantId: string
  readonly owner: string
  readonly scope: string
  readonly name: string
}

/** Everything under one owner and scope, such as the secrets of one form. */
export type SecretScope = Omit<SecretPlace, 'name'>

/**
 * What a secret is bound to: a text for all of a scope, or texts for each by its name, of which the first one is stored
 * and every one fits.
 */
export type BoundTo = string | ((name: string) => readonly [string, ...string[]])

/** Secrets to store and to erase in one step; see {@link Vault.save}. */
export interface SecretChange {
  readonly secrets: Readonly<Record<string, string>>
  readonly erased?: readonly string[]
  /** Target of these secrets; see {@link Vault.get}. Absent for secrets that are sent nowhere. */
  readonly boundTo?: BoundTo
}

/**
 * Encrypted values at rest. AES-256-GCM under a key per tenant, which is wrapped by a key from outside the database.
 * Values leave only through `get`; listings say that a value is set and its last four characters.
 *
 * A secret that is sent somewhere is bound to that target: a reader names the target, and a secret stored for another
 * one counts as missing. So no change of an address, and no moment between two changes, gives a stored secret to
 * another server.
 */
export interface Vault {
  /**
   * @param boundTo target of the secret; absent for a reader that sends it nowhere. An unbound secret fits every
   * reader.
   */
  get(place: SecretPlace, boundTo?: BoundTo): Promise<string | undefined>
  set(place: SecretPlace, value: string, boundTo?: BoundTo): Promise<void>
  /**
   * The stored value, or what `make` answers, bound to nothing. Of several callers at once all are answered the same.
   */
  ensure(place: SecretPlace, make: () => string): Promise<string>
  /** Stores and erases within the caller's transaction. Call `changed` after its commit. */
  save(tx: Tx, scope: SecretScope, change: SecretChange): Promise<void>
  /** Makes every node drop its cached values of the scope. */
  changed(scope: SecretScope): void
  delete(place: SecretPlace): Promise<void>
  /** All names under one owner and scope that `get` would answer with the same `boundTo`. */
  describe(
    scope: SecretScope,
    boundTo?: BoundTo,
  ): Promise<Record<string, { set: true; last4: string | null; updatedAt: Date }>>
  deleteAll(scope: SecretScope): Promise<void>
  /** The company's key, for values that are sealed in tables of their own; made when there is none. */
  keyOf(tenantId: string): Promise<KeyObject>
}

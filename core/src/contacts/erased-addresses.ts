import type { ContactFootprint } from '@recado/contracts'
import { createHmac } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { canonicalEmail, type IdentityKey } from './identity-claims.ts'
import { canonicalPhone } from './phone.ts'
import type { Tx } from '../db/database.ts'
import { derivedKey } from '../security/keys.ts'

/**
 * By what erased people were known, so that a channel that still lists them does not bring them back. Kept as keyed
 * hashes, each bound to its company: without the installation's secret nobody can even try numbers against them.
 */
export class ErasedAddresses {
  readonly #key: Buffer
  /** `secret`: the installation's. */
  constructor(secret: string) {
    this.#key = derivedKey(secret, 'erased addresses v1')
  }

  /** Hexadecimal, of an identity and of what is written beside it. */
  hashes(
    tenantId: string,
    identities: readonly IdentityKey[],
    { phone, email }: { readonly phone: string | null; readonly email: string | null },
  ): string[] {
    const known = [
      ...identities,
      ...(phone === null ? [] : [{ kind: 'phone', value: phone }]),
      ...(email === null ? [] : [{ kind: 'email', value: email }]),
    ]
    return [
      ...new Set(
        known.map(({ kind, value }) =>
          createHmac('sha256', this.#key)
            .update(JSON.stringify([tenantId, kind, canonical(kind, value)]))
            .digest('hex'),
        ),
      ),
    ]
  }

  /** In the transaction that erases the person, while their contacts are still there. */
  async remember(tx: Tx, tenantId: string, { contacts, identities }: ContactFootprint): Promise<void> {
    const written = await tx.execute<{ number: string | null; email: string | null }>(sql`
      select number, email
        from core.contact
       where tenant_id = ${tenantId} and id = any (${sql.param([...contacts])}::uuid[])`)
    const hashes = [
      ...new Set(written.flatMap(({ number, email }) => this.hashes(tenantId, identities, { phone: number, email }))),
    ]
    await tx.execute(sql`
      insert into core.erased_address (tenant_id, hash)
      select ${tenantId}, decode(h, 'hex')
        from unnest(${sql.param(hashes)}::text[]) h
      on conflict do nothing`)
  }
}

const canonical = (kind: string, value: string): string =>
  (kind === 'phone' ? canonicalPhone(value) : kind === 'email' ? canonicalEmail(value) : undefined) ?? value

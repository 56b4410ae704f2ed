import { Refusal, type ContactChange, type Viewer } from '@recado/contracts'
import { sql, type SQL } from 'drizzle-orm'
import type { Tx } from '../db/database.ts'
import { holdTags } from '../tags/held-tags.ts'
import { contactIdentity } from '../tables/contact.table.ts'
import type { IdentityKey } from './identity-claims.ts'

/** Locked before identities are looked up to make or change contacts: inbound messages wait meanwhile. */
export const lockIdentities = (tx: Tx, tenantId: string, identities: readonly IdentityKey[]): Promise<unknown> =>
  tx.execute(sql`
  select core.lock_identities(array_agg(${tenantId}::uuid), array_agg(i.kind), array_agg(i.value))
    from jsonb_to_recordset(${JSON.stringify(identities)}::jsonb) i (kind text, value text)
   having count(*) > 0`)

/** The identities that a typed number and address are. */
export const typedIdentities = ({
  number,
  email,
}: {
  readonly number?: string | null | undefined
  readonly email?: string | null | undefined
}): IdentityKey[] => [
  ...(number == null ? [] : [{ kind: 'phone', value: number }]),
  ...(email == null ? [] : [{ kind: 'email', value: email }]),
]

/**
 * Makes these identities the contact's. @throws Refusal ERR_DUPLICATED_CONTACT when somebody else of the company has
 * one of them
 */
export async function claimIdentities(
  tx: Tx,
  tenantId: string,
  contactId: string,
  identities: readonly IdentityKey[],
): Promise<void> {
  if (identities.length === 0) return
  await tx
    .insert(contactIdentity)
    .values(
      identities.map((identity) => ({
        ...identity,
        tenantId,
        contactId,
        verified: true,
        createdAt: sql`now()` as never,
      })),
    )
    .onConflictDoNothing()
  const [taken] = await tx.execute(sql`
    select 1 from jsonb_to_recordset(${JSON.stringify(identities)}::jsonb) w (kind text, value text)
      join core.contact_identity i on i.tenant_id = ${tenantId} and i.kind = w.kind and i.value = w.value
     where i.contact_id <> ${contactId}
     limit 1`)
  if (taken) throw new Refusal('ERR_DUPLICATED_CONTACT')
}

type Belongings = Pick<ContactChange, 'tagIds' | 'retag' | 'walletUserIds' | 'walletChange'>

/**
 * Tags and wallets as a request sets them, or as it changes them beside the others that are there. @throws Refusal
 * ERR_NO_TAG_FOUND, ERR_NO_USER_FOUND, ERR_NO_PERMISSION for wallets without `contacts.wallet`
 */
export async function writeBelongings(
  tx: Tx,
  viewer: Pick<Viewer, 'tenantId' | 'can'>,
  contactId: string,
  { tagIds, retag, walletUserIds, walletChange }: Belongings,
): Promise<void> {
  const { tenantId } = viewer
  if (tagIds ?? retag) {
    const come = await holdTags(tx, tenantId, tagIds ?? retag!.add)
    await tx.execute(sql`
      delete from core.contact_tag
       where tenant_id = ${tenantId}
         and contact_id = ${contactId}
         and tag_id <> all (${come})
         and ${tagIds ? sql`true` : sql`tag_id = any (${idsOf(retag!.remove)})`}`)
    await tx.execute(sql`
      insert into core.contact_tag (tenant_id, contact_id, tag_id)
      select ${tenantId}::uuid, ${contactId}::uuid, w.id
        from unnest(${come}) w (id)
      on conflict do nothing`)
  }
  if (walletUserIds ?? walletChange) {
    if (!viewer.can('contacts.wallet'))
      throw new Refusal('ERR_NO_PERMISSION', { detail: walletUserIds ? 'walletUserIds' : 'walletChange' })
    const wanted = [...new Set(walletUserIds ?? walletChange!.add)]
    const come = idsOf(wanted)
    const known = await tx.execute(sql`
      select 1
        from core.user_account
       where tenant_id = ${tenantId} and id = any (${come}) and deleted_at is null for key share`)
    if (known.length < wanted.length) throw new Refusal('ERR_NO_USER_FOUND')
    await tx.execute(sql`
      delete from core.contact_wallet
       where tenant_id = ${tenantId}
         and contact_id = ${contactId}
         and user_id <> all (${come})
         and ${walletUserIds ? sql`true` : sql`user_id = any (${idsOf(walletChange!.remove)})`}`)
    await tx.execute(sql`
      insert into core.contact_wallet (tenant_id, contact_id, user_id)
      select ${tenantId}::uuid, ${contactId}::uuid, w.id
        from unnest(${come}) w (id)
      on conflict do nothing`)
  }
}

const idsOf = (ids: readonly string[]): SQL => sql`${sql.param([...ids])}::uuid[]`

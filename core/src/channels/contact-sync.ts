import { emailLength, type ChannelContact } from '@recado/contracts'
import { sql } from 'drizzle-orm'
import type { EventBus } from '../bus/bus.ts'
import { claimsOf, type IdentityKey } from '../contacts/identity-claims.ts'
import { canonicalPhone } from '../contacts/phone.ts'
import type { Database } from '../db/database.ts'
import { newId } from '../base/ids.ts'
import type { ErasedAddresses } from '../contacts/erased-addresses.ts'
import type { Limits } from '../tenants/limits.ts'
import { storable } from './clean-event.ts'
import { endTask } from './connection-tasks.ts'
import { identityValue, type Settle } from './inbound-store.ts'
import type { Source } from './inbound-source.ts'
import type { SessionWork } from './task-runner.ts'

export interface ContactSyncDeps {
  readonly db: Database
  readonly bus: Pick<EventBus, 'poke'>
  readonly limits: Pick<Limits, 'roomForContacts'>
  /** Erased addresses, so that an erased contact is not brought back by being listed. */
  readonly erased: ErasedAddresses
  /** Verified identities of somebody turned out to belong to several contacts. */
  readonly settle: Settle
}

/** Results for the people of a page. `full`: the company's plan has no space for an unknown person. */
interface Taken {
  created: number
  updated: number
  unchanged: number
  full: number
}

/** People taken in one transaction: few enough that nobody waits for their locks. */
const batchSize = 200
/** After so many rounds a contact is found by their own id alone, without other claims. */
const roundsToSettle = 4
/** In every round somebody else was in the way: then there is more wrong than bad luck. */
const maxRounds = 12

/** Makes contacts of those whom a channel knows (S2-097, S3-043). No ticket is opened and nobody is written to. */
export const syncContacts = (deps: ContactSyncDeps): SessionWork => ({
  kind: 'contacts',
  able: (session) => session.listContacts !== undefined,
  async run({ place, connection, session, task, signal, keep }) {
    const end = (state: 'done' | 'failed', error?: string) =>
      deps.db.tenant(place.tenantId, (tx) => endTask(tx, place, 'contacts', state, error))
    for await (const page of session.listContacts!({ ...(task.cursor !== null && { cursor: task.cursor }) }, signal)) {
      const taken = { created: 0, updated: 0, unchanged: 0, full: 0 }
      for (let at = 0; at < page.contacts.length; at += batchSize)
        await take(deps, connection, page.contacts.slice(at, at + batchSize), taken)
      if (
        !(await keep({
          cursor: page.cursor,
          done: taken.created,
          updated: taken.updated,
          skipped: taken.unchanged,
          progress: page.progress,
        }))
      )
        return false
      if (taken.full > 0) return end('failed', 'the plan has no room for more contacts')
    }
    return end('done')
  },
})

interface Listed {
  readonly own: IdentityKey
  readonly claims: readonly IdentityKey[]
  readonly name: string
  readonly phone: string | null
  readonly email: string | null
}

/** A listed contact in the form of a sender for {@link storeArrivals}. */
function listedOf(source: Source, { id, name, phone, email, username, aliases, verified }: ChannelContact): Listed {
  const own = { kind: source.identityKind, value: identityValue(source, id) }
  return {
    own,
    claims: verified === false ? [] : claimsOf({ phone, email, aliases }, own, (alias) => identityValue(source, alias)),
    name:
      storable(name ?? phone ?? username ?? email ?? own.value)
        .trim()
        .slice(0, 200) || own.value.slice(0, 200),
    phone: phone === undefined ? null : (canonicalPhone(phone) ?? null),
    email: email === undefined ? null : storable(email).trim().toLowerCase().slice(0, emailLength) || null,
  }
}

async function take(
  { db, bus, limits, erased, settle }: ContactSyncDeps,
  source: Source,
  contacts: readonly ChannelContact[],
  taken: Taken,
): Promise<void> {
  const { tenantId } = source
  let left = contacts.map((contact) => listedOf(source, contact)).filter(({ own }) => own.value !== '')
  for (let round = 1; left.length > 0; round++) {
    if (round > maxRounds) throw new Error(`${left.length} contacts could not be kept in ${maxRounds} rounds`)
    const outcomes = await db.tenant(tenantId, async (tx) => {
      const room = await limits.roomForContacts(tx, tenantId)
      const column = (values: readonly unknown[]) => sql.param(values)
      const claims = left.flatMap(({ claims: some }, index) => some.map((claim) => ({ row: index + 1, ...claim })))
      const hashes = left.flatMap(({ own, claims: some, phone, email }, index) =>
        erased.hashes(tenantId, [own, ...some], { phone, email }).map((hash) => ({ row: index + 1, hash })),
      )
      const rows = await tx.execute<{ outcome: keyof Taken | 'again' | 'conflict' }>(sql`
        select outcome
          from core.take_listed_contacts(${tenantId}, ${source.identityKind},
            ${column(left.map(({ own }) => own.value))}::text[], ${column(left.map(({ name }) => name))}::text[],
          ${column(left.map(({ phone }) => phone))}::text[], ${column(left.map(({ email }) => email))}::text[],
          ${column(left.map(() => newId()))}::uuid[],
          ${column(claims.map(({ row }) => row))}::integer[], ${column(claims.map(({ kind }) => kind))}::text[],
          ${column(claims.map(({ value }) => value))}::text[],
          ${column(hashes.map(({ row }) => row))}::integer[], ${column(hashes.map(({ hash }) => hash))}::text[],
          ${room}::integer, ${round > roundsToSettle}::boolean)
         order by ord`)
      return rows.map(({ outcome }) => outcome)
    })
    bus.poke()
    for (const [index, outcome] of outcomes.entries()) {
      if (outcome === 'conflict') await settle(tenantId, [left[index]!.own, ...left[index]!.claims])
      else if (outcome !== 'again') taken[outcome]++
    }
    left = left.filter((_, index) => outcomes[index] === 'again' || outcomes[index] === 'conflict')
  }
}

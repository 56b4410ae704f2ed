import type { ImportProblem, ImportedContact } from '@recado/contracts'
import { sql } from 'drizzle-orm'
import type * as z from 'zod'
import { storable } from '../channels/clean-event.ts'
import { takeRows } from '../contacts/bulk/import-batch.ts'
import type { ReadContact } from '../contacts/bulk/contact-row.ts'
import { canonicalEmail } from '../contacts/identity-claims.ts'
import { canonicalPhone } from '../contacts/phone.ts'
import {
  digestOf,
  json,
  nothing,
  record,
  recordsOf,
  redigest,
  sorted,
  type ImportRun,
  type KindOutcome,
} from './import-records.ts'

type Given = z.output<typeof ImportedContact>

/** Under which a number that is none is kept. */
const unreadableNumber = 'number'

/** People; who is known by number or address is taken as they are. `room`: for how many more the company has place. */
export async function writeContacts(
  run: ImportRun,
  contacts: readonly Given[],
  room: number | null,
): Promise<KindOutcome> {
  if (contacts.length === 0) return nothing
  const { tx, tenantId } = run
  const digests = new Map(contacts.map((contact) => [contact, digestOf(contact)]))
  const records = await recordsOf(
    run,
    'contact',
    contacts.map(({ ref }) => ref),
  )
  const { fresh, changed, again, known } = sorted(contacts, digests, records, run.runId)
  const tags = await recordsOf(
    run,
    'tag',
    fresh.flatMap((contact) => contact.tags),
  )
  const outcome = await takeRows(
    tx,
    tenantId,
    fresh.map((contact, number) => ({
      number,
      contact: readContact(
        contact,
        contact.tags.flatMap((ref) => tags.get(ref)?.id ?? []),
      ),
    })),
    { attributes: new Map(), existing: 'skip', tags: [], walletUserId: null, room, isSilent: true },
  )
  await record(
    run,
    'contact',
    fresh.flatMap((contact, number) => {
      const taken = outcome.taken.get(number)
      return taken ? [{ ref: contact.ref, id: taken.id, made: taken.isNew, digest: digests.get(contact)! }] : []
    }),
  )
  const renamed = changed.map((contact) => ({
    ref: contact.ref,
    id: records.get(contact.ref)!.id,
    name: nameOf(contact),
    digest: digests.get(contact)!,
  }))
  if (renamed.length > 0)
    await tx.execute(sql`
    update core.contact c set name = g.name, updated_at = now()
      from jsonb_to_recordset(${json(renamed)}) g (id uuid, name text)
     where c.tenant_id = ${tenantId} and c.id = g.id and c.erased_at is null and c.name <> g.name`)
  await redigest(run, 'contact', renamed)
  const made = outcome.created + again
  return {
    made,
    changed: renamed.length,
    again,
    known: known + outcome.skipped,
    refused: outcome.refused.map(({ number, problem }) => ({
      kind: 'contact',
      ref: fresh[number]!.ref,
      problem: problem as Extract<ImportProblem, typeof problem>,
    })),
  }
}

const nameOf = ({ name, number, email }: Given): string =>
  storable(name).trim().slice(0, 200) || storable(number ?? email ?? '?').slice(0, 200)

function readContact(contact: Given, tags: readonly string[]): ReadContact {
  const number = contact.number === null ? null : (canonicalPhone(contact.number) ?? null)
  return {
    name: nameOf(contact),
    number,
    // Somebody else may have the address; the number decides.
    email: number === null && contact.email !== null ? (canonicalEmail(contact.email) ?? null) : null,
    extra:
      number === null && contact.number !== null && contact.number.trim() !== ''
        ? [{ description: unreadableNumber, info: storable(contact.number) }]
        : [],
    details: {},
    attributes: {},
    tags,
    wallets: [],
  }
}

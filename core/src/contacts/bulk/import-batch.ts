import {
  ContactCreated,
  type AttributeValues,
  type ContactExtra,
  type ContactRowProblem,
  type ExistingContacts,
} from '@recado/contracts'
import { sql } from 'drizzle-orm'
import type { Tx } from '../../db/database.ts'
import { newId } from '../../base/ids.ts'
import { spellingsOf } from '../phone.ts'
import { namesFormer, type AttributeColumn } from './attribute-columns.ts'
import { identitiesOf, type ReadContact } from './contact-row.ts'
import { detailColumns } from '../detail-columns.ts'

/** A row that can be read; `number` is its place in the table. */
export interface NumberedContact {
  readonly number: number
  readonly contact: ReadContact
}

export interface BatchChoices {
  /** Attributes that can be set, by their key. */ readonly attributes: ReadonlyMap<string, AttributeColumn>
  readonly existing: ExistingContacts
  readonly tags: readonly string[]
  readonly walletUserId: string | null
  /** Number of contacts that may still be made; null for any number. */ readonly room: number | null
  /** Nobody is told of the contacts that are made. */ readonly isSilent?: boolean
}

export interface BatchOutcome {
  readonly created: number
  readonly updated: number
  readonly skipped: number
  readonly refused: readonly { readonly number: number; readonly problem: ContactRowProblem }[]
  /** Whose each row is that was not refused; `isNew` for the row that made them. */
  readonly taken: ReadonlyMap<number, { readonly id: string; readonly isNew: boolean }>
}

interface Known extends Record<string, unknown> {
  id: string
  name: string
  number: string | null
  email: string | null
  extra_info: ContactExtra[]
  details: Record<string, string | null>
  attributes: AttributeValues
}
/** Final data of one contact; several rows may be about the same one. */
interface Written {
  readonly id: string
  readonly isNew: boolean
  name: string
  number: string | null
  email: string | null
  extra: ContactExtra[]
  details: Record<string, string | null>
  attributes: AttributeValues
  readonly tags: Set<string>
  readonly wallets: Set<string>
  changed: boolean
}

/**
 * Takes rows of one company in the caller's transaction, in a handful of statements however many rows there are. The
 * contact with the number, in any spelling, or the address is the contact of the row. Rows are taken in their order: a
 * second row of one contact finds the result of the first. The caller holds the limit of contacts.
 */
export async function takeRows(
  tx: Tx,
  tenantId: string,
  rows: readonly NumberedContact[],
  choices: BatchChoices,
): Promise<BatchOutcome> {
  const keys = [
    ...new Map(
      rows.flatMap(({ contact }) => identitiesOf(contact)).map((key) => [`${key.kind} ${key.value}`, key]),
    ).values(),
  ]
  const people = await knownPeople(tx, tenantId, keys)
  const counts = { created: 0, updated: 0, skipped: 0 }
  const refused: { number: number; problem: ContactRowProblem }[] = []
  const taken = new Map<number, { id: string; isNew: boolean }>()
  let { room } = choices
  for (const { number, contact } of rows) {
    const places = placesOf(contact)
    const found = new Set(places.flatMap((place) => people.get(place) ?? []))
    if (found.size > 1) refused.push({ number, problem: 'twoContacts' })
    else if ((found.size === 0 || choices.existing !== 'skip') && choosesFormer(contact, [...found][0], choices))
      refused.push({ number, problem: 'attributeFormer' })
    else if (found.size === 0 && room === 0) refused.push({ number, problem: 'limitReached' })
    else if (found.size === 0) {
      if (room !== null) room--
      const made: Written = {
        id: newId(),
        isNew: true,
        name: contact.name,
        number: contact.number,
        email: contact.email,
        extra: [...contact.extra],
        details: { ...contact.details },
        attributes: { ...contact.attributes },
        tags: new Set([...contact.tags, ...choices.tags]),
        wallets: new Set(contact.wallets),
        changed: true,
      }
      for (const place of places) people.set(place, made)
      if (places.length === 0) people.set(made.id, made)
      taken.set(number, { id: made.id, isNew: true })
      counts.created++
    } else if (choices.existing === 'skip') {
      taken.set(number, { id: [...found][0]!.id, isNew: false })
      counts.skipped++
    } else {
      const [person] = found
      taken.set(number, { id: person!.id, isNew: false })
      change(person!, contact, choices)
      for (const place of placesOf(person!)) people.set(place, person!)
      counts.updated++
    }
  }
  await write(
    tx,
    tenantId,
    [...new Set(people.values())].filter((person) => person.changed),
    choices,
  )
  return { ...counts, refused, taken }
}

/** Whether a row would set an option that can no longer be chosen. A contact who has it keeps it. */
const choosesFormer = (
  { attributes: given }: ReadContact,
  person: Written | undefined,
  { attributes, existing }: BatchChoices,
): boolean =>
  Object.entries(given).some(
    ([key, value]) =>
      (existing === 'overwrite' || person?.attributes[key] === undefined) &&
      namesFormer(attributes.get(key)!, value, person?.attributes[key]),
  )

const placesOf = (person: Pick<ReadContact, 'number' | 'email'>): string[] =>
  identitiesOf(person).map(({ kind, value }) => `${kind} ${value}`)

function change(person: Written, row: ReadContact, { existing, tags }: BatchChoices): void {
  const wins = existing === 'overwrite'
  person.changed = true
  if (wins) person.name = row.name
  person.number = wins ? (row.number ?? person.number) : (person.number ?? row.number)
  person.email = wins ? (row.email ?? person.email) : (person.email ?? row.email)
  const held = new Set(person.extra.map(({ description }) => description))
  if (wins)
    person.extra = person.extra.map(
      (entry) => row.extra.find(({ description }) => description === entry.description) ?? entry,
    )
  person.extra.push(...row.extra.filter(({ description }) => !held.has(description)))
  for (const [field, value] of Object.entries(row.details))
    if (wins || person.details[field] == null) person.details[field] = value
  person.attributes = wins ? { ...person.attributes, ...row.attributes } : { ...row.attributes, ...person.attributes }
  for (const tag of [...row.tags, ...tags]) person.tags.add(tag)
  for (const user of row.wallets) person.wallets.add(user)
}

/**
 * Contacts with one of these identities, or with a typed number or address, locked until the transaction ends. Each
 * value is a separate index look-up (`offset 0`): the planner has no statistics of a table that has just grown, and
 * would read all contacts of the company for every batch.
 */
async function knownPeople(
  tx: Tx,
  tenantId: string,
  keys: readonly { kind: string; value: string }[],
): Promise<Map<string, Written>> {
  const people = new Map<string, Written>()
  if (keys.length === 0) return people
  const phones = keys.filter(({ kind }) => kind === 'phone').map(({ value }) => value)
  const emails = keys.filter(({ kind }) => kind === 'email').map(({ value }) => value)
  const spelled = new Map(phones.flatMap((phone) => spellingsOf(phone).map((spelling) => [spelling, phone] as const)))
  await tx.execute(sql`
    select core.lock_identities(array_agg(${tenantId}::uuid), array_agg(i.kind), array_agg(i.value))
      from jsonb_to_recordset(${JSON.stringify(keys)}::jsonb) i (kind text, value text)`)
  const places = await tx.execute<{ kind: string; value: string; contact_id: string }>(sql`
    select i.kind, i.value, i.contact_id, 1 as place
      from unnest(${sql.param(phones)}::text[]) p (value)
      cross join lateral (
        select *
          from core.contact_identity i
         where i.tenant_id = ${tenantId} and i.kind = 'phone' and i.value = p.value offset 0) i
    union all
    select i.kind, i.value, i.contact_id, 1
      from unnest(${sql.param(emails)}::text[]) p (value)
      cross join lateral (
        select *
          from core.contact_identity i
         where i.tenant_id = ${tenantId} and i.kind = 'email' and i.value = p.value offset 0) i
    union all
    select 'phone', c.number, c.id, 2
      from unnest(${sql.param([...spelled.keys()])}::text[]) p (value)
      cross join lateral (
        select c.id, c.number
          from core.contact c
         where c.tenant_id = ${tenantId} and c.number = p.value and c.merged_into is null and not c.is_group offset 0) c
    union all
    select 'email', c.email, c.id, 2
      from unnest(${sql.param(emails)}::text[]) p (value)
      cross join lateral (
        select c.id, c.email
          from core.contact c
         where c.tenant_id = ${tenantId} and c.email = p.value and c.merged_into is null and not c.is_group offset 0) c
     order by place, contact_id`)
  if (places.length === 0) return people
  const rows = await tx.execute<Known>(sql`
    select c.id, c.name, c.number, c.email, c.extra_info, jsonb_build_object(${sql.join(
      detailColumns.map(({ field, name }) => sql.raw(`'${field}', c.${name}`)),
      sql`, `,
    )}) as details, c.attributes from core.contact c
     where c.tenant_id = ${tenantId}
       and c.id = any (${sql.param([...new Set(places.map((place) => place.contact_id))])}::uuid[])
       and c.erased_at is null
     order by c.id for no key update`)
  const byId = new Map(
    rows.map((row): [string, Written] => [
      row.id,
      {
        id: row.id,
        isNew: false,
        name: row.name,
        number: row.number,
        email: row.email,
        extra: [...row.extra_info],
        details: row.details,
        attributes: row.attributes,
        tags: new Set(),
        wallets: new Set(),
        changed: false,
      },
    ]),
  )
  for (const { kind, value, contact_id } of places) {
    const person = byId.get(contact_id)
    const place = `${kind} ${kind === 'phone' ? (spelled.get(value) ?? value) : value}`
    // The owner of an identity takes precedence over a contact that merely has it typed.
    if (person && !people.has(place)) people.set(place, person)
  }
  return people
}

const recordOf = ({ id, name, number, email, extra, details, attributes }: Written): object => ({
  id,
  name,
  number,
  email,
  extra,
  attributes,
  ...Object.fromEntries(detailColumns.map(({ field, name: column }) => [column, details[field] ?? null])),
})

/** JSON because one parameter holds any number of rows. */
async function write(
  tx: Tx,
  tenantId: string,
  people: readonly Written[],
  { walletUserId, isSilent = false }: BatchChoices,
): Promise<void> {
  if (people.length === 0) return
  const json = (values: readonly unknown[]) => sql`${JSON.stringify(values)}::jsonb`
  const made = people.filter((person) => person.isNew)
  const recordset = (of: readonly Written[]) => sql`jsonb_to_recordset(${json(of.map(recordOf))}) p (id uuid, name text,
    number text, email text, extra jsonb, attributes jsonb,
    ${sql.raw(detailColumns.map(({ name, type }) => `${name} ${type}`).join(', '))})`
  const columns = detailColumns.map(({ name }) => name)
  // Apart: an insert that may meet a row looks for it before each one that it makes.
  if (made.length > 0)
    await tx.execute(sql`
    insert into core.contact (id, tenant_id, name, number, email, extra_info, attributes,
      ${sql.raw(columns.join(', '))})
    select p.id, ${tenantId}, p.name, p.number, p.email, p.extra, p.attributes,
           ${sql.raw(columns.map((column) => `p.${column}`).join(', '))}
      from ${recordset(made)}
     order by p.id`)
  if (made.length < people.length)
    await tx.execute(sql`
    update core.contact c
       set name = p.name, number = p.number, email = p.email,
           whatsapp_validated = c.whatsapp_validated and p.number is not distinct from c.number,
           extra_info = p.extra, attributes = p.attributes,
           ${sql.raw(columns.map((column) => `${column} = p.${column}`).join(', '))}, updated_at = now()
      from ${recordset(people.filter((person) => !person.isNew))}
     where c.tenant_id = ${tenantId} and c.id = p.id`)
  const identities = people.flatMap((person) =>
    identitiesOf(person).map((identity) => ({ ...identity, id: person.id })),
  )
  await tx.execute(sql`
    insert into core.contact_identity (tenant_id, kind, value, contact_id, verified)
    select ${tenantId}, p.kind, p.value, p.id, true
      from jsonb_to_recordset(${json(identities)}) p (kind text, value text, id uuid)
    on conflict do nothing`)
  await tx.execute(sql`
    insert into core.contact_tag (tenant_id, contact_id, tag_id)
    select ${tenantId}, p.id, g.id
      from jsonb_to_recordset(
        ${json(people.flatMap((person) => [...person.tags].map((tag) => ({ id: person.id, tag }))))}) p (id uuid,
        tag uuid)
      join core.tag g on g.tenant_id = ${tenantId} and g.id = p.tag on conflict do nothing`)
  const wallets = people.flatMap(({ id, wallets: users }) =>
    [...users, ...(walletUserId === null ? [] : [walletUserId])].map((user) => ({ id, user })),
  )
  if (wallets.length > 0)
    await tx.execute(sql`
    insert into core.contact_wallet (tenant_id, contact_id, user_id)
    select ${tenantId}, p.id, u.id
      from jsonb_to_recordset(${json(wallets)}) p (id uuid, "user" uuid)
      join core.user_account u on u.tenant_id = ${tenantId} and u.id = p."user" and u.deleted_at is null
    on conflict do nothing`)
  if (!isSilent)
    await tx.execute(sql`
    insert into bus.outbox (tenant_id, name, key, data)
    select ${tenantId}, ${ContactCreated.name}, p.id, jsonb_build_object('contactId', p.id)
      from jsonb_to_recordset(${json(made.map(({ id }) => ({ id })))}) p (id text)`)
}

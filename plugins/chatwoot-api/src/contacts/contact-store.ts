import { rows, type Work } from '../account.ts'

type Scope = Pick<Work, 'db' | 'tenant'>

/** What programs say of a contact beside what core keeps. */
export interface ContactExtras {
  readonly contact_id: string
  readonly identifier: string | null
  readonly phone: string | null
  readonly custom: Readonly<Record<string, unknown>>
  readonly additional: Readonly<Record<string, unknown>>
}

export interface ContactInbox {
  readonly connection_id: string
  readonly source_id: string
  readonly contact_id: string
  readonly is_proven: boolean
  readonly created_at: string
}

const columns = 'contact_id, identifier, phone, custom, additional'

export async function extrasOf(scope: Scope, contacts: readonly string[]): Promise<ReadonlyMap<string, ContactExtras>> {
  const found = await rows<ContactExtras>(
    scope,
    `select ${columns} from plg_chatwoot_api.contact where tenant_id = $1 and contact_id = any ($2::uuid[])`,
    [contacts],
  )
  return new Map(found.map((one) => [one.contact_id, one]))
}

/** Sets what is given; values of `custom` and `additional` are added to those that are there. */
export async function saveExtras(
  scope: Scope,
  contact: string,
  { identifier, phone, custom, additional }: Partial<Omit<ContactExtras, 'contact_id'>>,
): Promise<void> {
  await rows(
    scope,
    `insert into plg_chatwoot_api.contact as c (tenant_id, contact_id, identifier, phone, custom, additional)
     values ($1, $2, $3, $4, coalesce($5::text::jsonb, '{}'), coalesce($6::text::jsonb, '{}'))
     on conflict (tenant_id, contact_id) do update set
       identifier = coalesce(excluded.identifier, c.identifier), phone = coalesce(excluded.phone, c.phone),
       custom = c.custom || excluded.custom, additional = c.additional || excluded.additional`,
    [
      contact,
      identifier ?? null,
      phone ?? null,
      custom ? JSON.stringify(custom) : null,
      additional ? JSON.stringify(additional) : null,
    ],
  )
}

/** Contacts with one of these identifiers, or with a number that core did not take. */
export async function contactsBy(
  scope: Scope,
  field: 'identifier' | 'phone',
  values: readonly string[],
): Promise<readonly string[]> {
  const found = await rows<{ contact_id: string }>(
    scope,
    `select contact_id from plg_chatwoot_api.contact where tenant_id = $1 and ${field} = any ($2::text[]) limit 100`,
    [values],
  )
  return found.map(({ contact_id }) => contact_id)
}

export async function contactsByCustom(
  scope: Scope,
  key: string,
  values: readonly string[],
): Promise<readonly string[]> {
  const found = await rows<{ contact_id: string }>(
    scope,
    `select contact_id
       from plg_chatwoot_api.contact
      where tenant_id = $1 and custom ->> $2 = any ($3::text[])
      limit 100`,
    [key, values],
  )
  return found.map(({ contact_id }) => contact_id)
}

const inboxColumns = 'connection_id, source_id, contact_id, is_proven, created_at'

export const contactInboxes = (scope: Scope, contacts: readonly string[]): Promise<ContactInbox[]> =>
  rows<ContactInbox>(
    scope,
    `select ${inboxColumns}
       from plg_chatwoot_api.contact_inbox
      where tenant_id = $1 and contact_id = any ($2::uuid[])
      order by created_at`,
    [contacts],
  )

export async function contactInbox(
  scope: Scope,
  connection: string,
  source: string,
): Promise<ContactInbox | undefined> {
  const [found] = await rows<ContactInbox>(
    scope,
    `select ${inboxColumns}
       from plg_chatwoot_api.contact_inbox
      where tenant_id = $1 and connection_id = $2 and source_id = $3`,
    [connection, source],
  )
  return found
}

/** The contact's place in an inbox: the one that is there, or a new one by the id that the program gives. */
export async function placeContact(
  scope: Scope,
  connection: string,
  contact: string,
  source: string,
  { isProven = false }: { readonly isProven?: boolean } = {},
): Promise<ContactInbox | undefined> {
  await rows(
    scope,
    `insert into plg_chatwoot_api.contact_inbox (tenant_id, connection_id, source_id, contact_id, is_proven)
     values ($1, $2, $3, $4, $5) on conflict do nothing`,
    [connection, source, contact, isProven],
  )
  const held = await contactInbox(scope, connection, source)
  return held?.contact_id === contact ? held : undefined
}

/** Everything that programs said of these contacts. */
export async function forgetContacts(scope: Scope, contacts: readonly string[]): Promise<void> {
  await scope.db.transaction(async (tx) => {
    const given = [scope.tenant, contacts]
    const talked = `
      select ticket_id from plg_chatwoot_api.conversation where tenant_id = $1 and contact_id = any ($2::uuid[])`
    for (const table of ['message', 'note'])
      await tx.query(
        `delete from plg_chatwoot_api.${table} where tenant_id = $1 and ticket_id in (${talked})`,
        given,
        'array',
      )
    for (const table of ['conversation', 'contact_inbox', 'contact'])
      await tx.query(
        `delete from plg_chatwoot_api.${table} where tenant_id = $1 and contact_id = any ($2::uuid[])`,
        given,
        'array',
      )
  })
}

/** What is kept of one contact belongs to another from now on; what that one says itself is kept. */
export async function mergeContacts(scope: Scope, from: string, into: string): Promise<void> {
  await scope.db.transaction(async (tx) => {
    const given = [scope.tenant, from, into]
    for (const table of ['contact_inbox', 'conversation'])
      await tx.query(
        `update plg_chatwoot_api.${table} set contact_id = $3 where tenant_id = $1 and contact_id = $2`,
        given,
        'array',
      )
    await tx.query(
      `update plg_chatwoot_api.contact set contact_id = $3 where tenant_id = $1 and contact_id = $2
         and not exists (select 1 from plg_chatwoot_api.contact o where o.tenant_id = $1 and o.contact_id = $3)`,
      given,
      'array',
    )
  })
}

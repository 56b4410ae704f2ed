import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { indivisible } from '../../../tests/harness/company-keys.ts'
import { testDatabase, type TestDatabase } from '../../../tests/harness/database.ts'
import { createTenant, type TestTenant } from '../../../tests/harness/tenants.ts'
import { newId } from '../base/ids.ts'

/** Keys of tables of companies that do not begin with the company, and why. */
const otherKeys: Readonly<Record<string, string>> = {
  'bus.outbox_pkey': 'one relay takes the events of all companies in one order; lanes by company come with issue 18',
  'bus.log_pkey': 'one log, numbered without gaps by bus.head; lanes by company come with issue 18',
  'bus.parked_pkey': 'an event keeps its number of the log; lanes by company come with issue 18',
}

/** Sequences that all companies share, and why. */
const sharedSequences: Readonly<Record<string, string>> = {
  'bus.outbox_id_seq': 'one relay takes the events of all companies in one order; lanes by company come with issue 18',
  'core.protocol_number': 'a protocol has to be new and tells no order; a row that counts would make new tickets wait',
}

/** Tables of the platform, which stay together when companies are divided, and why each belongs to no company. */
const platformTables: Readonly<Record<string, string>> = {
  'bus.cursor': 'how far a consumer has read the one log',
  'bus.head': 'the number of the newest event of the one log',
  'bus.seen': 'which events a consumer has handled, by ids that no two events have',
  'core.tenant': 'the companies themselves',
  'installation.inspection': 'archives of plugins that were looked at, for the whole installation',
  'installation.plugin': 'plugins that are installed, for the whole installation',
  'installation.publisher': 'whose signatures the installation accepts',
  'platform.answered_captcha': 'challenges that strangers answered, before a company is known',
  'platform.api_token_directory': 'a program names no company',
  'platform.company_address_directory': 'a public page names no company but by its address',
  'platform.connection_directory': 'the address of a webhook names no company',
  'platform.global_setting': 'settings of the installation',
  'platform.issued_licence': 'a code is issued before a company enters it',
  'platform.node': 'the nodes of the installation',
  'platform.media_place': 'where the installation writes files',
  'platform.one_time_secret': 'handed out mostly before a company is known',
  'platform.passkey_directory': 'a key of an authenticator belongs to one account of all companies',
  'platform.password_reset_directory': 'a link by mail names no company',
  'platform.plan': 'what the platform and resellers offer to companies',
  'platform.plugin_key_directory': 'a program that calls a plugin names no company',
  'platform.push_key': 'the key pair with which the installation signs its pushes',
  'platform.service_publisher': 'which plugins publish events of services, for all companies',
  'platform.session_directory': 'a cookie names no company',
  'platform.sso_domain_directory': 'signing in by the domain of an address names no company',
  'platform.user_email_directory': 'an address belongs to one account of all companies',
  'platform.user_phone_directory': 'a number belongs to one account of all companies',
}

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.drop())

describe('the schema can be divided by company', () => {
  it('since every table of core and the bus has the company, and the others are named here', async () => {
    const tables = await database.owner<{ name: string }[]>`
      select n.nspname || '.' || c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
       where n.nspname in ('core', 'bus', 'platform', 'installation') and c.relkind in ('r', 'p')
         and not (n.nspname in ('core', 'bus') and exists (
           select from pg_attribute a where a.attrelid = c.oid and a.attname = 'tenant_id' and a.attnotnull))`
    expect(tables.map(({ name }) => name).toSorted()).toEqual(Object.keys(platformTables).toSorted())
  })

  it('since whatever is unique begins with the company, and references name it on both sides', async () => {
    const { keys, keyless, references } = await indivisible(database.owner, ['core', 'bus'])
    expect(keys.toSorted()).toEqual(Object.keys(otherKeys).toSorted())
    expect({ keyless, references }).toEqual({ keyless: [], references: [] })
  })
})

describe('numbers', () => {
  it('of no sequence are given to rows of several companies, where they tell an order', async () => {
    const sequences = await database.owner<{ name: string }[]>`
      select c.oid::regclass::text as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
       where n.nspname in ('core', 'bus', 'platform', 'installation') and c.relkind = 'S'`
    expect(sequences.map(({ name }) => name).toSorted()).toEqual(Object.keys(sharedSequences).toSorted())
  })
})

describe('a row that is looked for by its id alone', () => {
  let company: TestTenant
  beforeAll(async () => {
    company = await createTenant(database.owner, 'Plano')
  })

  const tables = ['message', 'ticket', 'delivery', 'contact']
  async function expectKeyOf(table: string): Promise<void> {
    const plan = await database.db.tenant(company.id, (tx) =>
      tx.execute(sql`explain select * from core.${sql.identifier(table)} where id = ${newId()}`),
    )
    const lines = plan.map((row) => String(row['QUERY PLAN'])).join('\n')
    expect(lines).toContain(`Index Scan using ${table}_pkey`)
    expect(lines).toMatch(/Index Cond: \(\(tenant_id = .*\) AND \(id = /)
  }

  // A session that plans a statement before there are rows keeps that plan: references are checked by such plans too.
  it.each(tables)('is found by the key that begins with the company while the table is empty: %s', expectKeyOf)

  it('is found by it among many, where the second wall adds the company', async () => {
    const { owner } = database
    const { id: tenant, connection } = company
    await owner`
      insert into core.contact (id, tenant_id, name)
        select uuidv7(), ${tenant}, 'Person ' || n from generate_series(1, 2000) n`
    await owner`
      insert into core.ticket (id, tenant_id, protocol, status, contact_id, connection_id, channel, chat)
        select uuidv7(), ${tenant}, '', 'closed', c.id, ${connection}, 'webchat', c.id::text
          from core.contact c where c.tenant_id = ${tenant}`
    await owner`
      insert into core.message (id, tenant_id, ticket_id, contact_id, connection_id, from_me, body, parts, status,
        sent_at)
      select uuidv7(), ${tenant}, t.id, t.contact_id, ${connection}, true, 'Hello', '[]', 'sent', now()
        from core.ticket t where t.tenant_id = ${tenant}`
    await owner`
      insert into core.delivery (id, tenant_id, message_id, connection_id, chat, state)
        select uuidv7(), ${tenant}, m.id, ${connection}, m.id::text, 'sent' from core.message m
         where m.tenant_id = ${tenant}`
    await owner`analyze core.contact, core.ticket, core.message, core.delivery`
    for (const table of tables) await expectKeyOf(table)
  })
})

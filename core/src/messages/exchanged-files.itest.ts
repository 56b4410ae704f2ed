import { afterAll, beforeAll, expect, it } from 'vitest'
import { testDatabase, type TestDatabase } from '../../../tests/harness/database.ts'
import { twoTenants, type TestTenant } from '../../../tests/harness/tenants.ts'
import { newId } from '../base/ids.ts'
import { messagesWithFiles } from './exchanged-files.ts'

/* What a page of files costs must depend on the page, not on what the company or the conversation has said. */

let database: TestDatabase
let a: TestTenant
let contact: string
beforeAll(async () => {
  database = await testDatabase()
  ;({ a } = await twoTenants(database.owner))
  contact = await talk(a, 3, 20_000)
  await talk(a, 40, 1_000)
  await database.owner`analyze core.message, core.ticket`
})
afterAll(() => database.drop())

const file = { kind: 'media', media: '018f2f6e-7c1a-7000-8000-000000000001' }
const document = JSON.stringify([{ ...file, as: 'document', mime: 'application/pdf' }])
const picture = JSON.stringify([{ ...file, as: 'image', mime: 'image/png' }])
const text = JSON.stringify([{ kind: 'text', text: 'Oi', format: 'plain' }])

/**
 * A contact with conversations of so many messages each; every hundredth carries a picture, every thousandth a file.
 */
async function talk({ id, connection }: TestTenant, tickets: number, messages: number): Promise<string> {
  const { owner } = database
  const person = newId()
  await owner`insert into core.contact (id, tenant_id, name) values (${person}, ${id}, 'Contato')`
  await owner`
    insert into core.ticket (id, tenant_id, protocol, status, contact_id, connection_id, channel, chat)
    select uuidv7(), ${id}, n::text, 'closed', ${person}, ${connection}, 'test-channel', 'c'
      from generate_series(1, ${tickets}::integer) n`
  await owner`
    insert into core.message (id, tenant_id, ticket_id, contact_id, connection_id, from_me, body, parts, status,
      sent_at)
    select uuidv7(), ${id}, t.id, ${person}, ${connection}, false, 'Oi',
           case when n % 1000 = 0 then ${document}::text::jsonb
                when n % 100 = 0 then ${picture}::text::jsonb
                else ${text}::text::jsonb end,
           'received', now() - make_interval(secs => n)
      from core.ticket t, generate_series(1, ${messages}::integer) n
     where t.tenant_id = ${id} and t.contact_id = ${person}`
  return person
}

interface Plan {
  readonly 'Node Type': string
  readonly 'Index Name'?: string
  readonly 'Relation Name'?: string
  readonly 'Shared Hit Blocks': number
  readonly 'Shared Read Blocks': number
  readonly Plans?: readonly Plan[]
}
const nodes = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodes)]

async function planOf(kind: 'pictures' | 'documents', before?: { at: string; id: string }): Promise<Plan> {
  const [[answer]] = await database.db.read(a.id, (sql) => {
    const tickets = sql`select t.id from core.ticket t where t.tenant_id = ${a.id} and t.contact_id = ${contact}`
    const asked = messagesWithFiles(sql, a.id, tickets, { kind, limit: 30 }, before)
    return [sql<{ 'QUERY PLAN': { Plan: Plan }[] }>`explain (analyze, buffers, format json) ${asked}`]
  })
  return answer!['QUERY PLAN'][0]!.Plan
}

it.each([
  ['the first page', 'pictures', undefined],
  ['a later page', 'pictures', { at: new Date(Date.now() - 5_000_000).toISOString(), id: newId() }],
  ['a kind that few have', 'documents', undefined],
] as const)('%s walks the index of files of each conversation', async (_what, kind, before) => {
  const plan = await planOf(kind, before)
  const onMessages = nodes(plan).filter((node) => node['Relation Name'] === 'message' || node['Index Name'])
  expect(onMessages.map((node) => node['Index Name'])).toContain('message_files')
  expect(onMessages.map((node) => node['Node Type'])).not.toContain('Seq Scan')
  expect(plan['Shared Hit Blocks'] + plan['Shared Read Blocks']).toBeLessThan(1_500)
})

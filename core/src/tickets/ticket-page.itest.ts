import { afterAll, beforeAll, expect, it } from 'vitest'
import { testApp, type TestApp } from '../../../tests/harness/app.ts'
import { pageKeys } from './ticket-page.ts'

const rows = 20_000
let node: TestApp
beforeAll(async () => {
  node = await testApp()
  const { owner } = node.database
  await owner`
    with made as (
      insert into core.contact (id, tenant_id, name)
      select uuidv7(), ${node.a.id}, 'Pessoa ' || n from generate_series(1, ${rows}::integer) n returning id)
    insert into core.ticket (id, tenant_id, protocol, status, contact_id, connection_id, channel, chat, created_at,
      closed_at)
    select uuidv7(), ${node.a.id}, m.n::text, 'closed', m.id, ${node.a.connection}, 'test-channel', m.n::text,
           now() - make_interval(mins => m.n::integer), now()
      from (select id, row_number() over () as n from made) m`
  await owner`analyze core.ticket`
})
afterAll(() => node.close())

interface Node {
  readonly 'Index Name'?: string
  readonly 'Actual Rows': number
  readonly 'Rows Removed by Filter'?: number
  readonly Plans?: readonly Node[]
}
const all = (plan: Node): Node[] => [plan, ...(plan.Plans ?? []).flatMap(all)]

it('reads no more tickets for a late page of a period than for its first one', async () => {
  const day = (ago: number): string => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10)
  const opened = { from: day(30), until: day(0) }
  const late = { at: new Date(Date.now() - 10 * 86_400_000).toISOString(), id: '00000000-0000-0000-0000-000000000000' }
  for (const from of [undefined, late]) {
    const [[answer]] = await node.database.db.read(node.a.id, (sql) => [
      sql<{ 'QUERY PLAN': readonly [{ Plan: Node }] }>`
        explain (analyze, timing off, format json)
        ${pageKeys(sql, node.a.id, { opened }, { size: 101, ...(from && { from }), where: sql`true` })}`,
    ])
    const nodes = all(answer!['QUERY PLAN'][0].Plan)
    const scan = nodes.find((one) => one['Index Name'] === 'ticket_opened')
    expect(scan?.['Actual Rows']).toBe(101)
    expect(scan?.['Rows Removed by Filter'] ?? 0).toBeLessThan(10)
  }
})

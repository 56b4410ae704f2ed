import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testDatabase, type TestDatabase } from '../../../tests/harness/database.ts'
import { createTenant, type TestTenant } from '../../../tests/harness/tenants.ts'
import { newId } from '../base/ids.ts'

let database: TestDatabase
let company: TestTenant
const ticket = newId()
/** Beyond what any clock says. */
const later = 10n ** 17n

beforeAll(async () => {
  database = await testDatabase()
  company = await createTenant(database.owner, 'Ordem')
  const { owner } = database
  const [contact] = await owner<{ id: string }[]>`
    insert into core.contact (id, tenant_id, name) values (uuidv7(), ${company.id}, 'Rita') returning id`
  await owner`
    insert into core.ticket (id, tenant_id, protocol, status, contact_id, connection_id, channel, chat)
    values (${ticket}, ${company.id}, '', 'open', ${contact!.id}, ${company.connection}, 'webchat', 'rita')`
})
afterAll(() => database.drop())

async function send(): Promise<{ position: bigint; lane: bigint }> {
  const [id, delivery] = [newId(), newId()]
  await database.db.tenant(company.id, (tx) =>
    tx.execute(sql`
      select core.outbound(${company.id}::uuid, ${ticket}::uuid, ${id}::uuid, ${delivery}::uuid, null, 'Oi',
        '[]'::jsonb, 'chat', null, null)`),
  )
  const [row] = await database.owner<{ position: string; lane: string }[]>`
    select m.position, d.lane from core.message m
      join core.delivery d on d.tenant_id = m.tenant_id and d.message_id = m.id
     where m.tenant_id = ${company.id} and m.id = ${id}`
  return { position: BigInt(row!.position), lane: BigInt(row!.lane) }
}

describe('the numbers of a conversation', () => {
  it('grow from message to message', async () => {
    const sent = [await send(), await send(), await send()]
    for (const key of ['position', 'lane'] as const) {
      const numbers = sent.map((each) => each[key])
      expect(numbers).toEqual(numbers.toSorted((a, b) => (a < b ? -1 : 1)))
      expect(new Set(numbers).size).toBe(3)
    }
  })

  it('grow also where the clock is behind what is stored, as after a move to another server', async () => {
    await database.owner`update core.message set position = ${String(later)} where id = (
      select id from core.message where ticket_id = ${ticket} order by position desc limit 1)`
    await database.owner`update core.delivery set lane = ${String(later)} where id = (
      select id from core.delivery where tenant_id = ${company.id} order by lane desc limit 1)`
    expect(await send()).toEqual({ position: later + 1n, lane: later + 1n })
    expect(await send()).toEqual({ position: later + 2n, lane: later + 2n })
  })
})

import { afterAll, beforeAll, expect, it } from 'vitest'
import { quiet } from '../../../tests/harness/app.ts'
import { testDatabase, type TestDatabase } from '../../../tests/harness/database.ts'
import { twoTenants, type TestTenant } from '../../../tests/harness/tenants.ts'
import { newId } from '../base/ids.ts'
import { ScheduledSender } from './scheduled-sender.ts'

let database: TestDatabase
let a: TestTenant
let b: TestTenant
beforeAll(async () => {
  database = await testDatabase()
  ;({ a, b } = await twoTenants(database.owner))
})
afterAll(() => database.drop())

/** A node that sends due messages; its announcements are recorded. */
function node(deliver: () => Promise<void> = async () => undefined) {
  const announced: string[] = []
  const nothing = () => undefined
  const sender = new ScheduledSender({
    db: database.db,
    clock: { now: () => new Date() },
    log: quiet,
    media: {} as never,
    settings: {} as never,
    onRead: nothing,
    bus: { poke: nothing } as never,
    feed: { show: async () => undefined, scheduled: async () => undefined, removed: nothing },
    channels: {
      find: () => ({ spec: { capabilities: { text: { maxLength: 100, format: 'plain' }, media: {} } } }),
    } as never,
    deliver: (_connection, ids) => {
      announced.push(...ids)
      return deliver()
    },
  })
  return { announced, sender }
}

/** Messages that are due in a conversation of their own, all of them. */
async function due(tenant: TestTenant, count: number): Promise<{ ticket: string; ids: string[] }> {
  const { owner } = database
  const [contact, ticket] = [newId(), newId()]
  await owner`insert into core.contact (id, tenant_id, name) values (${contact}, ${tenant.id}, 'Contato')`
  await owner`
    insert into core.ticket (id, tenant_id, protocol, status, contact_id, connection_id, channel, chat)
    values (${ticket}, ${tenant.id}, ${ticket}, 'open', ${contact}, ${tenant.connection}, 'test-channel', ${ticket})`
  const ids = Array.from({ length: count }, () => newId() as string)
  // A moment ago: the database counts finer than the clock of a node.
  const at = new Date(Date.now() - 1000)
  for (const id of ids) {
    await owner`
      insert into core.scheduled_message (id, tenant_id, ticket_id, user_id, due_at, next_at, body, messages)
      values (${id}, ${tenant.id}, ${ticket}, ${tenant.user.id}, ${at}, ${at}, 'Oi',
              ${owner.json([[{ kind: 'text', text: 'Oi', format: 'plain' }]])})`
  }
  return { ticket, ids }
}

it('two nodes that find the same messages due send each of them once', async () => {
  const { owner } = database
  const { ticket, ids } = await due(a, 20)
  const [one, other] = [node(), node()]
  await Promise.all([one.sender.run(), other.sender.run()])
  expect([...one.announced, ...other.announced].toSorted()).toEqual(ids.toSorted())
  const sent = await owner<{ id: string }[]>`select id from core.message where ticket_id = ${ticket} order by id`
  expect(sent.map(({ id }) => id)).toEqual(ids.toSorted())
  expect(await owner`select 1 from core.scheduled_message where ticket_id = ${ticket}`).toHaveLength(0)
})

it('promise 7: what one company has due does not wait for the slow provider of another', async () => {
  const {
    ids: [first],
  } = await due(a, 1)
  const {
    ids: [second],
  } = await due(b, 1)
  const { announced, sender } = node(() => new Promise(() => undefined))
  await sender.run()
  expect(announced.toSorted()).toEqual([first, second].toSorted())
})

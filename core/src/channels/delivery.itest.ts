import { ChannelError, type ChannelSession, type SendRequest, type SendResult } from '@recado/contracts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { eventually, quiet } from '../../../tests/harness/app.ts'
import { testDatabase, type TestDatabase } from '../../../tests/harness/database.ts'
import { twoTenants, type TestTenant } from '../../../tests/harness/tenants.ts'
import type { EventBus } from '../bus/bus.ts'
import { newId } from '../base/ids.ts'
import { Membership } from '../nodes/membership.ts'
import { lockTicket } from '../tickets/ticket-lock.ts'
import { createDeliveries, type Deliveries } from './delivery.ts'

let database: TestDatabase
let a: TestTenant
beforeAll(async () => {
  database = await testDatabase()
  ;({ a } = await twoTenants(database.owner))
})
afterAll(() => database.drop())

interface Node {
  readonly deliveries: Deliveries
  readonly sends: { request: SendRequest; answer: PromiseWithResolvers<SendResult> }[]
}

/** No connection here has a pace. */
const unpaced = (): never => {
  throw new Error('asked for a pace')
}

/** One node with the tenant's connection open; the test answers each send. */
function node(name: string): Node {
  const sends: Node['sends'] = []
  const session = {
    send: (request: SendRequest) => {
      const answer = Promise.withResolvers<SendResult>()
      sends.push({ request, answer })
      return answer.promise
    },
  } as unknown as ChannelSession
  const bus = { poke: () => undefined, publish: async () => undefined } as unknown as EventBus
  return {
    sends,
    deliveries: createDeliveries({
      db: database.db,
      bus,
      feed: { show: async () => undefined, scheduled: async () => undefined, removed: () => undefined },
      log: quiet,
      node: name,
      open: () => ({ session, idempotentSend: 'native' }),
      openIds: () => [a.connection],
      pace: { allow: unpaced, took: unpaced, ended: unpaced },
    }),
  }
}

/** Makes a node known and gives it the tenant's connection. */
async function membershipWithConnection(name: string): Promise<Membership> {
  const membership = await Membership.join({ pool: database.db.raw, name, version: '0.0.0', log: quiet })
  expect(await database.db.raw`select id from core.take_connections(${[a.connection]}::uuid[], ${name})`).toHaveLength(
    1,
  )
  return membership
}

/** Stores a message to be sent through the tenant's connection; answers its ticket. */
async function store(text: string): Promise<string> {
  const { owner } = database
  const [contact, ticket] = [newId(), newId()]
  await owner`insert into core.contact (id, tenant_id, name) values (${contact}, ${a.id}, 'Contato')`
  await owner`insert into core.ticket (id, tenant_id, protocol, status, contact_id, connection_id, channel, chat)
    values (${ticket}, ${a.id}, ${ticket}, 'open', ${contact}, ${a.connection}, 'test-channel', ${ticket})`
  await owner`select core.outbound(${a.id}, ${ticket}, ${newId()}, ${newId()}, null, ${text},
    ${owner.json([{ kind: 'text', text, format: 'plain' }])}, 'bot', null, null)`
  return ticket
}

it('a node that was declared dead cannot undo what its successor does', async () => {
  const { owner } = database
  await store('Oi')
  const state = async () =>
    (
      await owner<{ state: string; node: string | null; attempt: number; status: string }[]>`
    select d.state, d.leased_by as node, d.attempt, m.status
      from core.delivery d
      join core.message m on m.id = d.message_id`
    )[0]

  const [slow, successor] = [node('slow'), node('successor')]
  const slowNode = await membershipWithConnection('slow')
  slow.deliveries.poke(a.connection)
  await eventually(() => slow.sends.length)
  await database.db.raw`select core.remove_node('slow')`
  const successorNode = await membershipWithConnection('successor')
  successor.deliveries.poke(a.connection)
  await eventually(() => successor.sends.length)

  slow.sends[0]!.answer.reject(new ChannelError({ kind: 'blocked', code: 'GONE', message: 'refused', certain: true }))
  await slow.deliveries.close()
  expect(await state()).toEqual({ state: 'leased', node: 'successor', attempt: 2, status: 'pending' })

  successor.sends[0]!.answer.resolve({ status: 'sent', ids: ['external-1' as never], at: new Date() })
  await eventually(state, (seen) => seen?.state === 'sent')
  expect(await state()).toMatchObject({ status: 'sent' })
  await successor.deliveries.close()
  await successorNode.close()
  await slowNode.close()
})

it('a node that lost its claim before it sends leaves the send to its successor', async () => {
  const [slow, successor] = [node('late'), node('next')]
  const slowNode = await membershipWithConnection('late')
  await store('Olá')
  // Delays the send between its claim and its end: its read waits for this lock.
  const locked = await database.owner.reserve()
  await locked`begin`
  await locked`lock table core.message in access exclusive mode`
  slow.deliveries.poke(a.connection)
  await eventually(async () => (await database.owner`select 1 from core.delivery where leased_by = 'late'`).length)
  await database.db.raw`select core.remove_node('late')`
  const successorNode = await membershipWithConnection('next')
  await locked`commit`
  locked.release()
  successor.deliveries.poke(a.connection)
  await eventually(() => successor.sends.length)
  await slow.deliveries.close()
  expect(slow.sends).toEqual([])
  successor.sends[0]!.answer.resolve({ status: 'sent', ids: ['external-2' as never], at: new Date() })
  await successor.deliveries.close()
  await successorNode.close()
  await slowNode.close()
})

it('a send whose receipt came first is written down while somebody holds its ticket', async () => {
  const { owner, db } = database
  const sender = node('sender')
  const membership = await membershipWithConnection('sender')
  const ticket = await store('Tudo certo?')
  sender.deliveries.poke(a.connection)
  await eventually(() => sender.sends.length)
  await owner`
    select core.apply_receipts(${[a.id]}::uuid[], ${[a.connection]}::uuid[], array['early'], array['read'],
      array[null])`
  await db.tenant(a.id, async (tx) => {
    await lockTicket(tx, a.id, ticket)
    sender.sends[0]!.answer.resolve({ status: 'sent', ids: ['early' as never], at: new Date() })
    const [message] = await eventually(
      () => owner<{ status: string }[]>`select status from core.message where ticket_id = ${ticket}`,
      ([found]) => found?.status !== 'pending',
    )
    expect(message).toEqual({ status: 'read' })
  })
  await sender.deliveries.close()
  await membership.close()
})

it('a ticket can be referred to while a message is stored to it', async () => {
  const { owner } = database
  const ticket = await store('Primeira')
  const storing = await owner.reserve()
  await storing`begin`
  await storing`select core.outbound(${a.id}, ${ticket}, ${newId()}, ${newId()}, null, 'Segunda',
    ${owner.json([{ kind: 'text', text: 'Segunda', format: 'plain' }])}, 'bot', null, null)`
  expect(await owner`select 1 from core.ticket where id = ${ticket} for key share nowait`).toHaveLength(1)
  await storing`rollback`
  storing.release()
})

import { EventEmitter } from 'node:events'
import { ChannelError, type ChannelOperations, type ChannelSession } from '@recado/contracts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { quiet } from '../../../tests/harness/app.ts'
import { testDatabase, type TestDatabase } from '../../../tests/harness/database.ts'
import { twoTenants, type TestTenant } from '../../../tests/harness/tenants.ts'
import { Membership } from '../nodes/membership.ts'
import { ConnectionOperations } from './connection-operations.ts'

let database: TestDatabase
let a: TestTenant, b: TestTenant
const bus = new EventEmitter()
const members: Membership[] = []
const nodes = new Map<string, ConnectionOperations>()
let operations: Partial<ChannelOperations> = {}
let isOpen = true

/** A node; the one called `holder` has the session of the first company's connection. */
async function join(name: string): Promise<void> {
  members.push(await Membership.join({ pool: database.db.raw, name, version: '0.0.0', log: quiet }))
  const session = {
    isOpen: () => isOpen,
    get operations() {
      return operations
    },
  } as unknown as ChannelSession
  nodes.set(
    name,
    new ConnectionOperations({
      db: database.db,
      bus: {
        // As plain data, which is what another node gets.
        emit: (topic, data) => bus.emit(topic, structuredClone(data)),
        on: (topic, listener) => {
          bus.on(topic, listener)
          return () => bus.off(topic, listener)
        },
      },
      channels: {
        find: () => ({ spec: { capabilities: { operations: ['groups.create', 'groups.leave'] } } }) as never,
      },
      session: (id) => (name === 'holder' && id === a.connection ? session : undefined),
      node: name,
      log: quiet,
    }),
  )
}

beforeAll(async () => {
  database = await testDatabase()
  ;({ a, b } = await twoTenants(database.owner))
  await join('holder')
  await join('other')
  await database.db.raw`select id from core.take_connections(${[a.connection]}::uuid[], 'holder')`
})
beforeEach(() => {
  operations = {}
  isOpen = true
})
afterAll(async () => {
  for (const node of nodes.values()) node.close()
  for (const member of members) await member.close()
  await database.drop()
})

const leave = (from: string, tenant = a.id, connection = a.connection) =>
  nodes.get(from)!.run(tenant, connection, 'groups.leave', { chat: 'g1' })

describe.each(['holder', 'other'])('an operation that is asked for on the node %s', (from) => {
  it('is done by the session, with its input, and answers what it answered', async () => {
    const made: unknown[] = []
    operations = {
      'groups.create': async (input) => {
        made.push(input)
        return { chat: 'g7', people: [{ id: '55', outcome: 'done', code: null }] }
      },
    }
    expect(await nodes.get(from)!.run(a.id, a.connection, 'groups.create', { name: 'Bairro', people: ['55'] })).toEqual(
      { chat: 'g7', people: [{ id: '55', outcome: 'done', code: null }] },
    )
    expect(made).toEqual([{ name: 'Bairro', people: ['55'] }])
  })

  it('is done once for one key, and again after a failure that certainly had no effect', async () => {
    let calls = 0
    operations = {
      'groups.create': async () => {
        if (++calls === 1) throw new ChannelError({ kind: 'network', code: 'X', message: 'x', certain: true })
        return { chat: `g${calls}`, people: [] }
      },
    }
    const create = () =>
      nodes.get(from)!.run(a.id, a.connection, 'groups.create', { name: 'Bairro', people: ['55'] }, `once-${from}`)
    await expect(create()).rejects.toMatchObject({ code: 'X' })
    expect(await Promise.all([create(), create()])).toEqual([
      { chat: 'g2', people: [] },
      { chat: 'g2', people: [] },
    ])
    expect(calls).toBe(2)
  })

  it('fails as the session failed; an answer that is none is a failure too', async () => {
    operations = {
      'groups.leave': () =>
        Promise.reject(new ChannelError({ kind: 'blocked', code: 'NOT_ADMIN', message: 'no', certain: true })),
    }
    await expect(leave(from)).rejects.toMatchObject({ kind: 'blocked', code: 'NOT_ADMIN', certain: true })
    operations = { 'groups.create': async () => ({ people: 'nobody' }) as never }
    await expect(
      nodes.get(from)!.run(a.id, a.connection, 'groups.create', { name: 'Bairro', people: ['55'] }),
    ).rejects.toMatchObject({ kind: 'provider', certain: false })
  })

  it('is refused while the line is down', async () => {
    operations = { 'groups.leave': async () => ({}) }
    isOpen = false
    await expect(leave(from)).rejects.toMatchObject({ code: 'NOT_CONNECTED', certain: true })
  })

  it('is refused for what the channel does not offer, and for the connection of another company', async () => {
    await expect(nodes.get(from)!.run(a.id, a.connection, 'groups.read', { chat: 'g1' })).rejects.toMatchObject({
      code: 'ERR_CHANNEL_UNSUPPORTED',
    })
    await expect(leave(from, b.id)).rejects.toMatchObject({ code: 'ERR_NO_WAPP_FOUND' })
    await expect(leave(from, b.id, b.connection)).rejects.toMatchObject({ code: 'NOT_CONNECTED' })
  })
})

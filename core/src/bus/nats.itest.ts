import { randomUUID } from 'node:crypto'
import { jetstream, jetstreamManager } from '@nats-io/jetstream'
import { connect, headers } from '@nats-io/transport-node'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { testDatabase, type TestDatabase } from '../../../tests/harness/database.ts'
import { natsForTests } from '../../../tests/harness/nats.ts'
import type { EventBus } from './bus.ts'
import { busOfTest } from './bus.rig.ts'
import { natsConnectionOptions } from './nats.ts'
import { ensureStream, streamName } from './stream.ts'

const nats = await natsForTests()
const log = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined }
const [a, b] = [randomUUID(), randomUUID()]

describe('address of NATS', () => {
  it('takes credentials out of the address and accepts several servers', () => {
    expect(natsConnectionOptions('nats://ana:s%40o@one:4222,nats://two:4222')).toMatchObject({
      servers: ['nats://one:4222', 'nats://two:4222'],
      user: 'ana',
      pass: 's@o',
      pingInterval: 1_000,
      maxPingOut: 2,
      timeout: 1_500,
    })
    expect(natsConnectionOptions('tls://token@one:4222')).toMatchObject({
      servers: ['tls://one:4222'],
      token: 'token',
      tls: {},
    })
    expect(natsConnectionOptions('nats://one:4222')).not.toHaveProperty('user')
  })
})

describe('a bus whose NATS is away', () => {
  it('starts, delivers and closes all the same', async () => {
    const world = await testDatabase()
    const bus = await busOfTest({ db: world.db, natsUrl: 'nats://127.0.0.1:9', log })
    try {
      const got: unknown[] = []
      const heard: unknown[] = []
      bus.on('typing', (data) => heard.push(data))
      await bus.subscribe({ name: 'c', names: ['>'], handler: async (event) => void got.push(event.data) })
      for (const tenantId of [a, b])
        await world.db.tenant(tenantId, (tx) =>
          bus.publishChecked(tx, { tenantId, name: 'ticket.closed.v1', key: 'k', data: tenantId }),
        )
      bus.poke()
      bus.emit('typing', 1)
      await vi.waitFor(() => expect([got, heard]).toEqual([[a, b], [1]]))
    } finally {
      await bus.close()
      await world.drop()
    }
  })
})

describe.skipIf(!nats)('the stream', () => {
  let world: TestDatabase
  let leader: EventBus
  let follower: EventBus
  let connection: Awaited<ReturnType<typeof connect>>

  beforeAll(async () => {
    world = await testDatabase()
    leader = await busOfTest({ db: world.db, natsUrl: nats!.url, log })
    follower = await busOfTest({ db: world.db, natsUrl: nats!.url, log, consumesOnly: true })
    connection = await connect({ servers: nats!.url })
  })
  afterAll(async () => {
    await connection.close()
    await follower.close()
    await leader.close()
    await world.drop()
  })
  const publish = async (data: unknown, tenantId = a): Promise<void> => {
    await world.db.tenant(tenantId, (tx) =>
      leader.publishChecked(tx, { tenantId, name: 'ticket.closed.v1', key: 'k', data }),
    )
    leader.poke()
  }

  it('is filled again when it was emptied or lost, and nobody misses anything meanwhile', async () => {
    const { streams } = await jetstreamManager(connection)
    const messages = async (): Promise<number> => (await streams.info(streamName)).state.messages
    const got: unknown[] = []
    const consumer = {
      name: 'reader',
      names: ['>'],
      handler: async (event: { data: unknown }) => void got.push(event.data),
    }
    const first = await follower.subscribe(consumer)
    await publish(1)
    await vi.waitFor(() => expect(got).toEqual([1]))
    await first.close()
    await publish(2, b)
    await vi.waitFor(async () => expect(await messages()).toBeGreaterThan(0))
    await streams.purge(streamName)
    const second = await follower.subscribe(consumer)
    await publish(3)
    await vi.waitFor(() => expect(got).toEqual([1, 2, 3]))
    await streams.delete(streamName)
    await publish(4, b)
    await vi.waitFor(() => expect(got).toEqual([1, 2, 3, 4]))
    await vi.waitFor(async () => expect(await messages()).toBeGreaterThan(0), { timeout: 8_000 })
    await publish(5)
    await vi.waitFor(() => expect(got).toEqual([1, 2, 3, 4, 5]))
    await second.close()
  })

  it('keeps what who runs the servers has set, such as replicas', async () => {
    const { streams } = await jetstreamManager(connection)
    await ensureStream(connection)
    await streams.update(streamName, { description: 'three replicas' })
    expect((await ensureStream(connection)).config).toMatchObject({ description: 'three replicas', subjects: ['t.>'] })
  })

  it('carries under t.<tenant>.<name>; what others put there is ignored', async () => {
    const got: unknown[] = []
    const subscription = await follower.subscribe({
      name: 'strict',
      names: ['>'],
      handler: async (event) => void got.push(event.data),
    })
    const subjects: string[] = []
    connection.subscribe('t.>', {
      callback: (_error, message) => {
        subjects.push(message.subject)
      },
    })
    await connection.flush()
    const foreign = headers()
    foreign.set('Recado-Log', randomUUID())
    foreign.set('Recado-Seq', '1000000')
    const event = {
      id: randomUUID(),
      tenantId: a,
      name: 'ticket.closed.v1',
      key: 'k',
      at: new Date().toISOString(),
      data: 'of another installation',
    }
    await jetstream(connection).publish(`t.${a}.ticket.closed.v1`, JSON.stringify(event), { headers: foreign })
    await jetstream(connection).publish(`t.${a}.ticket.closed.v1`, 'not even JSON')
    await publish('ours', b)
    await vi.waitFor(() => expect(got).toEqual(['ours']))
    await vi.waitFor(() => expect(subjects).toContain(`t.${b}.ticket.closed.v1`))
    await subscription.close()
  })
})

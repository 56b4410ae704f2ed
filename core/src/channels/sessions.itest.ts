import type { ChannelSession } from '@recado/contracts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eventually, quiet } from '../../../tests/harness/app.ts'
import { testDatabase, type TestDatabase } from '../../../tests/harness/database.ts'
import { twoTenants, type TestTenant } from '../../../tests/harness/tenants.ts'
import type { EventBus } from '../bus/bus.ts'
import { localTransport } from '../bus/local.ts'
import { Topics } from '../bus/topics.ts'
import { newId } from '../base/ids.ts'
import { Membership } from '../nodes/membership.ts'
import type { ChannelCatalogue } from './channel-catalogue.ts'
import type { ConnectionDirectory, KnownConnection } from './connection-directory.ts'
import { Sessions } from './sessions.ts'

let database: TestDatabase
let a: TestTenant
let b: TestTenant
beforeAll(async () => {
  database = await testDatabase()
  ;({ a, b } = await twoTenants(database.owner))
})
afterAll(() => database.drop())

/** Topics between nodes, for nodes in one process. */
const topics = new Topics(localTransport(), quiet)
const bus: Pick<EventBus, 'emit' | 'on'> = {
  emit: (topic, data) => topics.emit(topic, data),
  on: (topic, heard) => topics.on(topic, heard),
}

interface Node {
  readonly sessions: Sessions
  readonly membership: Membership
  close(): Promise<void>
}
interface NodeOptions {
  readonly open?: (id: string, signal: AbortSignal) => Promise<void>
  /** Ids, in the order in which they were opened. */
  readonly opened?: string[]
  readonly settled?: (id: string) => Promise<void>
  readonly usable?: (plugin: string) => boolean
  /** What is read of a connection when its session is to be closed. */
  readonly findAnew?: (known: KnownConnection) => Promise<KnownConnection>
  /** Ids, in the order in which their sessions were closed. */
  readonly closed?: string[]
}

/** Sessions of one node over the real rows, with adapters that do what the test says. */
async function node(
  name: string,
  { open, opened = [], settled, usable = () => true, findAnew = async (known) => known, closed = [] }: NodeOptions = {},
): Promise<Node> {
  const known = (id: string): KnownConnection =>
    ({
      id,
      active: true,
      channel: {
        spec: { capabilities: { idempotentSend: 'none' } },
        implementation: {
          open: async ({ signal }: { signal: AbortSignal }) => {
            await open?.(id, signal)
            return { [Symbol.asyncDispose]: async () => void closed.push(id) } as unknown as ChannelSession
          },
        },
      },
    }) as unknown as KnownConnection
  const nothing = (): (() => void) => () => undefined
  const directory = {
    find: async (id: string) => known(id),
    findAnew: (id: string) => findAnew(known(id)),
    onChanged: (heard: (id: string) => void) => topics.on(`changed.${name}`, (id) => heard(id as string)),
    context: (_: KnownConnection, signal: AbortSignal) => ({ signal }),
  } as unknown as ConnectionDirectory
  const channels = {
    find: () => undefined,
    onReplaced: nothing,
    onChoicesChanged: nothing,
    usableOf: async (asked: readonly { plugin: string }[]) => asked.map(({ plugin }) => usable(plugin)),
  } as unknown as ChannelCatalogue
  const membership = await Membership.join({ pool: database.db.raw, name, version: '0.0.0', log: quiet })
  const sessions = new Sessions({
    db: database.db,
    bus,
    directory,
    channels,
    nodes: membership,
    log: quiet,
    report: () => undefined,
    opened: (id) => void opened.push(id),
    settled: settled ?? (() => Promise.resolve()),
  })
  return {
    sessions,
    membership,
    async close() {
      await sessions.close()
      await membership.close()
    },
  }
}

interface Leased {
  readonly node: string | null
  readonly fence: number
}
const leased = async (id: string): Promise<Leased> => {
  const [row] = await database.owner<
    Leased[]
  >`select leased_by as node, fence::integer from core.connection where id = ${id}`
  return row!
}
const heldBy = async (name: string): Promise<number> => {
  const [row] = await database.owner<
    { count: number }[]
  >`select count(*)::integer as count from core.connection where leased_by = ${name}`
  return row!.count
}
/** Further connections of a company, of a plugin of their own. */
async function addConnections(count: number, plugin = 'test-channel'): Promise<string[]> {
  const ids = Array.from({ length: count }, () => newId())
  for (const id of ids) {
    await database.owner`insert into core.connection (id, tenant_id, plugin, type, name, hook_secret, is_active, status)
      values (${id}, ${a.id}, ${plugin}, ${plugin}, ${id}, 'secret', true, 'connecting')`
  }
  return ids
}
const remove = (ids: readonly string[]) =>
  database.owner`delete from core.connection where id = any (${[...ids]}::uuid[])`

describe('sessions of one node', () => {
  it('P8: an adapter that hangs while opening holds up neither the start, nor the others, nor the end', async () => {
    const opened: string[] = []
    const hangs = (id: string, signal: AbortSignal): Promise<void> =>
      id === a.connection
        ? new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error)))
        : Promise.resolve()
    const one = await node('one', { open: hangs, opened })
    await one.sessions.start()
    await eventually(
      () => opened.length,
      (count) => count === 1,
    )
    expect(opened).toEqual([b.connection])
    await one.sessions.reconcile()
    expect([(await leased(a.connection)).node, (await leased(b.connection)).node]).toEqual(['one', 'one'])
    await one.close()
    expect((await leased(a.connection)).node).toBeNull()
  })

  it('closes and opens a session anew though the database did not answer in between', async () => {
    const closed: string[] = []
    const unanswered = new Error('the database does not answer')
    const one = await node('one', { findAnew: () => Promise.reject(unanswered), closed })
    await one.sessions.start()
    await eventually(
      () => one.sessions.openIds().length,
      (count) => count === 2,
    )
    topics.emit('changed.one', a.connection)
    await eventually(
      () => closed.length,
      (count) => count === 1,
    )
    await eventually(
      () => one.sessions.openIds().length,
      (count) => count === 2,
    )
    expect(closed).toEqual([a.connection])
    await one.close()
  })

  it('opens a connection once, however many rounds pass while it opens', async () => {
    const opened: string[] = []
    const calls: string[] = []
    const gate = Promise.withResolvers<void>()
    const two = await node('two', {
      open: (id) => {
        calls.push(id)
        return gate.promise
      },
      opened,
    })
    await two.sessions.start()
    await two.sessions.reconcile()
    await two.sessions.reconcile()
    await eventually(
      () => calls.length,
      (count) => count === 2,
    )
    gate.resolve()
    await eventually(
      () => opened.length,
      (count) => count === 2,
    )
    await two.sessions.reconcile()
    expect(calls.toSorted()).toEqual([a.connection, b.connection].toSorted())
    await two.close()
  })
})

describe('sessions of two nodes', () => {
  it('are shared out when a node starts, each after its sends, and go back when it ends', async () => {
    const added = await addConnections(18)
    const waited: string[] = []
    const first = await node('first', { settled: async (id) => void waited.push(id) })
    await first.sessions.start()
    await eventually(
      () => heldBy('first'),
      (count) => count === 20,
    )
    const before = await leased(a.connection)
    const second = await node('second')
    await second.sessions.start()
    await eventually(
      () => heldBy('second'),
      (count) => count === 10,
    )
    expect(await heldBy('first')).toBe(10)
    await eventually(
      () => first.sessions.openIds().length + second.sessions.openIds().length,
      (count) => count === 20,
    )
    expect(waited).toHaveLength(10)
    for (const id of second.sessions.openIds()) {
      expect(first.sessions.find(id)).toBeUndefined()
      expect(waited).toContain(id)
    }
    await second.close()
    await eventually(
      () => first.sessions.openIds().length,
      (count) => count === 20,
    )
    expect((await leased(a.connection)).fence).toBeGreaterThanOrEqual(before.fence)
    await first.close()
    await remove(added)
  }, 30_000)

  it('are given back by a node that ends while they move, without waiting for their sends', async () => {
    const added = await addConnections(18)
    const moving: string[] = []
    const ending = await node('ending', {
      settled: (id) => {
        moving.push(id)
        return new Promise(() => undefined)
      },
    })
    await ending.sessions.start()
    await eventually(
      () => heldBy('ending'),
      (count) => count === 20,
    )
    const staying = await node('staying')
    await staying.sessions.start()
    await eventually(
      () => moving.length,
      (count) => count === 10,
    )
    await ending.close()
    expect(await heldBy('ending')).toBe(0)
    await eventually(
      () => staying.sessions.openIds().length,
      (count) => count === 20,
    )
    await staying.close()
    await remove(added)
  }, 30_000)

  it('stay with the only node that can open them', async () => {
    const added = await addConnections(6, 'odd-channel')
    const able = await node('able')
    await able.sessions.start()
    await eventually(
      () => heldBy('able'),
      (count) => count === 8,
    )
    const unable = await node('unable', { usable: (plugin) => plugin !== 'odd-channel' })
    await unable.sessions.start()
    const odd = (): number => able.sessions.openIds().filter((id) => added.includes(id)).length
    await eventually(odd, (count) => count < 6)
    await eventually(odd, (count) => count === 6)
    await eventually(
      () => heldBy('unable'),
      (count) => count > 0,
    )
    expect(odd()).toBe(6)
    await unable.close()
    await able.close()
    await remove(added)
  }, 40_000)

  it('are given to nobody that the others have declared dead, and belong to it again when it is back', async () => {
    const node1 = await node('back')
    await node1.sessions.start()
    await eventually(
      () => node1.sessions.openIds().length,
      (count) => count === 2,
    )
    const before = await leased(a.connection)
    await database.db.raw`select core.remove_node('back')`
    expect((await leased(a.connection)).node).toBeNull()
    expect(await database.db.raw`select id from core.take_connections(${[a.connection]}::uuid[], 'back')`).toHaveLength(
      0,
    )
    await eventually(
      () => leased(a.connection),
      ({ node: name, fence }) => name === 'back' && fence === before.fence + 1,
    )
    await eventually(
      () => node1.sessions.openIds().length,
      (count) => count === 2,
    )
    await node1.close()
  })
})

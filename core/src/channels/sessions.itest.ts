import type { ChannelSession } from '@recado/contracts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eventually, quiet } from '../../../tests/harness/app.ts'
import { testDatabase, type TestDatabase } from '../../../tests/harness/database.ts'
import { twoTenants, type TestTenant } from '../../../tests/harness/tenants.ts'
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

/** Sessions of one node over the real leases, with adapters that do what the test says. */
function node(name: string, open: (id: string, signal: AbortSignal) => Promise<void>, opened: string[]): Sessions {
  const known = (id: string): KnownConnection => ({
    id, channel: { spec: { capabilities: { idempotentSend: 'none' } }, implementation: { open: async ({ signal }: { signal: AbortSignal }) => {
      await open(id, signal)
      return { [Symbol.asyncDispose]: async () => undefined } as unknown as ChannelSession
    } } },
  }) as unknown as KnownConnection
  const directory = { find: async (id: string) => known(id), onChanged: () => () => undefined, context: (_: KnownConnection, signal: AbortSignal) => ({ signal }) } as unknown as ConnectionDirectory
  const channels = { usable: async () => true, onReplaced: () => () => undefined } as unknown as ChannelCatalogue
  return new Sessions({ db: database.db, directory, channels, node: name, log: quiet, report: () => undefined, opened: (id) => void opened.push(id) })
}
const leasedBy = async (id: string): Promise<{ node: string | null; live: boolean }> => {
  const [row] = await database.owner<{ node: string | null; live: boolean }[]>`select leased_by as node, lease_until > now() as live from core.connection where id = ${id}`
  return row!
}

describe('sessions', () => {
  it('P8: an adapter that hangs while opening holds up neither the start, nor the others, nor their leases', async () => {
    const opened: string[] = []
    const hangs = (id: string, signal: AbortSignal): Promise<void> => (id === a.connection ? new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error))) : Promise.resolve())
    const sessions = node('one', hangs, opened)
    await sessions.start()
    await eventually(() => opened.length, (count) => count === 1)
    expect(opened).toEqual([b.connection])
    await database.owner`update core.connection set lease_until = now() where id = ${b.connection}`
    await sessions.reconcile()
    expect(await leasedBy(b.connection)).toEqual({ node: 'one', live: true })
    await sessions.close()
    expect((await leasedBy(a.connection)).node).toBeNull()
  })

  it('opens a connection once, however many rounds pass while it opens', async () => {
    const opened: string[] = []
    const calls: string[] = []
    const gate = Promise.withResolvers<void>()
    const sessions = node('two', (id) => { calls.push(id); return gate.promise }, opened)
    await sessions.start()
    await sessions.reconcile()
    await sessions.reconcile()
    await eventually(() => calls.length, (count) => count === 2)
    gate.resolve()
    await eventually(() => opened.length, (count) => count === 2)
    await sessions.reconcile()
    expect(calls.toSorted()).toEqual([a.connection, b.connection].toSorted())
    await sessions.close()
  })
})

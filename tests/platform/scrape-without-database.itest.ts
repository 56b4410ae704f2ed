import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createApp } from '../../core/src/app.ts'
import type { App } from '../../core/src/composition/running-app.ts'
import { eventually, quiet } from '../harness/app.ts'
import { testDatabase, type TestDatabase } from '../harness/database.ts'
import { databaseProxy, type FaultProxy } from '../harness/fault-proxy.ts'

let database: TestDatabase
let proxy: FaultProxy
let app: App
const dataDir = mkdtempSync(join(tmpdir(), 'recado-scrape-'))
beforeAll(async () => {
  database = await testDatabase()
  const through = await databaseProxy(database.appUrl)
  proxy = through.proxy
  app = await createApp({
    ownerUrl: database.ownerUrl,
    appUrl: through.url,
    roles: database.roles,
    secret: database.secret,
    dataDir,
    host: '127.0.0.1',
    port: 0,
    version: '0.0.0',
    log: quiet,
    connections: 12,
    pluginFolders: [],
  })
})
afterAll(async () => {
  proxy.freeze(false)
  await app.close()
  await proxy.close()
  await database.drop()
  rmSync(dataDir, { recursive: true, force: true })
})

const get = (path: string): Promise<Response> => fetch(`http://127.0.0.1:${app.port}${path}`)
async function scraped(): Promise<{ names: ReadonlySet<string>; errors: number }> {
  const text = await (await get('/metrics')).text()
  const series = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  const errors = series
    .filter((line) => line.startsWith('recado_scrape_errors_total'))
    .map((line) => Number(line.split(' ')[1]))
  return {
    names: new Set(series.map((line) => line.split(/[ {]/)[0]!)),
    errors: errors.reduce((sum, count) => sum + count, 0),
  }
}
const ofDatabase = ['recado_bus_head', 'recado_outbox_events', 'recado_deliveries_held_oldest_seconds', 'recado_nodes']
const ofNode = [
  'recado_sockets',
  'recado_database_connections_max',
  'nodejs_eventloop_lag_seconds',
  'recado_http_request_seconds_count',
]

test('a scrape is answered while the database says nothing, without its values, and is whole again afterwards', async () => {
  const before = await eventually(scraped, ({ names }) => ofDatabase.every((name) => names.has(name)))
  expect(await (await get('/readyz')).json()).toMatchObject({
    status: 'ready',
    information: { nats: 'unused', files: 'up', eventsLag: expect.any(Number), outboxAge: 0, sessions: 0 },
  })
  proxy.freeze(true)
  const during = await eventually(scraped, ({ names }) => !ofDatabase.some((name) => names.has(name)))
  expect(ofNode.filter((name) => !during.names.has(name))).toEqual([])
  expect(during.errors).toBeGreaterThan(before.errors)
  const asked = performance.now()
  const ready = await get('/readyz')
  expect(performance.now() - asked).toBeLessThan(4_000)
  expect([ready.status, await ready.json()]).toEqual([
    503,
    {
      status: 'unavailable',
      checks: { database: 'down', inbound: 'down' },
      information: { nats: 'unused', files: 'up', eventsLag: null, outboxAge: null, sessions: 0 },
    },
  ])
  proxy.freeze(false)
  await eventually(scraped, ({ names }) => ofDatabase.every((name) => names.has(name)))
})

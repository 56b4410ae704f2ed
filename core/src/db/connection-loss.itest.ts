import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testDatabase, type TestDatabase } from '../../../tests/harness/database.ts'
import { databaseProxy, type FaultProxy } from '../../../tests/harness/fault-proxy.ts'
import { openDatabase, type Database } from './database.ts'

/** Longest time of a call while the database is down or does not answer. */
const deadlineMs = 6_000

let database: TestDatabase
let proxy: FaultProxy
let db: Database
const uncaught: unknown[] = []
const note = (error: unknown): void => void uncaught.push(error)

beforeAll(async () => {
  database = await testDatabase()
  const through = await databaseProxy(database.appUrl)
  proxy = through.proxy
  db = openDatabase({ url: through.url, poolSize: 3, answerTimeoutMs: 2_000 })
  process.on('uncaughtException', note)
  process.on('unhandledRejection', note)
})
afterAll(async () => {
  process.off('uncaughtException', note)
  process.off('unhandledRejection', note)
  await db.close()
  await proxy.close()
  await database.drop()
})

interface Outcome {
  readonly tenant: string
  readonly seen?: string
  readonly failed?: unknown
}
const seen =
  (tenant: string) =>
  (rows: readonly object[]): Outcome => ({ tenant, seen: (rows[0] as { tenant: string }).tenant })
const failed =
  (tenant: string) =>
  (error: unknown): Outcome => ({ tenant, failed: error })

/** The three ways in which the server talks to the database, each telling as which tenant it spoke. */
const calls: Readonly<Record<string, (tenant: string) => Promise<Outcome>>> = {
  read: (tenant) =>
    db
      .read(tenant, (query) => [query`select current_setting('app.tenant') as tenant, pg_sleep(0.002)`])
      .then(([rows]) => seen(tenant)(rows), failed(tenant)),
  tenant: (tenant) =>
    db
      .tenant(tenant, async (tx) => {
        await tx.execute(sql`select pg_sleep(0.001)`)
        return tx.execute(sql`select current_setting('app.tenant') as tenant`)
      })
      .then(seen(tenant), failed(tenant)),
  raw: (tenant) => db.raw`select ${tenant} as tenant`.then(seen(tenant), failed(tenant)),
}

/** Calls of all kinds without a pause for as long as `fault` takes; none of them may stay without an end. */
async function under(fault: () => Promise<void>): Promise<Outcome[]> {
  let over = false
  const outcomes: Outcome[] = []
  const worker = async (call: (tenant: string) => Promise<Outcome>): Promise<void> => {
    while (!over) {
      let timer: NodeJS.Timeout | undefined
      const late = new Promise<never>((_, reject) => {
        timer = setTimeout(() => reject(new Error('a call had no end')), deadlineMs)
      })
      const outcome = await Promise.race([call(randomUUID()), late]).finally(() => clearTimeout(timer))
      outcomes.push(outcome)
      if (outcome.failed) await new Promise((resolve) => setTimeout(resolve, 5))
    }
  }
  const workers = Object.values(calls).flatMap((call) => [worker(call), worker(call), worker(call), worker(call)])
  await fault()
  over = true
  await Promise.all(workers)
  return outcomes
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

/** A call that spoke as another tenant ran in somebody else's transaction. */
const foreign = (outcomes: readonly Outcome[]): readonly Outcome[] =>
  outcomes.filter((outcome) => outcome.seen !== undefined && outcome.seen !== outcome.tenant)

async function expectWell(): Promise<void> {
  for (const [name, call] of Object.entries(calls)) {
    const tenant = randomUUID()
    expect(await call(tenant), name).toEqual({ tenant, seen: tenant })
  }
}

const faults: Readonly<Record<string, () => Promise<void>>> = {
  'connections that are reset': async () => {
    for (let cut = 0; cut < 40; cut++) {
      proxy.reset()
      await pause(15)
    }
  },
  'connections that end': async () => {
    for (let cut = 0; cut < 40; cut++) {
      proxy.end()
      await pause(15)
    }
  },
  'a server that is away for a while': async () => {
    proxy.refuse(true)
    proxy.reset()
    await pause(1_500)
    proxy.refuse(false)
  },
  'a server that says nothing for a while': async () => {
    proxy.freeze(true)
    await pause(3_000)
    proxy.freeze(false)
  },
}

describe('the connection to the database is lost', () => {
  it.each(Object.entries(faults))(
    '%s: every call ends, none speaks for another tenant, and work goes on at once',
    async (_name, fault) => {
      await expectWell()
      const outcomes = await under(fault)
      expect(uncaught).toEqual([])
      expect(outcomes.some((outcome) => outcome.failed)).toBe(true)
      expect(foreign(outcomes)).toEqual([])
      const returned = performance.now()
      await under(() => pause(200))
      await expectWell()
      expect(performance.now() - returned).toBeLessThan(deadlineMs)
    },
  )
})

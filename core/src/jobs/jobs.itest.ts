import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { testDatabase, type TestDatabase } from '../../../tests/harness/database.ts'
import { databaseProxy } from '../../../tests/harness/fault-proxy.ts'
import { graphileJobs } from './graphile-jobs.ts'
import type { Jobs, RunningJob } from './jobs.ts'
import { migrateJobs } from './migrate-jobs.ts'

const log = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined }
const [a, b] = [randomUUID(), randomUUID()]

describe('jobs', () => {
  let world: TestDatabase
  let jobs: Jobs
  const ran: RunningJob[] = []
  let failures = 0
  let running = 0
  let most = 0
  let madeUp = 0
  let other = (): Promise<void> => Promise.resolve()

  beforeAll(async () => {
    world = await testDatabase()
    await migrateJobs(world.ownerUrl, world.roles)
    await migrateJobs(world.ownerUrl, world.roles)
    jobs = graphileJobs({ appUrl: world.appUrl, log, concurrency: 4 })
    jobs.register('note', async (job) => {
      ran.push(job)
    })
    jobs.register('flaky', async (job) => {
      ran.push(job)
      if (failures-- > 0) throw new Error('on purpose')
    })
    jobs.register('serial', async (job) => {
      most = Math.max(most, ++running)
      await other()
      running--
      ran.push(job)
    })
    const minute = (new Date().getUTCMinutes() + 30) % 60
    jobs.cron('hourly', `${minute} * * * *`, async () => {
      madeUp++
    })
    await world.owner`
      insert into graphile_worker._private_known_crontabs (identifier, known_since, last_execution)
      values ('hourly', now() - interval '2 days', now() - interval '10 hours')`
    await jobs.start()
  })
  afterAll(async () => {
    await jobs.close()
    await world.drop()
  })
  const waiting = (task: string) => world.owner<{ id: string; payload: { tenantId: string; data: unknown } }[]>`
    select j.id, j.payload
      from graphile_worker._private_jobs j
      join graphile_worker._private_tasks t on t.id = j.task_id
     where t.identifier = ${task}
     order by j.id`

  it('runs what was committed, with its tenant, and nothing that was rolled back', async () => {
    await expect(
      world.db.tenant(a, async (tx) => {
        await jobs.enqueue(tx, { task: 'note', tenantId: a, data: 'rolled back' })
        throw new Error('no')
      }),
    ).rejects.toThrow('no')
    await world.db.tenant(a, (tx) => jobs.enqueue(tx, { task: 'note', tenantId: a, data: { deep: ['é', null] } }))
    await world.db.tenant(b, (tx) => jobs.enqueue(tx, { task: 'note', tenantId: b, data: 2 }))
    await vi.waitFor(() => expect(ran).toHaveLength(2))
    expect(ran.toSorted((x, y) => (x.tenantId === a ? -1 : 1) - (y.tenantId === a ? -1 : 1))).toMatchObject([
      { tenantId: a, data: { deep: ['é', null] }, attempt: 1 },
      { tenantId: b, data: 2, attempt: 1 },
    ])
  })

  it('refuses a job of another tenant inside a tenant transaction', async () => {
    await expect(
      world.db.tenant(a, (tx) => jobs.enqueue(tx, { task: 'note', tenantId: b, data: null })),
    ).rejects.toMatchObject({ cause: { code: '42501' } })
  })

  it('replaces a job of the same key that has not started, within the tenant', async () => {
    const runAt = new Date(Date.now() + 3_600_000)
    for (const data of [1, 2])
      await world.db.tenant(a, (tx) => jobs.enqueue(tx, { task: 'later', tenantId: a, data, runAt, key: 'k' }))
    await world.db.tenant(b, (tx) => jobs.enqueue(tx, { task: 'later', tenantId: b, data: 3, runAt, key: 'k' }))
    expect((await waiting('later')).map((row) => row.payload)).toEqual([
      { tenantId: a, data: 2 },
      { tenantId: b, data: 3 },
    ])
  })

  it('tries a failed job again', async () => {
    failures = 1
    ran.length = 0
    await world.db.tenant(a, (tx) => jobs.enqueue(tx, { task: 'flaky', tenantId: a, data: 'f' }))
    await vi.waitFor(() => expect(ran).toHaveLength(1))
    await vi.waitFor(async () => {
      const { count } = await world.owner`
          update graphile_worker._private_jobs set run_at = now()
           where attempts = 1 and locked_at is null and last_error is not null`
      expect(count).toBe(1)
    })
    await vi.waitFor(() => expect(ran).toHaveLength(2), { timeout: 5_000 })
    expect(ran.map((job) => job.attempt)).toEqual([1, 2])
    await vi.waitFor(async () => expect(await waiting('flaky')).toEqual([]))
  })

  it('runs jobs of one queue one after another, in order', async () => {
    ran.length = 0
    other = async () => void (await world.db.raw`select 1`)
    await world.db.tenant(a, async (tx) => {
      for (const data of [1, 2, 3, 4, 5]) await jobs.enqueue(tx, { task: 'serial', tenantId: a, data, queue: 'one' })
    })
    await vi.waitFor(() => expect(ran).toHaveLength(5), { timeout: 5_000 })
    expect(ran.map((job) => job.data)).toEqual([1, 2, 3, 4, 5])
    expect(most).toBe(1)
  })

  it('makes up for missed runs of a cron once', async () => {
    await vi.waitFor(() => expect(madeUp).toBe(1))
    await vi.waitFor(async () => expect(await waiting('hourly')).toEqual([]))
    expect(madeUp).toBe(1)
  })

  it('frees a job that was taken without an answer, because the connection was lost in between', async () => {
    const { proxy, url } = await databaseProxy(world.appUrl)
    const unheard = graphileJobs({ appUrl: url, log, concurrency: 1 })
    const done: RunningJob[] = []
    unheard.register('unheard', async (job) => void done.push(job))
    const lockedIn = async (): Promise<true> => {
      const [row] = await world.owner<{ locked_by: string | null }[]>`
        select j.locked_by from graphile_worker._private_jobs j
          join graphile_worker._private_tasks t on t.id = j.task_id where t.identifier = 'unheard'`
      if (!row?.locked_by) throw new Error('not taken')
      return true
    }
    try {
      await unheard.start()
      for (let number = 1; ; number++) {
        proxy.mute(true)
        await world.db.tenant(a, (tx) => unheard.enqueue(tx, { task: 'unheard', tenantId: a, data: number }))
        const isTaken = await vi.waitFor(lockedIn, { timeout: 5_000 }).catch(() => false)
        if (isTaken) break
        // The runner was asking already when it became silent, and asks for nothing else until it is answered.
        proxy.mute(false)
        await vi.waitFor(() => expect(done).toHaveLength(number), { timeout: 10_000 })
      }
      const before = done.length
      proxy.reset()
      proxy.mute(false)
      await vi.waitFor(() => expect(done).toHaveLength(before + 1), { timeout: 20_000 })
      expect(done.at(-1)).toMatchObject({ tenantId: a, attempt: 1 })
    } finally {
      await unheard.close()
      await proxy.close()
    }
  })

  it('frees the jobs of a node that was killed', async () => {
    const child = spawn(process.execPath, [join(import.meta.dirname, 'jobs.child.ts'), world.appUrl], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    try {
      await world.db.tenant(a, (tx) => jobs.enqueue(tx, { task: 'stuck', tenantId: a, data: null }))
      await once(child.stdout!, 'data')
    } finally {
      child.kill('SIGKILL')
    }
    await vi.waitFor(
      async () => {
        const [row] = await world.owner<{ locked_by: string | null; attempts: number }[]>`
        select j.locked_by, j.attempts
          from graphile_worker._private_jobs j
          join graphile_worker._private_tasks t on t.id = j.task_id
         where t.identifier = 'stuck'`
        expect(row).toEqual({ locked_by: null, attempts: 1 })
      },
      { timeout: 15_000, interval: 100 },
    )
  })
})

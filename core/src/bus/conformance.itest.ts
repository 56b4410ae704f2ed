import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { EventEnvelope } from '@recado/contracts'
import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { testDatabase, type TestDatabase } from '../../../tests/harness/database.ts'
import { natsForTests } from '../../../tests/harness/nats.ts'
import { openDatabase } from '../db/database.ts'
import type { Consumer, Delivery, EventBus } from './bus.ts'
import { deadLetterPosition } from './dead.ts'
import { busOfTest } from './bus.rig.ts'

/* Guarantees of a bus, for every transport. Over NATS the node that publishes and relays is another one than the
   node that consumes, so that every event crosses the network. */
const nats = await natsForTests()
const log = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined }
const a = randomUUID()
const b = randomUUID()

for (const driver of ['in process', 'NATS'] as const) {
  describe.skipIf(driver === 'NATS' && !nats)(`event bus, ${driver}`, () => {
    const natsUrl = driver === 'NATS' ? nats?.url : undefined
    let world: TestDatabase
    let publisher: EventBus
    let bus: EventBus
    let open: EventBus[]
    const start = async (db = world.db, consumesOnly = false): Promise<EventBus> => {
      const started = await busOfTest({ db, natsUrl, log, consumesOnly })
      open.push(started)
      return started
    }

    beforeAll(async () => {
      world = await testDatabase()
      open = []
      publisher = await start()
      bus = natsUrl ? await start(world.db, true) : publisher
    })
    afterAll(async () => {
      await Promise.all(open.map((one) => one.close()))
      await world.drop()
    })
    const subscriptions: { close(): Promise<void> }[] = []
    afterEach(async () => {
      await Promise.all(subscriptions.splice(0).map((subscription) => subscription.close()))
    })

    const publish = async (
      key: string,
      data: unknown,
      { tenantId = a, name = 'ticket.updated.v1' } = {},
    ): Promise<void> => {
      await world.db.tenant(tenantId, (tx) => publisher.publishChecked(tx, { tenantId, name, key, data }))
      publisher.poke()
    }
    const subscribe = async (consumer: Partial<Consumer> & Pick<Consumer, 'handler'>, on = bus): Promise<string> => {
      const name = consumer.name ?? `consumer-${randomUUID()}`
      subscriptions.push(await on.subscribe({ names: ['>'], backoffMs: [20], ...consumer, name }))
      return name
    }
    /** Keeps what was handled; `until` resolves when so many were. */
    const recorder = () => {
      const events: EventEnvelope[] = []
      const waiting = new Set<() => void>()
      return {
        events,
        data: () => events.map((event) => event.data),
        record(event: EventEnvelope) {
          events.push(event)
          for (const check of [...waiting]) check()
        },
        until: (count: number) =>
          new Promise<void>((resolve) => {
            const check = (): void => {
              if (events.length < count) return
              waiting.delete(check)
              resolve()
            }
            waiting.add(check)
            check()
          }),
      }
    }
    const parked = async (consumer: string): Promise<number> => {
      const [row] = await world.owner<
        { n: number }[]
      >`select count(*)::int as n from bus.parked where consumer = ${consumer}`
      return row!.n
    }

    it('delivers what was committed, as it was published', async () => {
      const got = recorder()
      await subscribe({ handler: async (event) => got.record(event) })
      await publish('k1', { words: ['olá', 1, null] })
      await publish('k1', { other: true }, { tenantId: b })
      await got.until(2)
      expect(got.events[0]).toMatchObject({
        tenantId: a,
        name: 'ticket.updated.v1',
        key: 'k1',
        data: { words: ['olá', 1, null] },
      })
      expect(got.events[1]).toMatchObject({ tenantId: b, data: { other: true } })
      expect(new Date(got.events[0]!.at).getTime()).toBeLessThanOrEqual(Date.now() + 1_000)
    })

    it('delivers nothing of a transaction that was rolled back', async () => {
      const got = recorder()
      await subscribe({ handler: async (event) => got.record(event) })
      await expect(
        world.db.tenant(a, async (tx) => {
          await publisher.publishChecked(tx, { tenantId: a, name: 'ticket.updated.v1', key: 'k', data: 'rolled back' })
          throw new Error('no')
        }),
      ).rejects.toThrow('no')
      await publish('k', 'committed')
      await got.until(1)
      expect(got.data()).toEqual(['committed'])
    })

    it('matches names token by token', async () => {
      const exact = recorder()
      const star = recorder()
      const rest = recorder()
      await subscribe({ names: ['ticket.closed.v1'], handler: async (event) => exact.record(event) })
      await subscribe({ names: ['ticket.*.v1'], handler: async (event) => star.record(event) })
      await subscribe({ names: ['ticket.>'], handler: async (event) => rest.record(event) })
      for (const name of ['ticket.closed.v1', 'ticket.closed.v2', 'message.closed.v1', 'ticket.created.v1'])
        await publish('k', name, { name })
      await Promise.all([star.until(2), rest.until(3)])
      expect(exact.data()).toEqual(['ticket.closed.v1'])
      expect(star.data()).toEqual(['ticket.closed.v1', 'ticket.created.v1'])
      expect(rest.data()).toEqual(['ticket.closed.v1', 'ticket.closed.v2', 'ticket.created.v1'])
    })

    it('keeps the order of a key over retries while other keys flow', async () => {
      const got = recorder()
      let fail = true
      await subscribe({
        maxAttempts: 100,
        async handler(event) {
          if (event.key === 'stuck' && event.data === 2 && fail) throw new Error('not yet')
          got.record(event)
        },
      })
      for (const n of [1, 2, 3, 4]) await publish('stuck', n)
      for (const n of [1, 2, 3]) await publish('free', `free ${n}`)
      // The same key of another tenant is another key.
      await publish('stuck', 'other tenant', { tenantId: b })
      await got.until(5)
      expect(got.data().toSorted()).toEqual([1, 'free 1', 'free 2', 'free 3', 'other tenant'])
      fail = false
      await publish('stuck', 5)
      await got.until(9)
      expect(
        got.events.filter((event) => event.key === 'stuck' && event.tenantId === a).map((event) => event.data),
      ).toEqual([1, 2, 3, 4, 5])
    })

    it('handles one event of a key at a time and several keys at once', async () => {
      const got = recorder()
      const running = new Map<string, number>()
      let most = 0
      let overlapping = 0
      await subscribe({
        concurrency: 4,
        async handler(event) {
          running.set(event.key, (running.get(event.key) ?? 0) + 1)
          if (running.get(event.key)! > 1) overlapping++
          most = Math.max(most, [...running.values()].filter((count) => count > 0).length)
          await world.db.raw`select 1`
          running.set(event.key, running.get(event.key)! - 1)
          got.record(event)
        },
      })
      await world.db.tenant(a, async (tx) => {
        for (let n = 0; n < 60; n++)
          await publisher.publishChecked(tx, { tenantId: a, name: 'ticket.updated.v1', key: `k${n % 6}`, data: n })
      })
      publisher.poke()
      await got.until(60)
      expect(overlapping).toBe(0)
      expect(most).toBeGreaterThan(1)
      expect(most).toBeLessThanOrEqual(4)
      for (let key = 0; key < 6; key++)
        expect(got.events.filter((event) => event.key === `k${key}`).map((event) => event.data)).toEqual(
          Array.from({ length: 10 }, (_, n) => key + 6 * n),
        )
    })

    it('parks the surplus of a busy key without losing its order or holding up others', async () => {
      const got = recorder()
      let release: () => void = () => undefined
      const gate = new Promise<void>((resolve) => {
        release = resolve
      })
      const name = await subscribe({
        async handler(event) {
          if (event.data === 0) await gate
          got.record(event)
        },
      })
      await world.db.tenant(a, async (tx) => {
        await tx.execute(sql`
          insert into bus.outbox (tenant_id, name, key, data)
          select ${a}::uuid, 'ticket.updated.v1', 'busy', to_jsonb(n)
            from generate_series(0, 299) n`)
        await publisher.publishChecked(tx, { tenantId: a, name: 'ticket.updated.v1', key: 'quiet', data: 'quiet' })
      })
      publisher.poke()
      await got.until(1)
      expect(got.data()).toEqual(['quiet'])
      await vi.waitFor(async () => expect(await parked(name)).toBeGreaterThan(0))
      release()
      await got.until(301)
      expect(got.data().slice(1)).toEqual(Array.from({ length: 300 }, (_, n) => n))
      await vi.waitFor(async () => expect(await parked(name)).toBe(0))
    })

    it('goes on with a key that failed while the surplus of another was being written', async () => {
      const got = recorder()
      let fail = true
      const name = await subscribe({
        maxAttempts: 100,
        backoffMs: [5],
        async handler(event, { attempt }) {
          if (event.key === 'slow' ? fail : attempt === 1) throw new Error('not yet')
          got.record(event)
        },
      })
      await publish('slow', 1)
      await vi.waitFor(async () => expect(await parked(name)).toBe(1))
      const writing = await world.owner.reserve()
      try {
        // Holds the writing of slow 2 up: the same row, not yet committed.
        await writing`begin`
        await writing`
          insert into bus.parked (consumer, seq, event_id, tenant_id, name, key, data, at, next_at)
          select ${name}, seq + 2, uuidv7(), uuidv7(), 'ticket.updated.v1', 'held', '{}', now(), now() from bus.head`
        await world.db.tenant(a, async (tx) => {
          await publisher.publishChecked(tx, { tenantId: a, name: 'ticket.updated.v1', key: 'quick', data: 'quick' })
          await publisher.publishChecked(tx, { tenantId: a, name: 'ticket.updated.v1', key: 'slow', data: 2 })
        })
        publisher.poke()
        await vi.waitFor(async () => {
          const [row] = await world.owner<
            { due: boolean }[]
          >`select next_at < now() - interval '50 ms' as due from bus.parked where consumer = ${name} and key = 'quick'`
          // Over the network the two may arrive apart; then nothing held the first one up.
          expect(row?.due ?? got.events.length === 1).toBe(true)
        })
      } finally {
        await writing`rollback`
        writing.release()
      }
      await got.until(1)
      fail = false
      await got.until(3)
      expect(got.data()).toEqual(['quick', 1, 2])
    })

    it('gives an event up after its tries, replays and discards it on demand, within its tenant', async () => {
      const got = recorder()
      const attempts: number[] = []
      let fail = true
      const name = await subscribe({
        maxAttempts: 3,
        backoffMs: [5],
        async handler(event, { attempt }) {
          if (event.data === 'poison') attempts.push(attempt)
          if (event.data === 'poison' && fail) throw new Error('cannot be handled')
          got.record(event)
        },
      })
      await publish('k', 'poison')
      await publish('k', 'after')
      await publish('k', 'poison', { tenantId: b })
      await got.until(1)
      const letters = await vi.waitFor(async () => {
        const found = await bus.dead.list({ consumer: name })
        expect(found).toHaveLength(2)
        return found
      })
      expect(attempts.filter((attempt) => attempt === 3)).toHaveLength(2)
      const [letter] = await bus.dead.list({ consumer: name, tenantId: a })
      expect(letter).toMatchObject({
        consumer: name,
        attempts: 3,
        error: 'Error: cannot be handled',
        event: { tenantId: a, data: 'poison' },
      })
      const [newest, older] = letters
      expect(await bus.dead.list({ consumer: name, limit: 1 })).toEqual([newest])
      expect(await bus.dead.list({ consumer: name, limit: 1, before: deadLetterPosition(newest!) })).toEqual([older])

      expect(await bus.dead.replay(name, letter!.seq, b)).toBe(false)
      fail = false
      // From the node that does not run the consumer, where there are two.
      expect(await publisher.dead.replay(name, letter!.seq, a)).toBe(true)
      await got.until(2)
      expect(got.data()).toEqual(['after', 'poison'])
      const [left] = await bus.dead.list({ consumer: name })
      expect(left?.event.tenantId).toBe(b)
      expect(await bus.dead.discard(name, left!.seq, a)).toBe(false)
      expect(await bus.dead.discard(name, left!.seq, b)).toBe(true)
      expect(await bus.dead.discard(name, left!.seq, b)).toBe(false)
      expect(await bus.dead.list({ consumer: name })).toEqual([])
    })

    it('counts a handler that takes too long as failed and lets nothing of it take effect', async () => {
      const got = recorder()
      const note = `late-${randomUUID()}`
      let returned: boolean | 'refused' = 'refused'
      const name = await subscribe({
        timeoutMs: 50,
        maxAttempts: 2,
        backoffMs: [5],
        async handler(event, { attempt, once: onlyOnce, signal }) {
          if (attempt === 1) {
            await once(signal, 'abort')
            returned = await onlyOnce(async (tx) => {
              await tx.execute(sql`insert into bus.seen (consumer, event_id) values (${note}, ${event.id}::uuid)`)
            }).catch(() => 'refused' as const)
            return
          }
          got.record(event)
        },
      })
      await publish('k', 'slow')
      await got.until(1)
      expect(returned).toBe('refused')
      expect(await world.owner`select 1 from bus.seen where consumer = ${note}`).toHaveLength(0)
      await vi.waitFor(async () => expect(await parked(name)).toBe(0))
    })

    it('lets the effects of once() take place exactly once over redeliveries', async () => {
      const outcomes: boolean[] = []
      const got = recorder()
      let seenTenant: string | null = null
      const note = `effect-${randomUUID()}`
      await subscribe({
        backoffMs: [5],
        async handler(event, { attempt, once: onlyOnce }) {
          if (attempt === 1) {
            // Fails inside: the mark must go with the effect.
            await onlyOnce(async () => {
              throw new Error('rolled back')
            })
          }
          outcomes.push(
            await onlyOnce(async (tx) => {
              const [row] = await tx.execute<{ tenant: string }>(sql`select core.current_tenant() as tenant`)
              seenTenant = row!.tenant
              await tx.execute(sql`insert into bus.seen (consumer, event_id) values (${note}, ${randomUUID()}::uuid)`)
            }),
          )
          if (attempt < 4) throw new Error('again')
          got.record(event)
        },
      })
      await publish('k', 'effect')
      await got.until(1)
      expect(outcomes).toEqual([true, false, false])
      expect(seenTenant).toBe(a)
      expect(await world.owner`select 1 from bus.seen where consumer = ${note}`).toHaveLength(1)
    })

    it('loses nothing when a node ends without writing its cursors', async () => {
      const db = openDatabase({ url: world.appUrl, poolSize: 4 })
      const dying = await start(db)
      const before = recorder()
      const name = `survivor-${randomUUID()}`
      await dying.subscribe({ name, names: ['>'], handler: async (event) => before.record(event) })
      for (let n = 0; n < 20; n++) await publish('k', n)
      await before.until(20)
      await db.close()
      for (let n = 20; n < 30; n++) await publish('k', n)
      await dying.close()
      const after = recorder()
      await subscribe({ name, handler: async (event) => after.record(event) })
      await vi.waitFor(() => expect(after.data().at(-1)).toBe(29))
      const handled = [...before.data(), ...after.data()] as number[]
      expect([...new Set(handled)]).toEqual(Array.from({ length: 30 }, (_, n) => n))
    })

    it('says of which events an earlier holder may have begun the work', async () => {
      const db = openDatabase({ url: world.appUrl, poolSize: 4 })
      const dying = await start(db)
      const got: [unknown, boolean][] = []
      const note = async ({ data }: EventEnvelope, { mayRepeat }: Delivery): Promise<void> => {
        got.push([data, mayRepeat])
      }
      const name = `repeats-${randomUUID()}`
      await dying.subscribe({ name, names: ['>'], handler: note })
      await publish('k', 'new')
      await vi.waitFor(() => expect(got).toEqual([['new', false]]))
      await db.close()
      await publish('k', 'meanwhile')
      await dying.close()
      let fails = true
      await subscribe({
        name,
        async handler(event, delivery) {
          await note(event, delivery)
          if (event.data !== 'tried twice' || !fails) return
          fails = false
          throw new Error('once')
        },
      })
      await vi.waitFor(() => expect(got.at(-1)).toEqual(['meanwhile', true]))
      await publish('k', 'tried twice')
      const twice = [false, true].map((mayRepeat) => ['tried twice', mayRepeat])
      await vi.waitFor(() => expect(got.slice(-2)).toEqual(twice))
    })

    it('runs a consumer on one node at a time and hands it over', async () => {
      const other = await start()
      const here = recorder()
      const there = recorder()
      const name = `single-${randomUUID()}`
      const subscription = await bus.subscribe({ name, names: ['>'], handler: async (event) => here.record(event) })
      await subscribe({ name, handler: async (event) => there.record(event) }, other)
      for (let n = 0; n < 10; n++) await publish('k', n)
      await here.until(10)
      await subscription.close()
      for (let n = 10; n < 20; n++) await publish('k', n)
      await there.until(10)
      expect(here.data()).toEqual(Array.from({ length: 10 }, (_, n) => n))
      expect(there.data()).toEqual(Array.from({ length: 10 }, (_, n) => n + 10))
    })

    it('goes on when the connection that holds its leases is cut', async () => {
      const got = recorder()
      await subscribe({ handler: async (event) => got.record(event) })
      await publish('k', 1)
      await got.until(1)
      await world.owner`
        select pg_terminate_backend(pid)
          from pg_locks
          join pg_stat_activity using (pid)
         where locktype = 'advisory' and datname = current_database()`
      await publish('k', 2)
      await vi.waitFor(() => expect(got.data().at(-1)).toBe(2), { timeout: 5_000 })
      expect([...new Set(got.data())]).toEqual([1, 2])
    })

    it('carries ephemeral messages to every node, and only those asked for', async () => {
      const other = await start()
      const heard: [string, string, unknown][] = []
      const topic = randomUUID()
      const stops = [
        bus.on(`${topic}.typing`, (data, from) => heard.push(['exact', from, data])),
        other.on(`${topic}.>`, (data, from) => heard.push(['below', from, data])),
      ]
      await vi.waitFor(() => {
        bus.emit(`${topic}.ready`, null)
        if (driver === 'NATS') expect(heard.some(([who]) => who === 'below')).toBe(true)
      })
      heard.length = 0
      bus.emit(`${topic}.typing`, { at: new Date(0) })
      bus.emit(`${randomUUID()}.typing`, 'elsewhere')
      const wanted: [string, string, unknown][] = [['exact', `${topic}.typing`, { at: '1970-01-01T00:00:00.000Z' }]]
      if (driver === 'NATS') wanted.push(['below', `${topic}.typing`, { at: '1970-01-01T00:00:00.000Z' }])
      await vi.waitFor(() => expect(heard.filter(([, from]) => from !== `${topic}.ready`)).toEqual(wanted))
      for (const stop of stops) stop()
      bus.emit(`${topic}.typing`, 'nobody listens')
      const last = new Promise((resolve) => {
        bus.on(`${topic}.last`, resolve)
      })
      bus.emit(`${topic}.last`, 'end')
      expect(await last).toBe('end')
      expect(heard.filter(([, from]) => from !== `${topic}.ready`)).toEqual(wanted)
    })

    it('keeps order and loses nothing whatever fails (property)', async () => {
      const plan = fc.array(
        fc.record({
          key: fc.integer({ min: 0, max: 4 }),
          tenant: fc.boolean(),
          failures: fc.constantFrom(0, 0, 0, 1, 2, 99),
        }),
        { minLength: 1, maxLength: 60 },
      )
      await fc.assert(
        fc.asyncProperty(plan, async (events) => {
          const handled: number[] = []
          const tries = new Map<number, number>()
          const name = `property-${randomUUID()}`
          const subscription = await bus.subscribe({
            name,
            names: ['>'],
            maxAttempts: 3,
            backoffMs: [0, 3],
            concurrency: 3,
            async handler(event) {
              const { n, failures } = event.data as { n: number; failures: number }
              const number = (tries.get(n) ?? 0) + 1
              tries.set(n, number)
              await Promise.resolve()
              if (number <= failures) throw new Error('planned')
              handled.push(n)
            },
          })
          for (const [n, { key, tenant, failures }] of events.entries()) {
            const tenantId = tenant ? a : b
            await world.db.tenant(tenantId, (tx) =>
              publisher.publishChecked(tx, {
                tenantId,
                name: 'ticket.updated.v1',
                key: String(key),
                data: { n, failures },
              }),
            )
            publisher.poke()
          }
          const dying = events.filter(({ failures }) => failures > 2).length
          await vi.waitFor(
            async () => {
              expect(handled).toHaveLength(events.length - dying)
              expect(await bus.dead.list({ consumer: name, limit: 200 })).toHaveLength(dying)
              expect(await parked(name)).toBe(dying)
            },
            { timeout: 8_000, interval: 10 },
          )
          await subscription.close()
          const dead = await bus.dead.list({ consumer: name, limit: 200 })
          expect(dead.map((letter) => (letter.event.data as { n: number }).n).toSorted((x, y) => x - y)).toEqual(
            [...events.keys()].filter((n) => events[n]!.failures > 2),
          )
          const lane = (n: number): string => `${events[n]!.tenant} ${events[n]!.key}`
          for (const which of new Set([...events.keys()].map(lane))) {
            const mine = handled.filter((n) => lane(n) === which)
            expect(mine).toEqual(mine.toSorted((x, y) => x - y))
          }
        }),
        { numRuns: 15 },
      )
    })

    it('loses nothing and keeps the order when the node is killed again and again', async () => {
      const crashed = await testDatabase()
      try {
        const lines: string[] = []
        const run = async (): Promise<{ kill(): Promise<void>; ready: Promise<unknown> }> => {
          const child = spawn(
            process.execPath,
            [join(import.meta.dirname, 'conformance.child.ts'), crashed.appUrl, natsUrl ?? ''],
            { stdio: ['ignore', 'pipe', 'inherit'] },
          )
          const reader = createInterface({ input: child.stdout })
          const closed = once(reader, 'close')
          const ready = new Promise((resolve) =>
            reader.on('line', (line) => (line === 'ready' ? resolve(undefined) : lines.push(line))),
          )
          return {
            ready,
            kill: async () => {
              child.kill('SIGKILL')
              await closed
            },
          }
        }
        let node = await run()
        await node.ready
        const total = 4_000
        const poison = 8
        for (let from = 0; from < total; from += 500) {
          await crashed.db.platform((tx) =>
            tx.execute(sql`
            insert into bus.outbox (tenant_id, name, key, data)
            select case when n % 2 = 0 then ${a}::uuid else ${b}::uuid end, 'ticket.updated.v1', 'k' || n % 40,
                   jsonb_build_object('n', n, 'poison', n % 500 = 77)
              from generate_series(${from}::int, ${from + 499}::int) n`),
          )
          if (from % 1_000 !== 500) continue
          await node.ready
          const seen = lines.length
          await vi.waitFor(() => expect(lines.length).toBeGreaterThan(seen + 50), { timeout: 10_000, interval: 5 })
          await node.kill()
          node = await run()
        }
        await vi.waitFor(
          async () => {
            const [{ n } = { n: 0 }] = await crashed.owner<
              { n: number }[]
            >`select count(*)::int as n from bus.parked where dead_at is not null`
            expect(n).toBe(poison)
            expect(new Set(lines).size).toBe(total - poison)
          },
          { timeout: 40_000, interval: 50 },
        )
        await node.kill()
        const newest = new Map<string, number>()
        const known = new Set<string>()
        const overtaken = lines.filter((line) => {
          if (known.has(line)) return false
          known.add(line)
          const [key, n] = line.split(' ') as [string, string]
          const late = Number(n) < (newest.get(key) ?? -1)
          newest.set(key, Math.max(Number(n), newest.get(key) ?? -1))
          return late
        })
        expect(overtaken).toEqual([])
      } finally {
        await crashed.drop()
      }
      // Each start of the process takes seconds on a busy machine.
    }, 120_000)
  })
}

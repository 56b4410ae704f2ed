import { spawn, type ChildProcess } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { eventually, quiet } from '../../../tests/harness/app.ts'
import { testDatabase, type TestDatabase } from '../../../tests/harness/database.ts'
import type { Duty } from './duty.ts'
import { silentAfterMs } from './liveness.ts'
import { AnotherNodeError, Membership } from './membership.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.drop())

const closing: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

async function enlist(
  name: string,
  options: { readonly alone?: boolean; readonly waitMs?: number } = {},
): Promise<Membership> {
  const membership = await Membership.join({ pool: database.db.raw, name, version: '1.2.3', log: quiet, ...options })
  closing.push(() => membership.close())
  return membership
}

/** Keeps a duty and remembers what becomes of it. */
async function keep(
  membership: Membership,
  name: string,
): Promise<{ readonly said: string[]; release(): Promise<void> }> {
  const said: string[] = []
  const duty: Duty = {
    start: async () => void said.push('started'),
    stop: async (lost) => void said.push(lost ? 'lost' : 'stopped'),
  }
  return { said, ...(await membership.keep(name, duty)) }
}

interface Child {
  readonly process: ChildProcess
  readonly said: string[]
}

/** A node in a process of its own that keeps the duty `work`. */
async function child(name: string): Promise<Child> {
  const started = spawn(process.execPath, [join(import.meta.dirname, 'membership.child.ts'), database.appUrl, name], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const said: string[] = []
  createInterface({ input: started.stdout }).on('line', (line) => said.push(line))
  closing.push(async () => void started.kill('SIGKILL'))
  // A process takes its time to start on a busy machine.
  await eventually(() => said.includes('ready'), Boolean, 30_000)
  return { process: started, said }
}
const names = (membership: Membership): readonly string[] => membership.nodes().map(({ name }) => name)

describe('the nodes of an installation', () => {
  it('know each other while they live', async () => {
    const first = await enlist('first')
    const second = await enlist('second')
    await eventually(
      () => names(first),
      (seen) => seen.length === 2,
    )
    await eventually(
      () => names(second),
      (seen) => seen.length === 2,
    )
    expect(first.nodes()).toEqual([
      expect.objectContaining({ name: 'first', version: '1.2.3', draining: false }),
      expect.objectContaining({ name: 'second' }),
    ])
    const changes: (readonly string[])[] = []
    first.onChanged(() => changes.push(names(first)))
    await second.drain()
    await eventually(
      () => first.working(),
      (seen) => seen.length === 1,
    )
    await second.close()
    await eventually(
      () => names(first),
      (seen) => seen.length === 1,
    )
    expect(changes.at(-1)).toEqual(['first'])
  })

  it('share duties out, and each is done by one of them', async () => {
    const first = await enlist('first')
    const duties = Array.from({ length: 8 }, (_, index) => `duty-${index}`)
    const here = await Promise.all(duties.map((name) => keep(first, name)))
    expect(here.map(({ said }) => said)).toEqual(duties.map(() => ['started']))
    const second = await enlist('second')
    const there = await Promise.all(duties.map((name) => keep(second, name)))
    await eventually(
      () => there.filter(({ said }) => said.at(-1) === 'started').length,
      (count) => count === 4,
    )
    expect(here.filter(({ said }) => said.at(-1) === 'started')).toHaveLength(4)
    for (const [index, { said }] of here.entries())
      expect(said.at(-1) === 'started').toBe(there[index]!.said.length === 0)
    await second.drain()
    await eventually(
      () => here.filter(({ said }) => said.at(-1) === 'started').length,
      (count) => count === 8,
    )
    expect(there.flatMap(({ said }) => said).toSorted()).toEqual([
      ...Array(4).fill('started'),
      ...Array(4).fill('stopped'),
    ])
  }, 60_000)

  it('take over within 5 s what a killed one had', async () => {
    const watching = await enlist('watching')
    const killed = await child('killed')
    await eventually(
      () => names(watching),
      (seen) => seen.length === 2,
    )
    const work = await keep(watching, 'work')
    const isHere = work.said.at(-1) === 'started'
    killed.process.kill('SIGKILL')
    const at = performance.now()
    await eventually(
      () => names(watching),
      (seen) => seen.length === 1,
    )
    await eventually(() => work.said.at(-1) === 'started')
    expect(performance.now() - at).toBeLessThan(5_000)
    expect(isHere || killed.said.includes('started')).toBe(true)
  }, 60_000)

  it('take over what one had whose process stands still, and it knows when it goes on', async () => {
    const still = await child('still')
    expect(still.said).toContain('started')
    const watching = await enlist('watching')
    still.process.kill('SIGSTOP')
    const work = await keep(watching, 'work')
    const at = performance.now()
    await eventually(
      () => names(watching),
      (seen) => !seen.includes('still'),
      15_000,
    )
    await eventually(() => work.said.at(-1) === 'started')
    expect(performance.now() - at).toBeLessThan(silentAfterMs + 3_000)
    still.process.kill('SIGCONT')
    await eventually(() => still.said.includes('removed') && still.said.includes('lost'))
    await eventually(
      () => names(watching),
      (seen) => seen.includes('still'),
    )
  }, 60_000)

  it('spare each other when the database ends all connections at once', async () => {
    const first = await enlist('first')
    const second = await enlist('second')
    await eventually(
      () => names(first),
      (seen) => seen.length === 2,
    )
    const removed: string[] = []
    for (const membership of [first, second]) membership.onRemoved(() => removed.push(membership.name))
    const reconnected: string[] = []
    for (const membership of [first, second]) membership.onReconnected(() => reconnected.push(membership.name))
    await database.owner`
      select pg_terminate_backend(pid)
        from pg_stat_activity
       where application_name = 'recado-node' and datname = current_database()`
    await eventually(
      () => reconnected.length,
      (count) => count === 2,
    )
    // Longer than an observer waits before it judges.
    const until = performance.now() + 5_000
    await eventually(() => performance.now() > until)
    expect(removed).toEqual([])
    expect(names(first)).toEqual(['first', 'second'])
  }, 60_000)
})

describe('a node that is to be alone', () => {
  it('takes over at once what a killed one had', async () => {
    const killed = await child('killed')
    const gone = new Promise((resolve) => killed.process.once('exit', resolve))
    killed.process.kill('SIGKILL')
    await gone
    const at = performance.now()
    const alone = await enlist('alone', { alone: true })
    const work = await keep(alone, 'work')
    expect(work.said).toEqual(['started'])
    expect(performance.now() - at).toBeLessThan(2_000)
    expect(names(alone)).toEqual(['alone'])
  }, 60_000)

  it('waits for another one that is ending, and refuses to start beside one that is not', async () => {
    const other = await enlist('other')
    await expect(enlist('alone', { alone: true, waitMs: 300 })).rejects.toThrow(AnotherNodeError)
    await expect(enlist('alone', { alone: true, waitMs: 300 })).rejects.toThrow(
      /Another node \(other, version 1\.2\.3, started .*set NATS_URL/s,
    )
    const waiting = enlist('alone', { alone: true })
    await other.close()
    expect(names(await waiting)).toEqual([])
  }, 60_000)
})

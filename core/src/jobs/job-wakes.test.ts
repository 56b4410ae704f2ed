import { EventEmitter } from 'node:events'
import type { WorkerEvents } from 'graphile-worker'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { JobWakes } from './job-wakes.ts'

beforeEach(() => {
  vi.useFakeTimers({ now: 1_000_000 })
})
afterEach(() => {
  vi.useRealTimers()
})

/** A runner whose looks for jobs are kept with the milliseconds since the start. */
function runner() {
  const looks: number[] = []
  const events: WorkerEvents = new EventEmitter()
  const wakes = new JobWakes()
  wakes.follow(events)
  events.emit('pool:create', { workerPool: { nudge: () => looks.push(Date.now() - 1_000_000) } } as never)
  const ended = (job: { job_queue_id: number | null; attempts: number }, error?: Error): void =>
    void events.emit('job:complete', { job, error } as never)
  return { looks, wakes, ended }
}

it('looks when a job that was stored for later is due, and once for several of one moment', () => {
  const { looks, wakes } = runner()
  wakes.at(Date.now() + 1_500)
  wakes.at(Date.now() + 1_500)
  vi.advanceTimersByTime(10_000)
  expect(looks).toEqual([1_500])
})

it('leaves what is due in some hours to the poll', () => {
  const { looks, wakes } = runner()
  wakes.at(Date.now() + 5 * 3_600_000)
  vi.advanceTimersByTime(6 * 3_600_000)
  expect(looks).toEqual([])
})

it('looks for the next job of a queue when one has ended, and not after a job without a queue', () => {
  const { looks, ended } = runner()
  ended({ job_queue_id: null, attempts: 1 })
  vi.advanceTimersByTime(1_000)
  expect(looks).toEqual([])
  ended({ job_queue_id: 7, attempts: 1 })
  vi.advanceTimersByTime(1_000)
  expect(looks).toEqual([1_100, 1_500])
})

it('looks when a job that failed is to be tried again', () => {
  const { looks, ended } = runner()
  ended({ job_queue_id: null, attempts: 1 }, new Error('no'))
  vi.advanceTimersByTime(10_000)
  expect(looks).toEqual([2_800])
})

it('looks no more once it is closed', () => {
  const { looks, wakes } = runner()
  wakes.at(Date.now() + 100)
  wakes.close()
  vi.advanceTimersByTime(1_000)
  expect(looks).toEqual([])
})

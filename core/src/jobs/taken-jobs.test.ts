import { EventEmitter } from 'node:events'
import type { WorkerEvents } from 'graphile-worker'
import { describe, expect, it } from 'vitest'
import { TakenJobs, type LockedJob } from './taken-jobs.ts'

const job = (id: number, attempts = 1): LockedJob => ({ id: String(id), attempts })

describe('jobs that a runner was given', () => {
  const events: WorkerEvents = new EventEmitter()
  const taken = new TakenJobs()
  taken.follow(events)
  const give = (...jobs: LockedJob[]): void =>
    void (events as EventEmitter).emit('localQueue:getJobs:complete', { jobs })
  const look = (...locked: LockedJob[]): Promise<readonly LockedJob[]> => taken.lost(async () => locked)

  it('are not lost, however often they are looked at', async () => {
    give(job(1), job(2))
    for (let looks = 0; looks < 3; looks++) expect(await look(job(1), job(2))).toEqual([])
  })

  it('are lost that were locked in two looks and never given', async () => {
    expect(await look(job(3))).toEqual([])
    expect(await look(job(3))).toEqual([job(3)])
  })

  it('are not lost when their answer comes between the looks, or while one is under way', async () => {
    expect(await look(job(4))).toEqual([])
    give(job(4))
    expect(await look(job(4))).toEqual([])
    const during = await taken.lost(async () => {
      give(job(5))
      return [job(4)]
    })
    expect(during).toEqual([])
    expect(await look(job(4), job(5))).toEqual([])
  })

  it('are others with every try', async () => {
    give(job(6, 1))
    await look(job(6, 1))
    expect(await look(job(6, 2))).toEqual([])
    expect(await look(job(6, 2))).toEqual([job(6, 2)])
  })
})

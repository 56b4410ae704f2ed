import { Refusal } from '@recado/contracts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { megabyte, StorageQuota } from './storage-quota.ts'

/** A company whose stored bytes are read and written in the order that the scheduler chooses. */
function company(scheduler: fc.Scheduler, limit: number | null, stored = 0) {
  let reads = 0
  const state = { stored, most: stored }
  const db = {
    read: async () => {
      reads++
      await scheduler.schedule(Promise.resolve())
      const used = String(state.stored)
      await scheduler.schedule(Promise.resolve())
      return [[{ used }]]
    },
  }
  const quota = new StorageQuota({ db: db as never, allowed: async () => limit })
  const store = async (bytes: number): Promise<'stored' | string> => {
    try {
      return await quota.within('a', bytes, async () => {
        await scheduler.schedule(Promise.resolve())
        state.stored += bytes
        state.most = Math.max(state.most, state.stored)
        await scheduler.schedule(Promise.resolve())
        return 'stored'
      })
    } catch (error) {
      if (Refusal.is(error)) return error.code
      throw error
    }
  }
  return { state, store, reads: () => reads }
}

test('whatever happens at the same moment, nobody stores more than there is room for', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.scheduler(),
      fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 1, maxLength: 12 }),
      async (scheduler, sizes) => {
        const { state, store } = company(scheduler, 10)
        const answers = Promise.all(sizes.map((size) => store(size * megabyte)))
        await scheduler.waitFor(answers)
        expect(state.most).toBeLessThanOrEqual(10 * megabyte)
        // A just stored file may count twice for a moment: with space for that nothing is refused.
        if (sizes.reduce((sum, size) => sum + size, 0) <= 5) expect(new Set(await answers)).toEqual(new Set(['stored']))
      },
    ),
  )
})

test('without a limit nothing is asked; above the limit, by what arrived, everything is refused', async () => {
  await fc.assert(
    fc.asyncProperty(fc.scheduler(), async (scheduler) => {
      const free = company(scheduler, null)
      expect(await scheduler.waitFor(free.store(50 * megabyte))).toBe('stored')
      expect(free.reads()).toBe(0)
      const above = company(scheduler, 10, 12 * megabyte)
      expect(await scheduler.waitFor(above.store(1))).toBe('ERR_STORAGE_FULL')
      expect(above.state.stored).toBe(12 * megabyte)
    }),
    { numRuns: 10 },
  )
})

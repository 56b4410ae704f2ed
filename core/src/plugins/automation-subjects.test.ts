import type { AutomationAbout } from '@recado/contracts'
import { expect, test } from 'vitest'
import { systemClock } from '../base/clock.ts'
import { subjectReader } from './automation-subjects.ts'

test('what companies ask for at once is read together, and one that cannot be read fails alone', async () => {
  const reads: string[] = []
  const read = subjectReader({
    db: {
      read: async (tenantId: string) => {
        reads.push(tenantId)
        if (tenantId === 'broken') throw new Error('a table is locked')
        return [[], [], []]
      },
    } as never,
    media: {} as never,
    windows: () => ({}),
    settings: {} as never,
    clock: systemClock,
  })
  const about = [{ ticket: 't1' }, { ticket: 't2' }] as unknown as readonly AutomationAbout[]
  const asked = ['sound', 'broken', 'sound', 'other'].map((tenantId) => read(tenantId, about))
  const told = await Promise.allSettled(asked)
  expect(told.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'fulfilled'])
  expect(told[0]).toEqual({ status: 'fulfilled', value: [undefined, undefined] })
  expect(reads.toSorted()).toEqual(['broken', 'other', 'sound'])
})

import { afterEach, describe, expect, it, vi } from 'vitest'
import { createTenantBatcher } from './tenant-batcher.ts'

/** A store whose readings end when the test lets them. */
function slowStore() {
  const readings: { tenantId: string; items: readonly string[]; end: () => void; fail: () => void }[] = []
  const read = createTenantBatcher<string, string>(
    'names',
    (tenantId, items) =>
      new Promise((resolve, reject) => {
        readings.push({
          tenantId,
          items,
          end: () => resolve(items.map((item) => `${tenantId} ${item}`)),
          fail: () => reject(new Error(`${tenantId} is away`)),
        })
      }),
  )
  const begun = async (count: number) => {
    await expect.poll(() => readings.length).toBe(count)
    return readings[count - 1]!
  }
  return { read, readings, begun }
}

describe('reading together', () => {
  it('reads at once what came while a reading was under way, and answers each what it asked for', async () => {
    const { read, begun } = slowStore()
    const first = read('a', 'ana')
    const reading = await begun(1)
    const later = [read('a', 'bia'), read('a', 'caio'), read('a', 'bia')]
    reading.end()
    expect(await first).toBe('a ana')
    const second = await begun(2)
    expect(second.items).toEqual(['bia', 'caio', 'bia'])
    second.end()
    expect(await Promise.all(later)).toEqual(['a bia', 'a caio', 'a bia'])
  })

  it('reads each company by itself: one that cannot be read fails alone', async () => {
    const { read, readings, begun } = slowStore()
    const first = read('a', 'ana')
    const reading = await begun(1)
    const mine = read('a', 'bia')
    const theirs = read('b', 'bia')
    const both = Promise.allSettled([mine, theirs])
    reading.end()
    await first
    await begun(3)
    for (const { tenantId, end, fail } of readings.slice(1)) (tenantId === 'a' ? end : fail)()
    expect(await both).toEqual([
      { status: 'fulfilled', value: 'a bia' },
      { status: 'rejected', reason: new Error('b is away') },
    ])
  })

  it('answers in time that a reading takes too long, and goes on when that one fails in the end', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const unheard = vi.fn<() => void>()
    process.once('unhandledRejection', unheard)
    const { read, readings } = slowStore()
    const late = Promise.allSettled([read('a', 'ana')])
    await vi.advanceTimersByTimeAsync(8_000)
    expect(await late).toEqual([{ status: 'rejected', reason: new Error('names could not be read in time') }])
    const next = read('a', 'bia')
    await vi.advanceTimersByTimeAsync(0)
    readings[0]!.fail()
    readings[1]!.end()
    expect(await next).toBe('a bia')
    await new Promise(setImmediate)
    process.off('unhandledRejection', unheard)
    expect(unheard).not.toHaveBeenCalled()
  })
})

afterEach(() => void vi.useRealTimers())

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { currentContext, withContext } from './context.ts'
import { createBatcher } from './batcher.ts'

const patient = { deadlineMs: 60_000, late: () => new Error('late'), isFaultOfItem: () => true }

describe('the batcher', () => {
  it('answers each caller with its own result, never runs two flights and never exceeds its size', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.integer(), { minLength: 1, maxLength: 60 }),
        fc.integer({ min: 1, max: 9 }),
        async (items, max) => {
          let flights = 0
          const submit = createBatcher<number, string>({
            ...patient,
            max,
            run: async (batch) => {
              expect(++flights).toBe(1)
              expect(batch.length).toBeLessThanOrEqual(max)
              await Promise.resolve()
              flights--
              return batch.map((item) => `r${item}`)
            },
          })
          expect(await Promise.all(items.map(submit))).toEqual(items.map((item) => `r${item}`))
        },
      ),
    )
  })

  it('stores the others when one of a batch cannot be stored, and says that it fell back', async () => {
    const fallbacks: unknown[] = []
    const submit = createBatcher<number, number>({
      ...patient,
      max: 20,
      onFallback: (error) => fallbacks.push(error),
      run: async (batch) => {
        if (batch.includes(13)) throw new Error('poison')
        return batch
      },
    })
    const settled = await Promise.allSettled([...Array(20).keys()].map(submit))
    expect(settled.filter((result) => result.status === 'fulfilled').map((result) => result.value)).toEqual(
      [...Array(20).keys()].filter((n) => n !== 13),
    )
    expect(settled[13]).toMatchObject({ status: 'rejected', reason: { message: 'poison' } })
    expect(fallbacks).toHaveLength(1)
  })

  it('runs outside of the requests whose items it carries, and answers inside of them', async () => {
    const seen: unknown[] = []
    const submit = createBatcher<number, number>({
      ...patient,
      max: 2,
      run: async (batch) => {
        seen.push(currentContext())
        return batch
      },
    })
    const asked = [1, 2, 3].map((item) =>
      withContext({ requestId: `r${item}` }, async () => {
        await submit(item)
        return currentContext()?.requestId
      }),
    )
    expect(await Promise.all(asked)).toEqual(['r1', 'r2', 'r3'])
    expect(seen).toEqual([undefined, undefined])
  })

  it('does not make a lone item wait', async () => {
    const sizes: number[] = []
    const submit = createBatcher<number, number>({
      ...patient,
      max: 8,
      run: async (batch) => {
        sizes.push(batch.length)
        return batch
      },
    })
    await submit(1)
    await submit(2)
    expect(sizes).toEqual([1, 1])
  })

  it('rejects a flight that is not answered in time, and goes on with the next', async () => {
    let answer = false
    const submit = createBatcher<number, number>({
      ...patient,
      deadlineMs: 20,
      max: 2,
      run: (batch) => (answer ? Promise.resolve(batch) : new Promise(() => undefined)),
    })
    await expect(Promise.all([submit(1), submit(2)])).rejects.toThrow('late')
    answer = true
    expect(await submit(3)).toBe(3)
  })

  it('tries none alone when the error is no fault of an item, and stops trying when it becomes so', async () => {
    const sizes: number[] = []
    let away = true
    const submit = createBatcher<number, number>({
      ...patient,
      max: 20,
      isFaultOfItem: (error) => (error as Error).message !== 'away',
      run: async (batch) => {
        sizes.push(batch.length)
        if (away || sizes.length > 3) throw new Error('away')
        if (batch.length > 1) throw new Error('poison')
        return batch
      },
    })
    const all = (): Promise<PromiseSettledResult<number>[]> => Promise.allSettled([...Array(5).keys()].map(submit))
    expect((await all()).map(({ status }) => status)).toEqual(Array(5).fill('rejected'))
    expect(sizes).toEqual([5])
    away = false
    expect((await all()).map(({ status }) => status)).toEqual([
      'fulfilled',
      'rejected',
      'rejected',
      'rejected',
      'rejected',
    ])
    expect(sizes).toEqual([5, 5, 1, 1])
  })
})

import type { DeadLettersDone } from '../../base/contracts.ts'
import { describe, expect, it } from 'vitest'
import { actOnLetters, InterruptedAct } from './dead-letters.ts'

const asOf = '2026-03-01T12:00:00.000Z'
/** A server that has so many letters and takes two at a time; it fails at the step `failsAt`. */
function server(letters: number, failsAt = Infinity) {
  const asked: (string | undefined)[] = []
  let left = letters
  const step = async (given: string | undefined): Promise<DeadLettersDone> => {
    asked.push(given)
    if (asked.length === failsAt) throw new Error('away')
    const count = Math.min(2, left)
    left -= count
    return { count, hasMore: count === 2, asOf: given ?? asOf }
  }
  return { asked, step }
}

describe('acting on letters', () => {
  it('goes on while there is more, with the instant of the first step, and tells how far it is', async () => {
    const { asked, step } = server(5)
    const progress: number[] = []
    const done = await actOnLetters(step, undefined, (count) => progress.push(count))
    expect(done).toEqual({ count: 5, hasMore: false, asOf })
    expect(asked).toEqual([undefined, asOf, asOf])
    expect(progress).toEqual([2, 4, 5])
  })

  it('begins with the instant of what it takes back', async () => {
    const { asked, step } = server(1)
    await actOnLetters(step, asOf)
    expect(asked).toEqual([asOf])
  })

  it('says what was done when a later step fails, and fails as it is when nothing was', async () => {
    const failure = await actOnLetters(server(9, 3).step).catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(InterruptedAct)
    expect((failure as InterruptedAct).done).toEqual({ count: 4, hasMore: true, asOf })
    expect((failure as InterruptedAct).cause).toMatchObject({ message: 'away' })
    await expect(actOnLetters(server(9, 1).step)).rejects.toThrow('away')
  })
})

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { StreamPosition } from './stream-position.ts'

const at = (seq: number) => {
  const position = new StreamPosition()
  position.hello({ epoch: 'a', seq, resync: false })
  return position
}

describe('the position in the stream', () => {
  it('takes each number once and reports exactly the gaps', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 20 })), (numbers) => {
        const position = at(0)
        let last = 0
        for (const seq of numbers) {
          const verdict = position.push(seq)
          expect(verdict).toBe(seq <= last ? 'ignore' : seq === last + 1 ? 'take' : 'takeAfterGap')
          last = Math.max(last, seq)
        }
      }),
    )
  })

  it('goes on where it was after a reconnection that can be replayed', () => {
    const position = at(4)
    position.push(5)
    expect(position.resumeFrom).toEqual({ epoch: 'a', seq: 5 })
    expect(position.hello({ epoch: 'a', seq: 9, resync: false })).toBe(false)
    expect(position.push(6)).toBe('take')
  })

  it('asks for everything anew when the server restarted or cannot replay', () => {
    expect(at(4).hello({ epoch: 'b', seq: 0, resync: false })).toBe(true)
    const position = at(4)
    expect(position.hello({ epoch: 'a', seq: 30, resync: true })).toBe(true)
    expect(position.push(31)).toBe('take')
  })

  it('has missed nothing where the stream goes on from before anything was read', () => {
    const position = new StreamPosition()
    position.beginAt({ epoch: 'a', seq: 7 })
    expect(position.resumeFrom).toEqual({ epoch: 'a', seq: 7 })
    expect(position.hello({ epoch: 'a', seq: 7, resync: false })).toBe(false)
    expect([position.push(8), position.push(8)]).toEqual(['take', 'ignore'])
    // Too late for a stream that has begun.
    position.beginAt({ epoch: 'b', seq: 0 })
    expect(position.resumeFrom).toEqual({ epoch: 'a', seq: 8 })
  })

  it('asks for everything anew where the socket came to another node than the readings', () => {
    const position = new StreamPosition()
    position.beginAt({ epoch: 'a', seq: 7 })
    expect(position.hello({ epoch: 'b', seq: 7, resync: true })).toBe(true)
  })

  it('asks for everything anew after the first hello: the lists may be older than the stream', () => {
    expect(new StreamPosition().hello({ epoch: 'a', seq: 7, resync: false })).toBe(true)
  })
})
